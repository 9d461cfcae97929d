// Public reports: what is said of them, and the one in hand, opened where it goes wrong with a cured run beside it.

import { batch, effect, signal } from "@preact/signals-core";
import { askedFor } from "../components/compare.ts";
import { dataFile } from "../data-file.ts";
import { isReported, remedied, type Reported, type ReportText } from "../reports.ts";
import { allReports, withHabits } from "../scenarios.ts";
import { playSteps } from "../story.ts";
import { asked, askFor } from "./address.ts";
import { beganWith } from "./kept.ts";
import { entries, newRun, playerOf, problem, runNumber, situation, way } from "./run.ts";
import { guideOpen, tab } from "./ui.ts";
import type { Language } from "../words/index.ts";

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

/** Begins a report, written as one of `shows` says; the run in hand then stands where it goes wrong, and a cured one beside it. */
export async function beginReport(report: Reported, shown = 0, cure = 0): Promise<boolean> {
  const done = await newRun(async (run) => {
    const written = report.shows?.[shown] ?? {};
    const player = playerOf(run);
    await run.begin(withHabits(report.scenario, written));
    await playSteps(player, report.opening ?? []);
    const start = run.position;
    await playSteps(player, report.moves.slice(0, report.at));
    const at = run.position;
    // What comes of it lies ahead.
    await playSteps(player, report.moves.slice(report.at));
    await run.goto(at);
    return { situation: report, way: written, start, told: true };
  });
  if (!done) return false;
  batch(() => {
    guideOpen.value = true;
    tab.value = "compare";
    // Who only looks at it still has what was kept before.
    beganWith.value = { link: "", entries: entries.peek() };
    besideCure(report, cure);
  });
  follow();
  return true;
}

/** Asks for the cured run beside the one in hand: so far as people's moves have come where that goes wrong. */
export function besideCure(report: Reported, at: number): void {
  const cure = report.cures[at]!;
  const other = remedied(report, cure);
  chosen.value = { run: runNumber.peek(), cure: at };
  askedFor.value = {
    set: cure.set,
    cured: {
      scenario: withHabits(other.scenario, { ...way.peek(), ...cure.set }),
      opening: report.opening ?? [],
      // Where it goes wrong at the end, the cured run is played to its end, however long that is.
      moves: report.at === report.moves.length ? other.moves : other.moves.slice(0, report.at),
      cluster: cure.scenario !== undefined,
      people: cure.moves !== undefined,
    },
  };
}

/** The report that an address names. True: it is begun. */
export async function beginNamed(name: string): Promise<boolean> {
  const found = (await allReports().catch(() => [])).find(({ id }) => id === name);
  if (found) return beginReport(found);
  problem.value = { code: "source", from: "link", why: "scenario", name };
  return false;
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
