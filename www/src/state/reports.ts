// Public reports: what is said of them, and the one in hand, opened where it goes wrong with a cured run beside it.

import { batch, computed, effect, signal } from "@preact/signals-core";
import { sameMove } from "../branches.ts";
import { askedFor } from "../components/compare.ts";
import type { Scenario, TraceEntry } from "../contract.ts";
import { dataFile } from "../data-file.ts";
import { same } from "../derive/claims.ts";
import { plain } from "../derive/marks.ts";
import { isReported, remedied, type Reported, type ReportText } from "../reports.ts";
import { allReports, withHabits } from "../scenarios.ts";
import { playSteps } from "../story.ts";
import { asked, askFor } from "./address.ts";
import { beganWith } from "./kept.ts";
import { cured, entries, goto, moment, newRun, playerOf, problem, runNumber, scenario, situation, way } from "./run.ts";
import { guideOpen, tab } from "./ui.ts";
import { language, words, type Language } from "../words/index.ts";

const TEXTS: Record<Language, () => Promise<Record<string, ReportText>>> = {
  ja: dataFile("reports.ja.json"), ko: dataFile("reports.ko.json"), en: dataFile("reports.en.json"),
};

export function reportTexts(language: Language): Promise<Record<string, ReportText>> {
  return TEXTS[language]();
}

/** The cure, by its place, that the comparison was asked to show, in the run in hand. */
const chosen = signal<{ run: number; cure: number } | null>(null);

export function chosenCure(): number | null {
  return chosen.value?.run === runNumber.value ? chosen.value.cure : null;
}

/** What of a report is looked at: where it goes wrong, or what came of it. */
export type Place = "wrong" | "end";

/** A report as it was begun here: its own way, and where on it one can look. */
const own = signal<{ id: string; scenario: Scenario; way: readonly TraceEntry[]; at: Record<Place, number> } | null>(null);

/** Whether the run in hand is the report's own, however much it has gone on since. */
const isOwn = computed(() => {
  const [now, run] = [own.value, entries.value];
  void runNumber.value;
  return now !== null && situation.value?.id === now.id && same(scenario(), now.scenario)
    && now.way.length <= run.length && now.way.every((entry, at) => entry === run[at] || sameMove(entry, run[at]!));
});

/** Where the report can be looked at in the run in hand; null: that would be another run. */
export const places = computed<Record<Place, number> | null>(() => (!cured.value && isOwn.value ? own.value!.at : null));

/** Where the run in hand stands in its report. `left`: it goes its own way, or nobody knows which. */
export type Standing = Place | "elsewhere" | "left" | "cured";

export const standing = computed<Standing>(() => {
  if (cured.value) return "cured";
  if (places.value === null) return "left";
  const { wrong, end } = places.value;
  const position = moment.value?.view.position;
  return position === wrong ? "wrong" : position === end ? "end" : "elsewhere";
});

/** Begins a report, written as one of `shows` says; the run in hand then stands at that place, and a cured one beside it. */
export async function beginReport(report: Reported, { shown = 0, cure = 0, place = "wrong" as Place } = {}): Promise<boolean> {
  let wrong = 0;
  const done = await newRun(async (run) => {
    const written = report.shows?.[shown] ?? {};
    const player = playerOf(run);
    await run.begin(withHabits(report.scenario, written));
    await playSteps(player, report.opening ?? []);
    const start = run.position;
    await playSteps(player, report.moves.slice(0, report.at));
    wrong = run.position;
    // What comes of it lies ahead.
    await playSteps(player, report.moves.slice(report.at));
    if (place === "wrong") await run.goto(wrong);
    return { situation: report, way: written, start, told: true };
  });
  if (!done) return false;
  batch(() => {
    own.value = { id: report.id, scenario: scenario(), way: entries.peek(), at: { wrong, end: entries.peek().length } };
    guideOpen.value = true;
    // Who only looks at it still has what was kept before.
    beganWith.value = { link: "", entries: entries.peek() };
    besideCure(report, cure);
  });
  follow();
  return true;
}

/** Looks at that place of the report, with the cured run as far; one that is not the report's own is begun anew. */
export async function lookAt(report: Reported, place: Place): Promise<void> {
  const cure = chosenCure() ?? 0;
  if (places.peek() === null) {
    const shown = report.shows?.findIndex((set) => same(set, way.peek())) ?? 0;
    await beginReport(report, { shown: Math.max(shown, 0), cure, place });
    return;
  }
  await goto(places.peek()![place]);
  besideCure(report, cure);
}

/** Nothing comes of it behind where it goes wrong: there is one place to look at. */
export function isOver({ at, moves }: Reported): boolean {
  return places.value === null ? at === moves.length : places.value.wrong === places.value.end;
}

/** Asks for the cured run beside the one in hand: so far as people's moves have come where that goes wrong, or, beside its
 *  end, to the end. */
export function besideCure(report: Reported, at: number): void {
  const cure = report.cures[at]!;
  const other = remedied(report, cure);
  const toTheEnd = standing.peek() === "end" || isOver(report);
  tab.value = "compare";
  chosen.value = { run: runNumber.peek(), cure: at };
  askedFor.value = {
    set: cure.set,
    cured: {
      scenario: withHabits(other.scenario, { ...way.peek(), ...cure.set }),
      opening: report.opening ?? [],
      moves: toTheEnd ? other.moves : other.moves.slice(0, report.at),
      cluster: cure.scenario !== undefined,
      people: cure.moves !== undefined,
    },
  };
}

/** The report that an address names. True: it is begun. */
export async function beginNamed(asked: string): Promise<boolean> {
  const name = asked.trim();
  let all: readonly Reported[];
  try {
    all = name === "" ? [] : await allReports();
  } catch {
    problem.value = { code: "part" };
    return false;
  }
  const found = all.find(({ id }) => id === idOf(name));
  if (found) return beginReport(found);
  // What is wrong with it is told once: it goes from the address.
  askFor("report", null);
  if (name !== "") problem.value = { code: "source", from: "link", why: "report", name };
  return false;
}

/** Whoever types a number need not know how the ids are written. */
function idOf(name: string): string {
  const [, number] = /^r?0*(\d+)$/i.exec(name) ?? [];
  return number === undefined ? name : `R${number.padStart(2, "0")}`;
}

let following = false;

/** From now on the address names the report in hand. */
function follow(): void {
  if (following) return;
  following = true;
  effect(() => {
    const id = isReported(situation.value) ? situation.value.id : null;
    if (asked("report") !== id) askFor("report", id);
  });
}

let titled = false;

/** From now on the document is called by the report in hand, so that one is found again among others. */
export function followTitle(): void {
  if (titled) return;
  titled = true;
  effect(() => {
    const [here, at] = [situation.value, language.value];
    if (!isReported(here)) {
      document.title = words().page.title;
      return;
    }
    void reportTexts(at).then((texts) => {
      if (situation.peek() === here && language.peek() === at) document.title = `${plain(texts[here.id]?.title ?? here.id)} · reconcile playground`;
    });
  });
}
