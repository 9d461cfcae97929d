// The habits and their good values. What else they take, what they mean, what they look like in code and who was bitten
// is loaded when somebody asks (`documentation`, `words/habits`).

import type { Habits } from "./contract.ts";

/** Those of the contract. */
export type HabitName = keyof Habits;
export type HabitValue = string | number | boolean | null;

/** The good value of each, which is the engine's default. */
const GOOD: { readonly [Name in HabitName]: HabitValue } = {
  predicate: "generation",
  predicateScope: "for",
  ownedPredicate: "none",
  watchOwned: true,
  watchRequired: true,
  matchOwner: "controller",
  queue: "priority",
  workers: 1,
  readFrom: "cache",
  cacheSelector: null,
  cacheCopy: true,
  compare: "fields",
  order: "sorted",
  stamp: "none",
  ensure: "createOrUpdate",
  naming: "fixed",
  write: "update",
  force: false,
  removeStale: true,
  onForeign: "refuse",
  child: "mutable",
  afterCreate: "trust",
  owner: "controller",
  statusWhen: "changed",
  statusContent: "stable",
  statusVia: "status",
  statusBase: "cached",
  truth: "observed",
  observedGeneration: "always",
  onMissing: "requeueAfter",
  onError: "return",
  missingDelay: 10_000,
  periodic: null,
  finalizer: "beforeOutside",
  finalizerFlow: "continue",
  finalizerRemoval: "own",
  deletionCheck: "first",
  whileDeleting: "cleanupOnly",
  cleanup: "idempotent",
  events: "none",
};

export const HABIT_NAMES = Object.keys(GOOD) as HabitName[];

export function goodValue(name: HabitName): HabitValue {
  return GOOD[name];
}

/** The habits that are not written the good way. */
export function deviations(habits: Habits): HabitName[] {
  return HABIT_NAMES.filter((name) => habits[name] !== goodValue(name));
}
