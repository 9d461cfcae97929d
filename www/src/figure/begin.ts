// A run without a page: begun from a file of the gallery, a task or a session, and brought to a moment.

import type { Move, Scenario, Session, TraceEntry, View } from "../contract.ts";
import { withHabits, type Situation } from "../scenarios.ts";
import { playSteps, type Player } from "../story.ts";
import type { Shot } from "./shot.ts";

/** What is needed of the engine. */
export interface Run extends Player {
  moves(): Move[];
  view(): View;
  trace(from?: number, to?: number): TraceEntry[];
  goto(position: number): void;
  readonly position: number;
  readonly length: number;
}
export interface Package { Playground: { new (scenario: Scenario): Run; replay(session: Session): Run } }

export type Scene = Pick<Situation, "scenario" | "shows" | "opening"> & { moves?: Situation["moves"] };

export interface Begun { scenario: Scenario; run: Run }

/** Behind its opening, written as it shows it; `told`: and what goes wrong in it is played, and lies ahead. */
export async function begunScene({ Playground }: Package, { scenario, shows = [], opening = [], moves = [] }: Scene, told: boolean): Promise<Begun> {
  const written = withHabits(scenario, shows[0] ?? {});
  const run = new Playground(written);
  await playSteps(run, opening);
  const start = run.position;
  if (told) await playSteps(run, moves);
  run.goto(start);
  return { scenario: written, run };
}

export function shotOf({ scenario, run }: Begun): Shot {
  const [next] = run.moves();
  return { scenario, view: run.view(), next, entries: run.trace(0, run.position) };
}
