// What must always hold, as the engine found it.

import type { Invariant, View } from "../contract.ts";

/** Broken ones first, and among them those that nobody chose. */
export function invariantsOf(view: View): Invariant[] {
  const rank = (one: Invariant) => (one.holds ? 2 : one.expectedOf === null ? 0 : 1);
  return [...view.invariants].sort((a, b) => rank(a) - rank(b));
}
