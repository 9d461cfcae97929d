// Plays the steps of a scenario's file: moves, and what stands for several of them. The page and the tests play the same.

import type { Move, Settled, SettleOptions, View } from "./contract.ts";
import { holds, type Claim } from "./derive/claims.ts";

export type Step = Move | { settle: SettleOptions } | { finishPass: object } | { until: Claim } | { try: Move };

export interface Player {
  play(move: Move): unknown;
  finishPass(): unknown;
  settle(options: SettleOptions): Promise<Settled> | Settled;
  moves(): Move[];
  view(): View;
}

/** So many default moves are made at most until something is so. */
const PATIENCE = 300;

/** Told of each step: what it settled, if it did; whether what it waited for came to hold. */
export type After = (played: number, settled: Settled | null, held: boolean) => void;

/** Plays the steps one after the other. What the last one settled, if it did. */
export async function playSteps(run: Player, steps: readonly Step[], after: After = () => {}): Promise<Settled | null> {
  let settled: Settled | null = null;
  for (const [at, step] of steps.entries()) {
    settled = null;
    let held = true;
    if ("settle" in step) settled = await run.settle(step.settle);
    else if ("finishPass" in step) await run.finishPass();
    else if ("until" in step) held = await playUntil(run, step.until);
    else if ("try" in step) await playIfPossible(run, step.try);
    else await run.play(step);
    after(at + 1, settled, held);
  }
  return settled;
}

/** What another way of writing never comes to is left out. */
async function playIfPossible(run: Player, move: Move): Promise<void> {
  try {
    await run.play(move);
  } catch (thrown) {
    if (typeof (thrown as { code?: unknown }).code !== "string") throw thrown;
  }
}

/** Whether it came to hold. */
async function playUntil(run: Player, claim: Claim): Promise<boolean> {
  for (let made = 0; made < PATIENCE; made += 1) {
    if (holds(run.view(), claim)) return true;
    const [next] = run.moves();
    if (!next) return false;
    await run.play(next);
  }
  return holds(run.view(), claim);
}
