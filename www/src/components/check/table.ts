// What a check says of each habit and value under each of the ready budgets.

import { html, type TemplateResult } from "lit-html";
import type { Verdict } from "../../contract.ts";
import { keyOfRow, type Table, type TableRow, type Why } from "../../check/table.ts";
import { goodValue, HABIT_NAMES, type HabitName } from "../../habits.ts";
import type { CheckWords } from "../../words/check/en.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import { words } from "../../words/index.ts";
import { icon, type IconName } from "../icons.ts";
import { prose } from "../prose.ts";

const ICONS: Record<Verdict["verdict"], IconName> = { holds: "check", fails: "warning", notFinished: "hourglass" };
const TONES: Record<Verdict["verdict"], string> = { holds: "ok", fails: "bad", notFinished: "warn" };

export function tableOf(table: Table, w: CheckWords, texts: HabitWords): TemplateResult {
  return html`
    <details class="check-table"><summary>${w.table.title}</summary>
      <p class="muted">${w.table.hint}</p>
      <table>
        <thead><tr><th scope="col">${w.table.value}</th>${table.budgets.map((budget) => html`<th scope="col">${w.budget[budget]}</th>`)}</tr></thead>
        ${HABIT_NAMES.map((habit) => habitRows(habit, table, w, texts))}
      </table>
    </details>`;
}

function habitRows(habit: HabitName, { rows, budgets }: Table, w: CheckWords, { habits, ui }: HabitWords): TemplateResult | string {
  const own = rows.filter((row) => row.habit === habit);
  if (own.length === 0) return "";
  const { name, values } = habits[habit];
  return html`
    <tbody>
      <tr class="check-habit"><th scope="rowgroup" colspan=${budgets.length + 1}>${name} <code>${habit}</code>${own[0]!.with ? html` <span class="muted">${prose(withOthers(own[0]!, w))}</span>` : ""}</th></tr>
      ${own.map((row) => html`
        <tr><th scope="row">${values[keyOfRow(row)]?.[0] ?? String(row.value)}${row.value === goodValue(habit) ? words().between.brackets(ui.good) : ""}</th>
          ${row.verdicts.map((verdict) => html`<td>${mark(verdict, w)}</td>`)}</tr>`)}
    </tbody>`;
}

/** The same of one value, beside its documentation. */
export function marksOf(row: TableRow, { budgets }: Table, w: CheckWords): TemplateResult {
  return html`
    <dl class="check-marks">${budgets.map((budget, at) => html`<div><dt>${w.budget[budget]}</dt><dd>${mark(row.verdicts[at]!, w)} ${why(row.why[at] ?? null, w)}</dd></div>`)}</dl>
    ${row.with ? html`<p class="muted">${prose(withOthers(row, w))}</p>` : ""}`;
}

function withOthers(row: TableRow, w: CheckWords): string {
  return w.table.with(Object.entries(row.with ?? {}).map(([habit, value]) => `${habit}: ${String(value)}`));
}

function why(one: Why | null, w: CheckWords): TemplateResult | string {
  return one ? html`<span class="muted">${prose(w.table.why(w.properties[one.property][0], one.how, one.moves))}</span>` : "";
}

function mark(verdict: Verdict["verdict"], w: CheckWords): TemplateResult {
  return html`<span class="check-mark tone-${TONES[verdict]}">${icon(ICONS[verdict])}<span>${w.table.verdicts[verdict]}</span></span>`;
}
