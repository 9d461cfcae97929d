// What runs in a chapter: the engine behind each idea, the question before the answer, the ways side by side.

import { effect, signal } from "@preact/signals-core";
import { html, render, type TemplateResult } from "lit-html";
import { icon } from "../components/icons.ts";
import { prose } from "../components/prose.ts";
import { followTokens } from "../components/path/token.ts";
import { pack } from "../derive/link.ts";
import type { Value } from "../lesson/lesson.ts";
import { seen, type Seen } from "../lesson/measure.ts";
import { outcome, SHOWN, type Outcome } from "../lesson/play.ts";
import { askAt, beginStaged, entries, moment, openEngine, playOn, problem, reset, session, startPosition } from "../state/run.ts";
import { startUi } from "../state/ui.ts";
import { language } from "../words/index.ts";
import { COURSE } from "../words/course/index.ts";
import { DATA_ID, type IdeaData, type PageData } from "./page-data.ts";
import { said } from "./say.ts";
import { PANELS, stage } from "./stage.ts";

const w = COURSE[language.value];

/** Which idea is on the stage, and which of its ways. */
const active = signal<{ idea: string; way: string } | null>(null);
/** By idea: what was chosen, and by way what it came to. */
const committed = signal<Record<string, Record<string, number>>>({});
const played = signal<Record<string, Record<string, Outcome>>>({});

async function begin(): Promise<void> {
  const data = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? "null") as PageData | null;
  if (!data) return;
  document.documentElement.classList.add("with-engine");
  startUi();
  const places = data.ideas.map((one) => [one, document.querySelector<HTMLElement>(`[data-idea="${one.idea.id}"]`)!] as const);
  for (const [, section] of places) waiting(section);
  if (!await openEngine()) {
    document.documentElement.classList.remove("with-engine");
    for (const [, section] of places) failed(section);
    return;
  }
  for (const [one, section] of places) enhance(one, section);
  const [first] = data.ideas;
  if (first) await show(first, SHOWN);
  followTokens();
}

/** What is seen until the engine is there. */
function waiting(section: HTMLElement): void {
  render(html`<p class="muted stage-wait">${w.loading}</p>`, section.querySelector<HTMLElement>("[data-stage]")!);
}

/** Without it the page is what it is without a script. */
function failed(section: HTMLElement): void {
  render(html`<p class="banner warn">${icon("warning")}<span class="banner-text">${w.failed}</span></p>`, section.querySelector<HTMLElement>("[data-stage]")!);
}

/** Brings a way of an idea onto the stage, at its beginning. */
async function show(one: IdeaData, way: string): Promise<boolean> {
  const { scenario, opening } = one.ways[way]!;
  if (!await beginStaged(scenario, opening)) return false;
  active.value = { idea: one.idea.id, way };
  return true;
}

/** Plays a way from its beginning, and keeps what it came to. */
async function playWay(one: IdeaData, way: string): Promise<void> {
  if (!await show(one, way)) return;
  const before = seenAt(startPosition.peek(), null);
  const done = await playOn(one.ways[way]!.moves);
  if (!done || !before) return;
  const after = seenAt(entries.peek().length, done.settled);
  if (!after) return;
  const id = one.idea.id;
  played.value = { ...played.value, [id]: { ...played.value[id], [way]: outcome(one.idea, before, after) } };
}

function seenAt(position: number, settled: Seen["settled"]): Seen | null {
  return askAt(position, (run) => seen(run.view(), settled, entries.peek().slice(startPosition.peek(), position)));
}

function enhance(one: IdeaData, section: HTMLElement): void {
  const { idea } = one;
  const place = section.querySelector<HTMLElement>("[data-stage]")!;
  const form = section.querySelector<HTMLFormElement>(":scope > .predict")!;
  const answer = section.querySelector<HTMLDetailsElement>(":scope > .answer")!;
  const mistake = form.querySelector<HTMLElement>(".mistake")!;
  form.querySelector<HTMLElement>(".predict-commit")!.hidden = false;
  section.querySelector<HTMLElement>(".stage-link")!.hidden = true;
  answer.hidden = true;
  effect(() => {
    const here = active.value?.idea === idea.id;
    place.classList.toggle("active", here);
    render(here ? stage(idea.panels ?? PANELS, tools()) : html`<button type="button" class="stage-here" @click=${() => void show(one, SHOWN)}>${icon("step")}<span>${w.here}</span></button>`, place);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const choices = Object.fromEntries(idea.questions.map(({ id }) => [id, form.querySelector<HTMLInputElement>(`[data-question="${id}"] input:checked`)?.value]));
    const open = idea.questions.find(({ id }) => choices[id] === undefined);
    mistake.textContent = open ? w.commitFirst : "";
    if (open) {
      form.querySelector<HTMLInputElement>(`[data-question="${open.id}"] input`)?.focus();
      return;
    }
    void commit(one, section, Object.fromEntries(Object.entries(choices).map(([id, at]) => [id, Number(at)])));
  });
  form.addEventListener("change", () => { mistake.textContent = ""; });
  effect(() => { figures(one, section); });
}

async function commit(one: IdeaData, section: HTMLElement, choices: Record<string, number>): Promise<void> {
  const { idea, text } = one;
  await playWay(one, SHOWN);
  const result = played.value[idea.id]?.[SHOWN];
  const mistake = section.querySelector<HTMLElement>(":scope > .predict .mistake")!;
  if (!result) {
    mistake.textContent = problem.value && "message" in problem.value && problem.value.message ? problem.value.message : w.failed;
    return;
  }
  committed.value = { ...committed.value, [idea.id]: choices };
  for (const { id, options = [true, false] } of idea.questions) {
    const value = result.answers[id] ?? null;
    const chosen = options[choices[id]!] as Value;
    const item = section.querySelector<HTMLElement>(`[data-answer="${id}"] .answer-said`)!;
    const right = chosen === value;
    item.closest("li")!.dataset.right = String(right);
    // The sentence in the page was made by the build; this one by the engine here, from what it has just played.
    item.replaceChildren();
    render(html`${prose(w.answer(said(value, text.questions[id], w)))} <span class="verdict">${icon(right ? "check" : "warning")} ${right ? w.right : prose(w.wrong(said(chosen, text.questions[id], w)))}</span>`, item);
  }
  for (const input of section.querySelectorAll<HTMLInputElement>(":scope > .predict input")) input.disabled = true;
  section.querySelector<HTMLElement>(":scope > .predict .predict-commit")!.hidden = true;
  const answer = section.querySelector<HTMLDetailsElement>(":scope > .answer")!;
  answer.hidden = false;
  answer.open = true;
  const summary = answer.querySelector("summary")!;
  summary.focus({ preventScroll: true });
  answer.scrollIntoView({ block: "nearest" });
}

/** The table of ways: each column is filled when its way was played here, and until then can be. */
function figures(one: IdeaData, section: HTMLElement): void {
  const done = played.value[one.idea.id] ?? {};
  for (const cell of section.querySelectorAll<HTMLElement>("td[data-way]")) {
    const { way = "", figure = "" } = cell.dataset;
    const value = done[way]?.figures[figure];
    // On paper stands what the build got.
    cell.dataset.built ??= cell.textContent ?? "";
    cell.classList.toggle("pending", value === undefined);
    cell.textContent = value === undefined ? "…" : said(value, undefined, w);
  }
  for (const head of section.querySelectorAll<HTMLElement>("th[data-way]")) {
    const { way = "" } = head.dataset;
    let place = head.querySelector<HTMLElement>(".way-play");
    if (!place) {
      place = document.createElement("span");
      place.className = "way-play";
      head.append(" ", place);
    }
    const shown = active.value?.idea === one.idea.id && active.value.way === way;
    const name = one.text.variants?.[way] ?? way;
    render(shown && way in done ? html`<span class="pill accent">${w.played}</span>` : html`<button type="button" class="small" aria-label=${w.playAria(name.replaceAll("`", ""))} @click=${() => void playWay(one, way)}>${w.play}</button>`, place);
  }
}

function tools(): TemplateResult {
  return html`
    <button type="button" class="quiet" aria-disabled=${moment.value?.view.position === startPosition.value ? "true" : "false"} @click=${() => void reset()}>${icon("reset")}<span>${w.again}</span></button>
    <button type="button" class="quiet" @click=${() => void open()}>${icon("server")}<span>${w.open}</span></button>`;
}

/** The same run, at the same moment, in the playground. */
async function open(): Promise<void> {
  const link = await pack({ ...session(), view: { lang: language.value, at: moment.value?.view.position ?? 0, start: startPosition.value } });
  location.href = new URL(`../../index.html${link}`, location.href).href;
}

void begin();
