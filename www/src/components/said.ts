// What just happened, and what the main button would do, in a sentence.

import { html, type TemplateResult } from "lit-html";
import { tell } from "../derive/tell.ts";
import { lastEntries, letTimePass, moment, report, settle, shown, startPosition, type Report } from "../state/run.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { awaited } from "./lazy.ts";
import { prose } from "./prose.ts";

/** Whether events wait that somebody holds: then nothing moves, and yet not all is done. */
function held(): boolean {
  return Object.values(moment.value?.view.controllers ?? {}).some((one) => one.inFlight.some(({ kind }) => one.cache[kind]?.held === true));
}

/** The names of the controllers that do not run. */
export function stopped(): string[] {
  return Object.entries(moment.value?.view.controllers ?? {}).flatMap(([name, one]) => (one.running ? [] : [name]));
}

/** The names of those that run, and yet do not move. */
export function stalled(): string[] {
  return Object.entries(moment.value?.view.controllers ?? {}).flatMap(([name, one]) => (one.running && one.stalled ? [name] : []));
}

/** The move that comes by itself; where there is none, why. */
export function nextMove(): string {
  const w = words().controls;
  const now = moment.value;
  if (now?.next) return `${shown.value?.several && now.by ? w.of(now.by) : ""}${words().deed(now.next)}`;
  return stopped().length > 0 ? w.nothingDown : stalled().length > 0 ? w.nothingStalled : held() ? w.nothingHeld : w.nothing;
}

export function said(): TemplateResult {
  const w = words();
  if (awaited.value.size > 0) return html`<p class="said-line muted">${w.controls.loading}</p>`;
  if (report.value) return reported(report.value);
  const last = lastEntries.value;
  const position = moment.value?.view.position ?? 0;
  const [only] = last;
  if (!only || position === 0) return html`<p class="said-line muted">${position !== startPosition.value ? w.controls.at(position) : position > 0 ? w.controls.begins : w.controls.nothingYet}</p>`;
  const sentences = tell(only, w);
  return html`<p class="said-line"><span class="caption">${w.controls.at(position)}</span> ${sentences.map((sentence) => html`<span>${prose(sentence)} </span>`)}</p>`;
}

function reported(now: Report): TemplateResult {
  const w = words().report;
  if (now.code === "finished") {
    return html`<p class="said-line">${icon("check")} ${prose(now.pass ? w.finished(now.pass.number, now.pass.key) : moment.value?.next?.code === "advance" ? w.finishedTimer : w.finishedNone)}</p>`;
  }
  const { settled, rate } = now;
  const time = moment.value?.view.time ?? 0;
  const played = w.played(settled.moves, settled.passes, settled.writes);
  if (settled.loop) {
    return html`<div class="banner warn loop">${icon("warning")}<div class="banner-text"><h2>${w.loopTitle}</h2><p>${prose(w.loop(settled.loop, rate))}</p><p class="muted">${settled.quiet ? "" : w.limit(settled.moves)}</p></div></div>`;
  }
  const { fight } = settled;
  if (fight) {
    return html`<div class="banner warn loop">${icon("warning")}<div class="banner-text"><h2>${w.fightTitle}</h2><p>${prose(w.fight(fight))}</p><p class="muted">${settled.quiet ? "" : w.limit(settled.moves)}</p></div></div>`;
  }
  if (!settled.quiet) {
    return html`<p class="said-line">${icon("warning")} ${w.limit(settled.moves)} <button type="button" class="small" @click=${() => void settle()}>${w.goOn}</button></p>`;
  }
  if (settled.nextDue !== null) {
    const by = settled.nextDue - time;
    return html`<p class="said-line">${icon("hourglass")} ${w.timer(by)} ${played} <button type="button" class="small" @click=${() => void letTimePass(by)}>${w.toTimer(by)}</button></p>`;
  }
  return html`<p class="said-line">${icon("check")} ${stopped().length + stalled().length > 0 ? w.stuck : held() ? w.held : w.quiet} ${played}</p>`;
}
