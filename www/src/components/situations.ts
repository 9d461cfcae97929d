// The gallery of starting situations.

import { html, type TemplateResult } from "lit-html";
import { SITUATIONS, type ScenarioGroup, type Situation } from "../scenarios.ts";
import { leaving } from "./leaving.ts";
import { beginSituation, situation } from "../state/run.ts";
import { dialog, guideOpen } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { modal } from "./modal.ts";
import { prose } from "./prose.ts";

export const open = (): (() => TemplateResult) => situationsDialog;

function situationsDialog(): TemplateResult {
  const w = words().scenarios;
  const groups = Object.keys(w.groups) as ScenarioGroup[];
  return modal("situations", w.title, html`
    <p class="lead">${w.intro}</p>
    ${groups.map((group) => html`
      <section class="gallery-group">
        <h3>${w.groups[group]}</h3>
        <ul class="gallery">${SITUATIONS.filter((one) => one.group === group).map(card)}</ul>
      </section>`)}`);
}

function card(one: Situation): TemplateResult {
  const w = words().scenarios;
  const text = w.items[one.id];
  const here = situation.value?.id === one.id;
  return html`
    <li class="gallery-card" ?data-here=${here}>
      <h4>${text.title}</h4>
      <p>${prose(text.situation)}</p>
      <p class="gallery-foot">
        <button type="button" aria-label="${w.open}: ${text.title}" @click=${(event: Event) => start(event, one)}>${w.open}</button>
        ${here ? html`<span class="pill accent">${w.current}</span>` : ""}
      </p>
    </li>`;
}

function start(event: Event, one: Situation): void {
  if (!leaving()) return;
  (event.target as Element).closest("dialog")?.close();
  dialog.value = null;
  guideOpen.value = true;
  void beginSituation(one);
}
