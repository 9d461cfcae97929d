// What a move was, in words.

import { html, type TemplateResult } from "lit-html";
import type { TraceEntry } from "../../contract.ts";
import { actorOf } from "../../derive/deed.ts";
import { tell } from "../../derive/tell.ts";
import { shown } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { prose } from "../prose.ts";

export function sentencesOf(entries: readonly TraceEntry[], at: number, w: TimelineWords): string[] {
  const entry = entries[at - 1];
  if (!entry) return [w.start];
  const by = actorOf(entry.move);
  const said = [nameOf(entry), ...tell(entry, words())];
  return shown.value?.several && by !== null ? [w.by(by), ...said] : said;
}

export function nameOf({ move }: TraceEntry): string {
  const name = Object.keys(move)[0] ?? "";
  return words().moveName[name] ?? name;
}

/** The move that is looked at, below the picture. */
export function toldBelow(entries: readonly TraceEntry[], at: number, position: number, time: number, w: TimelineWords): TemplateResult {
  const [name, ...rest] = sentencesOf(entries, at, w);
  return html`
    <p class="timeline-told">
      <span class="caption">${w.moment(at, words().page.clock(time))}</span>${at > position ? html` <span class="pill">${w.ahead}</span>` : ""}
      <strong>${prose(name!)}</strong> ${rest.map((sentence) => html`<span>${prose(sentence)} </span>`)}
    </p>`;
}
