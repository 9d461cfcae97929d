// The task in hand, in place of the guide: what is asked, what holds at this moment, hints, and, when it is done, what was
// learnt and the result to hand over.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import type { Ask, Plain, Verdict } from "../../lab/task.ts";
import type { Value } from "../../lesson/lesson.ts";
import { FIRST } from "../../scenarios.ts";
import { allTasks, beginTask, hints, isOpened, kept, madeMoves, parts, say, says, verdict } from "../../state/lab.ts";
import { beginSituation, goto, moment, task } from "../../state/run.ts";
import { dialog } from "../../state/ui.ts";
import { labWords } from "../../words/lab/index.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { words, type Language } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { leaving } from "../leaving.ts";
import { plain, prose } from "../prose.ts";
import { reportTable } from "./report.ts";
import { resultTools } from "./result.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const [all, w] = await Promise.all([allTasks(), labWords(language)]);
  return () => panel(all, w);
}

function panel(all: readonly Plain[], w: LabWords): TemplateResult | string {
  const at = task.value;
  const now = verdict.value;
  const text = at && w.items[at.id];
  if (!at || !now || !text) return "";
  if (folded.value && !now.done && !isOpened.value) {
    return html`
      <section class="task-folded" aria-labelledby="task-title">
        <h2 id="task-title" tabindex="-1">${text.title}</h2>
        ${progress(now, w)}
        <button type="button" class="quiet" @click=${() => fold(false)}>${icon("flask")}${w.unfold}</button>
      </section>`;
  }
  const body = html`
    <ul class="task-goals">
      ${now.checks.filter((one) => !one.ask).map(({ id, holds }) => html`<li data-holds=${holds}>${mark(holds, w)}<span>${prose(text.goals[id] ?? id)}</span></li>`)}
      ${(at.asks ?? []).map((ask) => question(ask, text.asks?.[ask.id] ?? ask.id, now, w))}
    </ul>
    <div class="task-said" aria-live="polite">
      ${now.wrong === null ? "" : html`<p class="task-wrong">${icon("warning")}<span><strong>${w.watchOut}</strong> ${prose(text.wrong[now.wrong] ?? "")}</span></p>`}
      ${isOpened.value ? "" : now.done ? success(at, all, text.done, w) : kept.value.done[at.id] ? html`<p class="muted">${w.before}</p>` : ""}
    </div>
    ${now.done || isOpened.value ? "" : hintList(text.hints, w)}
    ${at.report ? reportTable(at.id, w.report) : ""}`;
  return html`
    <section class="guide task" aria-labelledby="task-title">
      <div class="guide-what">
        <p class="caption">${w.title} · ${w.task(at.place, all.length)}</p>
        <h2 id="task-title" tabindex="-1">${text.title}</h2>
        ${text.story.map((one) => html`<p>${prose(one)}</p>`)}
        <p class="guide-links">
          <button type="button" class="link" @click=${() => { dialog.value = "lab"; }}>${w.open}</button>
          <button type="button" class="link" @click=${() => { if (leaving()) void beginTask(at); }}>${w.anew}</button>
          <button type="button" class="link" @click=${() => { if (leaving()) void beginSituation(FIRST); }}>${w.leave}</button>
          ${now.done || isOpened.value ? "" : html`<button type="button" class="link" @click=${() => fold(true)}>${w.fold}</button>`}
        </p>
      </div>
      <div class="task-check">
        ${isOpened.value ? opened(now, w) : ""}
        <div class="task-head"><h3>${w.goals}</h3>${progress(now, w)}<span class="muted">${w.goBack}</span></div>
        ${body}
      </div>
    </section>`;
}

/** It can be folded away, until it is done. */
const folded = signal(false);

/** The focus stays with what was pressed. */
function fold(away: boolean): void {
  folded.value = away;
  requestAnimationFrame(() => document.getElementById("task-title")?.focus());
}

function progress({ checks, done }: Verdict, w: LabWords): TemplateResult {
  return html`<span class="pill ${done ? "ok" : ""}" role="status">${w.progress(checks.filter((one) => one.holds).length, checks.length)}</span>`;
}

function mark(holds: boolean, w: LabWords): TemplateResult {
  return html`<span class="task-mark">${icon(holds ? "check" : "dot")}<span>${holds ? w.holds : w.notYet}</span></span>`;
}

/** What somebody handed over, judged here, and what they did of their own. */
function opened(now: Verdict, w: LabWords): TemplateResult {
  const left = now.checks.filter((one) => !one.holds).length;
  const { position, length } = moment.value!.view;
  return html`
    <div class="banner ${now.done ? "ok" : "warn"}" role="status">${icon(now.done ? "check" : "warning")}
      <div class="banner-text"><p><strong>${position < length ? w.midway : now.done ? w.holdsUp(madeMoves.value) : w.doesNot(left)}</strong></p><p>${w.opened}</p></div>
    </div>
    <div class="task-way">
      <h3>${w.way}</h3>
      <ol>${parts.value.map((part) => (typeof part === "number"
        ? html`<li class="muted">${w.byItself(part)}</li>`
        : html`<li><button type="button" class="link" aria-current=${part.position === position ? "step" : "false"} @click=${() => void goto(part.position)}>${words().controls.at(part.position)}</button> ${prose(words().deed(part.deed))}</li>`))}</ol>
    </div>`;
}

function question(ask: Ask, text: string, now: Verdict, w: LabWords): TemplateResult {
  const right = now.checks.find((one) => one.ask && one.id === ask.id)?.holds === true;
  const said = Object.hasOwn(says.value, ask.id);
  const id = `ask-${ask.id}`;
  return html`
    <li class="task-ask" data-holds=${right}>
      <span class="task-mark">${icon(right ? "check" : said ? "close" : "question")}<span>${right ? w.holds : said ? w.notSo : w.notYet}</span></span>
      <span><label for=${id}>${prose(text)}</label>
      ${ask.typed ? typed(ask, id, text, w) : chosen(ask, id, w)}</span>
    </li>`;
}

function typed({ id }: Ask, input: string, text: string, w: LabWords): TemplateResult {
  const now = says.value[id];
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    const said = String(new FormData(event.target as HTMLFormElement).get("said") ?? "").trim();
    if (said !== "") say(id, said);
  };
  return html`<form class="task-answer" @submit=${answer}>
    <input id=${input} name="said" type="text" inputmode="numeric" autocomplete="off" maxlength="40" .value=${now === undefined || now === null ? "" : String(now)}>
    <button type="submit" class="small" aria-label="${w.answer}: ${plain(text)}">${w.answer}</button>
  </form>`;
}

function chosen({ id, options = [true, false] }: Ask, input: string, w: LabWords): TemplateResult {
  const has = Object.hasOwn(says.value, id);
  const choose = (event: Event) => {
    const at = Number((event.target as HTMLSelectElement).value);
    if (options[at] !== undefined) say(id, options[at]);
  };
  return html`<select id=${input} @change=${choose}>
    <option value="-1" disabled ?selected=${!has}>${w.choose}</option>
    ${options.map((one, at) => html`<option value=${at} ?selected=${has && says.value[id] === one}>${nameOf(one, w)}</option>`)}
  </select>`;
}

function nameOf(value: Value, w: LabWords): string {
  return value === null ? w.none : value === true ? w.yes : value === false ? w.no : String(value);
}

function hintList(all: readonly string[], w: LabWords): TemplateResult {
  const shown = Math.min(hints.value, all.length);
  return html`
    <div class="task-hints">
      ${shown === 0 ? "" : html`<ol aria-label=${w.hints} aria-live="polite">${all.slice(0, shown).map((one) => html`<li>${prose(one)}</li>`)}</ol>`}
      ${shown === all.length ? "" : html`<button type="button" class="small" @click=${() => { hints.value = shown + 1; }}>${icon("question")}${w.hint(shown + 1, all.length)}</button>`}
    </div>`;
}

function success(at: Plain, all: readonly Plain[], learnt: string, w: LabWords): TemplateResult {
  const next = all.find((one) => one.place === at.place + 1);
  return html`
    <div class="task-done">
      <p class="task-success">${icon("check")}<strong>${w.success}</strong> ${w.doneWith(madeMoves.value)}</p>
      <p><span class="caption">${w.learnt}</span> ${prose(learnt)}</p>
      ${next ? html`<p><button type="button" class="primary" @click=${() => { if (leaving()) void beginTask(next).then(toTitle); }}>${icon("forward")}${w.next(w.items[next.id]?.title ?? next.id)}</button></p>` : html`<p>${w.last}</p>`}
      ${isOpened.value ? "" : resultTools(w)}
    </div>`;
}

/** The button that was pressed is gone. */
function toTitle(done: boolean): void {
  if (done) requestAnimationFrame(() => document.getElementById("task-title")?.focus());
}
