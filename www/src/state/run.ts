// The run as signals: what the view shows is always read from the engine after a move, never computed here.

import { batch, computed, signal } from "@preact/signals-core";
import type { ApiRequest, ApiResponse, ControllerView, Fact, Habits, Move, Scenario, Session, Settled, TraceEntry, Version, View } from "../contract.ts";
import type { Plain } from "../lab/task.ts";
import { actorOf, deedOf, type Deed } from "../derive/deed.ts";
import { factsOf } from "../derive/tell.ts";
import { ratePerSecond } from "../derive/pass.ts";
import type { Branch, WrittenBranch } from "../branches.ts";
import { Engine, Refusal, Trap, type Playground } from "../engine.ts";
import { FIRST, withHabits, type Situation } from "../scenarios.ts";
import { playSteps, type Player, type Step } from "../story.ts";
import { asked } from "./address.ts";
import { isLink, KEPT } from "./kept.ts";
import { remembered } from "./storage.ts";
import { area, chosenPass, opened, toggle } from "./ui.ts";

export interface LeftRun { scenario: Scenario; moves: readonly Move[]; branches: readonly WrittenBranch[]; at: number; start: number; cured: boolean }

export interface Moment {
  view: View;
  /** What happens by itself, the default first. */
  moves: Move[];
  next: Deed | null;
  /** Which controller makes the default move; null where none does. */
  by: string | null;
}

export type Report =
  | { code: "settled"; settled: Settled; rate: number | null }
  | { code: "finished"; pass: { number: number; key: string } | null };

/** Where a run comes from that is not this page's own, and why it cannot be had. */
export type Source = "file" | "link";
export type Unreadable = "notJson" | "notSession" | "tooLarge" | "tooLong" | "damaged" | "version" | "move" | "digest" | "refused" | "scenario" | "report" | "task";

export type Problem =
  | { code: "refused"; engineCode: string; message: string; path: string | undefined }
  | { code: "trap"; deed: Deed | null; message: string; position: number; restored: boolean }
  | { code: "load"; message: string }
  | { code: "source"; from: Source; why: Unreadable; move?: number; message?: string; path?: string | undefined; name?: string }
  | { code: "part" }
  | { code: "unexpected"; message: string };

export const moment = signal<Moment | null>(null);
export const entries = signal<readonly TraceEntry[]>([]);
/** The ways that were left by a new move in the past, oldest first. */
export const branches = signal<readonly Branch[]>([]);
/** The branch that the last action left behind. */
export const freshBranch = signal<Branch | null>(null);
/** The run that was left for one that began otherwise, which no branch of it can hold; kept until another run begins. */
export const leftRun = signal<LeftRun | null>(null);
/** It is so since the last action. */
export const justLeft = signal(false);
/** The entries that the last action added; what just happened. */
export const lastEntries = signal<readonly TraceEntry[]>([]);
export const report = signal<Report | null>(null);
export const problem = signal<Problem | null>(null);
export const busy = signal(false);
export const version = signal<Version | null>(null);
/** The situation that was chosen; null after a session was opened from a file. */
export const situation = signal<Situation | null>(FIRST);
/** The task of the lab that is worked on. */
export const task = signal<Plain | null>(null);
/** How its controller was written when it was begun. */
export const way = signal<Partial<Habits>>({});
/** Its moves were played for the learner. */
export const told = signal(false);
/** It was begun with a cure in it. */
export const cured = signal(false);
/** Reset goes back to here: behind what the situation played itself. */
export const startPosition = signal(0);
/** The controller that is looked at; null = the first. */
export const chosenController = signal<string | null>(null);

export interface Shown { name: string; controller: ControllerView; several: boolean }

/** The controller that the page shows: the chosen one while there is one of that name. */
export const shown = computed<Shown | null>(() => {
  const controllers = moment.value?.view.controllers ?? {};
  const names = Object.keys(controllers);
  const chosen = chosenController.value;
  const name = chosen !== null && chosen in controllers ? chosen : names[0];
  const controller = name === undefined ? undefined : controllers[name];
  return name === undefined || !controller ? null : { name, controller, several: names.length > 1 };
});

/** Its name, for a move that is about it. */
export function here(): { controller: string } {
  return { controller: shown.value?.name ?? "" };
}

/** Grows with each new run: what was typed belongs to the run before. */
export const runNumber = signal(0);

let engine: Engine | null = null;
let acting = false;

function running(): Engine {
  if (!engine) throw new Error("The engine is not loaded.");
  return engine;
}

/** The last passes that are read: enough for what is shown, until all are asked for. */
const LATEST = 24;

function look(): View {
  const view = running().view(opened.value.has("passes") ? undefined : LATEST);
  return { ...view, length: running().entries.length };
}

/** Shows all passes that are kept, or the latest. */
export function showAllPasses(all: boolean): void {
  toggle("passes", all);
  if (moment.value) moment.value = { ...moment.value, view: look() };
}

/** Reads the engine anew; everything that was said about an earlier moment goes. */
function refresh(added: readonly TraceEntry[]): void {
  const view = look();
  const moves = running().moves();
  const [first] = moves;
  batch(() => {
    moment.value = { view, moves, next: first === undefined ? null : deedOf(first, view), by: first === undefined ? null : actorOf(first) };
    entries.value = running().entries;
    // A way is known by its last entry, wherever it is told to leave.
    const known = new Set(branches.value.map((one) => one.tail.at(-1)));
    freshBranch.value = running().branches.find((one) => !known.has(one.tail.at(-1))) ?? null;
    branches.value = running().branches;
    justLeft.value = false;
    lastEntries.value = added;
  });
}

/** Runs one action of the person; whatever goes wrong becomes a problem to show, and the run stays whole. */
async function act(
  action: (engine: Engine) => Promise<readonly TraceEntry[]> | readonly TraceEntry[],
  then: (added: readonly TraceEntry[]) => void = quietly,
): Promise<readonly TraceEntry[] | null> {
  if (acting) return null;
  acting = true;
  // Nearly everything is over within a frame; only what is not is shown as under way.
  const slow = setTimeout(() => { busy.value = true; }, 100);
  const before = moment.value?.view ?? null;
  try {
    const added = await action(running());
    // One change of all signals, so that the page is drawn once.
    batch(() => {
      problem.value = null;
      refresh(added);
      then(added);
    });
    return added;
  } catch (thrown) {
    batch(() => {
      problem.value = problemOf(thrown, before);
      // What was played before the refused move was played.
      if (thrown instanceof Refusal && running().entries !== entries.peek()) refresh([]);
      if (!(thrown instanceof Refusal)) {
        report.value = null;
        // The run is back at its last good move, and so is what is said to have happened last.
        try { refresh(lastOf(running())); } catch { /* the engine is gone; what was last seen stays */ }
      }
    });
    return null;
  } finally {
    clearTimeout(slow);
    acting = false;
    busy.value = false;
  }
}

/** The move behind which the run stands. */
function lastOf(run: Engine): readonly TraceEntry[] {
  return run.entries.slice(Math.max(0, run.position - 1), run.position);
}

function problemOf(thrown: unknown, view: View | null): Problem {
  if (thrown instanceof Refusal) return { code: "refused", engineCode: thrown.code, message: thrown.message, path: thrown.path };
  if (thrown instanceof Trap) {
    const now = thrown.restored ? running().view() : view;
    const deed = thrown.move && now ? deedOf(thrown.move, now) : null;
    return { code: "trap", deed, message: thrown.message, position: thrown.position, restored: thrown.restored };
  }
  return { code: "unexpected", message: thrown instanceof Error ? thrown.message : String(thrown) };
}

// ------------------------------------------------------------------------------------------------ the questions

/** What the engine would refuse of this way of writing a controller; null = nothing. */
export function refusalOf(set: Partial<Habits>): Refusal | null {
  return running().ask({ habits: { set } });
}

/** What the budget still allows, and what ends the faults that are there. */
export function faultsLeft(): Move[] {
  return moment.value ? running().moves({ faults: true }).slice(moment.value.moves.length) : [];
}

export function budgeted(): boolean {
  return moment.value !== null && running().scenario.budget !== undefined;
}

// -------------------------------------------------------------------------------------------------- the actions

/** Loads the engine. It begins with something in a moment; until then an empty world does, which is the quickest to make. */
export async function openEngine(): Promise<boolean> {
  try {
    engine = await Engine.open({ version: 1, kinds: [], controllers: [] });
    version.value = engine.version;
    return true;
  } catch (thrown) {
    problem.value = { code: "load", message: thrown instanceof Error ? thrown.message : String(thrown) };
    return false;
  }
}

export async function startRun(): Promise<void> {
  // A link, or what was kept of the last run, comes first; most people have neither.
  const behind = isLink(location.hash) || remembered(KEPT) !== null || asked("task") !== null || asked("scenario") !== null || asked("report") !== null;
  const sessions = behind ? import("./session.ts").catch(() => null) : null;
  if (!await openEngine()) return;
  if (await (await sessions)?.begin()) return;
  // What was wrong with the link stays said.
  const said = problem.value;
  await beginSituation(FIRST);
  problem.value ??= said;
}

/** How a run begins: what situation it is or what task, how that is written, where Reset goes back to, whether its moves
 *  were played, and with a cure. */
export interface Beginning { situation: Situation | null; task?: Plain | null; way: Partial<Habits>; start: number; told?: boolean; cured?: boolean }

/** Leaves this run for another one, which `make` begins. False: it could not be, and this run stays. */
export async function newRun(make: (engine: Engine) => Promise<Beginning>): Promise<boolean> {
  let beginning: Beginning;
  const added = await act(async (run) => {
    beginning = await make(run);
    return run.position > beginning.start ? run.entries.slice(run.position - 1, run.position) : [];
  }, () => begun(beginning));
  return added !== null;
}

export interface Wishes { written?: Partial<Habits>; cure?: Partial<Habits>; told?: boolean }

/** Begins a situation, written as it shows it or another way; `told`: and plays what goes wrong in it. */
export async function beginSituation(chosen: Situation, { written = chosen.shows?.[0] ?? {}, cure = {}, told: tell = false }: Wishes = {}): Promise<void> {
  const habits = { ...written, ...cure };
  let settled: Settled | null = null;
  const done = await newRun(async (run) => {
    await run.begin(withHabits(chosen.scenario, habits));
    await playSteps(playerOf(run), chosen.opening ?? []);
    const start = run.position;
    if (tell) settled = await playSteps(playerOf(run), chosen.moves);
    return { situation: chosen, way: written, start, told: tell, cured: Object.keys(cure).length > 0 };
  });
  if (done && settled) report.value = { code: "settled", settled, rate: rateNow() };
}

/** Begins what is no situation of the gallery; Reset leads back to behind the opening. */
export function beginStaged(of: Scenario, opening: readonly Step[]): Promise<boolean> {
  return newRun(async (run) => {
    await run.begin(of);
    await playSteps(playerOf(run), opening);
    return { situation: null, way: {}, start: run.position };
  });
}

/** Plays steps where the run stands; what the last of them settled. Null: one could not be played. */
export async function playOn(steps: readonly Step[]): Promise<{ settled: Settled | null } | null> {
  let settled: Settled | null = null;
  const added = await act(async (run) => {
    const from = run.position;
    settled = await playSteps(playerOf(run), steps);
    return run.entries.slice(Math.max(from, run.position - 1), run.position);
  });
  return added && { settled };
}

/** Plays what goes wrong in this situation, from its beginning. */
export async function tellSituation(): Promise<void> {
  const chosen = situation.value;
  if (!chosen) return;
  let settled: Settled | null = null;
  await act(async (run) => {
    await run.goto(startPosition.value);
    settled = await playSteps(playerOf(run), chosen.moves);
    return run.entries.slice(-1);
  }, () => {
    quietly();
    told.value = true;
    if (settled) report.value = { code: "settled", settled, rate: rateNow() };
  });
}

export function playerOf(run: Engine): Player {
  return {
    play: (move) => run.play(move),
    finishPass: () => run.finishPass(),
    settle: async (options) => (await run.settle(options)).settled,
    moves: () => run.moves(),
    view: () => run.view(),
  };
}

function begun(beginning: Beginning): void {
  batch(() => {
    situation.value = beginning.situation;
    task.value = beginning.task ?? null;
    way.value = beginning.way;
    told.value = beginning.told ?? false;
    cured.value = beginning.cured ?? false;
    startPosition.value = beginning.start;
    runNumber.value += 1;
    freshBranch.value = null;
    leftRun.value = null;
    report.value = null;
    chosenPass.value = null;
    chosenController.value = null;
    area.value = "run";
  });
}

/** One move, whoever makes it. Null: it could not be played. */
export async function play(move: Move): Promise<Fact[] | null> {
  const added = await act((run) => run.play(move));
  return added?.flatMap((entry) => entry.facts) ?? null;
}

export async function step(): Promise<void> {
  const next = moment.value?.moves[0];
  if (next) await play(next);
}

export async function finishPass(): Promise<void> {
  await act((run) => run.finishPass(), (added) => {
    quietly();
    const returned = factsOf(added.flatMap((entry) => entry.facts), "returned").at(-1);
    report.value = { code: "finished", pass: returned ? { number: returned.pass, key: returned.key } : null };
  });
}

export async function settle(until?: number): Promise<void> {
  let settled: Settled | undefined;
  await act(async (run) => {
    const result = await run.settle(until === undefined ? {} : { until });
    settled = result.settled;
    return result.entries;
  }, () => {
    // A second press finds nothing: what the first one did stays told.
    if (settled?.moves === 0 && report.value?.code === "settled") return;
    quietly();
    if (settled) report.value = { code: "settled", settled, rate: rateNow() };
  });
}

/** Lets time pass and, when it has, whatever is due by then. */
export async function letTimePass(by: number): Promise<void> {
  const now = moment.value?.view.time ?? 0;
  if (by <= 0) return;
  await act((run) => run.play({ advance: { to: now + by } }));
}

export async function goto(position: number): Promise<void> {
  await act(async (run) => {
    await run.goto(position);
    return run.entries.slice(Math.max(0, position - 1), position);
  });
}

export const back = (): Promise<void> => goto(Math.max(0, (moment.value?.view.position ?? 0) - 1));
export const forward = (): Promise<void> => goto(Math.min(entries.value.length, (moment.value?.view.position ?? 0) + 1));
export const reset = (): Promise<void> => goto(startPosition.value);

/** The branch becomes the run in hand. */
export async function takeBranch(id: number): Promise<void> {
  await act(async (run) => {
    await run.takeBranch(id);
    return lastOf(run);
  });
}

/** Forgets a branch; without an id all of them. */
export function dismiss(id?: number): void {
  running().dismiss(id);
  batch(() => {
    branches.value = running().branches;
    if (id === undefined || freshBranch.value?.id === id) freshBranch.value = null;
  });
}

/** A second run, from a moment of this one on; whoever asks for it frees it. Null: the engine is gone. */
export function forkAt(position: number): Playground | null {
  return engine?.forkAt(position) ?? null;
}

/**
 * What a run that goes on from a moment of this one says. Null: the engine is gone, or died of the question; what died here
 * dies at the next move too, and is brought back then.
 */
export function askAt<T>(position: number, ask: (run: Playground) => T): T | null {
  let run: Playground | null = null;
  try {
    run = forkAt(position);
    return run && ask(run);
  } catch {
    return null;
  } finally {
    try { run?.free(); } catch { /* dead */ }
  }
}

/** A run of its own beside the run, from its beginning; whoever asks for it frees it. */
export function beside(of: Scenario, moves: readonly Move[]): Playground {
  return running().beside(of, moves);
}

/** Grows when the engine was started anew: the runs beside the run are dead then. */
export function instance(): number {
  return running().instance;
}

/** Starts the engine anew after a run beside the run has died. False: it could not be started. */
export async function revive(thrown: unknown): Promise<boolean> {
  try {
    await running().revive(thrown);
    return true;
  } catch (second) {
    problem.value = problemOf(second, moment.value?.view ?? null);
    return false;
  }
}

/** From a moment of the run another way: it is the run in hand then, and what was in hand a branch. */
export async function takeWay(from: number, moves: readonly Move[], branch?: number): Promise<boolean> {
  const added = await act(async (run) => {
    if (branch !== undefined) await run.takeBranch(branch);
    return (await run.go(from, moves)).slice(-1);
  });
  return added !== null;
}

/** A run of the same situation that began otherwise takes the place of the run in hand, which is kept. */
export async function takeInstead({ scenario: of, moves, branches: written, ...begun }: LeftRun): Promise<boolean> {
  const left: LeftRun = {
    scenario: scenario(), moves: entries.peek().map(({ move }) => move), at: running().position, start: startPosition.peek(), cured: cured.peek(),
    branches: branches.peek().map(({ from, tail, at }) => ({ from, moves: tail.map(({ move }) => move), at })),
  };
  const added = await act(async (run) => {
    await run.load({ version: 1, engine: "", scenario: of, moves: [...moves] }, written);
    await run.goto(begun.at);
    return [];
  }, () => {
    cured.value = begun.cured;
    startPosition.value = begun.start;
    runNumber.value += 1;
    freshBranch.value = null;
    leftRun.value = left;
    justLeft.value = true;
    quietly();
  });
  return added !== null;
}

/** The run that was left is the run in hand again, and what was in hand is left. */
export async function takeBack(): Promise<void> {
  if (leftRun.value) await takeInstead(leftRun.value);
}

/** What the run began with. */
export function scenario(): Scenario {
  return running().scenario;
}

/** What the API server answers to a GET. */
export function read(request: ApiRequest): ApiResponse {
  return running().read(request);
}

/** Of the world as it stands. */
export function digest(): string {
  return running().digest();
}

export function session(): Session {
  return running().session();
}

/** The same with the moves that lie ahead. */
export function wholeSession(): Session {
  return running().whole();
}

/** A new moment: what was reported, and the pass that was looked at, belong to the one before. */
function quietly(): void {
  batch(() => {
    report.value = null;
    chosenPass.value = null;
  });
}

function rateNow(): number | null {
  return ratePerSecond(shown.value?.controller.recentPasses ?? [], 20);
}
