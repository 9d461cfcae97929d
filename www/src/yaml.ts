// YAML as Kubernetes reads it: version 1.1 (`on` and `yes` are booleans), no dates, no base-60 numbers, one object,
// no key twice. Errors carry the line; a field path of the server is mapped to the line that holds it.

import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type Document, type Tags } from "yaml";
import type { KubeObject } from "./contract.ts";

export interface Mark { line: number; message: string }

export type Parsed = { ok: true; object: KubeObject; lineOf(field: string): number | null } | { ok: false; mark: Mark };

/** Why a text is no object, as a code; the sentence is the catalog's. */
export type ParseFault = "empty" | "notAnObject" | "noKind" | "noName" | "many" | "large";

const LIMIT = 1_500_000; // what the API server takes as a request body, roughly

export function parseObject(text: string, say: (fault: ParseFault) => string): Parsed {
  const fail = (line: number, message: string): Parsed => ({ ok: false, mark: { line, message } });
  if (text.trim() === "") return fail(1, say("empty"));
  if (text.length > LIMIT) return fail(1, say("large"));
  const counter = new LineCounter();
  const document = read(text, counter);
  const [error] = document.errors;
  if (error) {
    const line = counter.linePos(error.pos[0]).line;
    return fail(line, error.code === "MULTIPLE_DOCS" ? say("many") : error.message);
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    return fail(1, thrown instanceof Error ? thrown.message : String(thrown));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fail(1, say("notAnObject"));
  const object = value as KubeObject;
  const lineOf = (field: string) => lineOfField(document, counter, field);
  if (typeof object.kind !== "string" || typeof object.apiVersion !== "string") return fail(1, say("noKind"));
  const metadata: unknown = object.metadata;
  if (typeof metadata !== "object" || metadata === null || typeof (metadata as { name?: unknown }).name !== "string") {
    return fail(lineOf("metadata") ?? 1, say("noName"));
  }
  return { ok: true, object, lineOf };
}

function read(text: string, lineCounter: LineCounter): Document.Parsed {
  return parseDocument(text, { version: "1.1", lineCounter, customTags: kubernetesTags, prettyErrors: false, stringKeys: true });
}

/** Where a text is no YAML at all; whether it is an object is not asked. */
export function syntaxFault(text: string): Mark | null {
  if (text.length > LIMIT) return null;
  const counter = new LineCounter();
  const error = read(text, counter).errors.find(({ code }) => code !== "MULTIPLE_DOCS");
  return error ? { line: counter.linePos(error.pos[0]).line, message: error.message } : null;
}

export function printObject(object: unknown): string {
  return stringify(object, { version: "1.1", lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
}

/** Keys in order and lists not indented, as kubectl prints it. */
export function printLikeKubectl(object: unknown): string {
  return stringify(object, { version: "1.1", lineWidth: 0, aliasDuplicateObjects: false, sortMapEntries: true, indentSeq: false }).trimEnd();
}

/** go-yaml hands dates over as the strings they are, and knows no base 60. */
function kubernetesTags(tags: Tags): Tags {
  return tags.filter((tag) => {
    if (typeof tag === "string") return true;
    return tag.tag !== "tag:yaml.org,2002:timestamp" && (tag as { format?: string }).format !== "TIME";
  });
}

/** `spec.data[log level]`, `metadata.finalizers[0].name` → the line of the deepest part that the text has. */
function lineOfField(document: Document, counter: LineCounter, field: string): number | null {
  let node: unknown = document.contents;
  let line: number | null = null;
  for (const step of stepsOf(field)) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String(isScalar(item.key) ? item.key.value : item.key) === step);
      if (!pair) break;
      const range = (pair.key as { range?: [number, number, number] | null }).range;
      if (range) line = counter.linePos(range[0]).line;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as { range?: [number, number, number] | null } | undefined;
      if (!item) break;
      if (item.range) line = counter.linePos(item.range[0]).line;
      node = item;
    } else {
      break;
    }
  }
  return line;
}

function stepsOf(field: string): string[] {
  const steps: string[] = [];
  for (const [, bracketed, plain] of field.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)) steps.push(bracketed ?? plain ?? "");
  return steps;
}
