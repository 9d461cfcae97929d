// The habits: how the reconciler is written. Choices are gathered and rolled out as one new version.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import type { Habits } from "../contract.ts";
import { controllerOf } from "../derive/deed.ts";
import { deviations, goodValue, goodWay, HABIT_GROUPS, HABITS, type HabitGroup, type HabitName, type HabitValue } from "../habits.ts";
import { moment, play } from "../state/run.ts";
import { dialog } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { modal } from "./modal.ts";
import { prose } from "./prose.ts";

/** What is chosen and not rolled out yet. */
const chosen = signal<Partial<Record<HabitName, HabitValue>>>({});

export function habitsDialog(): TemplateResult | string {
  const controller = controllerOf(moment.value?.view ?? { controllers: {} } as never, undefined);
  if (!controller) return "";
  const w = words().habits;
  const changes = Object.entries(chosen.value).filter(([name, value]) => controller.habits[name as HabitName] !== value);
  const body = html`
    <p class="lead">${w.intro}</p>
    ${(Object.keys(HABIT_GROUPS) as HabitGroup[]).map((group) => html`
      <fieldset class="habit-group">
        <legend>${w.groups[group]}</legend>
        ${HABIT_GROUPS[group].map((name) => habit(name, controller.habits))}
      </fieldset>`)}`;
  const foot = html`
    <p class="muted">${changes.length === 0 ? w.noChange : w.changes(changes.length)} ${changes.length === 0 ? "" : w.rolloutNote}</p>
    <span class="spring"></span>
    <button type="button" ?disabled=${deviations(controller.habits).length === 0} @click=${(event: Event) => rollOut(event, goodWay())}>${icon("reset")}${w.reset}</button>
    <button type="button" class="primary" ?disabled=${changes.length === 0} @click=${(event: Event) => rollOut(event, Object.fromEntries(changes))}>${w.rollout}</button>`;
  return modal("habits", w.title, body, foot);
}

function habit(name: HabitName, habits: Habits): TemplateResult {
  const w = words().habits;
  const now = habits[name] as HabitValue;
  const picked = chosen.value[name] === undefined ? now : chosen.value[name];
  const values: readonly HabitValue[] = HABITS[name];
  const all = values.includes(now) ? values : [...values, now];
  const text = w.value(name, picked);
  const id = `habit-${name}`;
  return html`
    <div class="habit" ?data-changed=${picked !== goodValue(name)}>
      <label for=${id}>${w.names[name]} <code>${name}</code></label>
      <select id=${id} aria-describedby="${id}-means" @change=${(event: Event) => choose(name, all[(event.target as HTMLSelectElement).selectedIndex] ?? null)}>
        ${all.map((value) => html`<option ?selected=${value === picked}>${w.value(name, value).label}${value === goodValue(name) ? ` (${w.standard})` : ""}</option>`)}
      </select>
      <p id="${id}-means" class="habit-means">${prose(text.means)}${text.mistake === "" ? "" : html` <span class="mistake">${icon("warning")}<span><strong>${w.mistake}:</strong> ${prose(text.mistake)}</span></span>`}</p>
    </div>`;
}

function choose(name: HabitName, value: HabitValue): void {
  chosen.value = { ...chosen.value, [name]: value };
}

function rollOut(event: Event, set: Partial<Habits>): void {
  chosen.value = {};
  (event.target as Element).closest("dialog")?.close();
  dialog.value = null;
  void play({ habits: { set } });
}
