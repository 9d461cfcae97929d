// The situation begun anew with another way of writing the controller, and in it the same moves by people. What happens by
// itself happens in its own way: before each move of a person as far as it had come there, to rest or by so many moves.

import type { Move, MoveName, Scenario, TraceEntry } from "../../contract.ts";
import { deedOf, waitsForTimer } from "../../derive/deed.ts";
import { refusalIn, type Playground } from "../../engine.ts";
import { beside, forkAt, scenario } from "../../state/run.ts";
import { playSteps } from "../../story.ts";
import type { Cured } from "../compare.ts";

export interface Anew { playground: Playground; start: number; /** Moves of people that were not possible there. */ left: number }

export function beginAnew(scenario: Scenario, run: readonly TraceEntry[], start: number): Anew {
  const first = forkAt(0);
  if (!first) throw new Error("no engine");
  let playground: Playground | null = null;
  try {
    playground = beside(scenario, []);
    const begun = follow(playground, first, run, start);
    first.free();
    return { playground, ...begun };
  } catch (thrown) {
    // Of an engine that died nothing is left to free.
    if (refusalIn(thrown)) {
      first.free();
      playground?.free();
    }
    throw thrown;
  }
}

/** As it is cured: the same steps as a file has them, and not what came of them. */
export async function beginCured({ scenario, opening, moves }: Cured): Promise<Anew> {
  const playground = beside(scenario, []);
  try {
    await playSteps(playground, opening);
    const start = playground.position;
    await playSteps(playground, moves);
    return { playground, start, left: 0 };
  } catch (thrown) {
    if (refusalIn(thrown)) playground.free();
    throw thrown;
  }
}

function follow(second: Playground, first: Playground, run: readonly TraceEntry[], start: number): { start: number; left: number } {
  let waiting = 0;
  let left = 0;
  let begun = 0;
  const catchUp = (at: number) => {
    if (waiting > 0) bring(second, standing(first, at), waiting);
    waiting = 0;
  };
  let held = scenario().delivery === "held";
  run.forEach(({ move }, at) => {
    if (at === start) {
      catchUp(at);
      begun = second.position;
    }
    if (happensByItself(move, held, () => standing(first, at).next)) {
      waiting += 1;
      return;
    }
    if ("hold" in move) held = true;
    catchUp(at);
    try {
      second.play(move);
    } catch (thrown) {
      if (!refusalIn(thrown)) throw thrown;
      if (!("advance" in move)) left += 1;
    }
  });
  catchUp(run.length);
  return { start: run.length <= start ? second.position : begun, left };
}

const BY_ITSELF: readonly MoveName[] = ["deliver", "begin", "answer", "collect", "report", "elect", "advance"];

/** The default there; a person can let time pass too, and deliver what is held. */
function happensByItself(move: Move, held: boolean, next: () => Move | undefined): boolean {
  const name = Object.keys(move)[0] as MoveName;
  if (!BY_ITSELF.includes(name)) return false;
  if (name !== "advance" && !(name === "deliver" && held)) return true;
  return JSON.stringify(next()) === JSON.stringify(move);
}

interface Standing { next: Move | undefined; quiet: boolean; time: number }

function standing(playground: Playground, at: number): Standing {
  playground.goto(at);
  const [next] = playground.moves();
  const view = playground.view({ objects: false, passes: 0 });
  return { next, quiet: !next || waitsForTimer(deedOf(next, view)), time: view.time };
}

/** As far as the first had come: to rest by then, or so many moves. */
function bring(second: Playground, { quiet, time }: Standing, moves: number): void {
  if (quiet) {
    second.settle({ until: time });
    return;
  }
  for (let played = 0; played < moves; played += 1) {
    const [next] = second.moves();
    if (!next || ("advance" in next && (next.advance.to ?? 0) > time)) return;
    second.play(next);
  }
}
