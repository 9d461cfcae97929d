// How a run stands: quiet, waiting for a timer, going on, or waking itself for ever.

import type { Counters, Facts, TraceEntry } from "../../contract.ts";
import { waitsForTimer, type Deed } from "../../derive/deed.ts";
import { factsOf } from "../../derive/tell.ts";
import type { Side } from "./side.ts";

export type Outcome =
  | { code: "quiet" }
  | { code: "down" }
  | { code: "stalled" }
  | { code: "timer"; by: number }
  | ({ code: "loop" } & Loop)
  | { code: "goesOn"; next: Deed };

/** So many passes in a row, each woken by its own controller's writes alone, are a loop: as the engine has it. */
const LOOP = 20;

export function outcomeOf(side: Side): Outcome {
  const { next, view } = side;
  // Nothing to do is not well while nobody is there to do it.
  const controllers = Object.values(view.controllers);
  if (!next) return { code: controllers.some(({ running }) => !running) ? "down" : controllers.some(({ stalled }) => stalled) ? "stalled" : "quiet" };
  if (waitsForTimer(next)) return { code: "timer", by: next.by };
  const loop = loopOf(side);
  return loop ? { code: "loop", ...loop } : { code: "goesOn", next };
}

interface Loop { key: string; passes: number; woken: "status" | "own" }

/** Of each key the passes in a row that were woken by its own controller alone, and those by its status writes alone. */
function loopOf({ entries, before }: Side): Loop | null {
  const rows = new Map<string, { key: string; own: number; status: number }>();
  for (const begun of entries.flatMap(({ facts }) => factsOf(facts, "begun"))) {
    const id = `${begun.controller} ${begun.key}`;
    const own = begun.causes.length > 0 && begun.causes.every((cause) => cause.by === begun.controller);
    const status = own && begun.causes.every((cause) => isStatusWrite(entries[cause.move - 1 - before.length], begun));
    const row = rows.get(id);
    rows.set(id, { key: begun.key, own: own ? (row?.own ?? 0) + 1 : 0, status: status ? (row?.status ?? 0) + 1 : 0 });
  }
  const longest = [...rows.values()].sort((a, b) => b.own - a.own)[0];
  if (!longest || longest.own < LOOP) return null;
  return longest.status < LOOP ? { key: longest.key, passes: longest.own, woken: "own" } : { key: longest.key, passes: longest.status, woken: "status" };
}

function isStatusWrite(entry: TraceEntry | undefined, { controller }: Facts["begun"]): boolean {
  return factsOf(entry?.facts ?? [], "write").some((write) => write.controller === controller && write.subresource === "status");
}

export const COUNTED = ["moves", "passes", "writes", "unchangedWrites", "conflicts", "events", "time"] as const;
export type Counted = (typeof COUNTED)[number];

/** Since the point. */
export function countersOf({ entries, view, base }: Side): Record<Counted, number> {
  const since = (name: keyof Counters) => view.counters[name] - base.counters[name];
  return {
    moves: entries.length, passes: since("passes"), writes: since("writes"), unchangedWrites: since("unchangedWrites"),
    conflicts: since("conflicts"), events: since("events"), time: view.time - base.time,
  };
}
