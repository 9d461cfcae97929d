// The run in parts that can be told apart: each pass, and what lies before, between and behind them.

import type { Facts, TraceEntry } from "../../contract.ts";
import { sharedLength } from "../../branches.ts";
import { factsOf } from "../../derive/tell.ts";

export interface Section {
  /** The first of its moves, counted from 0. */
  from: number;
  /** The pass that begins with it; null: no pass is in progress. */
  pass: Facts["begun"] | null;
  /** The pass that ended before it. */
  after: Facts["begun"] | null;
}

interface Told { entries: readonly TraceEntry[]; sections: Section[]; open: Map<string, Facts["begun"]>; last: Facts["begun"] | null; inPass: boolean }

let known: Told | null = null;

/** They grow with the run. */
export function sectionsOf(entries: readonly TraceEntry[]): readonly Section[] {
  if (known?.entries === entries) return known.sections;
  const goesOn = known !== null && sharedLength(known.entries, entries) === known.entries.length;
  const now: Told = goesOn ? known! : { entries: [], sections: [], open: new Map(), last: null, inPass: false };
  for (let at = now.entries.length; at < entries.length; at += 1) add(now, entries[at]!, at);
  now.entries = entries;
  known = now;
  return now.sections;
}

function add(now: Told, { facts, move }: TraceEntry, at: number): void {
  const { sections, open } = now;
  const [begun] = "begin" in move ? factsOf(facts, "begun") : [];
  if (begun) sections.push({ from: at, pass: begun, after: now.last });
  else if (at === 0 || (now.inPass && open.size === 0)) sections.push({ from: at, pass: null, after: now.last });
  now.inPass = begun !== undefined || (now.inPass && sections.at(-1)!.pass !== null);
  if (begun) open.set(idOf(begun), begun);
  for (const fact of facts) {
    if ("returned" in fact) {
      now.last = open.get(idOf(fact.returned)) ?? now.last;
      open.delete(idOf(fact.returned));
    } else if ("crashed" in fact) {
      for (const [id, pass] of open) {
        if (pass.controller !== fact.crashed.controller) continue;
        now.last = pass;
        open.delete(id);
      }
    }
  }
}

function idOf({ controller, key }: { controller: string; key: string }): string {
  return `${controller} ${key}`;
}
