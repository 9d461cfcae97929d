// A report's file: it is played as a scenario's is, and says in words what people saw, and why.

import type { Remedy, Reported, ReportText } from "../reports.ts";
import type { Found } from "./found.ts";
import type { Expectation, ScenarioFile } from "./scenario.ts";

export interface ReportFile extends Omit<Reported, "cures"> { words: Record<string, Omit<ReportText, "notes" | "cures">>; cures: (Remedy & { words?: Record<string, string> })[]; notes?: Record<string, string[]>; expectations: Expectation[] }

/** Its cures are known by their places. */
export function asScenario(file: ReportFile): ScenarioFile {
  return { ...file, cures: file.cures.map((cure, at) => ({ ...cure, id: `cure ${at + 1}` })) };
}

/** What can be said of it beside what is said of a scenario. */
export function itself({ at, moves, words, notes, cures }: ReportFile): Found[] {
  const found: Found[] = [];
  if (at > moves.length) found.push({ path: "/at", what: `is ${at}, and there are ${moves.length} moves` });
  cures.forEach(({ words: said }, of) => {
    if (!said) return;
    for (const language of Object.keys(words)) if (!said[language]) found.push({ path: `/cures/${of}/words`, what: `${language} is missing` });
    for (const language of Object.keys(said)) if (!Object.hasOwn(words, language)) found.push({ path: `/cures/${of}/words/${language}`, what: "there are no words in this language" });
  });
  const [most = 0] = Object.values(notes ?? {}).map((all) => all.length).sort((a, b) => b - a);
  for (const language of new Set([...Object.keys(words), ...Object.keys(notes ?? {})])) {
    if (!Object.hasOwn(words, language)) found.push({ path: `/notes/${language}`, what: "there are no words in this language" });
    else if (notes && notes[language]?.length !== most) found.push({ path: `/notes/${language}`, what: `has ${notes[language]?.length ?? 0} of ${most} notes` });
  }
  return found;
}
