// What can stand at the caret: keys and values of the kind that the text is about, with their types and what they mean.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { openRef } from "../state/drafts.ts";
import { moment } from "../state/run.ts";
import { apiVersions, definitions, resourcesOf } from "../state/world.ts";
import { plain } from "../components/prose.ts";
import { editorWords } from "../words/editor/index.ts";
import type { EditorWords } from "../words/editor/en.ts";
import { language } from "../words/index.ts";
import { ITEM, placeAt, type Place } from "./place.ts";
import { below, schemaOf, type Schema } from "./schema.ts";

const LONG = 50_000;

export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const { doc } = context.state;
  // Where it stands takes a look at every line: of a long text only when it is asked for.
  if (!context.explicit && doc.length > LONG) return null;
  const line = doc.lineAt(context.pos);
  const lines = doc.toString().split("\n");
  const place = placeAt(lines, line.number - 1, context.pos - line.from);
  if (!place || (place.typed === "" && !context.explicit)) return null;
  const w = (await editorWords(language.peek())).complete;
  const head = (key: string) => lines.map((text) => new RegExp(`^${key}:\\s*["']?([^"'#\\s]+)`).exec(text)?.[1]).find((one) => one !== undefined);
  const object = { apiVersion: head("apiVersion") ?? "", kind: head("kind") ?? openRef.peek().kind };
  let schema: Schema | undefined = schemaOf(object.kind, definedSchema(object.apiVersion, object.kind));
  for (const step of place.path) schema = schema && below(schema, step);
  const after = line.text.slice(context.pos - line.from);
  // A list takes its dash first.
  const options = schema === undefined || (place.at === "key" && schema.type === "array") ? [] : place.at === "key" && (schema.type ?? "object") === "object"
    ? keys(schema, place, object.kind, after, w)
    : values(place.at === "key" ? schema : below(schema, place.key!), place, object, w);
  const fitting = options.filter(({ label }) => label.toLowerCase().startsWith(place.typed.toLowerCase()));
  // What is already typed out needs no list, which would only take the next Enter.
  if (fitting.length === 0 || (fitting.length === 1 && fitting[0]!.label === place.typed && (place.at === "value" || after !== ""))) return null;
  return { from: context.pos - place.typed.length, options: fitting };
}

function definedSchema(apiVersion: string, kind: string): Schema | undefined {
  const [group, version] = apiVersion.split("/");
  for (const { spec } of definitions() as unknown as { spec: Definition }[]) {
    if (spec.group === group && spec.names.kind === kind) return spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  }
  return undefined;
}

interface Definition { group: string; names: { kind: string }; versions: { name: string; schema?: { openAPIV3Schema?: Schema } }[] }

type Words = EditorWords["complete"];

function keys(schema: Schema, place: Place, kind: string, after: string, w: Words): Completion[] {
  const required = new Set(schema.required);
  const path = place.path.map((step) => (step === ITEM ? "[]" : step as string));
  return Object.entries(schema.properties ?? {}).filter(([name]) => !place.beside.has(name)).map(([name, field]) => ({
    label: name,
    detail: `${typeOf(field, w)}${required.has(name) ? `, ${w.required}` : ""}`,
    info: field.description ?? plain(w.fields[[kind, ...path, name].join(".")] ?? w.fields[[...path, name].join(".")] ?? ""),
    apply: after.includes(":") ? name : `${name}${opening(field, place.indent)}`,
  }));
}

/** What follows a key: a value on its line, or deeper lines below it. */
function opening(field: Schema, indent: number): string {
  const deeper = `:\n${" ".repeat(indent + 2)}`;
  return field.type === "object" ? deeper : field.type === "array" ? `${deeper}- ` : ": ";
}

function typeOf(field: Schema, w: Words): string {
  if (field.type === "array") return w.listOf(field.items?.type ?? "object");
  if (field.type === "object" && typeof field.additionalProperties === "object") return w.mapOf(field.additionalProperties.type ?? "object");
  return field.format ?? field.type ?? "object";
}

function values(field: Schema | undefined, place: Place, object: { apiVersion: string; kind: string }, w: Words): Completion[] {
  const of = (labels: readonly string[], detail: string) => [...new Set(labels)].map((label): Completion => ({ label, detail }));
  if (field?.enum) return of(field.enum.map(String), w.oneOf);
  if (field?.type === "boolean") return of(["true", "false"], "boolean");
  const objects = moment.peek()?.view.objects ?? [];
  const names = (kind: string) => objects.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name ?? "");
  const path = [...place.path.filter((step) => step !== ITEM), ...(place.key === null ? [] : [place.key])].join(".");
  switch (path) {
    case "apiVersion": return of(apiVersions(), w.served);
    case "kind": return of((object.apiVersion === "" ? apiVersions() : [object.apiVersion]).flatMap(resourcesOf).map(({ kind }) => kind), w.served);
    case "metadata.namespace": return of(names("Namespace"), "Namespace");
    case "metadata.finalizers": return of(["lab.example.com/account"], w.itsOwn);
    case "metadata.ownerReferences.kind": return of(objects.map(({ kind }) => kind), w.served);
    case "metadata.ownerReferences.name": return of(objects.filter(({ kind }) => kind !== "Event").map(({ metadata }) => metadata.name ?? ""), w.there);
    case "spec.requires": return object.kind === "AppConfig" ? of(["web-credentials", ...names("Secret")], "Secret") : [];
    case "spec.account": return object.kind === "AppConfig" ? of(["web-db", ...(moment.peek()?.view.outside ?? []).map(({ name }) => name)], w.account) : [];
    case "type": return object.kind === "Secret" ? of(["Opaque", "kubernetes.io/basic-auth", "kubernetes.io/tls"], w.oneOf) : [];
    default: return [];
  }
}
