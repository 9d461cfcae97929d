// Where the two worlds differ in the end: objects field by field, the queue, the accounts outside.

import type { KubeObject, View } from "../../contract.ts";
import { idOf, refOf } from "../../derive/names.ts";
import { differing } from "../../derive/proof.ts";
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
const SKIPPED = /^\/metadata\/managedFields(\/|$)|\/uid(\/|$)/;

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
    return differing(one, other)
      .map(({ path, before, after }) => ({ of: "object" as const, name, path, a: textOf(before), b: textOf(after) }))
      .filter(({ path, a, b }) => a !== b && !SKIPPED.test(path));
  });
}

function revision(object: KubeObject): string {
  return object.metadata.resourceVersion ?? "";
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
