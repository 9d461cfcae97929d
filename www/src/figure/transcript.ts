// A run up to a moment as text that stands alone: what it is, what happened, what stands where in the end.

import { figureLayout } from "../components/path/layout.ts";
import { toldParts, toldText, type Part } from "../components/transcript/told.ts";
import { plain } from "../derive/marks.ts";
import { words, type Language } from "../words/index.ts";
import { transcriptWords } from "../words/transcript/index.ts";
import { drawn, pathOf } from "./picture.ts";
import { controllerIn, playedIn, spokenOf, type Shot, type Spoken } from "./shot.ts";

export async function transcriptOf(shot: Shot, language: Language, controller?: string): Promise<string> {
  const [spoken, w] = await Promise.all([spokenOf(shot.scenario, language), transcriptWords(language)]);
  const { called: { title, about }, figure } = spoken;
  const entries = playedIn(shot);
  const several = Object.keys(shot.view.controllers).length > 1;
  return drawn(spoken, () => {
    const { heading, stations } = standing(shot, spoken, controller);
    return [
      title, "=".repeat(columns(title)), "",
      ...about.flatMap((one) => [plain(one), ""]),
      entries.length === 0 ? figure.beginning : toldText(entries, several, w).trimEnd(), "",
      heading, ...stations.map((one) => `- ${one}`), "",
    ].join("\n");
  });
}

/** The same in its parts, with the marks that its sentences have. */
export async function partsOf(shot: Shot, spoken: Spoken): Promise<{ moves: Part[]; heading: string; stations: string[] }> {
  const w = await transcriptWords(spoken.language);
  const several = Object.keys(shot.view.controllers).length > 1;
  return drawn(spoken, () => ({ moves: toldParts(playedIn(shot), several, w), ...standing(shot, spoken) }));
}

/** What the stations hold. */
function standing(shot: Shot, { figure }: Spoken, controller?: string): { heading: string; stations: string[] } {
  const shown = controllerIn(shot, controller);
  return {
    heading: figure.standing(words().controls.at(shot.view.position), shown?.several ? shown.name : null),
    stations: shown ? pathOf(shot, shown, figureLayout("middle", 680)).says : [words().page.noController],
  };
}

/** A wide character takes two. */
function columns(text: string): number {
  return [...text].reduce((sum, one) => sum + (one >= "\u2e80" ? 2 : 1), 0);
}
