// What this situation is and what to try in it: the first thing that a newcomer reads.

import { html, type TemplateResult } from "lit-html";
import { kind } from "../kind.ts";
import { FIRST, isWritten, type Cure, type Situation } from "../scenarios.ts";
import { beginSituation, cured, here as shownOne, moment, play, shown, situation, startPosition, tellSituation, told, way } from "../state/run.ts";
import { sceneWords, textOf, triesOf } from "../state/scenes.ts";
import { dialog, guideOpen } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { compareWith } from "./compare.ts";
import { leaving } from "./leaving.ts";
import { hideGuide, showGuide } from "./guide-shown.ts";
import { hint } from "./hint.ts";
import { icon } from "./icons.ts";
import { lazy } from "./lazy.ts";
import { prose } from "./prose.ts";

export function guide(): TemplateResult | string {
  const here = situation.value;
  if (!here) return "";
  const w = words();
  if (!guideOpen.value) {
    return html`<div class="guide-closed"><button id="guide-closed" type="button" class="quiet" @click=${() => showGuide("report" in here ? "report-title" : "guide-title")}>${icon("flag")}${w.guide.show}</button></div>`;
  }
  if ("report" in here) return lazy("report");
  const text = textOf(here);
  if (!text) return "";
  return html`
    <section class="guide" aria-labelledby="guide-title">
      <div class="guide-what">
        <h2 id="guide-title" tabindex="-1">${text.title}</h2>
        <p>${moved() ? html`<span class="caption">${w.guide.beginning}</span> ` : ""}${prose(text.situation)}</p>
        <p class="guide-links">
          ${kind === "frame" ? "" : html`<button type="button" class="link" @click=${() => { dialog.value = "situations"; }}>${w.scenarios.title}</button>`}
          <button type="button" class="link" aria-keyshortcuts="c" @click=${() => { dialog.value = "check"; }}>${w.controls.check}</button>
          <button type="button" class="link" @click=${hideGuide}>${w.guide.hide}</button>
        </p>
      </div>
      <div class="guide-tries">
        <ol aria-label=${w.guide.label}>${triesOf(text).map((line) => html`<li><span>${hint(line)}</span></li>`)}</ol>
        ${here === FIRST ? "" : help(here)}
      </div>
    </section>`;
}

/** What is said of the situation is no longer so. */
function moved(): boolean {
  return (moment.value?.view.position ?? 0) > startPosition.value;
}

/** What goes wrong, played; and the cures. */
function help(here: Situation): TemplateResult {
  const w = words().guide;
  const { cures = [] } = here;
  return html`
    <p class="cures">
      <button type="button" class="small" @click=${() => tell(here)}>${icon("settle")}${cures.length === 0 ? w.happen : w.wrong}</button>
      ${here.list ? html`<button type="button" class="small" @click=${() => { dialog.value = "simulated"; }}>${icon("file")}${sceneWords()?.gallery.simulated}</button>` : ""}
      ${cures.length === 0 ? "" : html`<span class="caption">${w.cures}</span>`}
      ${cures.map((cure) => cureButton(here, cure))}
    </p>`;
}

function cureButton(here: Situation, cure: Cure): TemplateResult {
  const w = words().guide;
  const habits = shown.value?.controller.habits;
  const done = habits !== undefined && isWritten(habits, cure.set);
  const name = sceneWords()?.cures[cure.id] ?? "";
  return html`<button type="button" class="small" ?disabled=${done} @click=${() => heal(here, cure)}>${done ? icon("check") : ""}${cure.anew ? w.anew(name) : w.apply(name)}</button>
    ${done ? "" : html`<button type="button" class="link" aria-label=${w.compareWith(name)} @click=${() => compareWith(cure.set)}>${w.compare}</button>`}`;
}

/** With a cure in it nothing would go wrong: then it is begun anew without. */
function tell(here: Situation): void {
  if (!cured.value) void tellSituation();
  else if (leaving()) void beginSituation(here, { written: way.value, told: true });
}

/** Begun anew, it is told again where it was told. */
function heal(here: Situation, { set, anew }: Cure): void {
  if (!anew) void play({ habits: { ...shownOne(), set } });
  else if (leaving()) void beginSituation(here, { written: way.value, cure: set, told: told.value });
}
