// Which values a habit takes, and which of them are documented: each by its key; any text or number of one's own by `set`.

import { goodValue, type HabitName, type HabitValue } from "../habits.ts";

export const OWN = "set";

/** One of some names, the good one first; yes or no; a number; a time in ms, always or when there is one; a text. */
export type HabitKind = "flag" | "count" | "delay" | "period" | "selector" | readonly string[];

const KINDS: Partial<Record<HabitName, HabitKind>> = {
  workers: "count",
  cacheSelector: "selector",
  missingDelay: "delay",
  periodic: "period",
  predicate: ["none", "resourceVersion", "generationOrMetadata", "swapped"],
  predicateScope: ["global"],
  ownedPredicate: ["generation"],
  matchOwner: ["every"],
  queue: ["classic"],
  readFrom: ["server"],
  compare: ["always", "whole", "hash"],
  order: ["seeded"],
  stamp: ["time", "counter"],
  ensure: ["createOnly"],
  naming: ["generated"],
  write: ["mergePatch", "apply"],
  onForeign: ["adopt"],
  child: ["immutable", "immutableRecreate"],
  afterCreate: ["readBack", "sleep"],
  owner: ["plain", "none"],
  statusWhen: ["always"],
  statusContent: ["time", "timeNano", "counter", "lastError", "unordered"],
  statusVia: ["main"],
  statusBase: ["fresh", "patch", "apply", "firstRead"],
  truth: ["status"],
  observedGeneration: ["onChange", "never"],
  onMissing: ["error", "requeue", "terminal", "done", "both", "panic", "timeout"],
  onError: ["statusAndRequeueAfter", "giveUpAfter15"],
  finalizer: ["afterOutside", "none"],
  finalizerFlow: ["returnAndWait"],
  finalizerRemoval: ["all", "byIndex"],
  deletionCheck: ["late"],
  whileDeleting: ["full"],
  cleanup: ["failsOnMissing", "needsRequired"],
  events: ["record"],
};

export function kindOf(name: HabitName): HabitKind {
  return KINDS[name] ?? "flag";
}

export interface Documented { key: string; value: HabitValue | undefined }

/** What can be chosen, the good value first; `set` has no value: it is what one types. */
export function valuesOf(name: HabitName): readonly Documented[] {
  const kind = kindOf(name);
  const good = goodValue(name);
  const others: readonly (HabitValue | undefined)[] = typeof kind !== "string" ? kind : kind === "flag" ? [!good] : [undefined];
  return [good, ...others].map((value) => ({ key: value === undefined ? OWN : String(value), value }));
}

/** Where any text or number can be typed: what stands there first. */
const EXAMPLES: Partial<Record<HabitName, HabitValue>> = { workers: 2, missingDelay: 1_000, periodic: 60_000, cacheSelector: "team=blue" };

/** What is written where one of them is chosen. */
export function firstOf(name: HabitName, { value }: Documented): HabitValue {
  return value === undefined ? EXAMPLES[name] ?? "" : value;
}

/** The key of any value of a habit. */
export function keyOf(name: HabitName, value: HabitValue): string {
  return valuesOf(name).find((one) => one.value === value)?.key ?? OWN;
}

