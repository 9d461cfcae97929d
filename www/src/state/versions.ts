// What there is to say of versions: what was opened was made by another one; a newer one of the page is there.

import { signal } from "@preact/signals-core";
import type { Deed } from "../derive/deed.ts";
import { runNumber, type Source } from "./run.ts";

/** How far a session of another version came here; `played`: it does not say where it led. */
export type Ended =
  | { code: "same" | "played" | "digest" }
  | { code: "move"; move: number; of: number; deed: Deed | null; message: string }
  | { code: "begin"; path: string; message: string };

export interface Foreign {
  from: Source | "kept" | "result";
  /** Its version; null where that is no name of one. */
  engine: string | null;
  ended: Ended;
  /** The run that came of it; null: none did. */
  run: number | null;
  /** Where it opens in its own version; null: that is not here; undefined: that is being looked for. */
  address: string | null | undefined;
}

export const foreign = signal<Foreign | null>(null);

/** What is said is said of the run in hand, or of what did not become one. */
function said(serious: boolean): boolean {
  const now = foreign.value;
  if (now === null || (now.run !== null && now.run !== runNumber.value)) return false;
  return serious === (now.ended.code !== "same" && now.ended.code !== "played");
}

export const isSerious = (): boolean => said(true);
export const isSlight = (): boolean => said(false);

/** Goes over to the new version, which waits. */
export const renewal = signal<(() => void) | null>(null);
