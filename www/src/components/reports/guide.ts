// The report in hand, in place of the guide: what people saw, why, what is right; and in what the run in hand and the cured
// one beside it differ, each to be chosen.

import { html, type TemplateResult } from "lit-html";
import type { Habits } from "../../contract.ts";
import { threadOf } from "../../derive/thread.ts";
import { groupOf } from "../../documentation/report-groups.ts";
import { kind } from "../../kind.ts";
import { fromTheStart, isReported, type Remedy, type Reported, type ReportText } from "../../reports.ts";
import { isWritten } from "../../scenarios.ts";
import { beginReport, besideCure, chosenCure, followTitle, isOver, lookAt, places, reportTexts, standing, type Place } from "../../state/reports.ts";
import { here as shownOne, moment, play, shown, situation, way } from "../../state/run.ts";
import { dialog } from "../../state/ui.ts";
import type { CompareWords } from "../../words/compare/en.ts";
import { compareWords } from "../../words/compare/index.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import { habitWords } from "../../words/habits/index.ts";
import { words, type Language } from "../../words/index.ts";
import type { ReportWords } from "../../words/reports/en.ts";
import { reportWords } from "../../words/reports/index.ts";
import { bring } from "../bring.ts";
import { askedFor } from "../compare.ts";
import { countersOf, outcomeOf } from "../compare/outcome.ts";
import type { Side } from "../compare/side.ts";
import { whatCures, written } from "../compare/sides.ts";
import { both, comparison, working } from "../compare/state.ts";
import { hideGuide } from "../guide-shown.ts";
import { icon } from "../icons.ts";
import { leaving } from "../leaving.ts";
import { prose } from "../prose.ts";
import { differs } from "./differs.ts";

interface Said { texts: Record<string, ReportText>; w: ReportWords; compare: CompareWords; habits: HabitWords }

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const [texts, w, compare, habits] = await Promise.all([reportTexts(language), reportWords(language), compareWords(language), habitWords(language)]);
  followTitle();
  return () => panel({ texts, w, compare, habits });
}

function panel(said: Said): TemplateResult | string {
  const here = situation.value;
  if (!isReported(here)) return "";
  const { w, compare } = said;
  const { title, symptom, cause, right, notes = [] } = said.texts[here.id] ?? { title: here.id, symptom: "", cause: "", right: "" };
  const group = groupOf(here.id);
  const now = compared();
  return html`
    <section class="guide reported" aria-labelledby="report-title">
      <div class="guide-what">
        <p class="caption">${w.report(here.id)}${group === undefined ? "" : html` · ${w.groups[group]}`}</p>
        <h2 id="report-title" tabindex="-1">${prose(title)}</h2>
        <dl class="reported-what">
          <div><dt>${w.symptom}</dt><dd>${prose(symptom)}</dd></div>
          <div><dt>${w.cause}</dt><dd>${prose(cause)}</dd></div>
          <div><dt>${w.right}</dt><dd>${prose(right)}</dd></div>
          ${notes.length === 0 ? "" : html`<div><dt>${w.notes}</dt><dd>${notes.map((one) => html`<p>${prose(one)}</p>`)}</dd></div>`}
          <div><dt>${w.threads}</dt><dd class="reported-threads">${[here.report, ...here.also ?? []].map((address) => html`<a href=${address} target="_blank" rel="noopener noreferrer external">${threadOf(address)}</a> `)}</dd></div>
        </dl>
        <p class="guide-links">
          ${kind === "frame" ? "" : html`<button type="button" class="link" @click=${() => { dialog.value = "reports"; }}>${w.reports}</button>`}
          <button type="button" class="link" @click=${hideGuide}>${words().guide.hide}</button>
        </p>
      </div>
      <div class="reported-sides">
        ${ill(here, said)}
        ${cured(here, said)}
        ${now === null ? "" : differs(now, isAhead(here), w, compare)}
        ${lookHere(here, w)}
        <p class="reported-side-by-side">
          <button type="button" class="primary small" @click=${() => sideBySide(here)}>${icon("forward")}${w.sideBySide}</button>
          <button type="button" class="small" aria-describedby="reported-stands" aria-disabled=${working.value || now === null ? "true" : "false"} @click=${() => { if (compared()) void both({ code: "settle" }); }}>${icon("settle")}${compare.settle}</button>
          <span id="reported-stands" class="muted">${prose(stands(now, w))}</span>
        </p>
      </div>
    </section>`;
}

/** What comes of it lies ahead of where the run in hand stands. */
function isAhead(here: Reported): boolean {
  return standing.value !== "end" && !(standing.value === "wrong" && isOver(here));
}

/** Where both can be looked at; there alone the place is pressed. */
function lookHere(here: Reported, w: ReportWords): TemplateResult | string {
  const there: readonly Place[] = isOver(here) ? ["wrong"] : ["wrong", "end"];
  if (there.length === 1 && standing.value === "wrong") return "";
  return html`
    <div class="reported-look" role="group" aria-labelledby="reported-look">
      <span id="reported-look" class="caption">${w.look}</span>
      <span class="switch">${there.map((place) => html`<button type="button" aria-pressed=${standing.value === place ? "true" : "false"} @click=${() => look(place)}>${w.places[place]}</button>`)}</span>
    </div>`;
}

function look(place: Place): void {
  const here = situation.peek();
  if (!isReported(here) || standing.peek() === place || (places.peek() === null && !leaving())) return;
  void lookAt(here, place);
}

/** Where the run in hand stands, and what was compared where it is elsewhere by now. */
function stands(now: ReturnType<typeof compared>, w: ReportWords): string {
  const first = standsAt(w.standing);
  if (now === null) return `${first} ${w.notCompared}`;
  const moves = now.a.before.length + now.a.entries.length;
  return moves === moment.value?.view.position ? first : `${first} ${w.compared(moves)}`;
}

function standsAt(w: ReportWords["standing"]): string {
  switch (standing.value) {
    case "wrong": return w.wrong;
    case "end": return w.end;
    case "elsewhere": return w.elsewhere(places.value!.wrong);
    case "left": return w.left;
    case "cured": return w.cured;
  }
}

/** One of the two, as the comparison has it. */
function side(name: string, letter: string, title: string, now: Side | undefined, choice: TemplateResult | string, { compare }: Said): TemplateResult {
  return html`
    <section class="reported-side compare-${name}" aria-labelledby="reported-${name}">
      <h3 id="reported-${name}"><span class="compare-letter">${letter}</span> ${title}</h3>
      ${choice}
      <p class="reported-result" role="status">${now ? prose(compare.result(letter, countersOf(now).passes, countersOf(now).writes, outcomeOf(now), words().span)) : ""}</p>
    </section>`;
}

/** Whether the comparison that is open is of this report. */
function compared(): { a: Side; b: Side } | null {
  const now = comparison.value;
  return now?.other.code === "anew" && now.other.cured && chosenCure() !== null ? now : null;
}

function ill(here: Reported, said: Said): TemplateResult {
  const { w, compare, habits } = said;
  const { shows = [] } = here;
  const nameOf = (set: Partial<Habits>) => prose(written(set, compare, habits));
  // What was cured, or went another way, is not as it was reported.
  const isReportedOne = places.value !== null;
  const variants = () => choices(w.variants, shows.map(nameOf), isReportedOne ? shows.findIndex((set) => isSame(set, way.value)) : -1, (variant) => {
    if (leaving()) void beginReport(here, { shown: variant, cure: chosenCure() ?? 0, place: standing.value === "end" ? "end" : "wrong" });
  });
  const choice = shows.length > 1 ? variants() : !isReportedOne ? "" : shows.length === 0 ? asItIs(here, said) : html`<p>${nameOf(shows[0]!)}</p>`;
  return side("a", compare.a, isReportedOne ? w.ill : w.inHand, compared()?.a, choice, said);
}

/** Where no way of writing it is shown as wrong: how that is written now which a cure writes otherwise, or where else to look. */
function asItIs({ cures }: Reported, { w, compare, habits }: Said): TemplateResult {
  const now = shown.value?.controller.habits ?? {};
  const names = [...new Set(cures.flatMap(({ set }) => Object.keys(set)))];
  if (names.length === 0) return html`<p>${cures.some(({ scenario }) => scenario) ? w.asItIs.cluster : w.asItIs.people}</p>`;
  return html`<p>${prose(written(Object.fromEntries(Object.entries(now).filter(([name]) => names.includes(name))), compare, habits))}</p>`;
}

function cured(here: Reported, said: Said): TemplateResult {
  const { w, compare, habits } = said;
  const texts = said.texts[here.id]?.cures ?? [];
  const nameOf = ({ set, scenario, moves }: Remedy, at: number) => {
    const besides = texts[at] ?? "";
    const elsewhere = besides === "" ? { cluster: scenario !== undefined, people: moves !== undefined } : { cluster: false, people: false };
    const byHabits = whatCures(set, elsewhere, compare, habits);
    return html`${prose(byHabits)}${besides === "" ? "" : html`<span class="reported-besides">${prose(besides)}</span>`}`;
  };
  const at = compared() ? chosenCure() ?? 0 : -1;
  const names = here.cures.map(nameOf);
  const choice = html`
    ${names.length === 1 ? html`<p>${names[0]}</p>` : choices(w.cures, names, at, (chosen) => beside(here, chosen))}
    ${rollOut(here.cures[Math.max(at, 0)]!, w)}`;
  return side("b", compare.b, w.cured, compared()?.b, choice, said);
}

/** A list to choose from; what is chosen is pressed. */
function choices(label: string, names: readonly TemplateResult[], at: number, choose: (at: number) => void): TemplateResult {
  return html`<ul class="reported-choices" aria-label=${label}>${names.map((name, number) => html`<li><button type="button" class="small" aria-pressed=${number === at ? "true" : "false"} @click=${() => choose(number)}>${number === at ? icon("check") : ""}<span>${name}</span></button></li>`)}</ul>`;
}

/** In the run in hand, where that heals. */
function rollOut(cure: Remedy, w: ReportWords): TemplateResult {
  if (fromTheStart(cure)) return html`<p class="muted">${cure.anew ? w.onlyAnew : Object.keys(cure.set).length === 0 ? w.elsewhere : w.besides}</p>`;
  const done = isWritten(shown.value?.controller.habits ?? {}, cure.set);
  return html`<p><button type="button" class="small" ?disabled=${done} @click=${() => void play({ habits: { ...shownOne(), set: cure.set } })}>${done ? icon("check") : ""}${w.rollOut}</button></p>`;
}

function beside(here: Reported, at: number): void {
  besideCure(here, at);
}

function sideBySide(here: Reported): void {
  if (!compared()) besideCure(here, chosenCure() ?? 0);
  bring("compare", "compare-title", "start", () => askedFor.value === null);
}

function isSame(one: Partial<Habits>, other: Partial<Habits>): boolean {
  return Object.keys(one).length === Object.keys(other).length && isWritten(other, one);
}
