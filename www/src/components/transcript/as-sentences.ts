// The run in sentences, under a heading for each pass that says why it ran.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { Facts, TraceEntry } from "../../contract.ts";
import { actorOf } from "../../derive/deed.ts";
import { firstWhere } from "../../derive/first.ts";
import { factsOf } from "../../derive/tell.ts";
import { entries, goto, moment, shown } from "../../state/run.ts";
import type { TranscriptWords } from "../../words/transcript/en.ts";
import { words } from "../../words/index.ts";
import { prose } from "../prose.ts";
import { rove } from "./follow.ts";
import { sectionsOf, type Section } from "./sections.ts";
import { grow, MORE, windowAround } from "./state.ts";
import { headingOf, sentencesOf, toldText } from "./told.ts";

export function sentences(w: TranscriptWords): TemplateResult {
  const all = entries.value;
  const position = moment.value?.view.position ?? 0;
  const { from, to } = windowAround(position, all.length);
  const sections = sectionsOf(all);
  const parts: { section: Section; from: number; to: number }[] = [];
  for (let at = lastBefore(sections, from); at < sections.length && sections[at]!.from < to; at += 1) {
    parts.push({ section: sections[at]!, from: Math.max(from, sections[at]!.from), to: Math.min(to, sections[at + 1]?.from ?? all.length) });
  }
  return html`
    <div class="log-lines" tabindex="-1" @keydown=${rove}>
      ${from > 0 ? html`<button type="button" class="link" @click=${() => grow("before")}>${w.earlier(Math.min(MORE, from))}</button>` : html`
        <ol start="0"><li class="log-line" data-when=${position === 0 ? "now" : "past"}>
          <button type="button" tabindex=${position === 0 ? nothing : -1} aria-current=${position === 0 ? "step" : "false"} @click=${() => void goto(0)}><span class="log-number">0</span><span class="log-what">${w.start}</span></button>
        </li></ol>`}
      ${repeat(parts, (part) => part.section.from, (part) => html`
        <h3 id="transcript-${part.section.from}">${prose(headingOf(part.section, several(), w))}</h3>
        <ol start=${part.from + 1} aria-labelledby="transcript-${part.section.from}">
          ${repeat(all.slice(part.from, part.to), (_, at) => part.from + at, (entry, at) => line(part.from + at, entry, part.section, position, w))}
        </ol>`)}
      ${to < all.length ? html`<button type="button" class="link" @click=${() => grow("after")}>${w.later(Math.min(MORE, all.length - to))}</button>` : ""}
    </div>`;
}

/** The section in which a move stands. */
function lastBefore(sections: readonly Section[], move: number): number {
  return Math.max(0, firstWhere(0, sections.length, (at) => sections[at]!.from > move) - 1);
}

export function sentencesText(w: TranscriptWords): string {
  return toldText(entries.value, several(), w);
}

const several = (): boolean => shown.value?.several ?? false;

function line(at: number, entry: TraceEntry, section: Section, position: number, t: TranscriptWords): TemplateResult {
  const number = at + 1;
  const when = number === position ? "now" : number < position ? "past" : "undone";
  return html`
    <li class="log-line" data-when=${when}>
      <button type="button" tabindex=${when === "now" ? nothing : -1} aria-current=${when === "now" ? "step" : "false"} @click=${() => void goto(number)}>
        <span class="log-number">${number}</span>
        ${guard([entry, section, words(), t, shown.value?.several], () => what(entry, section, t))}
        <span class="log-time">${words().span(entry.time)}</span>
        ${when === "undone" ? html`<span class="pill">${t.ahead}</span>` : ""}
      </button>
    </li>`;
}

function what(entry: TraceEntry, section: Section, t: TranscriptWords): TemplateResult {
  const w = words();
  const sentences = sentencesOf(entry);
  const by = actorOf(entry.move);
  const name = Object.keys(entry.move)[0] ?? "";
  const other = otherPass(entry, section);
  return html`<span class="log-what"><span class="log-name">${w.moveName[name] ?? name}</span> ${shown.value?.several && by !== null && !sentences.some((sentence) => sentence.includes(`\`${by}\``)) ? html`<span class="log-by">${by}</span> ` : ""}${other === null ? "" : html`<span class="pill">${t.inPass(other)}</span> `}${sentences.map((sentence) => html`<span>${prose(sentence)} </span>`)}</span>`;
}

/** The pass that a move belongs to, where it is not the one of the heading. */
function otherPass({ facts }: TraceEntry, { pass }: Section): number | null {
  const own: Pick<Facts["answered"], "pass" | "key" | "controller"> | undefined = factsOf(facts, "answered")[0] ?? factsOf(facts, "returned")[0];
  if (!own || (pass && pass.pass === own.pass && pass.controller === own.controller)) return null;
  return own.pass;
}
