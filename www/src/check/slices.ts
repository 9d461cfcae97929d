// A check, a slice at a time: between two slices whoever runs it can breathe.

import type { CheckProgress, Verdict } from "../contract.ts";
import type { Check } from "./package.ts";

export interface Slices {
  /** Milliseconds that one may take. */
  most: number;
  /** Between two. False: nobody wants to know any more. */
  pause: () => Promise<boolean>;
  /** Now and then. */
  tell: (progress: CheckProgress) => void;
}

/** Milliseconds between two tidings. */
export const EVERY = 100;

/** Null: it was not wanted to the end. */
export async function inSlices(check: Check, { most, pause, tell }: Slices): Promise<Verdict | null> {
  // What a state costs is not known before, and differs from one to the next: it is aimed at half of what a slice may take.
  let states = 8;
  let told = performance.now();
  for (;;) {
    const from = performance.now();
    const progress = check.run(states);
    const now = performance.now();
    const took = now - from;
    if (progress.done) return check.verdict() ?? null;
    if (now - told >= EVERY) {
      told = now;
      tell(progress);
    }
    states = Math.max(1, Math.min(states * 2, Math.round(states * most / 2 / Math.max(took, 0.1))));
    if (!await pause()) return null;
  }
}
