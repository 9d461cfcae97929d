// Printed lines in the list: a window of them, each a place to go to.

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { upTo } from "../../derive/first.ts";
import { entries, goto, moment } from "../../state/run.ts";
import type { TranscriptWords } from "../../words/transcript/en.ts";
import { rove } from "./follow.ts";
import type { Line } from "./lines.ts";
import { grow, MORE, windowAround } from "./state.ts";

export function printedLines(lines: readonly Line[], name: string, w: TranscriptWords, shape: "table" | "text"): TemplateResult {
  const position = moment.value?.view.position ?? 0;
  const end = upTo(lines, position);
  // Of the lines that a moment printed the last one stands for it; a moment that printed none, for the one before.
  const current = end - 1;
  const { from, to } = windowAround(end, lines.length);
  const stop = Math.max(current, from);
  return html`
    <div class="log-lines printed ${shape}" tabindex="-1" @keydown=${rove}>
      ${from > 0 ? html`<button type="button" class="link" @click=${() => grow("before")}>${w.earlier(Math.min(MORE, from))}</button>` : ""}
      <ol start=${from + 1} aria-label=${name}>
        ${repeat(lines.slice(from, to), (_, at) => from + at, (line, index) => {
          const at = from + index;
          const when = at === current ? "now" : line.at <= position ? "past" : "undone";
          return html`
            <li class="log-line" data-when=${when} ?data-note=${line.note ?? false}>
              <button type="button" tabindex=${at === stop ? nothing : -1} aria-current=${when === "now" ? "step" : "false"} @click=${() => void goto(Math.min(line.at, entries.peek().length))}>
                <span class="log-number">${line.at}<span class="visually-hidden"> </span></span><span class="log-what" lang=${line.note ? nothing : "en"}>${shape === "text" ? withFields(line.text) : line.text}</span>${when === "undone" ? html`<span class="pill">${w.ahead}</span>` : ""}
              </button>
            </li>`;
        })}
      </ol>
      ${to < lines.length ? html`<button type="button" class="link" @click=${() => grow("after")}>${w.later(Math.min(MORE, lines.length - to))}</button>` : ""}
    </div>`;
}

/** What is told first, and the fields beside it apart. */
function withFields(text: string): TemplateResult | string {
  const at = text.indexOf("\t{");
  return at < 0 ? text : html`${text.slice(0, at)}<span class="fields">${text.slice(at)}</span>`;
}

export function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => `${text}\n`).join("");
}
