// The moment at which the page stands, for a figure.

import { entries, moment, scenario, shown } from "../state/run.ts";
import type { Shot } from "./shot.ts";

/** With the controller that the page shows. Null: nothing is there yet. */
export function shotHere(): (Shot & { controller?: string }) | null {
  const now = moment.peek();
  if (!now) return null;
  const [next] = now.moves;
  const one = shown.peek();
  return { scenario: scenario(), view: now.view, next, entries: entries.peek(), ...(one ? { controller: one.name } : {}) };
}
