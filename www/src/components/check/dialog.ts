// Every order tried: what is checked, with which faults and which moves of others, and what came of it.

import { html, type TemplateResult } from "lit-html";
import { BUDGET_NAMES, checkBox, FAULTS, MOST_OTHERS } from "../../check/index.ts";
import { habitTable, type Table } from "../../check/table.ts";
import { deedOf } from "../../derive/deed.ts";
import { goodValue, HABIT_NAMES, type HabitName } from "../../habits.ts";
import { entries, moment, shown, situation } from "../../state/run.ts";
import { textOf as sceneText } from "../../state/scenes.ts";
import { dialog } from "../../state/ui.ts";
import { checkWords } from "../../words/check/index.ts";
import type { CheckWords } from "../../words/check/en.ts";
import { habitWords } from "../../words/habits/index.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import { words, type Language } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { changes, discard } from "../habits/state.ts";
import { modal } from "../modal.ts";
import { prose } from "../prose.ts";
import { rollOut, toRollOut, trialText } from "./changes.ts";
import { seeStory, storyLink } from "./see.ts";
import { budgetName, checking, choices, chosen, faulty, isEmpty, isOn, isOther, LEAST_STATES, limit, MOST_FAULTS, MOST_STATES, ownNumbers, subject, turn, type Choice } from "./state.ts";
import { tableOf } from "./table.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const [w, habits, table] = await Promise.all([checkWords(language), habitWords(language), habitTable()]);
  return () => panel(w, habits, table);
}

function panel(w: CheckWords, habits: HabitWords, table: Table): TemplateResult | string {
  if (!shown.value) return "";
  const several = shown.value.several;
  const body = html`
    <p class="lead">${w.lead}</p>
    <div class="check-columns">
      <div class="check-choices">
        ${about(w)}
        ${budgets(w)}
        ${others(w)}
        <label class="check-limit"><span>${w.limit}</span>
          <input type="text" inputmode="numeric" size="10" .value=${limit.value} aria-describedby="check-limit-hint" aria-invalid=${faulty.value.limit ? "true" : "false"} @input=${(event: Event) => { limit.value = (event.target as HTMLInputElement).value; }}></label>
        <div id="check-limit-hint"><p class="muted">${w.limitHint}</p>${mistake(faulty.value.limit, w.limitWrong(LEAST_STATES, MOST_STATES))}</div>
      </div>
      <section class="check-side" aria-labelledby="check-result-title">
        <h3 id="check-result-title">${w.result}</h3>
        ${checkBox({
          checking, w, isOther: isOther.value,
          subject: () => subject.value,
          see: (verdict) => void seeStory(verdict).then((seen) => { if (seen) close(); }),
          link: storyLink,
          more: (states) => {
            limit.value = String(Math.min(states, MOST_STATES));
            if (subject.value) checking.begin(subject.value);
          },
          fix: {
            text: (trial) => trialText(trial, w, habits, several),
            isApplied: (trial, of) => toRollOut(of.scenario, trial).length === 0,
            apply: (trial, of) => {
              const all = toRollOut(of.scenario, trial);
              discard();
              close();
              void rollOut(all);
            },
          },
        })}
      </section>
    </div>
    ${tableOf(table, w, habits)}`;
  return modal("check", w.title, body);
}

function close(): void {
  document.querySelector<HTMLDialogElement>("dialog.modal-check")?.close();
  dialog.value = null;
}

function mistake(is: boolean, text: string): TemplateResult {
  return html`<div role="alert">${is ? html`<p class="mistake">${icon("warning")}<span>${text}</span></p>` : ""}</div>`;
}

function about(w: CheckWords): TemplateResult {
  const title = situation.value && sceneText(situation.value)?.title;
  const deviating = Object.entries(moment.value?.view.controllers ?? {}).flatMap(([controller, { habits }]) => {
    const written = { ...habits, ...(controller === shown.value?.name ? changes.value : {}) };
    return HABIT_NAMES.filter((habit) => written[habit] !== goodValue(habit)).map((habit: HabitName) => `${habit}: ${String(written[habit])}`);
  });
  return html`
    <section class="check-about" aria-labelledby="check-about">
      <h3 id="check-about">${w.subject.title}</h3>
      <p>${title ? w.subject.whole(title) : w.subject.nameless} ${deviating.length === 0 ? w.subject.good : prose(w.subject.habits([...new Set(deviating)]))}</p>
      ${Object.keys(changes.value).length === 0 ? "" : html`<p>${w.subject.chosen}</p>`}
      ${entries.value.length === 0 ? "" : html`<p class="muted">${w.subject.moves(entries.value.length)}</p>`}
      ${isEmpty.value ? html`<p class="mistake">${icon("warning")}<span>${w.subject.nothing}</span></p>` : ""}
    </section>`;
}

function budgets(w: CheckWords): TemplateResult {
  return html`
    <fieldset class="check-budgets"><legend>${w.budget.title}</legend>
      ${([...BUDGET_NAMES, "own"] as const).map((name) => html`
        <label><input type="radio" name="check-budget" value=${name} .checked=${budgetName.value === name} @change=${() => { budgetName.value = name; }}>
          <span><strong>${w.budget[name]}</strong> <span class="muted">${prose(w.budgetHint[name])}</span></span></label>`)}
      ${budgetName.value !== "own" ? "" : html`
        <div class="check-numbers">${FAULTS.map((fault) => html`
          <label><span>${w.fault[fault]}</span><input type="number" min="0" max=${MOST_FAULTS} step="1" .value=${ownNumbers.value[fault]} @input=${(event: Event) => { ownNumbers.value = { ...ownNumbers.value, [fault]: (event.target as HTMLInputElement).value }; }}></label>`)}</div>
        ${mistake(faulty.value.budget, w.numberWrong(MOST_FAULTS))}`}
    </fieldset>`;
}

function others(w: CheckWords): TemplateResult {
  const all = choices.value;
  const own = all.filter((one) => "own" in one);
  return html`
    <fieldset class="check-others"><legend>${w.others.title}</legend>
      <p class="muted">${w.others.hint}</p>
      ${all.filter((one) => "other" in one).map((one) => choice(one, w))}
      ${own.length === 0 ? "" : html`<p class="caption">${w.others.own}</p>${own.map((one) => choice(one, w))}`}
      ${mistake(faulty.value.others, w.others.tooMany(chosen.value.length, MOST_OTHERS))}
    </fieldset>`;
}

function choice(one: Choice, w: CheckWords): TemplateResult {
  return html`<label class="check"><input type="checkbox" .checked=${isOn(one)} @change=${(event: Event) => turn(one, (event.target as HTMLInputElement).checked)}><span>${prose(textOf(one, w))}</span></label>`;
}

function textOf(one: Choice, w: CheckWords): string {
  if ("own" in one) return words().deed(deedOf(one.own, moment.value!.view));
  const { other } = one;
  return other.code === "spec" || other.code === "child" ? w.others[other.code](other.name, other.field) : w.others[other.code](other.name);
}
