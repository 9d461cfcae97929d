// How a task begins: its scenario, badly written where that is its point, and what is played before the learner takes over.

import type { Scenario } from "../contract.ts";
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
  const { solution: _, says: __, habits = {}, ...rest } = task;
  const opening = task.opening ?? file?.opening;
  const scenario: Scenario = { ...withHabits(begun, habits), name: nameOf(task.id) };
  return { ...rest, ...(opening && { opening }), scenario, wrong: task.wrong.map(({ id, sign }) => ({ id, ...(sign && { sign }) })) };
}
