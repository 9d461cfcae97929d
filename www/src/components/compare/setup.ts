// The form: what differs, and from which moment on.

import { html, type TemplateResult } from "lit-html";
import type { Habits, Move, View } from "../../contract.ts";
import { deedOf } from "../../derive/deed.ts";
import { HABIT_GROUPS, type HabitGroup } from "../../documentation/groups.ts";
import { firstOf, keyOf, kindOf, OWN, valuesOf } from "../../documentation/values.ts";
import { goodValue, type HabitName } from "../../habits.ts";
import { branches, entries, here, moment, shown } from "../../state/run.ts";
import type { CompareWords } from "../../words/compare/en.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import { words } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { plain } from "../prose.ts";
import { choicesAt, whose, type Choice, type Choices, type Group } from "./choices.ts";
import { branch, choose, chosenBranch, chosenMove, from, habit, how, moveNumber, point, value, valueNow, what, type From, type What } from "./setup-state.ts";
import { compare, comparison, refused, toTitle } from "./state.ts";

const WHATS: readonly What[] = ["habit", "move", "branch"];

export function setup(w: CompareWords, texts: HabitWords): TemplateResult {
  const choices = what.value === "move" ? choicesAt(point.value) : null;
  const off = what.value === "habit" ? value.value === valueNow.value : what.value === "move" ? (choices?.list.length ?? 0) === 0 : branch.value === null;
  return html`
    <form class="compare-setup" @submit=${(event: Event) => submit(event, choices)}>
      <fieldset>
        <legend class="caption">${w.what}</legend>
        <div class="switch">
          ${WHATS.map((one) => html`<label class="compare-radio"><input type="radio" name="what" .checked=${what.value === one} @change=${() => { what.value = one; }}><span>${w.whats[one]}</span></label>`)}
        </div>
      </fieldset>
      ${what.value === "habit" ? habitFields(w, texts) : what.value === "move" ? moveFields(w, choices) : branchFields(w)}
      <div class="compare-begin">
        <button type="submit" class="primary" ?disabled=${off}>${w.begin}</button>
        <div role="alert">${refused.value === null ? "" : html`<p class="mistake">${icon("warning")}<span>${w.refused}${words().between.colon}<span class="mono">${refused.value}</span></span></p>`}</div>
      </div>
    </form>`;
}

function submit(event: Event, choices: Choices | null): void {
  event.preventDefault();
  const begin = (...asked: Parameters<typeof compare>) => void compare(...asked).then(() => { if (comparison.peek()) toTitle(); });
  if (what.value === "habit") {
    const set = { [habit.value]: value.value } as Partial<Habits>;
    begin(how.value === "anew" ? { code: "anew", set } : { code: "rollout", set, ...here() }, point.value);
  } else if (what.value === "move") {
    const choice = chosenOf(choices);
    if (choice) begin({ code: "move", move: choice.move, ...(choice.label ? { label: choice.label } : {}) }, point.value);
  } else if (branch.value) begin({ code: "branch", id: branch.value.id }, branch.value.from);
}

function habitFields(w: CompareWords, texts: HabitWords): TemplateResult {
  const { habits, ui } = texts;
  const name = habit.value;
  const values = valuesOf(name);
  const key = keyOf(name, value.value);
  const nowKey = keyOf(name, valueNow.value);
  return html`
    <label>${w.habit}<select @change=${(event: Event) => pickHabit((event.target as HTMLSelectElement).value as HabitName)}>
      ${(Object.keys(HABIT_GROUPS) as HabitGroup[]).map((group) => html`
        <optgroup label=${ui.groups[group]}>${HABIT_GROUPS[group].map((one) => html`<option value=${one} .selected=${one === name}>${habits[one].name}</option>`)}</optgroup>`)}
    </select></label>
    <label>${w.value}<select @change=${(event: Event) => pickValue(name, (event.target as HTMLSelectElement).selectedIndex)}>
      ${values.map((one) => html`<option .selected=${one.key === key}>${habits[name].values[one.key]?.[0] ?? one.key}${one.key === nowKey ? words().between.brackets(w.now) : one.value === goodValue(name) ? words().between.brackets(w.good) : ""}</option>`)}
    </select></label>
    ${key === OWN ? ownValue(name, texts) : ""}
    <fieldset class="compare-how">
      <legend class="caption">${w.how}</legend>
      ${(["anew", "rollout"] as const).map((one) => html`<label class="check"><input type="radio" name="how" .checked=${how.value === one} @change=${() => { how.value = one; }}><span>${w.hows[one]}</span></label>`)}
    </fieldset>
    ${how.value === "rollout" ? fromFields(w) : ""}`;
}

function pickHabit(name: HabitName): void {
  habit.value = name;
  // The good way where it is written otherwise, else the first other one.
  const now = valueNow.value;
  choose(name, firstOf(name, valuesOf(name).find((one) => one.value !== now)!));
}

function pickValue(name: HabitName, index: number): void {
  choose(name, firstOf(name, valuesOf(name)[index]!));
}

function ownValue(name: HabitName, { ui }: HabitWords): TemplateResult {
  const text = kindOf(name) === "selector";
  return html`<label>${text ? ui.selector : kindOf(name) === "count" ? ui.workers : ui.milliseconds}
    <input type=${text ? "text" : "number"} min="1" step="1" required spellcheck="false" autocapitalize="off" .value=${String(value.value)}
      @change=${(event: Event) => { const input = event.target as HTMLInputElement; choose(name, text || Number.isNaN(input.valueAsNumber) ? input.value : input.valueAsNumber); }}></label>`;
}

function fromFields(w: CompareWords): TemplateResult {
  const position = moment.value?.view.position ?? 0;
  const offered: readonly [From, string][] = [["now", w.fromNow(position)], ["start", w.fromStart], ["move", w.fromMove]];
  return html`
    <label>${w.from}<select @change=${(event: Event) => { from.value = (event.target as HTMLSelectElement).value as From; }}>
      ${offered.map(([name, label]) => html`<option value=${name} .selected=${from.value === name}>${label}</option>`)}
    </select></label>
    ${from.value === "move" ? html`<label>${w.moveNumber}<input type="number" min="0" max=${entries.value.length} step="1" required .value=${String(point.value)} @change=${(event: Event) => { moveNumber.value = (event.target as HTMLInputElement).valueAsNumber || 0; }}></label>` : ""}`;
}

const GROUPS: readonly Group[] = ["next", "people", "faults"];

function chosenOf(choices: Choices | null): Choice | undefined {
  return choices?.list.find(({ move }) => JSON.stringify(move) === chosenMove.value) ?? ordered(choices)[0];
}

function ordered(choices: Choices | null): Choice[] {
  return GROUPS.flatMap((group) => choices?.list.filter((one) => one.group === group) ?? []);
}

function moveFields(w: CompareWords, choices: Choices | null): TemplateResult {
  const chosen = chosenOf(choices);
  return html`
    ${fromFields(w)}
    ${!choices || !chosen ? html`<p class="empty">${w.noMoves}</p>` : html`
      <label class="compare-move">${w.move}<select @change=${(event: Event) => { chosenMove.value = (event.target as HTMLSelectElement).value; }}>
        ${GROUPS.map((group) => {
          const list = choices.list.filter((one) => one.group === group);
          return list.length === 0 ? "" : html`<optgroup label=${w.groups[group]}>${list.map((one) => {
            const by = whose(one, choices.view);
            return html`<option value=${JSON.stringify(one.move)} .selected=${one === chosen}>${by === null ? "" : `${by}${words().between.colon}`}${plain(deedText(one.move, one.label, choices.view, w))}</option>`;
          })}</optgroup>`;
        })}
      </select></label>`}`;
}

/** What a move does; of a request that was made for the list, what it is for. */
export function deedText(move: Move, label: Choice["label"], view: View, w: CompareWords): string {
  if (label && "request" in move) return w.choices[label](move.request.path.split("/").at(-1)!);
  return words().deed(deedOf(move, view));
}

function branchFields(w: CompareWords): TemplateResult {
  const chosen = branch.value;
  if (!chosen) return html`<p class="empty">${w.noBranches}</p>`;
  return html`
    <label>${w.branch}<select @change=${(event: Event) => { chosenBranch.value = Number((event.target as HTMLSelectElement).value); }}>
      ${branches.value.map((one) => html`<option value=${one.id} .selected=${one === chosen}>${w.branchOf(one.id, one.from, one.tail.length)}</option>`)}
    </select></label>`;
}

/** Before anything was chosen: what is not written the good way, or else a habit to try. */
export function suggest(): void {
  const habits = shown.peek()?.controller.habits;
  if (!habits) return;
  const other = (Object.keys(habits) as HabitName[]).find((name) => habits[name] !== goodValue(name));
  pickHabit(other ?? "predicate");
}
