// The comparison that is open: two sides, what is done to both, and what came of it. Both are freed when it is closed, when
// another one begins, and when the run in hand is another run.

import { batch, computed, effect, signal } from "@preact/signals-core";
import type { Habits, Move } from "../../contract.ts";
import { sameMove } from "../../branches.ts";
import { deedOf } from "../../derive/deed.ts";
import { refusalIn, type Playground } from "../../engine.ts";
import { withHabits } from "../../scenarios.ts";
import { branches, entries, forkAt, freshBranch, instance, moment, revive, runNumber, scenario, shown, startPosition, takeInstead, takeWay } from "../../state/run.ts";
import type { Cured } from "../compare.ts";
import { beginAnew, beginCured } from "./anew.ts";
import type { Choice } from "./choices.ts";
import { again, go, goSlowly, read, sideOf, type Deal, type Side, type Stopped } from "./side.ts";

/** What differs between the two. */
export type Other =
  | { code: "anew"; set: Partial<Habits>; cured?: Cured; left: number }
  | { code: "rollout"; set: Partial<Habits>; controller: string }
  | { code: "move"; move: Move; label?: Choice["label"] }
  | { code: "branch"; id: number };

export interface Comparison {
  other: Other;
  /** The moment of the run in hand from which they go two ways. */
  point: number;
  a: Side;
  b: Side;
}

export const comparison = signal<Comparison | null>(null);
/** What is wrong with what was asked for; said beside it. */
export const refused = signal<string | null>(null);
export const working = signal(false);
/** What becomes of the run in hand when the second is taken: it is kept as a branch, goes on that way, or is replaced. */
export type Taking = "branch" | "onward" | "instead";

/** The second was taken: it is the run in hand now. */
export const taken = signal<Taking | null>(null);

let held: { instance: number; a: Playground; b: Playground } | null = null;

/** Where one goes on when what was pressed is gone. */
export function toTitle(): void {
  requestAnimationFrame(() => document.getElementById("compare-title")?.focus({ preventScroll: true }));
}

export function close(): void {
  batch(() => {
    comparison.value = null;
    refused.value = null;
  });
  if (held?.instance === instance()) {
    held.a.free();
    held.b.free();
  }
  held = null;
}

let run = runNumber.peek();
effect(() => {
  if (runNumber.value === run) return;
  run = runNumber.value;
  if (comparison.peek()) close();
  taken.value = null;
});

/** Begins one; what cannot be is said, and nothing is open then. */
export async function compare(other: Exclude<Other, { code: "anew" }> | Omit<Extract<Other, { code: "anew" }>, "left">, point: number): Promise<void> {
  close();
  taken.value = null;
  let a: Playground | null = null;
  let b: Playground | null = null;
  try {
    const run = entries.peek();
    const from = scenario();
    let start = point;
    let startOfB = point;
    let of = from;
    let began: Other = other.code === "anew" ? { ...other, left: 0 } : other;
    switch (other.code) {
      case "anew": {
        const position = moment.peek()!.view.position;
        start = Math.min(startPosition.peek(), position);
        of = other.cured?.scenario ?? withHabits(from, other.set, shown.peek()!.name);
        a = forkAt(position);
        const begun = other.cured ? await beginCured(other.cured) : beginAnew(of, run.slice(0, position), start);
        b = begun.playground;
        startOfB = begun.start;
        began = { ...other, left: begun.left };
        break;
      }
      case "branch": {
        const branch = branches.peek().find(({ id }) => id === other.id)!;
        start = startOfB = branch.from;
        a = forkAt(run.length);
        b = forkAt(branch.from);
        for (const { move } of branch.tail) b!.play(move);
        break;
      }
      case "rollout":
        a = forkAt(point);
        b = forkAt(point);
        b!.play({ habits: { controller: other.controller, set: other.set } });
        break;
      case "move":
        a = forkAt(point);
        b = forkAt(point);
        b!.play(other.move);
    }
    const sides = { a: sideOf(a!, from, start), b: sideOf(b!, of, startOfB) };
    held = { instance: instance(), a: a!, b: b! };
    comparison.value = { other: began, point: start, ...sides };
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal) {
      a?.free();
      b?.free();
    } else await revive(thrown);
    refused.value = refusal?.message ?? (thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Does the same to both. A side that cannot do it says why; one that dies takes the engine with it, which is started anew. */
export async function both(deal: Deal): Promise<void> {
  const now = comparison.peek();
  if (!now || working.peek()) return;
  working.value = true;
  try {
    let next: Comparison = now;
    for (const name of ["a", "b"] as const) next = { ...next, [name]: await one(next, name, deal) };
    if (comparison.peek() === now) comparison.value = next;
  } finally {
    working.value = false;
  }
}

async function one(now: Comparison, name: "a" | "b", deal: Deal): Promise<Side> {
  const side = { ...now[name], stopped: null };
  if (!await alive(now)) return side;
  try {
    go(held![name], side, deal);
    return read(side, held![name]);
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal) return { ...read(side, held![name]), stopped: { code: "refused", message: refusal.message } };
    return stop(now, name, side, deal, thrown);
  }
}

/** It died. Made anew it is brought as far as it will go, so that the move that it dies of can be named. */
async function stop(now: Comparison, name: "a" | "b", side: Side, deal: Deal, thrown: unknown): Promise<Side> {
  const stopped = (move: Move | null, after: Side): Stopped => ({ code: "trap", deed: move && deedOf(move, after.view), message: thrown instanceof Error ? thrown.message : String(thrown) });
  if (!await revive(thrown) || !await alive(now)) return { ...side, stopped: stopped(null, side) };
  if (deal.code !== "finish" && deal.code !== "settle") return { ...side, stopped: stopped(side.moves[0] ?? null, side) };
  let failing: Move | null = null;
  let good: Side = side;
  try {
    goSlowly(held![name], side, deal, (move) => {
      good = read(good, held![name]);
      failing = move;
    });
    return read(good, held![name]);
  } catch (second) {
    if (await revive(second)) await alive({ ...now, [name]: good });
    return { ...good, stopped: stopped(failing, good) };
  }
}

/** Both playgrounds, made again where the engine was started anew; false: that cannot be. */
async function alive(now: Comparison): Promise<boolean> {
  if (held?.instance === instance()) return true;
  try {
    held = { instance: instance(), a: again(now.a), b: again(now.b) };
    return true;
  } catch (thrown) {
    if (!refusalIn(thrown)) await revive(thrown);
    refused.value = thrown instanceof Error ? thrown.message : String(thrown);
    return false;
  }
}

/** The second becomes the run in hand. */
export async function take(): Promise<void> {
  const now = comparison.peek();
  if (!now || working.peek()) return;
  const moves = now.b.entries.map(({ move }) => move);
  const { other, point } = now;
  if (other.code === "anew") {
    const way = [...now.b.before, ...moves];
    if (!await takeInstead({ scenario: now.b.scenario, moves: way, branches: [], at: way.length, start: now.b.before.length, cured: true })) return;
    taken.value = "instead";
  } else {
    // The run in hand may have left its way before the point since.
    const from = other.code === "branch" ? point : sharedWith(now.b.before);
    if (!await takeWay(from, [...now.b.before.slice(from), ...moves], other.code === "branch" ? other.id : undefined)) return;
    close();
    taken.value = freshBranch.peek() ? "branch" : "onward";
  }
  toTitle();
}

/** What would become of the run in hand. */
export const taking = computed<Taking>(() => {
  const now = comparison.value;
  const other = now?.other;
  if (!now || other?.code === "anew") return "instead";
  if (other?.code === "branch") return (branches.value.find(({ id }) => id === other.id)?.from ?? now.point) < entries.value.length ? "branch" : "onward";
  const way = [...now.b.before, ...now.b.entries.map(({ move }) => move)];
  const shared = sharedWith(way);
  return shared < way.length && shared < entries.value.length ? "branch" : "onward";
});

/** How many of these moves the run in hand begins with. */
function sharedWith(moves: readonly Move[]): number {
  const run = entries.value;
  const other = moves.findIndex((move, at) => run[at] === undefined || !sameMove({ move }, run[at]));
  return other < 0 ? moves.length : other;
}

/** A branch that was dismissed meanwhile can still be looked at, and not be taken. */
export const canTake = computed(() => {
  const other = comparison.value?.other;
  return other !== undefined && (other.code !== "branch" || branches.value.some(({ id }) => id === other.id));
});
