// A task of the lab as data, and whether it is done: each goal is claims over the view and over the facts of the run since
// its start, with nothing in it that is evaluated.

import type { Habits, Scenario, TraceEntry, View } from "../contract.ts";
import { holds, type Claim } from "../derive/claims.ts";
import type { Demand } from "../lesson/every-order.ts";
import type { Value } from "../lesson/lesson.ts";
import { measured, seen, type Measure, type Seen } from "../lesson/measure.ts";
import type { Step } from "../story.ts";

export interface Task {
  version: 1;
  id: string;
  /** In the list. */
  place: number;
  rows?: string[];
  /** The id of a file in `www/scenarios`, or a scenario of its own. */
  scenario: string | Scenario;
  /** Laid over the scenario: what is written badly. */
  habits?: Partial<Habits>;
  /** Played before the learner takes over; the facts that goals look at begin behind it. */
  opening?: Step[];
  /** The reconcile report stands beside the goals. */
  report?: true;
  /** All of them must hold at one moment. */
  goals: Goal[];
  /** What the learner says; the engine knows the answer. */
  asks?: Ask[];
  /** What of every order is looked into when they hold. */
  check?: Demand;
  /** A way that reaches them, and what is then to be said. */
  solution: Step[];
  says?: Says;
  wrong: Wrong[];
}

export interface Goal { id: string; all: Claim[] }

export interface Ask {
  id: string;
  /** The answer: what is so at this moment. */
  of: Extract<Measure, { at: string } | { count: string } | { holds: Claim[] }>;
  /** What can be chosen; left out: yes or no. */
  options?: Value[];
  /** Instead: it is typed. */
  typed?: true;
}

/** What was said, by the id of what was asked. */
export type Says = Record<string, Value>;

/** A way that seems to reach the goals, and does not. */
export interface Wrong {
  id: string;
  steps: Step[];
  /** What is said with it; left out: what is right. */
  says?: Says;
  /** What it is known by, while somebody goes it. */
  sign?: Claim[];
  /** The goals, what is asked, and the check if it is demanded (`CHECK`), that do not hold at its end. */
  fails: string[];
}

/** What is said of a task, in one language. */
export interface TaskText {
  title: string;
  /** What is the case, and what is asked. */
  story: string[];
  goals: Record<string, string>;
  asks?: Record<string, string>;
  /** From a push to nearly the solution. */
  hints: string[];
  /** Why each wrong way is none. */
  wrong: Record<string, string>;
  /** What was learnt. */
  done: string;
  /** What is said where a check fails that is not demanded. */
  order?: string;
}

/** What the page and an instructor need of it. */
export type Plain = Omit<Task, "scenario" | "check" | "solution" | "says" | "wrong"> & { scenario: Scenario; check?: Omit<Demand, "scenario"> & { scenario?: Scenario }; wrong: Pick<Wrong, "id" | "sign">[] };

export interface Verdict {
  /** By id, in their order, first the goals, then what is asked, last the check if it is demanded. */
  checks: { id: string; ask?: true; check?: true; holds: boolean }[];
  done: boolean;
  /** The wrong way that is gone at this moment, if it is known. */
  wrong: string | null;
}

/** What a demanded check is called beside the goals. */
export const CHECK = "check";

type Judged = Pick<Task, "goals" | "asks" | "check"> & { wrong: Pick<Wrong, "id" | "sign">[] };

/** What holds at this moment; `entries` are those since the opening. `proved`: what is built here holds in every order. */
export function verdictOf(task: Judged, view: View, entries: readonly TraceEntry[], says: Says = {}, proved = false): Verdict {
  const now = nowOf(task, view, entries);
  const goals = task.goals.map(({ id, all }) => ({ id, holds: all.every((claim) => holds(now, claim)) }));
  const asks = (task.asks ?? []).map((ask) => ({ id: ask.id, ask: true as const, holds: Object.hasOwn(says, ask.id) && isRight(ask, now, says[ask.id]!) }));
  const checks = [...goals, ...asks, ...(task.check?.demand ? [{ id: CHECK, check: true as const, holds: proved }] : [])];
  const done = checks.every((one) => one.holds);
  const wrong = done ? null : task.wrong.find(({ sign }) => sign?.every((claim) => holds(now, claim)))?.id ?? null;
  return { checks, done, wrong };
}

/** All that is asked but the check, which looks at what holds. */
export function goalsHold({ checks }: Verdict): boolean {
  return checks.every((one) => one.check || one.holds);
}

/** What its claims look at. */
export function nowOf(task: Judged, view: View, entries: readonly TraceEntry[]): Seen {
  const all = seen(view, null, entries);
  const named = factsIn(task);
  return { ...all, trace: all.trace.filter(({ fact }) => named.has(fact)) };
}

const facts = new WeakMap<Judged, ReadonlySet<unknown>>();

/** The facts that its claims name: of ten thousand moves they are few, and all are looked through after each. */
function factsIn(task: Judged): ReadonlySet<unknown> {
  let named = facts.get(task);
  if (!named) {
    const text = JSON.stringify([task.goals, task.asks, task.wrong.map(({ sign }) => sign)]);
    facts.set(task, named = new Set([...text.matchAll(/fact=(\w+)/g)].map(([, fact]) => fact)));
  }
  return named;
}

function isRight({ of, options = [true, false], typed }: Ask, now: Seen, said: Value): boolean {
  const answer = measured(of, now, now);
  return typed ? answer !== null && String(answer) === String(said) : options.includes(answer) && answer === said;
}
