// Which habit is to blame, found by trying: each that is not written the good way put right alone; where none of them heals,
// all of them; where all are good already, each other value of each.

import type { CheckOptions, ControllerSpec, Habits, Scenario } from "../contract.ts";
import { firstOf, valuesOf } from "../documentation/values.ts";
import { Refusal } from "../engine.ts";
import { goodValue, HABIT_NAMES, type HabitName } from "../habits.ts";
import { withHabits } from "../scenarios.ts";
import { runCheck } from "./played.ts";
import { Died, openRunner, type Runner } from "./runner.ts";

/** Habits of one controller that are written otherwise. */
export interface Change { controller: string; set: Partial<Habits> }
/** What is tried at once. */
export type Trial = readonly Change[];

/** `undecided`: those that were not looked into to the end, or that the engine does not take. */
export interface Tried { tried: number; of: number; healing: readonly Trial[]; undecided: number; now: Trial | null }

interface Written { name: string; habits: Partial<Habits> }

export function firstTrials(scenario: Scenario): Trial[] {
  const all = controllersOf(scenario);
  const wrong = all.flatMap(({ name, habits }) => deviating(habits).map((habit): Change => ({ controller: name, set: good(habit) })));
  if (wrong.length > 0) return wrong.map((one) => [one]);
  return all.flatMap(({ name }) => HABIT_NAMES.flatMap((habit) => valuesOf(habit).filter(({ value }) => value !== goodValue(habit))
    .map((value): Trial => [{ controller: name, set: { [habit]: firstOf(habit, value) } }])));
}

/** Where none heals alone; none where there is but one, or nothing to put right. */
export function lastTrial(scenario: Scenario): Trial | null {
  const wrong = controllersOf(scenario).map(({ name, habits }): Change => ({ controller: name, set: Object.assign({}, ...deviating(habits).map(good)) as Partial<Habits> }));
  const some = wrong.filter(({ set }) => Object.keys(set).length > 0);
  return some.reduce((sum, { set }) => sum + Object.keys(set).length, 0) > 1 ? some : null;
}

export function changed(scenario: Scenario, trial: Trial): Scenario {
  return trial.reduce((before, { controller, set }) => withHabits(before, set, controller), scenario);
}

export interface Trying { done: Promise<void>; cancel(): void }

/** `tell` hears of each; the last time with nothing under way. */
export function tryFixes(scenario: Scenario, options: CheckOptions, tell: (tried: Tried) => void): Trying {
  let runner: Runner | null = null;
  let wanted = true;
  const healing: Trial[] = [];
  let [tried, undecided] = [0, 0];
  const heals = async (trial: Trial): Promise<boolean> => {
    try {
      if (runner === null) {
        const opened = await openRunner();
        if (!wanted) {
          opened.end();
          return false;
        }
        runner = opened;
      }
      const { verdict } = await runCheck(runner, changed(scenario, trial), options, () => {});
      if (verdict === "notFinished") undecided += 1;
      return verdict === "holds";
    } catch (thrown) {
      if (!wanted) return false;
      if (!(thrown instanceof Died || thrown instanceof Refusal)) throw thrown;
      undecided += 1;
      if (thrown instanceof Died) {
        runner?.end();
        runner = null;
      }
      return false;
    }
  };
  const run = async (): Promise<void> => {
    const trials = firstTrials(scenario);
    const one = async (trial: Trial, of: number): Promise<void> => {
      tell({ tried, of, healing: [...healing], undecided, now: trial });
      if (await heals(trial)) healing.push(trial);
      tried += 1;
    };
    for (const trial of trials) if (wanted) await one(trial, trials.length);
    const last = healing.length === 0 ? lastTrial(scenario) : null;
    if (last && wanted) await one(last, trials.length + 1);
    if (wanted) tell({ tried, of: tried, healing: [...healing], undecided, now: null });
  };
  return {
    done: run().finally(() => runner?.end()),
    cancel() {
      wanted = false;
      runner?.end();
    },
  };
}

function controllersOf({ controllers }: Scenario): Written[] {
  return (controllers ?? [DEFAULT]).map(({ name, habits = {} }) => ({ name, habits }));
}

const DEFAULT: ControllerSpec = { name: "appconfig-controller" };

function deviating(habits: Partial<Habits>): HabitName[] {
  return HABIT_NAMES.filter((name) => name in habits && habits[name] !== goodValue(name));
}

function good(habit: HabitName): Partial<Habits> {
  return { [habit]: goodValue(habit) };
}
