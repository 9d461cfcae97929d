// `kubectl describe`: ConfigMaps, Secrets and Namespaces have a form of their own, everything else is printed field by
// field under labels that are made of the fields' names.

import type { KubeObject } from "../contract.ts";
import { eventsAbout } from "./events.ts";
import { refOf } from "../derive/names.ts";
import { tabulate } from "./tabs.ts";

export function describe(object: KubeObject): string {
  const describer = FORMS[object.kind] ?? anything;
  // What stands before an alignment of its own is flushed first, as the real one does it.
  return describer(object).map((block) => tabulate(block, { least: 0, padding: 2 })).join("\n");
}

/** Lines that are aligned together. */
type Block = string[];

const FORMS: Record<string, (object: KubeObject) => Block[]> = { ConfigMap: configMap, Secret: secret, Namespace: namespace };

function configMap(object: KubeObject): Block[] {
  const data = entries(object["data"]).flatMap(([key, value]) => [`${key}:`, "----", ...value.split("\n"), ""]);
  const binary = entries(object["binaryData"]).map(([key, value]) => `${key}: ${bytes(value)} bytes`);
  return [[...head(object), "", "Data", "====", ...data, "", "BinaryData", "====", ...binary, ""], ...events(object)];
}

/** Sizes only: that is why people describe Secrets. */
function secret(object: KubeObject): Block[] {
  const data = entries(object["data"]).map(([key, value]) => `${key}:\t${bytes(value)} bytes`);
  return [[...head(object), "", `Type:\t${String(object["type"] ?? "")}`, "", "Data", "====", ...data]];
}

function namespace(object: KubeObject): Block[] {
  const status = object["status"] as { phase?: string } | undefined;
  return [[...head(object), `Status:\t${status?.phase ?? ""}`, "", "No resource quota.", "", "No LimitRange resource."]];
}

const ELSEWHERE = new Set(["managedFields", "name", "namespace", "labels", "annotations"]);

function anything(object: KubeObject): Block[] {
  const metadata = Object.fromEntries(Object.entries(object.metadata).filter(([field]) => !ELSEWHERE.has(field)));
  return [[...head(object, true), ...fields({ ...object, metadata }, 0)], ...events(object)];
}

function head({ kind, metadata }: KubeObject, always = false): string[] {
  return [
    `Name:\t${metadata.name ?? ""}`,
    ...(metadata.namespace !== undefined || (always && kind !== "Namespace") ? [`Namespace:\t${metadata.namespace ?? ""}`] : []),
    ...pairs("Labels", metadata.labels, (key, value) => [`${key}=${value}`]),
    ...pairs("Annotations", metadata.annotations, annotation),
  ];
}

const LONG = 200;

function annotation(key: string, value: string): string[] {
  const text = value.replace(/\n$/, "");
  if (text.length + key.length + 2 <= LONG && !text.includes("\n")) return [`${key}: ${text}`];
  return [`${key}:`, ...text.split("\n").map((line) => `  ${line.length > LONG - 2 ? `${line.slice(0, LONG - 2)}...` : line}`)];
}

function pairs(title: string, map: Record<string, string> | undefined, print: (key: string, value: string) => string[]): string[] {
  const lines = entries(map).filter(([key]) => key !== "kubectl.kubernetes.io/last-applied-configuration").flatMap(([key, value]) => print(key, value));
  return (lines.length === 0 ? ["<none>"] : lines).map((line, at) => `${at === 0 ? `${title}:` : ""}\t${line}`);
}

function fields(map: Record<string, unknown>, level: number): string[] {
  const indent = "  ".repeat(level);
  return Object.keys(map).sort().flatMap((name) => {
    const value = map[name];
    const label = `${indent}${labelOf(name)}:`;
    if (Array.isArray(value)) return [label, ...value.flatMap((one) => (isMap(one) ? fields(one, level + 1) : [`${indent}  ${printed(one)}`]))];
    if (isMap(value)) return [label, ...fields(value, level + 1)];
    return [`${label}\t${printed(value)}`];
  });
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** As Go's `%v`. */
function printed(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  return Array.isArray(value) ? `[${value.map(printed).join(" ")}]` : String(value);
}

const ACRONYMS = new Set(["API", "URL", "UID", "OSB", "GUID"]);

/** `lastTransitionTime` → `Last Transition Time`; a name with other than letters in it stays as it is. */
function labelOf(field: string): string {
  if (!/^[\p{L}-]+$/u.test(field)) return field;
  const parts = field.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|-+/gu) ?? [field];
  return parts.map((part) => (ACRONYMS.has(part.toUpperCase()) ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1))).join(" ");
}

function entries(map: unknown): [string, string][] {
  return isMap(map) ? Object.keys(map).sort().map((key) => [key, String(map[key])]) : [];
}

/** Of what base64 stands for. */
function bytes(base64: string): number {
  return Math.floor(base64.replace(/=+$/, "").length * 3 / 4);
}

function events(object: KubeObject): Block[] {
  const found = eventsAbout(refOf(object));
  if (found.length === 0) return [["Events:\t<none>"]];
  return [["Events:", "  Type\tReason\tAge\tFrom\tMessage", "  ----\t------\t----\t----\t-------", ...found.map((one) => `  ${[one.type, one.reason, one.age, one.from, one.message].join("\t")}`)]];
}
