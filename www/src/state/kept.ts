// Whether the run is kept in this browser, for the next visit.

import { signal } from "@preact/signals-core";
import type { Branch } from "../branches.ts";
import type { TraceEntry } from "../contract.ts";

/** Under this name. */
export const KEPT = "run";

/** What there is to say of it: the last run is back; it was there and could not be read; it is too long, or there is no room. */
export const keptNote = signal<"back" | "broken" | "tooLong" | "noRoom" | null>(null);

/** Whatever is typed is kept, too: nothing is lost by a reload. */
export const keeping = signal(false);

/** So many moves of branches are kept: each is played again at the next visit. */
const MOST_OF_BRANCHES = 5_000;

/** The branches that are kept for the next visit: the latest. */
export function latest(branches: readonly Branch[]): readonly Branch[] {
  let moves = 0;
  const older = branches.findLastIndex((one) => (moves += one.tail.length) > MOST_OF_BRANCHES);
  return branches.slice(older + 1);
}

/** Whether a fragment wants to be a session, or the result of a task; `#controls` does not. */
export function isLink(fragment: string): boolean {
  return /^#(v\d+=|t\d+\.)/.test(fragment);
}

/** The link that this run began with, and what came by it; the list is another one as soon as a move is made. `result`: the
    number of the run that is somebody's result. */
export const beganWith = signal<{ link: string; entries?: readonly TraceEntry[]; result?: number }>({ link: "" });
