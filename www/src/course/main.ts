// What runs in a chapter: the engine behind each idea, the question before the answer, the ways side by side.

import { effect, signal } from "@preact/signals-core";
import { html, render, type TemplateResult } from "lit-html";
import { icon } from "../components/icons.ts";
import { plain, prose } from "../components/prose.ts";
import { followTokens } from "../components/path/token.ts";
import { pack } from "../derive/link.ts";
import { seen, type Seen } from "../lesson/measure.ts";
import { outcome, SHOWN, type Outcome } from "../lesson/play.ts";
import { askAt, beginStaged, entries, moment, openEngine, playOn, reset, session, startPosition } from "../state/run.ts";
import { startUi } from "../state/ui.ts";
import { language, words } from "../words/index.ts";
import { COURSE } from "../words/course/index.ts";
import { choicesOf, forgetChoices, keepChoices, type Choices } from "./choices.ts";
import { offerEnding } from "./ending.ts";
import { DATA_ID, type IdeaData, type PageData } from "./page-data.ts";
import { said } from "./say.ts";
import { PANELS, stage } from "./stage.ts";

const w = COURSE[language.value];

/** Which idea is on the stage, and which of its ways. */
const active = signal<{ idea: string; way: string } | null>(null);
/** By idea and way what it came to. */
const played = signal<Record<string, Record<string, Outcome>>>({});
/** The ideas whose answer was given. */
const answered = signal<ReadonlySet<string>>(new Set());

/** An idea of the page, and its places in it. */
interface Place {
  data: IdeaData;
  section: HTMLElement;
  stage: HTMLElement;
  form: HTMLFormElement;
  commit: HTMLElement;
  mistake: HTMLElement;
  answer: HTMLDetailsElement;
}

async function begin(): Promise<void> {
  const page = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? "null") as PageData | null;
  if (!page) return;
  document.documentElement.classList.add("with-engine");
  startUi();
  const places = page.ideas.map(placeOf);
  for (const place of places) wait(place);
  if (!await openEngine()) {
    document.documentElement.classList.remove("with-engine");
    for (const place of places) giveUp(place);
    return;
  }
  for (const place of places) enhance(page.id, place);
  if (page.check) offerEnding(page.check);
  followTokens();
  inTurn(() => comeBack(page.id, places));
}

function placeOf(data: IdeaData): Place {
  const section = document.querySelector<HTMLElement>(`[data-idea="${data.idea.id}"]`)!;
  const form = section.querySelector<HTMLFormElement>(":scope > .predict")!;
  return {
    data, section, form,
    stage: section.querySelector("[data-stage]")!,
    commit: form.querySelector(".predict-commit")!,
    mistake: form.querySelector(".mistake")!,
    answer: section.querySelector(":scope > .answer")!,
  };
}

/** What is seen until the engine is there. */
function wait({ stage: stand, form, answer }: Place): void {
  render(html`<p class="muted stage-wait">${w.loading}</p>`, stand);
  answer.hidden = true;
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** Without it the page is what it is without a script. */
function giveUp({ stage: stand, answer }: Place): void {
  render(html`<p class="banner warn">${icon("warning")}<span class="banner-text">${w.failed}</span></p>`, stand);
  answer.hidden = false;
}

let line: Promise<void> = Promise.resolve();

/** There is one run: whatever is asked of it waits for what was asked before. */
function inTurn(act: () => Promise<void>): void {
  line = line.then(act, act);
}

/** What was chosen at an earlier visit stands again; then the first idea that is still open is on the stage. */
async function comeBack(chapter: string, places: readonly Place[]): Promise<void> {
  const kept = choicesOf(chapter);
  for (const place of places) {
    const { idea } = place.data;
    const choices = kept[idea.id];
    if (!choices || !idea.questions.every(({ id, options = [true, false] }) => choices[id] !== undefined && choices[id] in options)) continue;
    for (const { id } of idea.questions) inputOf(place, id, choices[id]!)!.checked = true;
    await reveal(place, choices);
  }
  const first = places.find(({ data }) => !answered.value.has(data.idea.id));
  if (first) await show(first.data, SHOWN);
}

function inputOf({ form }: Place, question: string, at: number): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`[data-question="${question}"] input[value="${at}"]`);
}

/** Brings a way of an idea onto the stage, at its beginning. */
async function show({ idea, ways }: IdeaData, way: string): Promise<boolean> {
  const { scenario, opening } = ways[way]!;
  if (!await beginStaged(scenario, opening)) return false;
  active.value = { idea: idea.id, way };
  return true;
}

/** Plays a way from its beginning, and keeps what it came to. */
async function playWay(data: IdeaData, way: string): Promise<void> {
  if (!await show(data, way)) return;
  const before = seenAt(startPosition.peek(), null);
  const done = await playOn(data.ways[way]!.moves);
  const after = done && seenAt(entries.peek().length, done.settled);
  if (!before || !after) return;
  const { idea } = data;
  played.value = { ...played.value, [idea.id]: { ...played.value[idea.id], [way]: outcome(idea, before, after) } };
}

function seenAt(position: number, settled: Seen["settled"]): Seen | null {
  return askAt(position, (run) => seen(run.view(), settled, entries.peek().slice(startPosition.peek(), position)));
}

function enhance(chapter: string, place: Place): void {
  const { data, section, stage: stand, form, commit, mistake } = place;
  const { idea } = data;
  commit.hidden = false;
  section.querySelector<HTMLElement>(":scope > .stage-link")!.hidden = true;
  effect(() => {
    const here = active.value?.idea === idea.id;
    stand.classList.toggle("active", here);
    render(here ? stage(idea.panels ?? PANELS, answered.value.has(idea.id), tools()) : html`<button type="button" class="stage-here" @click=${() => inTurn(() => bringHere(place))}>${icon("step")}<span>${w.here}</span></button>`, stand);
  });
  form.addEventListener("submit", () => {
    const choices: Choices = {};
    for (const { id } of idea.questions) {
      const chosen = form.querySelector<HTMLInputElement>(`[data-question="${id}"] input:checked`);
      if (!chosen) {
        mistake.textContent = w.commitFirst;
        form.querySelector<HTMLInputElement>(`[data-question="${id}"] input`)?.focus();
        return;
      }
      choices[id] = Number(chosen.value);
    }
    inTurn(async () => {
      if (answered.value.has(idea.id) || !await reveal(place, choices)) return;
      keepChoices(chapter, idea.id, choices);
      offerToForget(chapter);
      const summary = place.answer.querySelector("summary")!;
      summary.focus({ preventScroll: true });
      place.answer.scrollIntoView({ block: "nearest" });
    });
  });
  form.addEventListener("change", () => { mistake.textContent = ""; });
  effect(() => { figures(place); });
  if (Object.keys(choicesOf(chapter)).length > 0) offerToForget(chapter);
}

/** The focus stays where something can be pressed. */
async function bringHere(place: Place): Promise<void> {
  if (await show(place.data, SHOWN)) place.stage.querySelector<HTMLElement>(".primary")?.focus({ preventScroll: true });
}

/** Plays what was asked about, and says what the engine answers. False: it could not be played. */
async function reveal(place: Place, choices: Choices): Promise<boolean> {
  const { data: { idea, text }, form, commit, mistake, answer } = place;
  await playWay(place.data, SHOWN);
  const result = played.value[idea.id]?.[SHOWN];
  if (!result) {
    mistake.textContent = w.failed;
    return false;
  }
  for (const { id, options = [true, false] } of idea.questions) {
    const value = result.answers[id] ?? null;
    const chosen = options[choices[id]!]!;
    const right = chosen === value;
    const item = answer.querySelector<HTMLElement>(`[data-answer="${id}"]`)!;
    item.dataset["right"] = String(right);
    // The sentence in the page was made by the build; this one by the engine here, from what it has just played.
    const sentence = item.querySelector<HTMLElement>(".answer-said")!;
    sentence.replaceChildren();
    render(html`${prose(w.answer(said(value, text.questions[id], w)))} <span class="verdict">${icon(right ? "check" : "warning")} ${right ? w.right : prose(w.wrong(said(chosen, text.questions[id], w)))}</span>`, sentence);
  }
  const slowly = document.createElement("p");
  answer.querySelector(".answers")!.after(slowly);
  render(html`<button type="button" class="small" @click=${() => inTurn(() => slow(place))}>${icon("step")}<span>${w.slowly}</span></button>`, slowly);
  for (const input of form.querySelectorAll("input")) input.disabled = true;
  commit.hidden = true;
  answer.hidden = false;
  answer.open = true;
  answered.value = new Set([...answered.value, idea.id]);
  return true;
}

/** What was played, from its beginning: the main button then goes through it. */
async function slow(place: Place): Promise<void> {
  const { data, stage: stand } = place;
  if (active.peek()?.idea !== data.idea.id || active.peek()?.way !== SHOWN) await playWay(data, SHOWN);
  await reset();
  stand.scrollIntoView({ block: "start" });
  stand.querySelector<HTMLElement>(".primary")?.focus({ preventScroll: true });
}

/** The table of ways: each column is filled when its way was played here, and until then can be. */
function figures({ data, section }: Place): void {
  const { idea, text } = data;
  const done = played.value[idea.id] ?? {};
  for (const cell of section.querySelectorAll<HTMLElement>("td[data-way]")) {
    const { way = "", figure = "" } = cell.dataset;
    const value = done[way]?.figures[figure];
    // On paper stands what the build got.
    cell.dataset["built"] ??= cell.textContent ?? "";
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
    const shown = active.value?.idea === idea.id && active.value.way === way && way in done;
    const name = plain(text.variants?.[way] ?? way);
    render(html`<button type="button" class=${shown ? "small shown" : "small"} aria-label=${shown ? `${name}${words().between.colon}${w.played}` : w.playAria(name)} aria-disabled=${shown ? "true" : "false"} @click=${() => { if (!shown) inTurn(() => playWay(data, way)); }}>${shown ? w.played : w.play}</button>`, place);
  }
}

function tools(): TemplateResult {
  return html`<button type="button" class="quiet" @click=${() => void open()}>${icon("server")}<span>${w.open}</span></button>`;
}

/** The same run, at the same moment, in the playground. */
async function open(): Promise<void> {
  const link = await pack({ ...session(), view: { lang: language.value, at: moment.value?.view.position ?? 0, start: startPosition.value } });
  location.href = new URL(`../../index.html${link}`, location.href).href;
}

/** At the end of the chapter: all of its questions once more. */
function offerToForget(chapter: string): void {
  const around = document.querySelector<HTMLElement>(".around")!;
  if (document.querySelector(".forget")) return;
  const place = document.createElement("p");
  place.className = "forget";
  around.before(place);
  render(html`<button type="button" class="quiet" @click=${() => { forgetChoices(chapter); location.reload(); }}>${icon("reset")}<span>${w.anew}</span></button>`, place);
}

void begin();
