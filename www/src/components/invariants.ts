// What must always hold: which of it does, what broke where and since when, and what a chosen habit breaks on purpose.

import { html, type TemplateResult } from "lit-html";
import type { View } from "../contract.ts";
import type { Invariant } from "../contract.ts";
import { invariantsOf } from "../derive/invariants.ts";
import { goto } from "../state/run.ts";
import { dialog } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { prose } from "./prose.ts";

export function invariants(view: View): TemplateResult {
  const all = invariantsOf(view);
  const w = words().invariants;
  const broken = all.filter((one) => !one.holds).length;
  return html`
    <section class="card invariants area-history" aria-labelledby="invariants-title">
      <header class="card-head"><h2 id="invariants-title">${w.title}</h2><span class="muted">${broken === 0 ? w.allHold(all.length) : w.someBroken(broken)}</span></header>
      <ul>${all.map(line)}</ul>
      <p class="try-all"><button type="button" class="small" aria-keyshortcuts="c" @click=${() => { dialog.value = "check"; }}>${icon("moves")}${words().controls.check}</button></p>
    </section>`;
}

function line(one: Invariant): TemplateResult {
  const w = words().invariants;
  const { since } = one;
  const tone = one.holds ? "ok" : one.expectedOf === null ? "bad" : "warn";
  return html`
    <li class="invariant tone-${tone}">
      ${icon(one.holds ? "check" : "warning")}
      <span>
        <span class="invariant-name">${w.name(one.name)}</span> <span class="visually-hidden">${one.holds ? w.holds : w.broken}</span>
        ${one.holds ? "" : html`
          <span class="invariant-where">
            ${one.where === null ? "" : html`<span>${prose(w.where(one.where))}</span>`}
            ${since === null ? "" : html`<button type="button" class="link" @click=${() => void goto(since)}>${w.since(since)}</button>`}
            ${one.expectedOf === null ? "" : html`<span class="pill warn">${prose(w.expected(one.expectedOf))}</span>`}
          </span>`}
      </span>
    </li>`;
}
