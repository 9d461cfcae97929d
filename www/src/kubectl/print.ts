// What kubectl prints of an object, and the command line that asks for it.

import type { KubeObject, Ref } from "../contract.ts";
import { pathOf, resourceOf } from "../state/world.ts";
import { printLikeKubectl } from "../yaml.ts";
import { describe } from "./describe.ts";
import { printEvents, tableOf } from "./events.ts";
import { tabulate } from "./tabs.ts";

/** Each as one types it. */
export const VERBS = { get: "get", yaml: "-o yaml", describe: "describe", events: "events" } as const;
export type Verb = keyof typeof VERBS;

export function commandOf(verb: Verb, ref: Ref, managed: boolean): string {
  const resource = resourceOf(ref);
  const kind = ref.kind.toLowerCase();
  const where = resource?.namespaced === false || (ref.namespace ?? "default") === "default" ? "" : ` -n ${ref.namespace}`;
  switch (verb) {
    case "get": return `kubectl get ${kind} ${ref.name}${where}`;
    case "yaml": return `kubectl get ${kind} ${ref.name}${where} -o yaml${managed ? " --show-managed-fields" : ""}`;
    case "describe": return `kubectl describe ${kind} ${ref.name}${where}`;
    case "events": return `kubectl events --for ${kind}/${ref.name}${where}`;
  }
}

/** What it prints; of what is not there, the error. Events outlive what they are about. */
export function printed(verb: Verb, ref: Ref, object: KubeObject | undefined, managed: boolean): string {
  if (verb === "events") return printEvents(ref);
  if (!object) {
    const resource = resourceOf(ref);
    const group = (ref.apiVersion ?? "v1").includes("/") ? `.${ref.apiVersion!.split("/")[0]}` : "";
    return `Error from server (NotFound): ${resource?.name ?? `${ref.kind.toLowerCase()}s`}${group} "${ref.name}" not found`;
  }
  switch (verb) {
    case "get": return row(ref);
    case "yaml": return printLikeKubectl(managed ? object : { ...object, metadata: { ...object.metadata, managedFields: undefined } });
    case "describe": return describe(object);
  }
}

function row(ref: Ref): string {
  const table = tableOf(pathOf(ref));
  if (!table) return "";
  const columns = table.columnDefinitions.flatMap(({ name, priority }, at) => (priority === 0 ? [[name.toUpperCase(), at] as const] : []));
  const cell = (value: unknown) => (value === null || value === undefined ? "<none>" : String(value));
  return tabulate([columns.map(([name]) => name).join("\t"), ...table.rows.map(({ cells }) => columns.map(([, at]) => cell(cells[at])).join("\t"))], { least: 6, padding: 3 });
}
