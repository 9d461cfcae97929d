// Runs that come from outside this page or from an earlier visit: a file, a link, what was kept; and a new beginning from
// here. Whatever cannot be read or played changes nothing, and is said.

import { effect } from "@preact/signals-core";
import type { WrittenBranch } from "../branches.ts";
import type { Habits, Scenario, Session } from "../contract.ts";
import { kind } from "../kind.ts";
import { taskNamed } from "../lab/begin.ts";
import { LARGEST, pack, unpack, Unreadable, type Linked, type LinkView } from "../derive/link.ts";
import { readStory } from "../check/told.ts";
import { FIRST, isWritten, situationNamed, type Situation } from "../scenarios.ts";
import { LANGUAGES, language, speak } from "../words/index.ts";
import { asked, askFor, ownPage } from "./address.ts";
import { forget, readKept } from "./autosave.ts";
import { bringBack, typed } from "./drafts.ts";
import { beganWith, isLink, keptNote } from "./kept.ts";
import { story, tellStory, type Story } from "./story.ts";
import { foreign, type Ended } from "./versions.ts";
import { isForeign, loadAny, sayForeign } from "./foreign.ts";
import { askAt, beginSituation, entries, moment, newRun, problem, report, runNumber, situation, startPosition, task, wholeSession, type Source } from "./run.ts";
import { area, type Area } from "./ui.ts";
import { isObject } from "../derive/shape.ts";

/** At the start of the page. True: a run is there. */
export async function begin(): Promise<boolean> {
  const { hash } = location;
  const kept = readKept();
  const wanted = asked("task");
  const reported = asked("report");
  const named = asked("scenario") ?? reported;
  if (named !== null && named !== reported) followScenario(named);
  // Whoever went on from a link, or with a task, and comes back to it finds what they did.
  if (kept && (isLink(hash) ? kept.link === hash : wanted !== null ? taskNamed(nameOf(kept.session)) === wanted : named === null || nameOf(kept.session) === named)) return restore(kept);
  if (!isLink(hash)) return wanted !== null ? (await lab()).beginNamed(wanted) : reported !== null ? (await import("./reports.ts")).beginNamed(reported) : named !== null && beginScenario(named);
  if (await openLink(hash)) return true;
  // What is wrong with it stays said; what was kept is not lost by it.
  const said = problem.peek();
  const back = kept !== null && await restore(kept);
  problem.value = said;
  return back;
}

/** The address names a situation while it is the one in hand. */
function followScenario(named: string): void {
  const stop = effect(() => {
    if (runNumber.value === 0 || situation.value?.id === named) return;
    askFor("scenario", null);
    queueMicrotask(() => stop());
  });
}

/** A situation of the gallery by its name. */
async function beginScenario(name: string): Promise<boolean> {
  const found = await situationNamed(name);
  if (!found) {
    problem.value = { code: "source", from: "link", why: "scenario", name };
    return false;
  }
  await beginSituation(found);
  return true;
}

const lab = (): Promise<typeof import("./lab.ts")> => import("./lab.ts");

async function restore(kept: NonNullable<ReturnType<typeof readKept>>): Promise<boolean> {
  const view = { at: kept.at, start: kept.start };
  const result = kept.result ? kept.link : null;
  const fragment = isLink(kept.link) ? kept.link : null;
  const done = await load(kept.session, view, "kept", fragment, kept.branches, result) || await load(kept.session, view, "kept", fragment, [], result);
  if (!done) {
    problem.value = null;
    forget();
    keptNote.value = "broken";
    return isLink(kept.link) && openLink(kept.link);
  }
  beganWith.value = { link: kept.link, ...(kept.result && { result: runNumber.peek() }) };
  bringBack(kept.typed);
  report.value = kept.report;
  tellStory(kept.story);
  keptNote.value = "back";
  return true;
}

/** Gives up what was kept: the link that it began with, or the first situation. */
export async function afresh(): Promise<void> {
  const { link } = beganWith.peek();
  keptNote.value = null;
  forget();
  const at = task.peek();
  if (at && await (await lab()).beginTask(at)) return;
  if (!isLink(link) || !await openLink(link)) await beginSituation(FIRST);
}

export async function openFile(file: File): Promise<void> {
  if (file.size > LARGEST) problem.value = { code: "source", from: "file", why: "tooLarge" };
  else await openText(await file.text(), "file");
}

/** One that a page around this one hands over. */
export async function openSession(session: unknown): Promise<boolean> {
  let text: string;
  try {
    text = JSON.stringify(session) ?? "null";
  } catch {
    problem.value = { code: "source", from: "link", why: "notSession" };
    return false;
  }
  if (text.length <= LARGEST) return openText(text, "link");
  problem.value = { code: "source", from: "link", why: "tooLarge" };
  return false;
}

/** True: its run is there. Else it is told what is wrong with it, once: it goes from the address, and so from the history. */
export async function openLink(fragment: string): Promise<boolean> {
  const done = await openFragment(fragment);
  const { link } = beganWith.peek();
  if (!done && location.hash === fragment) history.replaceState(null, "", isLink(link) && link !== fragment ? link : location.pathname + location.search);
  return done;
}

async function openFragment(fragment: string): Promise<boolean> {
  if (fragment.startsWith("#t")) return (await lab()).openCode(fragment);
  let text: string;
  try {
    text = await unpack(fragment);
  } catch (thrown) {
    problem.value = { code: "source", from: "link", why: thrown instanceof Unreadable ? thrown.why : "damaged" };
    return false;
  }
  return (await openText(text, "link", fragment)) && cameBy(fragment);
}

function cameBy(fragment: string): true {
  beganWith.value = { link: fragment, entries: entries.peek() };
  return true;
}

async function openText(text: string, from: Source, fragment: string | null = null): Promise<boolean> {
  let session: Linked;
  try {
    session = JSON.parse(text) as Linked;
  } catch {
    problem.value = { code: "source", from, why: "notJson" };
    return false;
  }
  if (from === "file" && isObject(session) && "task" in session) {
    if (!await (await lab()).openResult(session)) return false;
    keptNote.value = null;
    return true;
  }
  const why = faultOf(session) ?? (from === "link" && movesOf(session) > MOST_MOVES ? "tooLong" : null);
  if (why !== null) {
    problem.value = { code: "source", from, why };
    return false;
  }
  const { view, ...plain } = session;
  const wanted = viewOf(view);
  const done = await load(plain, wanted, from, fragment);
  if (done) {
    sayStory(view);
    beganHere();
    keptNote.value = null;
    arrange(wanted);
  } else sayRefusal(from, session, fragment);
  return done;
}

/** What a check found in it. Of a run that ended before its last move nothing can be said. */
function sayStory(view: unknown): void {
  tellStory(foreign.peek() || !isObject(view) ? null : readStory(view["story"], entries.peek().length));
}

/** What stands in the address does not change by that: whoever comes back to it finds this run. */
function beganHere(): void {
  beganWith.value = { link: isLink(location.hash) ? location.hash : "" };
}

/** Enough that the rest can be left to the engine, which names the field. */
function faultOf(session: unknown): "notSession" | "version" | null {
  if (!isObject(session) || !isObject(session["scenario"]) || !Array.isArray(session["moves"])) return "notSession";
  return session["version"] === 1 ? null : "version";
}

/** A link that somebody else made is not to hold the page up for minutes; a file one chose oneself. */
const MOST_MOVES = 50_000;

function movesOf({ scenario: { prelude }, moves }: Session): number {
  return moves.length + (Array.isArray(prelude) ? prelude.length : 0);
}

/** Of what stands in `view` only what has the right type. */
function viewOf(view: unknown): LinkView {
  if (!isObject(view)) return {};
  const { lang, panels, at, start } = view;
  const wanted: LinkView = {};
  if (Number.isSafeInteger(at)) wanted.at = at as number;
  if (Number.isSafeInteger(start)) wanted.start = start as number;
  if (typeof lang === "string") wanted.lang = lang;
  if (Array.isArray(panels)) wanted.panels = panels.filter((one) => typeof one === "string");
  return wanted;
}

async function load(session: Session, { at, start = 0 }: LinkView, from: Source | "kept", fragment: string | null, branches: readonly WrittenBranch[] = [], result: string | null = null): Promise<boolean> {
  let ended: Ended | null = null;
  const done = await newRun(async (run) => {
    const begun = taskNamed(nameOf(session)) === null ? null : await (await lab()).taskOf(session);
    const found = begun ? null : await situationNamed(session.scenario.name);
    ended = await loadAny(run, session, branches);
    const within = (position: number): number => Math.min(Math.max(position, 0), run.entries.length);
    // Before the move that can't be played one stands, whatever the link says.
    if (at !== undefined && ended?.code !== "move") await run.goto(within(at));
    if (begun && result !== null) await (await lab()).seenAgain(result);
    return { situation: found, task: begun?.task ?? null, ...written(found, session.scenario), start: within(begun?.start ?? start) };
  });
  // That what was kept goes on in a new version of the page is no news.
  if (done) tell(session, from, ended, fragment);
  return done;
}

function tell(session: Session, from: Source | "kept", ended: Ended | null, fragment: string | null): void {
  if (ended === null || (from === "kept" && ended.code === "played")) foreign.value = null;
  else void sayForeign(session, from, ended, fragment);
}

/** Of its scenario; what was kept or sent may have none at all. */
function nameOf({ scenario }: { scenario: Scenario | null }): unknown {
  return scenario?.name;
}

/** How a situation was begun is told by how its controller was written: the way that goes wrong in it, and a cure laid over it. */
function written(situation: Situation | null, { controllers }: Scenario): { way: Partial<Habits>; cured: boolean } {
  const habits = controllers?.[0]?.habits ?? {};
  if (!situation) return { way: habits, cured: false };
  const { shows = [], cures = [] } = situation;
  return { way: shows.find((set) => isWritten(habits, set)) ?? shows[0] ?? {}, cured: cures.some(({ set }) => Object.keys(set).length > 0 && isWritten(habits, set)) };
}

function arrange({ lang, panels = [] }: LinkView): void {
  const spoken = LANGUAGES.find((one) => one === lang);
  if (spoken && spoken !== language.peek()) speak(spoken).catch(() => { problem.value = { code: "part" }; });
  for (const panel of panels) if (AREAS.includes(panel)) area.value = panel as Area;
}

const AREAS: readonly string[] = ["run", "pass", "edit", "history"] satisfies Area[];

/** What the engine refused of a file or a link is said as such, with the move that it could not play. */
function sayRefusal(from: Source, session: Session, fragment: string | null): void {
  const refused = problem.peek();
  if (refused?.code !== "refused") return;
  const { message, path } = refused;
  if (isForeign(session)) {
    problem.value = null;
    void sayForeign(session, from, { code: "begin", message, path: path ?? "" }, fragment);
    return;
  }
  if (path === "/digest") {
    problem.value = { code: "source", from, why: "digest" };
    return;
  }
  const [, move] = /^\/moves\/(\d+)/.exec(path ?? "") ?? [];
  problem.value = move === undefined ? { code: "source", from, why: "refused", message, path } : { code: "source", from, why: "move", move: Number(move) + 1, message, path };
}

/** This run, with where one stands in it, as it stands in an address behind the `#`. */
export async function packedHere(): Promise<string> {
  const view: LinkView = { at: moment.peek()?.view.position ?? 0 };
  if (startPosition.peek() > 0) view.start = startPosition.peek();
  if (story.peek()) view.story = story.peek()!;
  if (area.peek() !== "run") view.panels = [area.peek()];
  if (kind === "frame") view.lang = language.peek();
  const digest = askAt(entries.peek().length, (run) => run.digest());
  return (await pack({ ...wholeSession(), ...(digest !== null && { digest }), view })).slice(1);
}

/** The same as an address. */
export async function linkHere(): Promise<string> {
  return addressOf(await packedHere());
}

/** An address at which a story is found, at its decisive move. */
export async function linkTo(session: Session, told: Story): Promise<string> {
  return addressOf((await pack({ ...session, view: { at: told.decisive, story: told } })).slice(1));
}

function addressOf(packed: string): string {
  const address = ownPage();
  if (kind === "frame") address.searchParams.set("lang", language.peek());
  else address.search = location.search;
  for (const name of ["scenario", "report"]) address.searchParams.delete(name);
  address.hash = packed;
  return address.href;
}

/** The world as it is becomes the beginning of a new run. */
export async function startFromHere(): Promise<void> {
  const held = typed();
  const done = await newRun(async (run) => {
    const { name: _, prelude = [], ...scenario } = run.scenario;
    const moves = run.entries.slice(0, run.position).map(({ move }) => move);
    await run.begin({ ...scenario, prelude: [...prelude, ...moves] });
    return { situation: null, way: {}, start: 0 };
  });
  if (!done) return;
  beganHere();
  bringBack(held);
}
