// What happened in a run, by the codes that a path in `/trace/` may name. Of each that the contract has there is one here.

import type { FactName } from "../contract.ts";

const ALL: Record<FactName, true> = {
  request: true, write: true, event: true, listed: true, reconnected: true, delivered: true, resynced: true, predicate: true,
  notWoken: true, enqueued: true, begun: true, answered: true, outside: true, sleeping: true, timedOut: true, returned: true,
  crashed: true, started: true, habits: true, collected: true, reported: true, elected: true, stalled: true, resumed: true,
  advanced: true, held: true, released: true, watchCut: true, compacted: true, failSet: true, injected: true,
};

export const FACTS: readonly string[] = Object.keys(ALL);
