// Whether the run is kept in this browser, for the next visit.

import { signal } from "@preact/signals-core";
import type { TraceEntry } from "../contract.ts";

/** Under this name. */
export const KEPT = "run";

/** What there is to say of it: the last run is back; it was there and could not be read; it is too long, or there is no room. */
export const keptNote = signal<"back" | "broken" | "tooLong" | "noRoom" | null>(null);

/** Whatever is typed is kept, too: nothing is lost by a reload. */
export const keeping = signal(false);

/** Whether a fragment wants to be a session, or the result of a task; `#controls` does not. */
export function isLink(fragment: string): boolean {
  return /^#(v\d+=|t\d+\.)/.test(fragment);
}

/** The link that this run began with, and what came by it; the list is another one as soon as a move is made. */
export const beganWith = signal<{ link: string; entries?: readonly TraceEntry[] }>({ link: "" });
