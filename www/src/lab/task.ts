// A task of the lab as data, and whether it is done: each goal is claims over the view and over the facts of the run since
// its start, with nothing in it that is evaluated.

import type { Habits, Scenario, Settled, TraceEntry, View } from "../contract.ts";
import { holds, type Claim } from "../derive/claims.ts";
import { seen } from "../lesson/measure.ts";
import type { Step } from "../story.ts";

export interface Task {
  version: 1;
  id: string;
  rows?: string[];
  /** The id of a file in `www/scenarios`, or a scenario of its own. */
  scenario: string | Scenario;
  habits?: Partial<Habits>;
  /** Played before the learner takes over; the facts that goals look at begin behind it. */
  opening?: Step[];
  /** All of them must hold at one moment. */
  goals: Goal[];
  /** A way that reaches them. */
  solution: Step[];
  /** Ways that seem to, and do not: by the goals that then fail. */
  wrong: { id: string; steps: Step[]; fails: string[] }[];
}

export interface Goal { id: string; all: Claim[] }

/** What is said of a task, in one language. */
export interface TaskText {
  title: string;
  /** What is the case, and what is asked. */
  story: string[];
  goals: Record<string, string>;
  /** From a push to nearly the solution. */
  hints: string[];
  /** Why each wrong way is none. */
  wrong: Record<string, string>;
  /** What was learnt. */
  done: string;
}

/** Goal by goal, whether it holds at this moment; `entries` are those since the opening. */
export function checkTask(task: Task, view: View, entries: readonly TraceEntry[], settled: Settled | null = null): boolean[] {
  const now = seen(view, settled, entries);
  return task.goals.map((goal) => goal.all.every((claim) => holds(now, claim)));
}
