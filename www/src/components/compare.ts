// The way to a comparison from where one is: the part itself is loaded when it is asked for.

import { signal } from "@preact/signals-core";
import type { Habits } from "../contract.ts";
import { bring } from "./bring.ts";

/** What was asked for elsewhere, and is not begun yet: these habits, from the beginning of the situation. */
export const askedFor = signal<Partial<Habits> | null>(null);

/** Opens the comparison with the same situation written otherwise, and brings it into sight. */
export function compareWith(set: Partial<Habits>): void {
  askedFor.value = set;
  bring("compare", "compare-title", "start", () => askedFor.value === null);
}
