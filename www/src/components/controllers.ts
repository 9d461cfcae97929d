// A switch between controllers, where there are several: which is looked at, and how each fares.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView } from "../contract.ts";
import { chosenController, moment, shown } from "../state/run.ts";
import { chosenPass } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { prose } from "./prose.ts";

export function controllers(): TemplateResult | string {
  const now = moment.value;
  const at = shown.value;
  if (!now || !at || !(at.several || at.controller.lease)) return "";
  const w = words().controllers;
  const { lease } = at.controller;
  const all = Object.values(now.view.controllers);
  return html`
    <div class="controllers" role="group" aria-label=${w.label}>
      ${Object.entries(now.view.controllers).map(([name, one]) => html`
        <button type="button" class="controller" aria-pressed=${name === at.name ? "true" : "false"} @click=${() => choose(name)}>
          <span class="controller-name mono">${name}</span>
          ${state(one, all)}
          ${now.by === name ? html`<span class="pill next-pill">${w.next}</span>` : ""}
          <span class="muted">${w.passes(one.passes)}</span>
        </button>`)}
      ${lease ? html`<p class="lease muted">${prose(w.lease(lease, now.view.time, { name: at.name, sure: isSure(at.controller, all), stalled: at.controller.stalled }))}</p>` : ""}
    </div>`;
}

function choose(name: string): void {
  chosenController.value = name;
  chosenPass.value = null;
}

/** What a leader believes need not be so: it may have slept through the loss of its lease. */
function isSure(one: ControllerView, all: readonly ControllerView[]): boolean {
  const { lease } = one;
  if (one.stalled || !lease || lease.holder !== lease.identity) return false;
  return !all.some((other) => other !== one && other.lease?.name === lease.name && other.leader === true);
}

function state(one: ControllerView, all: readonly ControllerView[]): TemplateResult {
  const w = words().controllers;
  const sure = isSure(one, all);
  return html`
    ${!one.running ? html`<span class="pill bad">${icon("bolt")}${w.down}</span>` : one.stalled ? html`<span class="pill warn">${icon("pause")}${w.stalled}</span>` : ""}
    ${one.leader === true ? html`<span class="pill ${sure ? "ok" : "warn"}">${icon("flag")}${sure ? w.leads : w.believes}</span>` : one.leader === false ? html`<span class="pill">${icon("hourglass")}${w.waits}</span>` : ""}`;
}
