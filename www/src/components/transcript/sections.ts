// The run in parts that can be told apart: each pass, and what lies before, between and behind them.

import type { Facts, TraceEntry } from "../../contract.ts";
import { factsOf } from "../../derive/tell.ts";

export interface Section {
  /** The first of its moves, counted from 0. */
  from: number;
  /** The pass that begins with it; null: no pass is in progress. */
  pass: Facts["begun"] | null;
  /** The pass that ended before it. */
  after: Facts["begun"] | null;
}

const known = new WeakMap<readonly TraceEntry[], Section[]>();

export function sectionsOf(entries: readonly TraceEntry[]): Section[] {
  const found = known.get(entries);
  if (found) return found;
  const sections: Section[] = [];
  const open = new Map<string, Facts["begun"]>();
  let last: Facts["begun"] | null = null;
  let inPass = false;
  entries.forEach(({ facts, move }, at) => {
    const [begun] = "begin" in move ? factsOf(facts, "begun") : [];
    if (begun) sections.push({ from: at, pass: begun, after: last });
    else if (at === 0 || (inPass && open.size === 0)) sections.push({ from: at, pass: null, after: last });
    if (begun) open.set(`${begun.controller} ${begun.key}`, begun);
    for (const fact of facts) {
      if ("returned" in fact) {
        const id = `${fact.returned.controller} ${fact.returned.key}`;
        last = open.get(id) ?? last;
        open.delete(id);
      } else if ("crashed" in fact) {
        for (const [id, pass] of open) {
          if (pass.controller !== fact.crashed.controller) continue;
          last = pass;
          open.delete(id);
        }
      }
    }
    inPass = begun !== undefined || (inPass && sections.at(-1)!.pass !== null);
  });
  known.set(entries, sections);
  return sections;
}
