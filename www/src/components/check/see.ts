// A story in the stepper: it takes the place of the run in hand, which is kept, and stands at its decisive move.

import type { CheckFails } from "../../contract.ts";
import { storyOf } from "../../check/told.ts";
import { takeInstead } from "../../state/run.ts";
import { tellStory } from "../../state/story.ts";
import { area } from "../../state/ui.ts";
import { whenThere } from "../bring.ts";
import { leaving } from "../leaving.ts";

/** False: it was not opened. */
export async function seeStory(verdict: CheckFails): Promise<boolean> {
  const { scenario, moves } = verdict.session;
  if (!leaving()) return false;
  if (!await takeInstead({ scenario, moves, branches: [], at: verdict.decisive, start: 0, cured: true })) return false;
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
