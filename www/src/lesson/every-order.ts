// What of every order is looked into at the end of a lesson or a task, as data: what may go wrong and what others may do, in
// ways that fail and ways that hold. The build, the checker and the page ask the same.

import type { Budget, CheckOptions, CheckProperty, Habits, Move, Scenario, Verdict } from "../contract.ts";
import { withHabits } from "../scenarios.ts";
import { sceneOf, type SceneFile } from "./play.ts";

/** How many faults there may be, and what others may do, each once at any time. */
export interface Bounds { budget?: Budget; others?: Move[] }

/** What is checked at the end of a lesson. */
export interface Ending extends Bounds {
  /** The id of a file in `www/scenarios`, or a scenario of its own. */
  scenario: string | Scenario;
  /** Laid over the scenario. */
  habits?: Partial<Habits>;
  /** The first one fails. */
  ways: EndingWay[];
}

/** Habits laid over, and more that others may do; and what the words say of it, which the engine has to say, too. */
export interface EndingWay {
  id: string;
  set?: Partial<Habits>;
  others?: Move[];
  verdict: "holds" | "fails";
  /** Of one that fails. */
  property?: CheckProperty;
}

/** What is checked of whatever somebody has built in a task. */
export interface Demand extends Bounds {
  /** A smaller cluster, where the task's own has more worlds than can be looked into. */
  scenario?: string | Scenario;
  /** The task is done only when it holds. */
  demand?: true;
}

export interface Subject { scenario: Scenario; options: CheckOptions }

/** Nobody is to wait for more than this in a lesson. */
export const MOST_STATES = 30_000;

export function bounded({ budget, others = [] }: Bounds, more: readonly Move[] = []): CheckOptions {
  return { ...(budget && { budget }), others: [...others, ...more], limits: { states: MOST_STATES } };
}

export function subjectOf(ending: Ending, way: EndingWay, scenes: readonly SceneFile[]): Subject {
  const { file, scenario } = sceneOf(ending.scenario, scenes);
  return { scenario: withHabits(scenario, { ...file?.shows?.[0], ...ending.habits, ...way.set }), options: bounded(ending, way.others) };
}

/** What is asked, however far it is looked into. */
export function keyOf({ scenario, options: { limits: _, ...options } }: Subject): string {
  return JSON.stringify([scenario, options]);
}

/** Whoever looks into every order. */
export type Prove = (of: Subject) => Promise<Verdict>;
