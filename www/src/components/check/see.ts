// A story in the stepper: it takes the place of the run in hand, which is kept, and stands at its decisive move.

import type { CheckFails, TraceEntry } from "../../contract.ts";
import { storyOf } from "../../check/told.ts";
import { branches, entries, leftRun, runNumber, takeInstead } from "../../state/run.ts";
import { tellStory } from "../../state/story.ts";
import { area } from "../../state/ui.ts";
import { whenThere } from "../bring.ts";
import { leaving } from "../leaving.ts";

let seen: { run: number; entries: readonly TraceEntry[] } | null = null;

/** The run in hand is a story in which nobody did anything: what was kept when it was opened is worth more. */
function isLookedAt(): boolean {
  return seen?.run === runNumber.peek() && seen.entries === entries.peek() && branches.peek().length === 0;
}

/** False: it was not opened. */
export async function seeStory(verdict: CheckFails): Promise<boolean> {
  const { scenario, moves } = verdict.session;
  if (!leaving()) return false;
  const before = isLookedAt() ? leftRun.peek() : null;
  if (!await takeInstead({ scenario, moves, branches: [], at: verdict.decisive, start: 0, cured: true })) return false;
  if (before) leftRun.value = before;
  seen = { run: runNumber.peek(), entries: entries.peek() };
  tellStory(storyOf(verdict));
  area.value = "run";
  whenThere("story-title", () => true, (title) => title.scrollIntoView({ block: "nearest" }));
  return true;
}

/** The same for whoever is handed an address. */
export async function storyLink(verdict: CheckFails): Promise<string> {
  const { linkTo } = await import("../../state/session.ts");
  return linkTo(verdict.session, storyOf(verdict));
}
