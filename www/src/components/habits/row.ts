// One habit in the list: its name, which opens its documentation, and its choice.

import { html, type TemplateResult } from "lit-html";
import { goodValue, type HabitName, type HabitValue } from "../../habits.ts";
import { keyOf, kindOf, OWN, valuesOf } from "../../documentation/values.ts";
import { narrow } from "../../state/ui.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import { words } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { choose, nowOf, pick, pickedOf, reading, refused } from "./state.ts";

export function row(name: HabitName, w: HabitWords, open: boolean): TemplateResult {
  const { ui } = w;
  const now = nowOf(name);
  const picked = pickedOf(name);
  const key = keyOf(name, picked);
  const values = valuesOf(name);
  const texts = w.habits[name].values;
  const bad = refused.value?.of.includes(name) ? refused.value.message : null;
  const id = `habit-${name}`;
  return html`
    <div class="habit" ?data-changed=${picked !== goodValue(name)} ?data-open=${open}>
      <button type="button" class="habit-name" aria-expanded=${open ? "true" : "false"} aria-controls="habit-about" @click=${() => { reading.value = open && narrow.value ? null : name; }}>
        <span>${w.habits[name].name}</span> <code>${name}</code>${icon("chevron")}
      </button>
      <div class="habit-choice">
        <select id=${id} aria-label=${w.habits[name].name} aria-describedby="${id}-state" @focus=${() => { if (!narrow.value) reading.value = name; }}
          @change=${(event: Event) => choose(name, values[(event.target as HTMLSelectElement).selectedIndex]!)}>
          ${values.map((one) => html`<option ?selected=${one.key === key}>${texts[one.key]?.[0] ?? one.key}${one.value === goodValue(name) ? words().between.brackets(ui.good) : ""}</option>`)}
        </select>
        ${key === OWN ? ownValue(name, picked, w) : ""}
      </div>
      <p class="habit-state" id="${id}-state">
        ${picked === goodValue(name) ? "" : html`<span class="pill warn">${icon("dot")}${ui.notGood}</span>`}
        ${picked === now ? "" : html`<span class="pill accent">${ui.running}${words().between.colon}${labelOf(name, now, w)}</span>`}
        ${bad === null ? "" : html`<span class="mistake">${icon("warning")}<span>${ui.refused}${words().between.colon}<span class="mono">${bad}</span></span></span>`}
      </p>
    </div>`;
}

function ownValue(name: HabitName, picked: HabitValue, w: HabitWords): TemplateResult {
  const { ui } = w;
  const kind = kindOf(name);
  if (kind === "selector") {
    return html`<label class="habit-own"><span>${ui.selector}</span><input type="text" spellcheck="false" autocapitalize="off" placeholder=${ui.selectorHint} .value=${String(picked)} @input=${(event: Event) => pick(name, (event.target as HTMLInputElement).value)}></label>`;
  }
  const workers = kind === "count";
  return html`
    <label class="habit-own"><span>${workers ? ui.workers : ui.milliseconds}</span>
      <input type="number" min="1" max=${workers ? 16 : 31_622_400_000} step="1" .value=${String(picked)} @input=${(event: Event) => pick(name, numberOr(event.target as HTMLInputElement))}></label>`;
}

/** What is no number is handed to the engine as it is: it says what it takes. */
function numberOr(input: HTMLInputElement): HabitValue {
  return Number.isNaN(input.valueAsNumber) ? input.value : input.valueAsNumber;
}

function labelOf(name: HabitName, value: HabitValue, w: HabitWords): string {
  const key = keyOf(name, value);
  if (key !== OWN) return w.habits[name].values[key]?.[0] ?? key;
  return typeof value === "number" && kindOf(name) !== "count" ? w.ui.unit(value) : String(value);
}
