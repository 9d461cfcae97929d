// An idea as it is played: what its questions and values come to, and the table of its other ways. The build, the checker
// and the page ask the same.

import type { Habits, Scenario, Settled, TraceEntry, View } from "../contract.ts";
import { withHabits } from "../scenarios.ts";
import { playSteps, type Player, type Step } from "../story.ts";
import type { Idea, Value, Variant } from "./lesson.ts";
import { measured, seen, type Measure, type Seen } from "./measure.ts";

/** What a file of `www/scenarios` gives an idea. */
export interface SceneFile { id: string; scenario: Scenario; opening?: Step[]; moves: Step[]; shows?: Partial<Habits>[] }

/** A run that can be asked for its trace. */
export interface Traced extends Player {
  view(): View;
  trace(from?: number, to?: number): TraceEntry[];
}

/** How it begins and what is played, with all that the idea leaves to the scenario's file filled in. */
export interface Staged { scenario: Scenario; opening: Step[]; moves: Step[] }

export const SHOWN = "shown";

/** What a lesson or a task begins with: a file of the gallery by its id, or a scenario of its own. */
export function sceneOf(named: string | Scenario, scenes: readonly SceneFile[]): { file: SceneFile | null; scenario: Scenario } {
  if (typeof named !== "string") return { file: null, scenario: named };
  const file = scenes.find((one) => one.id === named);
  if (!file) throw new Error(`there is no scenario "${named}"`);
  return { file, scenario: file.scenario };
}

export function staged(idea: Idea, scenes: readonly SceneFile[], variant?: Variant): Staged {
  const { file, scenario } = sceneOf(idea.scenario, scenes);
  return {
    scenario: withHabits(scenario, { ...file?.shows?.[0], ...idea.habits, ...variant?.set }),
    opening: idea.opening ?? file?.opening ?? [],
    moves: variant?.moves ?? idea.moves ?? file?.moves ?? [],
  };
}

export interface Outcome {
  answers: Record<string, Value>;
  values: Record<string, Value>;
  /** What this way comes to in each row of the table. */
  figures: Record<string, Value>;
}

/** How a part of it is played; a check says which step could not be. */
export type Play = (part: "opening" | "moves", steps: readonly Step[]) => Promise<Settled | null>;

/** Plays it on a run that stands at its beginning. */
export async function playIdea(idea: Idea, { opening, moves }: Pick<Staged, "opening" | "moves">, run: Traced, play: Play = (_, steps) => playSteps(run, steps)): Promise<Outcome> {
  await play("opening", opening);
  const before = seen(run.view(), null, []);
  const start = before.position;
  const settled = await play("moves", moves);
  const after = seen(run.view(), settled, run.trace(start));
  return outcome(idea, before, after);
}

export function outcome(idea: Idea, before: Seen, after: Seen): Outcome {
  const all = (list: readonly { id: string; of: Measure }[]): Record<string, Value> => Object.fromEntries(list.map(({ id, of }) => [id, measured(of, before, after)]));
  return {
    answers: all(idea.questions),
    values: all(Object.entries(idea.values ?? {}).map(([id, of]) => ({ id, of }))),
    figures: all(idea.figures ?? []),
  };
}

/** A sentence with what it names by `{id}` filled in; by `{id:s}` a time in seconds. */
export function filled(text: string, named: Record<string, Value>, say: (value: Value) => string = String): string {
  return text.replace(/\{(\w+)(:s)?\}/g, (whole, id: string, seconds: string | undefined) => {
    const value = named[id];
    return value === undefined ? whole : say(seconds !== undefined && typeof value === "number" ? value / 1000 : value);
  });
}
