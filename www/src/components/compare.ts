// The way to a comparison from where one is: the part itself is loaded when it is asked for.

import { signal } from "@preact/signals-core";
import type { Habits } from "../contract.ts";
import { area, tab } from "../state/ui.ts";

/** What was asked for elsewhere, and is not begun yet: these habits, from the beginning of the situation. */
export const askedFor = signal<Partial<Habits> | null>(null);

/** Opens the comparison with the same situation written otherwise, and brings it into sight. */
export function compareWith(set: Partial<Habits>): void {
  askedFor.value = set;
  area.value = "history";
  tab.value = "compare";
  let tries = 0;
  const look = () => {
    const title = document.getElementById("compare-title");
    if (title && askedFor.value === null) {
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block: "start" });
    } else if ((tries += 1) < 200 && tab.value === "compare") setTimeout(look, 20);
  };
  requestAnimationFrame(look);
}
