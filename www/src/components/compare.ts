// The way to a comparison from where one is: the part itself is loaded when it is asked for.

import { signal } from "@preact/signals-core";
import type { Habits, Scenario } from "../contract.ts";
import type { Step } from "../story.ts";
import { bring } from "./bring.ts";

/** A run of its own beside the one in hand, as a report is cured, and what is different there beside the habits. */
export interface Cured { scenario: Scenario; opening: readonly Step[]; moves: readonly Step[]; cluster: boolean; people: boolean }

/** What was asked for elsewhere, and is not begun yet: these habits, from the beginning of the situation. */
export const askedFor = signal<{ set: Partial<Habits>; cured?: Cured } | null>(null);

/** Opens the comparison with the same situation written otherwise, and brings it into sight. */
export function compareWith(set: Partial<Habits>): void {
  askedFor.value = { set };
  bring("compare", "compare-title", "start", () => askedFor.value === null);
}
