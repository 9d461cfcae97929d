// A run in sentences, as text: each pass under a heading that says why it ran.

import type { TraceEntry } from "../../contract.ts";
import { plain } from "../../derive/marks.ts";
import { tell } from "../../derive/tell.ts";
import type { Words } from "../../words/en.ts";
import { words } from "../../words/index.ts";
import type { TranscriptWords } from "../../words/transcript/en.ts";
import { sectionsOf, type Section } from "./sections.ts";

/** `several`: more than one controller runs, so that each pass says whose it is. */
export interface Part { heading: string; moves: { number: number; time: string; sentences: string }[] }

export function toldParts(all: readonly TraceEntry[], several: boolean, w: TranscriptWords): Part[] {
  const { span } = words();
  const sections = sectionsOf(all);
  return sections.map((section, at) => ({
    heading: headingOf(section, several, w),
    moves: all.slice(section.from, sections[at + 1]?.from ?? all.length).map((entry, move) => ({ number: section.from + move + 1, time: span(entry.time), sentences: sentencesOf(entry).join(" ") })),
  }));
}

export function toldText(all: readonly TraceEntry[], several: boolean, w: TranscriptWords): string {
  const parts = toldParts(all, several, w).map(({ heading, moves }) => [plain(heading), ...moves.map(({ number, time, sentences }) => `${number}. [${time}] ${plain(sentences)}`)].join("\n"));
  return `${parts.join("\n\n")}\n`;
}

export function headingOf({ pass, after }: Section, several: boolean, w: TranscriptWords): string {
  if (pass) {
    const [first, ...others] = pass.causes;
    const why = [first ? words().cause(first) : "", ...(others.length === 0 ? [] : [w.more(others.length)])].join(words().between.comma);
    return several ? w.passOf(pass.pass, pass.key, pass.controller, why) : w.pass(pass.pass, pass.key, why);
  }
  if (!after) return w.before;
  return several ? w.afterOf(after.pass, after.key, after.controller) : w.after(after.pass, after.key);
}

/** The sentences of a move never change: they are made once in each language. */
const told = new WeakMap<TraceEntry, { in: Words; sentences: string[] }>();

export function sentencesOf(entry: TraceEntry): string[] {
  const w = words();
  let kept = told.get(entry);
  if (kept?.in !== w) {
    kept = { in: w, sentences: tell(entry, w) };
    told.set(entry, kept);
  }
  return kept.sentences.length > 0 ? kept.sentences : [w.moveName[Object.keys(entry.move)[0] ?? ""] ?? ""];
}
