// The task in hand, in place of the guide: what is asked, what holds at this moment, hints, and, when it is done, what was
// learnt and the result to hand over.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { kind } from "../../kind.ts";
import { goalsHold, type Plain, type Verdict } from "../../lab/task.ts";
import { FIRST } from "../../scenarios.ts";
import { allTasks, beginTask, hints, isOpened, kept, madeMoves, verdict } from "../../state/lab.ts";
import { beginSituation, task } from "../../state/run.ts";
import { dialog, orderGone } from "../../state/ui.ts";
import { labWords } from "../../words/lab/index.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { words, type Language } from "../../words/index.ts";
import { question } from "./asks.ts";
import { hint } from "../hint.ts";
import { icon } from "../icons.ts";
import { lazy } from "../lazy.ts";
import { leaving } from "../leaving.ts";
import { prose } from "../prose.ts";
import { opened } from "./opened.ts";
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
  if (!at || !text) return "";
  if (!now) return html`<section class="task-folded" aria-labelledby="task-title"><h2 id="task-title" tabindex="-1">${text.title}</h2><p>${w.strayed}</p>${anew(at, w)}</section>`;
  if (folded.value && !now.done && !isOpened.value) {
    return html`
      <section class="task-folded" aria-labelledby="task-title">
        <h2 id="task-title" tabindex="-1">${text.title}</h2>
        ${progress(now, w)}
        <button type="button" class="quiet" @click=${() => fold(false)}>${icon("flask")}${w.unfold}</button>
      </section>`;
  }
  // Where it is demanded the task is done behind it.
  const every = at.check && goalsHold(now) && !orderGone.value ? lazy("order") : "";
  const body = html`
    <ul class="task-goals">
      ${now.checks.filter((one) => !one.ask && !one.check).map(({ id, holds }) => html`<li data-holds=${holds}>${mark(holds, w)}<span>${prose(text.goals[id] ?? id)}</span></li>`)}
      ${(at.asks ?? []).map((ask) => question(ask, text.asks?.[ask.id] ?? ask.id, now, w))}
      ${now.checks.filter((one) => one.check).map(({ holds }) => html`<li data-holds=${holds}>${mark(holds, w)}<span>${w.order.goal}</span></li>`)}
    </ul>
    ${at.check?.demand ? every : ""}
    <div class="task-said" aria-live="polite">
      ${now.wrong === null ? "" : html`<p class="task-wrong">${icon("warning")}<span><strong>${w.watchOut}</strong> ${prose(text.wrong[now.wrong] ?? "")}</span></p>`}
      ${isOpened.value ? "" : now.done ? success(at, all, text.done, w) : kept.value.done[at.id] ? html`<p class="muted">${w.before}</p>` : ""}
    </div>
    ${at.check?.demand ? "" : every}
    ${now.done || isOpened.value ? "" : hintList(text.hints, w)}
    ${at.report ? reportTable(at.id, w.report) : ""}`;
  return html`
    <section class="guide task" aria-labelledby="task-title">
      <div class="guide-what">
        <p class="caption">${w.title} · ${w.task(at.place, all.length)}</p>
        <h2 id="task-title" tabindex="-1">${text.title}</h2>
        ${text.story.map((one) => html`<p>${prose(one)}</p>`)}
        <p><button type="button" class="small" @click=${() => { dialog.value = "habits"; }}>${icon("pencil")}${words().habits.open}</button></p>
        <p class="guide-links">
          ${kind === "frame" ? "" : html`<button type="button" class="link" @click=${() => { dialog.value = "lab"; }}>${w.open}</button>`}
          ${anew(at, w)}
          ${kind === "frame" ? "" : html`<button type="button" class="link" @click=${() => { if (leaving()) void beginSituation(FIRST); }}>${w.leave}</button>`}
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

function anew(at: Plain, w: LabWords): TemplateResult {
  return html`<button type="button" class="link" @click=${() => { if (leaving()) void beginTask(at); }}>${w.anew}</button>`;
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

function hintList(all: readonly string[], w: LabWords): TemplateResult {
  const shown = Math.min(hints.value, all.length);
  return html`
    <div class="task-hints">
      ${shown === 0 ? "" : html`<ol aria-label=${w.hints} aria-live="polite">${all.slice(0, shown).map((one) => html`<li>${hint(one)}</li>`)}</ol>`}
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
