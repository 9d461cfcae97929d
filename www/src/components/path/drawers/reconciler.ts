// The reconciler: the pass in progress in six dots, and how it is written.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, Pass } from "../../../contract.ts";
import { QUESTIONS, stateOf } from "../../../derive/pass.ts";
import { deviations } from "../../../habits.ts";
import { entries, here, play } from "../../../state/run.ts";
import { area } from "../../../state/ui.ts";
import { words } from "../../../words/index.ts";
import { icon } from "../../icons.ts";
import { prose } from "../../prose.ts";
import { openFaults } from "../../faults.ts";
import { empty, station } from "./drawer.ts";

export function reconciler(controller: ControllerView, next: boolean): TemplateResult {
  const w = words();
  const { pass, running } = controller;
  return station({
    name: "reconciler",
    icon: "reconciler",
    next,
    meta: pass ? w.path.pass(pass.number) : "",
    content: html`
      ${!running ? html`<p class="empty crashed">${icon("bolt")}${w.path.crashed}</p>` : controller.stalled ? html`<p class="empty crashed">${icon("pause")}${w.path.stalled}</p>` : ""}
      ${!running ? "" : pass ? progress(pass, controller) : empty(w.path.idle)}
      ${habitsLine(controller)}`,
    actions: html`
      ${running
        ? html`<button type="button" class="small" @click=${() => void play({ crash: here() })}>${w.interfere.crash}</button>`
        : html`<button type="button" class="small" @click=${() => void play({ start: here() })}>${w.interfere.start}</button>`}
      <button type="button" class="link" @click=${openFaults}>${w.interfere.all}</button>`,
  });
}

function progress(pass: Pass, controller: ControllerView): TemplateResult {
  const w = words();
  return html`
    <p class="row-name">${pass.key}</p>
    <ol class="dots" aria-hidden="true">${QUESTIONS.map((question) => html`<li data-state=${stateOf(question, pass, entries.value)}></li>`)}</ol>
    ${controller.inProgress.length > 1 ? html`<p class="row-kind">${w.path.alongside(controller.inProgress.slice(1).map((one) => one.key))}</p>` : ""}
    ${pass.next ? html`<p class="next-line"><span class="caption">${w.pass.next}</span> ${prose(w.next(pass.next))}</p>` : ""}
    <button type="button" class="link narrow-only" @click=${() => { area.value = "pass"; }}>${w.pass.title}</button>`;
}

function habitsLine(controller: ControllerView): TemplateResult {
  const w = words().habits;
  const changed = deviations(controller.habits);
  return html`
    <div class="habits-line">
      ${changed.length === 0
        ? html`<span class="pill ok">${icon("check")}${w.good}</span>`
        : changed.map((name) => html`<span class="pill warn"><span class="mono">${name}: ${w.plain(controller.habits[name])}</span></span>`)}
    </div>`;
}
