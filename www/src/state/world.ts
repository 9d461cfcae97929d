// What the API server of the shown moment serves: its kinds, the definitions behind them, the objects that the view
// leaves out. Asked of the server itself, each thing once for a moment.

import type { KubeObject, Ref } from "../contract.ts";
import { findObject } from "../derive/names.ts";
import { moment, read, type Moment } from "./run.ts";

export interface Resource { name: string; kind: string; namespaced: boolean; apiVersion: string }

/** What kubectl accepts: the server's own table. */
export const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

const answers = new WeakMap<Moment, Map<string, unknown>>();

/** The body of the answer to a GET; null where there is none. */
export function ask(path: string, accept?: string, query?: Record<string, string>): unknown {
  const now = moment.value;
  if (!now) return null;
  let known = answers.get(now);
  if (!known) answers.set(now, known = new Map());
  const asked = JSON.stringify([path, accept, query]);
  if (!known.has(asked)) known.set(asked, answerTo(path, accept, query));
  return known.get(asked);
}

function answerTo(path: string, accept?: string, query?: Record<string, string>): unknown {
  try {
    const { code, body } = read({ method: "GET", path, ...(accept === undefined ? {} : { accept }), ...(query === undefined ? {} : { query }) });
    return code === 200 ? body : null;
  } catch {
    // An engine that died is brought back by the next move.
    return null;
  }
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** The kinds of a group and version. */
export function resourcesOf(apiVersion: string): Resource[] {
  const list = ask(rootOf(apiVersion)) as { resources?: Omit<Resource, "apiVersion">[] } | null;
  return (list?.resources ?? []).filter(({ name }) => !name.includes("/")).map((one) => ({ ...one, apiVersion }));
}

export function resourceOf(ref: Ref): Resource | undefined {
  return resourcesOf(ref.apiVersion ?? "v1").find(({ kind }) => kind === ref.kind);
}

/** Every group and version, the core first. */
export function apiVersions(): string[] {
  const list = ask("/apis") as { groups?: { versions: { groupVersion: string }[] }[] } | null;
  return ["v1", ...(list?.groups ?? []).flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))];
}

/** The REST path of the objects of a kind: those in a namespace, or all. */
export function collectionOf({ apiVersion, name }: Pick<Resource, "apiVersion" | "name">, namespace?: string): string {
  return `${rootOf(apiVersion)}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${name}`;
}

/** The REST path of an object; of a kind that is not served, what it would be. */
export function pathOf({ apiVersion = "v1", kind, namespace = "default", name }: Ref): string {
  const resource = resourceOf({ apiVersion, kind, name }) ?? { apiVersion, name: `${kind.toLowerCase()}s`, namespaced: true };
  return `${collectionOf(resource, resource.namespaced ? namespace : undefined)}/${name}`;
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The definitions of custom kinds, those that came with the scenario too. */
export function definitions(): KubeObject[] {
  const list = ask(DEFINITIONS) as { items?: Omit<KubeObject, "apiVersion" | "kind">[] } | null;
  return (list?.items ?? []).map((item) => ({ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", ...item }) as KubeObject);
}

/** The same by name alone, which is quick. */
export function definitionRefs(): Ref[] {
  const list = ask(DEFINITIONS, "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io") as { items?: { metadata: { name: string } }[] } | null;
  return (list?.items ?? []).map(({ metadata: { name } }) => ({ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", name }));
}

/** What the server holds. */
export function serverObject(ref: Ref): KubeObject | undefined {
  const shown = findObject(moment.value?.view.objects ?? [], ref);
  return shown ?? (ref.kind === "CustomResourceDefinition" ? definitions().find(({ metadata }) => metadata.name === ref.name) : undefined);
}
