// What would heal, as words and as moves of the run in hand.

import type { Habits, Scenario } from "../../contract.ts";
import { changed, type Change, type Trial } from "../../check/fixes.ts";
import { keyOf, OWN } from "../../documentation/values.ts";
import { goodValue, HABIT_NAMES, type HabitName, type HabitValue } from "../../habits.ts";
import { moment, play } from "../../state/run.ts";
import type { CheckWords } from "../../words/check/en.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import { words } from "../../words/index.ts";

export function valueLabel(name: HabitName, value: HabitValue, { habits }: HabitWords): string {
  const key = keyOf(name, value);
  return key === OWN ? words().habits.plain(value) : habits[name].values[key]?.[0] ?? key;
}

export function trialText(trial: Trial, w: CheckWords, habits: HabitWords, several: boolean): string {
  return trial.map(({ controller, set }) => {
    const what = Object.entries(set).map(([name, value]) => w.change(name, valueLabel(name as HabitName, value, habits))).join(w.and);
    return several ? w.ofController(what, controller) : what;
  }).join(w.and);
}

/** What has to be rolled out in the run in hand, so that it is written as what was found to hold. */
export function toRollOut(scenario: Scenario, trial: Trial): Change[] {
  const now = moment.value?.view.controllers ?? {};
  return trial.flatMap(({ controller }) => {
    const habits = now[controller]?.habits;
    const wanted = changed(scenario, trial).controllers?.find(({ name }) => name === controller)?.habits ?? {};
    if (!habits) return [];
    const set = Object.fromEntries(HABIT_NAMES.map((name) => [name, wanted[name] ?? goodValue(name)] as const).filter(([name, value]) => value !== habits[name])) as Partial<Habits>;
    return Object.keys(set).length === 0 ? [] : [{ controller, set }];
  });
}

export async function rollOut(changes: readonly Change[]): Promise<void> {
  for (const change of changes) if (await play({ habits: change }) === null) return;
}
