// The documentation of a habit at the value that is chosen: what it looks like, what goes wrong, whom it happened to.

import { html, type TemplateResult } from "lit-html";
import { rowOf, type Table } from "../../check/table.ts";
import type { Snippets } from "../../documentation/code.ts";
import { REPORTS } from "../../documentation/reports.ts";
import { keyOf, valuesOf } from "../../documentation/values.ts";
import { threadOf } from "../../derive/thread.ts";
import { goodValue, type HabitName } from "../../habits.ts";
import type { CheckWords } from "../../words/check/en.ts";
import type { HabitWords, ValueText } from "../../words/habits/en.ts";
import type { Situation } from "../../scenarios.ts";
import { words } from "../../words/index.ts";
import { marksOf } from "../check/table.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";
import { start } from "../starting.ts";
import { choose, pickedOf } from "./state.ts";

/** The words, and the code that no language changes. */
export type Documented = HabitWords & { code: Record<HabitName, Record<string, Snippets>>; situations: readonly Situation[]; table: Table; check: CheckWords };

export function about(name: HabitName, w: Documented): TemplateResult {
  const { ui } = w;
  const texts = w.habits[name];
  const picked = pickedOf(name);
  const key = keyOf(name, picked);
  const good = picked === goodValue(name);
  const [label, means, wrong, note = ""] = texts.values[key] as ValueText;
  const [go, rust] = w.code[name][key] ?? ["", ""];
  const reports = REPORTS[name]?.[key] ?? [];
  const others = valuesOf(name).filter((one) => one.key !== key);
  return html`
    <p class="caption">${texts.name} <code>${name}</code></p>
    <h3>${texts.asks}</h3>
    <p class="about-value"><strong>${label}</strong> ${good ? html`<span class="pill ok">${icon("check")}${ui.goodValue}</span>` : html`<span class="pill warn">${icon("dot")}${ui.notGood}</span>`}</p>
    <p>${prose(means)}</p>
    <h4>${ui.wrong}</h4>
    ${wrong === ""
      ? html`<p class="muted">${good ? ui.nothingWrong : ui.noMistake}</p>`
      : html`<p class="mistake">${icon("warning")}<span>${prose(wrong)}</span></p>`}
    ${shownIn(name, key, w)}
    ${tried(name, key, w)}
    <h4>${ui.looks}</h4>
    ${snippet(ui.go, go, ui.noCode, "")}
    ${snippet(ui.rust, rust, note === "" ? ui.noRust : "", note)}
    ${reports.length === 0 ? "" : html`
      <h4>${ui.reports}</h4>
      <ul class="about-reports">${reports.map((address) => html`<li><a href=${address} target="_blank" rel="noopener noreferrer external">${threadOf(address)}</a></li>`)}</ul>`}
    ${others.length === 0 ? "" : html`
      <h4>${ui.others}</h4>
      <ul class="about-others">${others.map((one) => html`
        <li><button type="button" class="link" @click=${() => choose(name, one)}>${texts.values[one.key]?.[0] ?? one.key}</button>
          <span class="muted">${prose(texts.values[one.key]?.[1] ?? "")}</span></li>`)}</ul>`}`;
}

/** What came of it when every order was tried. */
function tried(name: HabitName, key: string, { table, check }: Documented): TemplateResult | string {
  const row = rowOf(table, name, key);
  return row ? html`<h4>${check.table.inDialog}</h4>${marksOf(row, table, check)}` : "";
}

/** The situation in which this value goes wrong opens where it has gone wrong, with its cures. */
function shownIn(name: HabitName, key: string, w: Documented): TemplateResult | string {
  for (const situation of w.situations) {
    const written = situation.shows?.find((set) => name in set && keyOf(name, set[name] ?? null) === key);
    if (written) return html`<p><button type="button" @click=${() => start(situation, { written, told: true })}>${icon("settle")}${words().guide.wrong}</button></p>`;
  }
  return "";
}

function snippet(title: string, text: string, without: string, note: string): TemplateResult {
  return html`
    <div class="snippet">
      <p class="caption">${title}</p>
      ${text === "" ? without === "" ? "" : html`<p class="muted">${without}</p>` : html`<pre tabindex="0" aria-label=${title}><code>${text}</code></pre>`}
      ${note === "" ? "" : html`<p class="muted">${prose(note)}</p>`}
    </div>`;
}
