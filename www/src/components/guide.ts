// What this situation is and what to try in it: the first thing that a newcomer reads.

import { html, type TemplateResult } from "lit-html";
import type { Habits } from "../contract.ts";
import { beginSituation, here as shownOne, play, shown, situation } from "../state/run.ts";
import { dialog, guideOpen } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { compareWith } from "./compare.ts";
import { leaving } from "./leaving.ts";
import { icon } from "./icons.ts";
import { prose } from "./prose.ts";

export function guide(): TemplateResult | string {
  const here = situation.value;
  if (!here) return "";
  const w = words();
  const text = w.scenarios.items[here.id];
  if (!guideOpen.value) {
    return html`<div class="guide-closed"><button type="button" class="quiet" @click=${() => { guideOpen.value = true; }}>${icon("flag")}${w.guide.show}</button></div>`;
  }
  return html`
    <section class="guide" aria-labelledby="guide-title">
      <div class="guide-what">
        <h2 id="guide-title">${text.title}</h2>
        <p>${prose(text.situation)}</p>
        <p class="guide-links">
          <button type="button" class="link" @click=${() => { dialog.value = "situations"; }}>${w.scenarios.title}</button>
          <button type="button" class="link" @click=${() => { guideOpen.value = false; }}>${w.guide.hide}</button>
        </p>
      </div>
      <div class="guide-tries">
        <ol aria-label=${w.guide.label}>${text.tries.map((line) => html`<li><span>${prose(line)}</span></li>`)}</ol>
        ${here.cures.length === 0 ? "" : html`
          <p class="cures"><span class="caption">${w.guide.cures}</span>
            ${here.cures.map((cure) => html`<button type="button" class="small" ?disabled=${applied(cure.set)} @click=${() => void (cure.anew ? leaving() && beginSituation(here, cure.set) : play({ habits: { ...shownOne(), set: cure.set } }))}>${applied(cure.set) ? icon("check") : ""}${(cure.anew ? w.guide.anew : w.guide.apply)(w.scenarios.cures[cure.id])}</button>
              ${applied(cure.set) ? "" : html`<button type="button" class="link" aria-label=${w.guide.compareWith(w.scenarios.cures[cure.id])} @click=${() => compareWith(cure.set)}>${w.guide.compare}</button>`}`)}
          </p>`}
      </div>
    </section>`;
}

/** The controller is written so already. */
function applied(set: Partial<Habits>): boolean {
  const habits = shown.value?.controller.habits;
  return habits !== undefined && Object.entries(set).every(([name, value]) => habits[name as keyof Habits] === value);
}
