// The ways that were left: a new move in the past goes on from there, and what had come after it stays a branch. A branch is
// what differs from the run in hand: where it leaves it, and its moves from there on. An entry stands at one place of one
// way: two ways that hold the same entry are the same up to there.

import type { Move, TraceEntry } from "./contract.ts";
import { firstWhere } from "./derive/first.ts";

type Entries = readonly TraceEntry[];

export interface Branch {
  /** Its number, by which people tell it from others. */
  readonly id: number;
  /** How many moves it shares with the run in hand. */
  readonly from: number;
  /** Its own, from there on; never empty. */
  readonly tail: Entries;
  /** Where one stands when one takes it: at its end, or where one was when another was taken instead. */
  readonly at: number;
}

/** The same without what its moves do: enough to make it again. */
export interface WrittenBranch {
  readonly from: number;
  readonly moves: readonly Move[];
  readonly at: number;
}

export interface Ways {
  /** The run in hand, with what lies ahead. */
  readonly entries: Entries;
  readonly branches: readonly Branch[];
}

/**
 * The run in hand goes on behind its first `from` moves. Where the moves are those that lay ahead, nothing is new; else what
 * lay ahead becomes the branch `id`.
 */
export function goOn({ entries, branches }: Ways, from: number, added: Entries, id: number): Ways {
  let same = 0;
  while (same < added.length && from + same < entries.length && sameMove(added[same]!, entries[from + same]!)) same += 1;
  if (same === added.length) return { entries, branches };
  const start = from + same;
  const others = start < entries.length ? leave(branches, entries, start, entries.length, id) : branches;
  const next = [...entries.slice(0, start), ...added.slice(same)];
  return { entries: next, branches: seenFrom(others, next, start) };
}

/** The branch `id` becomes the run in hand, which one finds at `at`; what was in hand becomes a branch of that name. */
export function take({ entries, branches }: Ways, at: number, id: number): (Ways & { at: number }) | null {
  const chosen = branches.find((one) => one.id === id);
  if (!chosen) return null;
  const next = [...entries.slice(0, chosen.from), ...chosen.tail];
  const others = branches.filter((one) => one !== chosen);
  // The run in hand may be a beginning of the chosen one: then nothing is left of it to keep.
  const left = chosen.from < entries.length ? leave(others, entries, chosen.from, at, id) : others;
  return { entries: next, branches: seenFrom(left, next, chosen.from), at: chosen.at };
}

/** How many moves two ways have in common. */
export function sharedLength(a: Entries, b: Entries): number {
  return firstWhere(0, Math.min(a.length, b.length), (at) => a[at] !== b[at]);
}

/** The same move, so that with the same moves before it the same happens. */
export function sameMove(a: { move: Move }, b: { move: Move }): boolean {
  return a.move === b.move || JSON.stringify(a.move) === JSON.stringify(b.move);
}

/** The way `old` is left at `from` and becomes a branch; the others are told against what is left of it. */
function leave(branches: readonly Branch[], old: Entries, from: number, at: number, id: number): Branch[] {
  const told = branches.map((one) => (one.from <= from ? one : { ...one, from, tail: [...old.slice(from, one.from), ...one.tail] }));
  return [...told, { id, from, tail: old.slice(from), at }];
}

/**
 * The same for a run that is new behind `since`: what they share with it there too. One that it holds whole is no branch any
 * more.
 */
function seenFrom(branches: readonly Branch[], run: Entries, since: number): readonly Branch[] {
  return branches.flatMap((one) => {
    if (one.from < since) return one;
    let more = 0;
    while (more < one.tail.length && one.from + more < run.length && sameMove(one.tail[more]!, run[one.from + more]!)) more += 1;
    return more === 0 ? one : more === one.tail.length ? [] : { ...one, from: one.from + more, tail: one.tail.slice(more) };
  });
}
