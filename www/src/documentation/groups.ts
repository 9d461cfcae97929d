// The habits in the groups in which they are shown.

import type { HabitName } from "../habits.ts";

export type HabitGroup = "waking" | "queueing" | "reading" | "child" | "owning" | "status" | "returning" | "deletion" | "telling";

export const HABIT_GROUPS: Record<HabitGroup, readonly HabitName[]> = {
  waking: ["predicate", "predicateScope", "ownedPredicate", "watchOwned", "watchRequired"],
  queueing: ["queue", "workers"],
  reading: ["readFrom", "cacheSelector", "cacheCopy", "afterCreate", "truth"],
  child: ["compare", "order", "stamp", "ensure", "naming", "write", "force", "removeStale", "child"],
  owning: ["owner", "matchOwner", "onForeign"],
  status: ["statusWhen", "statusContent", "statusVia", "statusBase", "observedGeneration"],
  returning: ["onMissing", "missingDelay", "onError", "periodic"],
  deletion: ["finalizer", "finalizerFlow", "finalizerRemoval", "deletionCheck", "whileDeleting", "cleanup"],
  telling: ["events"],
};
