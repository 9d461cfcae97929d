// All tasks of the lab, which are done, and where somebody's result is opened.

import { html, type TemplateResult } from "lit-html";
import { effect, signal } from "@preact/signals-core";
import type { Fault } from "../../lab/result.ts";
import type { Plain } from "../../lab/task.ts";
import { allTasks, beginTask, fault, kept, openCode, openResultFile } from "../../state/lab.ts";
import { nameOf } from "../../state/foreign.ts";
import { task, version } from "../../state/run.ts";
import { dialog } from "../../state/ui.ts";
import { labWords } from "../../words/lab/index.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { words, type Language } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { leaving } from "../leaving.ts";
import { modal } from "../modal.ts";
import { prose } from "../prose.ts";

export async function open(language: Language): Promise<() => TemplateResult> {
  const w = await labWords(language);
  // Without the tasks a fault can still be said.
  const all = await allTasks().catch(() => {
    fault.value = { code: "gone" };
    return [];
  });
  return () => modal("lab", w.title, list(all, w));
}

function list(all: readonly Plain[], w: LabWords): TemplateResult {
  const done = all.filter(({ id }) => kept.value.done[id]).length;
  return html`
    <p class="lead">${w.intro} <span class="pill ${done > 0 ? "ok" : ""}">${w.count(done, all.length)}</span></p>
    ${fromHere.value ? "" : said(w)}
    <ol class="tasks">${all.map((one) => item(one, w))}</ol>
    ${reading(w)}`;
}

/** What was wrong is said until the list is closed. */
effect(() => {
  if (dialog.value === "lab") return;
  fault.value = null;
  fromHere.value = false;
});

/** Beside what has caused it: the form, or, at the top, an address. */
const fromHere = signal(false);

function said(w: LabWords): TemplateResult {
  return html`<div role="alert">${fault.value ? html`<p class="banner bad">${icon("warning")}<span>${prose(saidOf(fault.value, w))} ${fault.value.engine === undefined ? "" : w.madeBy(nameOf(fault.value.engine), version.value?.playground ?? "")} ${w.untouched}</span></p>` : ""}</div>`;
}

function saidOf(now: Fault, { faults }: LabWords): string {
  return now.code === "move" ? faults.move(now.move) : faults[now.code];
}

function item(one: Plain, w: LabWords): TemplateResult {
  const text = w.items[one.id];
  const title = text?.title ?? one.id;
  const before = kept.value.done[one.id];
  return html`
    <li class="tasks-item" data-id=${one.id} data-done=${before !== undefined}>
      <span class="tasks-mark" aria-hidden="true">${before ? icon("check") : one.place}</span>
      <div>
        <h3>${title}</h3>
        <p>${prose(text?.story.at(-1) ?? "")}</p>
      </div>
      <p class="tasks-buttons">
        ${before ? html`<span class="pill ok">${w.doneWith(before.moves)}</span>
          <button type="button" class="link" aria-label="${w.seeWay}${words().between.colon}${title}" @click=${() => see(before.code)}>${w.seeWay}</button>` : ""}
        ${task.value?.id === one.id ? html`<span class="pill accent">${w.here}</span>` : ""}
        <button type="button" aria-label="${before ? w.again : w.begin}${words().between.colon}${title}" @click=${() => begin(one)}>${before ? w.again : w.begin}</button>
      </p>
    </li>`;
}

function begin(one: Plain): void {
  if (!leaving()) return;
  closed();
  void beginTask(one);
}

function see(code: string): void {
  if (leaving()) void openCode(code).then((done) => { if (done) closed(); });
}

function closed(): void {
  fault.value = null;
  const open = document.querySelector<HTMLDialogElement>("dialog[open]");
  if (open) open.close();
  else dialog.value = null;
}

const pasted = signal("");
/** How a code begins. */
const CODE = "t1.…";

function reading(w: LabWords): TemplateResult {
  return html`
    <section class="tasks-read" aria-labelledby="tasks-read">
      <h3 id="tasks-read">${w.read}</h3>
      <p class="muted">${w.readHint}</p>
      ${fromHere.value ? said(w) : ""}
      <form @submit=${read}>
        <label class="tasks-code"><span class="caption">${w.readCode}</span>
          <input type="text" class="mono" autocomplete="off" spellcheck="false" placeholder=${CODE} .value=${pasted.value} @input=${(event: Event) => { pasted.value = (event.target as HTMLInputElement).value; }}></label>
        <button type="submit" ?disabled=${pasted.value.trim() === ""}>${w.readIt}</button>
        <label class="button">${w.readFile}<input class="visually-hidden" type="file" accept=".json,.txt,application/json,text/plain" @change=${choose}></label>
      </form>
    </section>`;
}

function read(event: SubmitEvent): void {
  event.preventDefault();
  if (pasted.peek().trim() === "" || !leaving()) return;
  fromHere.value = true;
  void openCode(pasted.peek()).then(opened);
}

async function choose(event: Event): Promise<void> {
  const input = event.target as HTMLInputElement;
  const [file] = input.files ?? [];
  if (file && leaving()) {
    fromHere.value = true;
    opened(await openResultFile(file));
  }
  input.value = "";
}

function opened(done: boolean): void {
  if (!done) return;
  pasted.value = "";
  closed();
}
