// What must always hold, as the engine found it. An engine that does not look at them says nothing.

import type { View } from "../contract.ts";

export interface Invariant {
  name: string;
  holds: boolean;
  /** The move that broke it. */
  since: number | null;
  /** A key, a controller or an object, as text. */
  where: string | null;
  /** `habit=value`, when a chosen habit breaks it on purpose. */
  expectedOf: string | null;
}

/** Broken ones first, and among them those that nobody chose. */
export function invariantsOf(view: View & { invariants?: readonly Invariant[] }): Invariant[] {
  const rank = (one: Invariant) => (one.holds ? 2 : one.expectedOf === null ? 0 : 1);
  return [...(view.invariants ?? [])].sort((a, b) => rank(a) - rank(b));
}
