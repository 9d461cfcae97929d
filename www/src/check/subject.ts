// What is checked: a scenario from its beginning, with the habits that its controllers have now.

import type { ControllerSpec, Habits, Scenario } from "../contract.ts";
import { goodValue, HABIT_NAMES } from "../habits.ts";

/** Only what is not written the good way is said. */
export function written(scenario: Scenario, now: Readonly<Record<string, Habits>>): Scenario {
  const controllers: ControllerSpec[] = scenario.controllers ?? Object.keys(now).map((name) => ({ name }));
  return {
    ...scenario,
    controllers: controllers.map((one) => {
      const habits = now[one.name];
      if (!habits) return one;
      const { habits: _, ...rest } = one;
      const set = Object.fromEntries(HABIT_NAMES.filter((name) => habits[name] !== goodValue(name)).map((name) => [name, habits[name]])) as Partial<Habits>;
      return Object.keys(set).length === 0 ? rest : { ...rest, habits: set };
    }),
  };
}
