// What an answer is: something that is read from the run when its moves were played. Paths are those of claims, over the
// view with `settled` beside it and `trace`, a list of the facts since the start, each as `{ fact, move, time, … }`.

import type { Settled, TraceEntry, View } from "../contract.ts";
import { holds, valueAt, type Claim } from "../derive/claims.ts";
import type { Value } from "./lesson.ts";

export type Measure =
  /** Whether it is another value than before. */
  | { moved: string }
  /** By how much it is more than before. */
  | { more: string }
  /** What stands there. */
  | { at: string }
  /** A time there, in ms from now; null where there is none. */
  | { in: string }
  /** How many elements a list has there. */
  | { count: string }
  /** By how much it is more for each second of virtual time. */
  | { perSecond: string }
  /** Whether all of it holds. */
  | { holds: Claim[] };

export type Seen = View & { settled: Settled | null; trace: Record<string, unknown>[] };

export function seen(view: View, settled: Settled | null, entries: readonly TraceEntry[]): Seen {
  return { ...view, settled, trace: flat(entries) };
}

/** Facts one by one: `{ fact: "write", …what it holds, move, time }`. */
export function flat(entries: readonly TraceEntry[]): Record<string, unknown>[] {
  return entries.flatMap((entry, index) => {
    const at = index + 1;
    const before = known.get(entry);
    if (before?.at === at) return before.facts;
    const facts = entry.facts.flatMap((one) => Object.entries(one).map(([fact, what]) => ({ ...(what as object), fact, time: entry.time, at })));
    known.set(entry, { at, facts });
    return facts;
  });
}

/** Those of an entry stay as they are: a run of ten thousand moves is asked after each. */
const known = new WeakMap<TraceEntry, { at: number; facts: Record<string, unknown>[] }>();

export function measured(of: Measure, before: Seen, after: Seen): Value {
  const number = (seen: Seen, path: string): number => {
    const found = valueAt(seen, path);
    return typeof found === "number" ? found : 0;
  };
  const plain = (value: unknown): Value => (typeof value === "boolean" || typeof value === "number" || typeof value === "string" ? value : null);
  if ("moved" in of) return plain(valueAt(before, of.moved)) !== plain(valueAt(after, of.moved));
  if ("more" in of) return number(after, of.more) - number(before, of.more);
  if ("at" in of) return plain(valueAt(after, of.at));
  if ("in" in of) {
    const due = valueAt(after, of.in);
    return typeof due === "number" ? due - after.time : null;
  }
  if ("count" in of) {
    const list = valueAt(after, of.count);
    return Array.isArray(list) ? list.length : 0;
  }
  if ("perSecond" in of) {
    const passed = after.time - before.time;
    return passed === 0 ? null : Math.round((number(after, of.perSecond) - number(before, of.perSecond)) * 1000 / passed);
  }
  return of.holds.every((claim) => holds(after, claim));
}
