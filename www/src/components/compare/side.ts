// One of the two runs that are compared: a playground of its own beside the run in hand, what happened in it since the
// point where both begin, and how to make it again after the engine has died.

import type { Counters, Fact, KubeObject, Move, Scenario, Settled, TraceEntry, View } from "../../contract.ts";
import { deedOf, type Deed } from "../../derive/deed.ts";
import type { Playground } from "../../engine.ts";
import { beside } from "../../state/run.ts";

export interface Side {
  readonly scenario: Scenario;
  /** Its moves up to the point. */
  readonly before: readonly Move[];
  /** What had been counted there, and what the clock showed. */
  readonly base: { counters: Counters; time: number; objects: readonly KubeObject[] };
  /** Since then. */
  readonly entries: readonly TraceEntry[];
  readonly view: View;
  readonly moves: readonly Move[];
  readonly next: Deed | null;
  /** Why it could not go on. */
  readonly stopped: Stopped | null;
}

export type Stopped = { code: "refused"; message: string } | { code: "trap"; deed: Deed | null; message: string };

/** Passes that are read: enough to see a loop. */
const LATEST = 24;
const LIMIT = 1000;

/** Reads a playground that stands at its end; the point is at `start`. */
export function sideOf(playground: Playground, scenario: Scenario, start: number): Side {
  const end = playground.position;
  const before = playground.trace(0, start).map(({ move }) => move);
  playground.goto(start);
  const { counters, time, objects } = playground.view({ passes: 0 });
  playground.goto(end);
  return read({ scenario, before, base: { counters, time, objects }, entries: [], stopped: null }, playground);
}

/** What it shows now. */
export function read(side: Omit<Side, "view" | "moves" | "next">, playground: Playground): Side {
  const start = side.before.length;
  const known = start + side.entries.length;
  const entries = playground.position > known
    ? [...side.entries, ...playground.trace(known, playground.position)]
    : side.entries.slice(0, playground.position - start);
  const view = playground.view({ passes: LATEST });
  const moves = playground.moves();
  return { ...side, entries, view, moves, next: moves[0] ? deedOf(moves[0], view) : null };
}

/** The same playground once more, in an engine that was started anew. */
export function again({ scenario, before, entries }: Side): Playground {
  return beside(scenario, [...before, ...entries.map(({ move }) => move)]);
}

/** What both are made to do. */
export type Deal = { code: "step" } | { code: "finish" } | { code: "settle" } | { code: "timer" } | { code: "pass"; by: number } | { code: "back" };

export function go(playground: Playground, side: Side, deal: Deal): void {
  const [next] = side.moves;
  switch (deal.code) {
    case "step":
      if (next) playground.play(next);
      return;
    case "finish":
      playground.finishPass();
      return;
    case "settle":
      playground.settle({ limit: LIMIT });
      return;
    case "timer":
      if (next && "advance" in next) playground.play(next);
      return;
    case "pass":
      playground.play({ advance: { to: side.view.time + deal.by } });
      return;
    case "back":
      playground.goto(side.before.length);
  }
}

/** The same one by one, after it had died of it: `about` hears of each move before it is played. */
export function goSlowly(playground: Playground, side: Side, deal: Deal, about: (move: Move) => void): void {
  if (deal.code !== "finish" && deal.code !== "settle") {
    if (side.moves[0]) about(side.moves[0]);
    return go(playground, side, deal);
  }
  for (let played = 0; played < LIMIT; played += 1) {
    const [next] = playground.moves();
    if (!next) return;
    about(next);
    if (deal.code === "settle") {
      const settled: Settled = playground.settle({ limit: 1 });
      if (settled.moves === 0) return;
    } else if (playground.play(next).some((fact: Fact) => "returned" in fact)) return;
  }
}
