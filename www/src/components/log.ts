// Everything that happened, move by move, newest first; a line is a place to go to.

import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { TraceEntry } from "../contract.ts";
import { tell } from "../derive/tell.ts";
import { actorOf } from "../derive/deed.ts";
import { entries, goto, moment, shown } from "../state/run.ts";
import { shownLog } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { prose } from "./prose.ts";

export function log(): TemplateResult {
  const w = words().history;
  const all = entries.value;
  const position = moment.value?.view.position ?? 0;
  const last = Math.min(all.length, Math.max(position + 5, shownLog.value));
  const from = Math.max(0, Math.max(position, last) - shownLog.value);
  const window: number[] = [];
  for (let at = Math.min(all.length, position + 200) - 1; at >= from; at -= 1) window.push(at);
  return html`
    <section class="card log" aria-labelledby="log-title">
      <header class="card-head"><h2 id="log-title">${w.log}</h2><span class="muted">${w.logHint}</span></header>
      ${all.length === 0 ? html`<p class="empty">${w.logNone}</p>` : html`
        <ol class="log-lines" reversed>
          ${repeat(window, (at) => at, (at) => line(at, all[at]!, position))}
          ${from === 0 ? html`<li class="log-line" data-when=${position === 0 ? "now" : "past"}><button type="button" @click=${() => void goto(0)}><span class="log-number">0</span><span class="log-what">${w.logStart}</span></button></li>` : ""}
        </ol>
        ${from === 0 ? "" : html`<button type="button" class="link" @click=${() => { shownLog.value += 200; }}>${w.logEarlier(Math.min(200, from))}</button>`}`}
    </section>`;
}

/** The sentences of a move never change: they are made once. */
const told = new WeakMap<TraceEntry, string[]>();

function line(at: number, entry: TraceEntry, position: number): TemplateResult {
  const w = words();
  let sentences = told.get(entry);
  if (!sentences) {
    sentences = tell(entry, w);
    told.set(entry, sentences);
  }
  const by = actorOf(entry.move);
  const number = at + 1;
  const when = number === position ? "now" : number < position ? "past" : "undone";
  const name = Object.keys(entry.move)[0] ?? "";
  return html`
    <li class="log-line" data-when=${when}>
      <button type="button" aria-current=${when === "now" ? "step" : "false"} @click=${() => void goto(number)}>
        <span class="log-number">${number}</span>
        <span class="log-what"><span class="log-name">${w.moveName[name] ?? name}</span> ${shown.value?.several && by !== null && !sentences.some((sentence) => sentence.includes(`\`${by}\``)) ? html`<span class="log-by">${by}</span> ` : ""}${sentences.length === 0 ? w.moveName[name] : sentences.map((sentence) => html`<span>${prose(sentence)} </span>`)}</span>
        <span class="log-time">${w.span(entry.time)}</span>
        ${when === "undone" ? html`<span class="pill">${w.history.ahead}</span>` : ""}
      </button>
    </li>`;
}
