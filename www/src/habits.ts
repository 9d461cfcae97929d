// The habits that can be chosen on the page, as data: their values, the good one first, and how they are grouped.
// What they mean is in the catalog of words.

import type { Habits } from "./contract.ts";

export type HabitValue = string | number | null;

export const HABITS = {
  predicate: ["generation", "none", "resourceVersion", "generationOrMetadata", "swapped"],
  queue: ["priority", "classic"],
  compare: ["fields", "always", "whole", "hash"],
  ensure: ["createOrUpdate", "createOnly"],
  statusWhen: ["changed", "always"],
  statusContent: ["stable", "time", "timeNano", "counter", "lastError", "unordered"],
  statusVia: ["status", "main"],
  statusBase: ["cached", "fresh", "firstRead"],
  onMissing: ["requeueAfter", "error", "requeue", "terminal", "done", "both", "panic", "timeout"],
  missingDelay: [10_000, 1_000, 60_000],
  periodic: [null, 10_000, 60_000],
  finalizer: ["beforeOutside", "afterOutside", "none"],
  cleanup: ["idempotent", "failsOnMissing", "needsRequired"],
  events: ["none", "record"],
} as const satisfies { [Name in keyof Habits]?: readonly Habits[Name][] };

export type HabitName = keyof typeof HABITS;

export const HABIT_NAMES = Object.keys(HABITS) as HabitName[];

export const HABIT_GROUPS = {
  events: ["predicate", "queue"],
  child: ["compare", "ensure"],
  status: ["statusWhen", "statusContent", "statusVia", "statusBase"],
  waiting: ["onMissing", "missingDelay", "periodic"],
  deletion: ["finalizer", "cleanup"],
  telling: ["events"],
} as const satisfies Record<string, readonly HabitName[]>;

export type HabitGroup = keyof typeof HABIT_GROUPS;

export function goodValue(name: HabitName): HabitValue {
  return HABITS[name][0];
}

/** The habits that are not written the good way. */
export function deviations(habits: Habits): HabitName[] {
  return HABIT_NAMES.filter((name) => habits[name] !== goodValue(name));
}

/** The good way, to be rolled out in one go. */
export function goodWay(): Partial<Habits> {
  return Object.fromEntries(HABIT_NAMES.map((name) => [name, goodValue(name)])) as Partial<Habits>;
}
