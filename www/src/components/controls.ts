// The controls: always reachable. The main button says in words what the next move is.

import { html, nothing, type TemplateResult } from "lit-html";
import { tell } from "../derive/tell.ts";
import { busy, entries, finishPass, lastEntries, letTimePass, moment, play, report, reset, settle, shown, startPosition, step, type Report } from "../state/run.ts";
import { dialog, faultsOpen, narrow, shortcuts, timeOpen } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { openFaults } from "./faults.ts";
import { icon } from "./icons.ts";
import { awaited } from "./lazy.ts";
import { others } from "./others.ts";
import { prose } from "./prose.ts";
import { kept } from "./time/kept.ts";
import { scrubber } from "./time/scrubber.ts";
import { timePanel, toggleTime } from "./time-panel.ts";

export function controls(): TemplateResult {
  const w = words().controls;
  const now = moment.value;
  const next = now?.next ?? null;
  const what = next ? `${shown.value?.several && now?.by ? w.of(now.by) : ""}${words().deed(next)}` : stopped().length > 0 ? w.nothingDown : stalled().length > 0 ? w.nothingStalled : held() ? w.nothingHeld : w.nothing;
  const position = now?.view.position ?? 0;
  const off = busy.value || !now;
  const running = Object.values(now?.view.controllers ?? {}).some((one) => one.inProgress.length > 0);
  return html`
    <section class="dock" id="controls" tabindex="-1" aria-label=${w.label} aria-busy=${busy.value ? "true" : "false"}>
      <div class="bar">
        <div class="bar-main">
          <button type="button" class="primary step" aria-disabled=${off || !next ? "true" : "false"} aria-keyshortcuts="s" @click=${() => void step()}>
            ${icon("step")}<span class="step-word">${w.step}<span class="visually-hidden">:</span></span> <span class="step-what">${prose(what)}</span>${key(w.keys.step)}
          </button>
          ${others()}
        </div>
        <div class="bar-group">
          <button type="button" aria-disabled=${off || !next ? "true" : "false"} aria-label=${running ? w.finish : w.finishNone} aria-keyshortcuts="f" @click=${() => void finishPass()}>${icon("finish")}<span class="wide">${running ? w.finish : w.finishNone}</span><span class="short">${w.finishShort}</span>${key(w.keys.finish)}</button>
          <button type="button" aria-disabled=${off || !next ? "true" : "false"} aria-label=${w.settle} aria-keyshortcuts="r" @click=${() => void settle()}>${icon("settle")}<span class="wide">${w.settle}</span><span class="short">${w.settleShort}</span>${key(w.keys.settle)}</button>
        </div>
        <div class="bar-group compact">
          ${narrow.value ? "" : html`<button type="button" class="shrinks" title=${w.reset} aria-label=${w.reset} aria-keyshortcuts="0" aria-disabled=${off || position === startPosition.value ? "true" : "false"} @click=${() => void reset()}>${icon("reset")}<span class="wide">${w.reset}</span></button>`}
          <button type="button" class="shrinks time-button" title=${w.time} aria-label=${w.time} aria-expanded=${timeOpen.value ? "true" : "false"} aria-keyshortcuts="t" aria-disabled=${off ? "true" : "false"} @click=${toggleTime}>${icon("clock")}<span class="wide">${w.time}</span></button>
          <button type="button" class="shrinks faults-button" title=${w.faults} aria-label=${w.faults} aria-expanded=${faultsOpen.value ? "true" : "false"} aria-disabled=${off ? "true" : "false"} @click=${() => { if (faultsOpen.value) faultsOpen.value = false; else if (!off) openFaults(); }}>${icon("bolt")}<span class="wide">${w.faults}</span></button>
          <button type="button" class="square quiet keys-button" title=${w.shortcuts} aria-label=${w.shortcuts} @click=${() => { dialog.value = "shortcuts"; }}>${icon("keyboard")}</button>
        </div>
      </div>
      ${now ? scrubber() : ""}
      ${timeOpen.value ? timePanel() : ""}
      <div class="said" role="status" aria-live="polite" tabindex=${narrow.value ? "0" : nothing}>${said()}${kept()}${down()}${standing()}${ahead()}</div>
    </section>`;
}

/** Whether events wait that somebody holds: then nothing moves, and yet not all is done. */
function held(): boolean {
  return Object.values(moment.value?.view.controllers ?? {}).some((one) => one.inFlight.some(({ kind }) => one.cache[kind]?.held === true));
}

/** The names of the controllers that do not run. */
function stopped(): string[] {
  return Object.entries(moment.value?.view.controllers ?? {}).flatMap(([name, one]) => (one.running ? [] : [name]));
}

/** The names of those that run, and yet do not move. */
function stalled(): string[] {
  return Object.entries(moment.value?.view.controllers ?? {}).flatMap(([name, one]) => (one.running && one.stalled ? [name] : []));
}

/** The same for one that stands still. */
function standing(): TemplateResult[] {
  const w = words().controls;
  return stalled().map((name) => html`<p class="said-line down">${icon("pause")} ${prose(w.stalled(name))} <button type="button" class="small" @click=${() => void play({ resume: { controller: name } })}>${w.resumeIt}</button></p>`);
}

/** Quiet is not well while nobody is there to reconcile. */
function down(): TemplateResult[] {
  const w = words().controls;
  return stopped().map((name) => html`<p class="said-line down">${icon("bolt")} ${prose(w.down(name))} <button type="button" class="small" @click=${() => void play({ start: { controller: name } })}>${w.startIt}</button></p>`);
}

/** What a new move would cost here. */
function ahead(): TemplateResult | string {
  const count = entries.value.length - (moment.value?.view.position ?? 0);
  return count > 0 ? html`<p class="said-line muted ahead">${icon("info")} ${words().controls.ahead(count)}</p>` : "";
}

function key(name: string): TemplateResult | string {
  return shortcuts.value ? html`<kbd class="key" data-key=${name} aria-hidden="true"></kbd>` : "";
}

function said(): TemplateResult {
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
