// The ways that were left: a new move in the past goes on from there, and what had come after it stays a branch. A branch is
// what differs from the run in hand: where it leaves it, and its moves from there on.

import type { Move, TraceEntry } from "./contract.ts";

type Entries = readonly TraceEntry[];

export interface Branch {
  readonly id: number;
  /** How many moves it shares with the run in hand. */
  readonly from: number;
  /** Its own, from there on; never empty. */
  readonly tail: Entries;
  /** Where in it one stood when it was left. */
  readonly at: number;
}

/** How many of the moves just made are those that were recorded there already: going on is not a new way. */
export function sameAsBefore(made: Entries, recorded: Entries): number {
  let same = 0;
  while (same < made.length && same < recorded.length && textOf(made[same]!.move) === textOf(recorded[same]!.move)) same += 1;
  return same;
}

function textOf(move: Move): string {
  return JSON.stringify(move);
}

/** The run in hand leaves its old way at `from`: that way becomes a branch, the others are told against the new one. */
export function leave(branches: readonly Branch[], old: Entries, from: number, at: number, id: number): Branch[] {
  return [...branches.map((one) => against(one, old, from)), { id, from, tail: old.slice(from), at }];
}

/** The branch `id` becomes the run in hand: its moves whole, and the branches that there are then. */
export function take(branches: readonly Branch[], now: Entries, at: number, id: number): { entries: Entries; branches: Branch[]; at: number } | null {
  const chosen = branches.find((one) => one.id === id);
  if (!chosen) return null;
  const entries = [...now.slice(0, chosen.from), ...chosen.tail];
  const others = branches.filter((one) => one !== chosen).map((one) => shared(against(one, now, chosen.from), entries));
  // The run in hand may be a beginning of the chosen one: then nothing is left of it to keep.
  const rest = now.slice(chosen.from);
  const left = rest.length === 0 ? [] : [{ id, from: chosen.from, tail: rest, at }];
  return { entries, branches: [...others, ...left], at: chosen.at };
}

/** A branch of `run`, told against a run that shares only `from` moves with it. */
function against(one: Branch, run: Entries, from: number): Branch {
  return one.from <= from ? one : { ...one, from, tail: [...run.slice(from, one.from), ...one.tail] };
}

/** The same, with what it shares with `run` beyond its beginning. */
function shared(one: Branch, run: Entries): Branch {
  let more = 0;
  while (more < one.tail.length - 1 && one.tail[more] === run[one.from + more]) more += 1;
  return more === 0 ? one : { ...one, from: one.from + more, tail: one.tail.slice(more) };
}
