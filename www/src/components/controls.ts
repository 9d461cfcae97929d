// The controls: always reachable. The main button says in words what the next move is.

import { html, nothing, type TemplateResult } from "lit-html";
import { busy, entries, finishPass, moment, play, reset, settle, startPosition, step } from "../state/run.ts";
import { dialog, faultsOpen, narrow, shortcuts, timeOpen } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { openFaults } from "./faults.ts";
import { icon } from "./icons.ts";
import { others } from "./others.ts";
import { prose } from "./prose.ts";
import { nextMove, said, stalled, stopped } from "./said.ts";
import { kept } from "./time/kept.ts";
import { scrubber } from "./time/scrubber.ts";
import { timePanel, toggleTime } from "./time-panel.ts";

export function controls(): TemplateResult {
  const w = words().controls;
  const now = moment.value;
  const next = now?.next ?? null;
  const what = nextMove();
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
