// The moves with which passes began. A run grows at its end: what was read of it is not read again.

import type { TraceEntry } from "../../contract.ts";

let read: readonly TraceEntry[] = [];
let found: number[] = [];

export function beginnings(entries: readonly TraceEntry[]): readonly number[] {
  const last = read.length - 1;
  if (last >= 0 && entries[last] !== read[last]) found = [];
  else if (entries === read) return found;
  const from = found.length === 0 ? 0 : read.length;
  for (let at = from; at < entries.length; at += 1) {
    if ("begin" in entries[at]!.move) found.push(at + 1);
  }
  read = entries;
  return found;
}
