// What is chosen in the dialog and not rolled out yet, and what the engine says to it.

import { batch, computed, signal } from "@preact/signals-core";
import type { Habits } from "../../contract.ts";
import { goodValue, HABIT_NAMES, valueOf, type HabitName, type HabitValue } from "../../habits.ts";
import { OWN, valuesOf } from "../../documentation/values.ts";
import { refusalOf, runNumber, shown } from "../../state/run.ts";

/** By the controller that they are meant for, in the run where they were chosen. */
const chosen = signal<{ run: number; controller: string; values: Partial<Record<HabitName, HabitValue>> }>({ run: 0, controller: "", values: {} });

export const search = signal("");
export const onlyChanged = signal(false);
/** The habit whose documentation is open; null = none. */
export const reading = signal<HabitName | null>(null);

export const picks = computed<Partial<Record<HabitName, HabitValue>>>(() =>
  chosen.value.run === runNumber.value && chosen.value.controller === shown.value?.name ? chosen.value.values : {});

/** How it is written now; a habit that this engine does not have is left out. */
export function nowOf(name: HabitName): HabitValue | undefined {
  return shown.value ? valueOf(shown.value.controller.habits, name) : undefined;
}

export function pickedOf(name: HabitName): HabitValue | undefined {
  const picked = picks.value[name];
  return picked === undefined ? nowOf(name) : picked;
}

/** What differs from how it is written now, to be rolled out. */
export const changes = computed<Partial<Habits>>(() =>
  Object.fromEntries(Object.entries(picks.value).filter(([name, value]) => nowOf(name as HabitName) !== value)));

export function pick(name: HabitName, value: HabitValue): void {
  chosen.value = { run: runNumber.value, controller: shown.value?.name ?? "", values: { ...picks.value, [name]: value } };
}

export function discard(): void {
  chosen.value = { run: 0, controller: "", values: {} };
}

/** The good way, to be rolled out in one go. */
export function goodWay(): Partial<Habits> {
  return Object.fromEntries(HABIT_NAMES.filter((name) => nowOf(name) !== undefined).map((name) => [name, goodValue(name)]));
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

/** What stands for any text or number of one's own when the engine is asked whether it is built. */
const EXAMPLES: Partial<Record<HabitName, HabitValue>> = {
  workers: 2, missingDelay: 1_000, periodic: 60_000, cacheSelector: "team=blue",
};

/** Which values of a habit this engine has built: it is asked once, a few habits at a time. */
const built = signal<ReadonlyMap<HabitName, ReadonlySet<string>>>(new Map());

/** The engine has answered for all of them. */
export const askedAll = computed(() => built.value.size === HABIT_NAMES.length);

export function builtOf(name: HabitName): ReadonlySet<string> | undefined {
  return built.value.get(name);
}

let asking = false;

/** Asks what is built, a few at a time, so that the dialog is there at once. */
export function askWhatIsBuilt(): void {
  if (asking || askedAll.value) return;
  asking = true;
  const rest = HABIT_NAMES.filter((name) => !built.value.has(name));
  const some = () => {
    const until = performance.now() + 8;
    const found = new Map(built.value);
    while (rest.length > 0 && performance.now() < until) {
      const name = rest.shift()!;
      const offered = valuesOf(name).filter(({ value }) => {
        const tried = value === undefined ? exampleOf(name) : value;
        return refusalOf({ [name]: tried } as Partial<Habits>)?.code !== "notYet";
      });
      found.set(name, new Set(offered.map(({ key }) => key)));
    }
    batch(() => { built.value = found; });
    if (rest.length > 0) setTimeout(some);
    else asking = false;
  };
  some();
}

export function exampleOf(name: HabitName): HabitValue {
  return EXAMPLES[name] ?? OWN;
}
