// How long a key was put off by each of its passes, up to the one that is looked at.

import type { ControllerView, Pass } from "../contract.ts";
import { passesOf } from "./fate.ts";

export interface Delay { number: number; delay: number; failure: boolean }

/** More would not be told apart. */
const SHOWN = 12;

/** Those of the same sort in a row: a failure after a wait begins anew, as a wait after failures does. */
export function delaysOf(pass: Pass, controller: ControllerView): Delay[] {
  const found: Delay[] = [];
  for (const one of passesOf(controller).toReversed()) {
    if (one.key !== pass.key || one.number > pass.number || one.ended === null) continue;
    const { decision } = one;
    if (!decision || decision.delay === null) break;
    const failure = !decision.forgets;
    if (found[0] && found[0].failure !== failure) break;
    found.unshift({ number: one.number, delay: decision.delay, failure });
    if (found.length === SHOWN) break;
  }
  return found;
}
