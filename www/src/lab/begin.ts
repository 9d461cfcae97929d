// How a task begins: its scenario, badly written where that is its point, and what is played before the learner takes over.

import { written } from "../check/subject.ts";
import type { Habits, Scenario } from "../contract.ts";
import { bounded, type Subject } from "../lesson/every-order.ts";
import { sceneOf, type SceneFile } from "../lesson/play.ts";
import { withHabits } from "../scenarios.ts";
import type { Plain, Task } from "./task.ts";

/** By its name a session is known as one of a task. */
const NAME = /^lab\/(\w+)$/;

export const nameOf = (id: string): string => `lab/${id}`;

export function taskNamed(scenario: unknown): string | null {
  return typeof scenario === "string" ? NAME.exec(scenario)?.[1] ?? null : null;
}

/** A task with all that it leaves to a scenario's file filled in, and without what gives it away. */
export function plainTask(task: Task, scenes: readonly SceneFile[]): Plain {
  const { file, scenario: begun } = sceneOf(task.scenario, scenes);
  const { solution: _, says: __, habits = {}, check, ...rest } = task;
  const opening = task.opening ?? file?.opening;
  const scenario: Scenario = { ...withHabits(begun, habits), name: nameOf(task.id) };
  const { scenario: smaller, ...checked } = check ?? {};
  return { ...rest, ...(opening && { opening }), ...(check && { check: { ...checked, ...(smaller !== undefined && { scenario: sceneOf(smaller, scenes).scenario }) } }), scenario, wrong: task.wrong.map(({ id, sign }) => ({ id, ...(sign && { sign }) })) };
}

/** What is checked of a task: how its controllers are written at this moment, from the beginning. Null: nothing is. */
export function subjectHere({ scenario, check }: Plain, controllers: Readonly<Record<string, { habits: Habits }>>): Subject | null {
  if (!check) return null;
  const habits = Object.fromEntries(Object.entries(controllers).map(([name, one]) => [name, one.habits]));
  return { scenario: written(check.scenario ?? scenario, habits), options: bounded(check) };
}
