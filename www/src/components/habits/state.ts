// What is chosen in the dialog and not rolled out yet, and what the engine says to it.

import { computed, signal } from "@preact/signals-core";
import type { Habits } from "../../contract.ts";
import { deviations, goodValue, HABIT_NAMES, type HabitName, type HabitValue } from "../../habits.ts";
import { firstOf, type Documented } from "../../documentation/values.ts";
import { refusalOf, runNumber, shown } from "../../state/run.ts";

/** By the controller that they are meant for, in the run where they were chosen. */
const chosen = signal<{ run: number; controller: string; values: Partial<Record<HabitName, HabitValue>> }>({ run: 0, controller: "", values: {} });

export const search = signal("");
export const onlyChanged = signal(false);
/** The habit whose documentation is open; null = none. */
export const reading = signal<HabitName | null>(null);

const picks = computed<Partial<Record<HabitName, HabitValue>>>(() =>
  chosen.value.run === runNumber.value && chosen.value.controller === shown.value?.name ? chosen.value.values : {});

/** How it is written now. Whoever asks has a controller to show. */
export function nowOf(name: HabitName): HabitValue {
  return shown.value!.controller.habits[name];
}

export function pickedOf(name: HabitName): HabitValue {
  const picked = picks.value[name];
  return picked === undefined ? nowOf(name) : picked;
}

/** What differs from how it is written now, to be rolled out. */
export const changes = computed<Partial<Habits>>(() =>
  Object.fromEntries(Object.entries(picks.value).filter(([name, value]) => nowOf(name as HabitName) !== value)));

export function pick(name: HabitName, value: HabitValue): void {
  chosen.value = { run: runNumber.value, controller: shown.value?.name ?? "", values: { ...picks.value, [name]: value } };
}

/** One of the values that are documented; it is read about from then on. */
export function choose(name: HabitName, one: Documented): void {
  reading.value = name;
  pick(name, firstOf(name, one));
}

export function discard(): void {
  chosen.value = { run: 0, controller: "", values: {} };
}

/** What is not written the good way, put right in one go. */
export function goodWay(habits: Habits): Partial<Habits> {
  return Object.fromEntries(deviations(habits).map((name) => [name, goodValue(name)]));
}

export interface Refused { message: string; of: readonly HabitName[] }

/** What the engine refuses of the choice as a whole, and the habits that it names. */
export const refused = computed<Refused | null>(() => {
  const whole = { ...shown.value?.controller.habits, ...picks.value } as Partial<Habits>;
  if (Object.keys(changes.value).length === 0) return null;
  const refusal = refusalOf(whole);
  if (!refusal) return null;
  const at = refusal.path?.split("/").at(-1);
  const named = HABIT_NAMES.filter((name) => name === at || refusal.message.includes(`"${name}"`));
  return { message: refusal.message, of: named };
});
