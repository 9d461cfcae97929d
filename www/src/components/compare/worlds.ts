// Where the two worlds differ in the end: objects field by field, the queue, the accounts outside.

import type { KubeObject, View } from "../../contract.ts";
import { idOf, refOf } from "../../derive/names.ts";
import { words } from "../../words/index.ts";

export interface Difference {
  /** `object`: a field of it, or the whole (path ""). */
  of: "object" | "ready" | "waiting" | "failures" | "account";
  name: string;
  path: string;
  a: string | null;
  b: string | null;
}

/** What is different in every run, and says nothing. */
const SKIPPED = ["/metadata/uid", "/metadata/managedFields"];

export function differencesOf(a: View, b: View): Difference[] {
  return [...objects(a.objects, b.objects), ...queues(a, b), ...accounts(a, b)];
}

function objects(a: readonly KubeObject[], b: readonly KubeObject[]): Difference[] {
  const of = (all: readonly KubeObject[]) => new Map(all.map((one) => [idOf(refOf(one)), one]));
  const [left, right] = [of(a), of(b)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((id) => {
    const [one, other] = [left.get(id), right.get(id)];
    const { kind, metadata } = (one ?? other)!;
    const name = `${kind} ${metadata.name ?? ""}`;
    if (!one || !other) return [{ of: "object" as const, name, path: "", a: one ? revision(one) : null, b: other ? revision(other) : null }];
    return fields(one, other, "").map(([path, was, is]) => ({ of: "object" as const, name, path, a: was, b: is }));
  });
}

function revision(object: KubeObject): string {
  return object.metadata.resourceVersion ?? "";
}

/** The deepest fields that differ, lists as a whole unless they are of one length. */
function fields(a: unknown, b: unknown, path: string): [path: string, a: string | null, b: string | null][] {
  if (SKIPPED.includes(path) || path.endsWith("/uid")) return [];
  if (isObject(a) && isObject(b) && (!Array.isArray(a) || !Array.isArray(b) || a.length === b.length)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return names.flatMap((name) => fields(a[name], b[name], `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`));
  }
  const [was, is] = [textOf(a), textOf(b)];
  return was === is ? [] : [[path, was, is]];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function queues(a: View, b: View): Difference[] {
  const names = [...new Set([...Object.keys(a.controllers), ...Object.keys(b.controllers)])];
  return names.flatMap((name) => {
    const [one, other] = [a.controllers[name]?.queue, b.controllers[name]?.queue];
    const rows: Difference[] = [];
    const add = (of: Difference["of"], was: string | null, is: string | null) => { if (was !== is) rows.push({ of, name, path: "", a: was, b: is }); };
    const list = (keys: readonly string[] | undefined) => (keys && keys.length > 0 ? keys.join(", ") : null);
    const due = (key: string, by: number) => `${key} (+${words().span(by)})`;
    add("ready", list(one?.ready.map(({ key }) => key)), list(other?.ready.map(({ key }) => key)));
    add("waiting", list(one?.waiting.map((item) => due(item.key, item.due - a.time))), list(other?.waiting.map((item) => due(item.key, item.due - b.time))));
    add("failures", list(Object.entries(one?.failures ?? {}).map(([key, n]) => `${key}: ${n}`)), list(Object.entries(other?.failures ?? {}).map(([key, n]) => `${key}: ${n}`)));
    return rows;
  });
}

function accounts(a: View, b: View): Difference[] {
  const names = [...new Set([...a.outside, ...b.outside].map(({ name }) => name))];
  return names.flatMap((name) => {
    const there = (view: View) => {
      const one = view.outside.find((account) => account.name === name);
      return one ? `${one.madeBy ?? "-"}${one.broken ? " !" : ""}` : null;
    };
    return there(a) === there(b) ? [] : [{ of: "account" as const, name, path: "", a: there(a), b: there(b) }];
  });
}
