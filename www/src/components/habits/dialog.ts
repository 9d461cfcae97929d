// The habits: how the reconciler is written. Choices are gathered, checked by the engine, and rolled out as one new
// version; beside each stands what it looks like in code, what goes wrong with it, and whom it happened to.

import { html, type TemplateResult } from "lit-html";
import type { Habits } from "../../contract.ts";
import { habitTable } from "../../check/table.ts";
import { matches } from "../../derive/matches.ts";
import { HABIT_GROUPS, type HabitGroup } from "../../documentation/groups.ts";
import { deviations, goodValue, HABIT_NAMES, type HabitName } from "../../habits.ts";
import { allSituations } from "../../scenarios.ts";
import { here, play, shown } from "../../state/run.ts";
import { dialog, narrow } from "../../state/ui.ts";
import { checkWords } from "../../words/check/index.ts";
import { habitWords } from "../../words/habits/index.ts";
import type { Documented } from "./about.ts";
import { words, type Language } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { instead, modal } from "../modal.ts";
import { about } from "./about.ts";
import { row } from "./row.ts";
import { changes, discard, goodWay, nowOf, onlyChanged, pickedOf, reading, refused, search } from "./state.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const [w, { CODE }, situations, table, check] = await Promise.all([habitWords(language), import("../../documentation/code.ts"), allSituations(), habitTable(), checkWords(language)]);
  return () => habitsDialog({ ...w, code: CODE, situations, table, check });
}

function habitsDialog(w: Documented): TemplateResult | string {
  const at = shown.value;
  if (!at) return "";
  const { ui } = w;
  const found = HABIT_NAMES.filter((name) => isFound(name, w));
  const open = reading.value !== null && found.includes(reading.value) ? reading.value : narrow.value ? null : found[0] ?? null;
  const changed = Object.keys(changes.value).length;
  const body = html`
    <div class="habits-tools">
      <label class="habits-search"><span class="visually-hidden">${ui.search}</span>
        <input type="search" placeholder=${ui.searchHint} .value=${search.value} @input=${(event: Event) => { search.value = (event.target as HTMLInputElement).value; }}></label>
      <label class="check"><input type="checkbox" .checked=${onlyChanged.value} @change=${(event: Event) => { onlyChanged.value = (event.target as HTMLInputElement).checked; }}>${ui.onlyChanged}</label>
      <span class="muted" role="status">${ui.found(found.length, HABIT_NAMES.length)}</span>
    </div>
    <div class="habits-body">
      <div class="habits-list">
        ${found.length === 0 ? html`<p class="empty">${ui.nothingFound}</p>` : ""}
        ${(Object.keys(HABIT_GROUPS) as HabitGroup[]).map((group) => {
          const names = HABIT_GROUPS[group].filter((name) => found.includes(name));
          return names.length === 0 ? "" : html`
            <section class="habit-group" aria-labelledby="habits-${group}">
              <h3 id="habits-${group}">${ui.groups[group]}</h3>
              ${names.map((name) => html`
                ${row(name, w, open === name)}
                ${narrow.value && open === name ? html`<div class="habit-about" id="habit-about">${about(name, w)}</div>` : ""}`)}
            </section>`;
        })}
      </div>
      ${narrow.value ? "" : html`<div class="habit-about" id="habit-about" tabindex="0" role="region" aria-label=${open ? ui.details(w.habits[open].name) : ui.title}>${open ? about(open, w) : ""}</div>`}
    </div>`;
  const foot = html`
    <p class="muted">${refused.value
      ? html`<span class="mistake">${icon("warning")}<span>${ui.refused}${words().between.colon}<span class="mono">${refused.value.message}</span></span></span>`
      : html`${changed === 0 ? ui.noChange : ui.changes(changed)} ${changed === 0 ? "" : ui.rolloutNote}`}</p>
    ${changed === 0 ? "" : html`<button type="button" class="quiet" @click=${discard}>${ui.discard}</button>`}
    <button type="button" @click=${() => instead("check")}>${icon("moves")}${words().controls.check}</button>
    <button type="button" ?disabled=${deviations(at.controller.habits).length === 0} @click=${(event: Event) => rollOut(event, goodWay(at.controller.habits))}>${icon("reset")}${ui.reset}</button>
    <button type="button" class="primary" ?disabled=${changed === 0 || refused.value !== null} @click=${(event: Event) => rollOut(event, changes.value)}>${ui.rollout}</button>`;
  return modal("habits", at.several ? ui.titleOf(at.name) : ui.title, body, foot);
}

function isFound(name: HabitName, w: Documented): boolean {
  if (onlyChanged.value && nowOf(name) === goodValue(name) && pickedOf(name) === goodValue(name)) return false;
  const { name: title, asks, values } = w.habits[name];
  return matches(search.value, [name, title, asks, ...Object.entries(values).flat(2)]);
}

function rollOut(event: Event, set: Partial<Habits>): void {
  discard();
  (event.target as Element).closest("dialog")?.close();
  dialog.value = null;
  void play({ habits: { ...here(), set } });
}
