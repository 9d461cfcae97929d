// Lines of text, each with the moment behind it. They grow with the run: what was told of its beginning stays.

import type { TraceEntry } from "../../contract.ts";

export interface Line {
  /** How many moves had been played: 0 = the beginning. */
  at: number;
  text: string;
  /** Nothing that was printed, but why the text goes on as it does. */
  note?: true;
}

/** What the clock shows at the beginning, where the scenario does not say. */
export const START = "2026-01-01T00:00:00Z";

/** How many moves of a run are those that were told already. */
export function told(before: readonly TraceEntry[], now: readonly TraceEntry[]): number {
  const most = Math.min(before.length, now.length);
  if (most === 0 || before[most - 1] === now[most - 1]) return most;
  let same = 0;
  while (same < most && before[same] === now[same]) same += 1;
  return same;
}

/** The first line that belongs to a later moment. */
export function firstAfter(lines: readonly Line[], moment: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.at <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
