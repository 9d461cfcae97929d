// What is to be compared, as it is chosen in the form.

import { computed, signal } from "@preact/signals-core";
import { goodValue, type HabitName, type HabitValue } from "../../habits.ts";
import { branches, entries, moment, shown, startPosition } from "../../state/run.ts";

export type What = "habit" | "move" | "branch";
export type From = "now" | "start" | "move";

export const what = signal<What>("habit");
export const how = signal<"anew" | "rollout">("anew");
export const from = signal<From>("now");
export const moveNumber = signal(1);
export const habit = signal<HabitName>("predicate");
const typed = signal<{ habit: HabitName; value: HabitValue } | null>(null);
/** Of the moves that are offered, by its text; a moment offers others. */
export const chosenMove = signal<string | null>(null);
export const chosenBranch = signal<number | null>(null);

/** As it is written now. */
export const valueNow = computed<HabitValue>(() => shown.value?.controller.habits[habit.value] ?? goodValue(habit.value));

/** What was chosen; before that the good way, or where it is written so, another one. */
export const value = computed<HabitValue>(() => (typed.value?.habit === habit.value ? typed.value.value : valueNow.value));

export function choose(name: HabitName, chosen: HabitValue): void {
  habit.value = name;
  typed.value = { habit: name, value: chosen };
}

/** The moment from which the two go on. */
export const point = computed(() => {
  const position = moment.value?.view.position ?? 0;
  if (from.value === "now") return position;
  if (from.value === "start") return Math.min(startPosition.value, entries.value.length);
  return Math.max(0, Math.min(moveNumber.value, entries.value.length));
});

export const branch = computed(() => branches.value.find(({ id }) => id === chosenBranch.value) ?? branches.value.at(-1) ?? null);

