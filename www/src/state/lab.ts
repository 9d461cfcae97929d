// The lab: its tasks, the one that is worked on, what was said in it, what is done, and results that are opened.

import { batch, computed, effect, signal } from "@preact/signals-core";
import { dataFile } from "../data-file.ts";
import type { Move, Session, Verdict as Proof } from "../contract.ts";
import { same } from "../derive/claims.ts";
import { deedOf, type Deed } from "../derive/deed.ts";
import { LARGEST } from "../derive/link.ts";
import { kind } from "../kind.ts";
import type { Engine } from "../engine.ts";
import { subjectHere, taskNamed } from "../lab/begin.ts";
import { beginsAs, Faulty, lengthened, packResult, resultOf, saysOf, shortened, unpackResult, type Fault, type Result } from "../lab/result.ts";
import { verdictOf, type Plain, type Says, type Verdict } from "../lab/task.ts";
import { keyOf, type Subject } from "../lesson/every-order.ts";
import type { Value } from "../lesson/lesson.ts";
import { playSteps } from "../story.ts";
import { beside, entries, moment, newRun, playerOf, problem, revive, runNumber, scenario, session as sessionHere, startPosition, task, version } from "./run.ts";
import { isForeign, sayForeign } from "./foreign.ts";
import { foreign, type Ended } from "./versions.ts";
import { beganWith } from "./kept.ts";
import { asked, askFor, ownPage } from "./address.ts";
import { consent } from "./consent.ts";
import { remember, remembered } from "./storage.ts";
import { dialog, orderGone } from "./ui.ts";
import { language } from "../words/index.ts";
import { labWords } from "../words/lab/index.ts";

export const allTasks = dataFile<readonly Plain[]>("tasks.json");

// ----------------------------------------------------------------------------------------------------- what is kept

/** With how many moves a task was done, and the code of that way. */
export interface Done { moves: number; code: string }
interface Kept { done: Record<string, Done>; says: Record<string, Says> }

const KEPT = "lab";

export const kept = signal<Kept>(readKept());

function readKept(): Kept {
  const empty: Kept = { done: {}, says: {} };
  try {
    const { done, says } = JSON.parse(remembered(KEPT) ?? "{}") as Record<string, Record<string, unknown> | undefined>;
    for (const [id, one] of Object.entries(done ?? {})) {
      const { moves, code } = one as Record<string, unknown>;
      if (Number.isSafeInteger(moves) && typeof code === "string") empty.done[id] = { moves: moves as number, code };
    }
    for (const [id, one] of Object.entries(says ?? {})) empty.says[id] = saysOf(one);
    return empty;
  } catch {
    return { done: {}, says: {} };
  }
}

function keep(change: Partial<Kept>): void {
  kept.value = { ...kept.value, ...change };
  remember(KEPT, JSON.stringify(kept.value));
}

// --------------------------------------------------------------------------------------------------- the task in hand

/** How many hints were asked for. */
export const hints = signal(0);
/** What somebody did of their own in a result that was opened: the position behind it; a number is so many moves between. */
export type Part = number | { position: number; deed: Deed };

/** The runs that were opened as somebody's result. */
const openedRuns = signal<ReadonlySet<number>>(new Set());
export const isOpened = computed(() => openedRuns.value.has(runNumber.value));
/** Its moves, all of them, as the engine writes them: of what is done after them it says nothing. */
const openedMoves = signal<readonly Move[]>([]);
export const atItsEnd = computed(() => {
  const [all, those] = [entries.value, openedMoves.value];
  return moment.value?.view.position === those.length && those.every((move, at) => same(move, all[at]?.move));
});
export const parts = signal<readonly Part[]>([]);
/** What that one said: nothing of one's own is changed by it. */
const theirs = signal<Says>({});

export const says = computed<Says>(() => (isOpened.value ? theirs.value : kept.value.says[task.value?.id ?? ""] ?? {}));

/** Of what is asked; an opened result is answered no more by whoever only looks at it. */
export function say(ask: string, value: Value): void {
  const { id } = task.value ?? {};
  if (id === undefined || isOpened.value) return;
  keep({ says: { ...kept.value.says, [id]: { ...says.value, [ask]: value } } });
}

/** The moves since the task's start, up to where one stands. */
const made = computed(() => entries.value.slice(startPosition.value, moment.value?.view.position ?? 0));

export const madeMoves = computed(() => made.value.length);

/** Another beginning was taken in place of the task's, as a comparison offers it: its goals say nothing there. */
export const strayed = computed(() => {
  void runNumber.value;
  return task.value !== null && !same(scenario(), task.value.scenario);
});

export const verdict = computed<Verdict | null>(() => {
  const [now, at] = [moment.value, task.value];
  return now && at && !strayed.value ? verdictOf(at, now.view, made.value, says.value, proof.value === "holds") : null;
});

/** What is looked into in every order: how the controllers are written at this moment. */
export const subject = computed<Subject | null>(() => {
  const [now, at] = [moment.value, task.value];
  return now && at && !strayed.value ? subjectHere(at, now.view.controllers) : null;
});

/** What came of each that was looked into. */
const proofs = signal<ReadonlyMap<string, Proof["verdict"]>>(new Map());

export function found(of: Subject, verdict: Proof["verdict"]): void {
  const key = keyOf(of);
  if (proofs.peek().get(key) !== verdict) proofs.value = new Map([...proofs.peek(), [key, verdict]]);
}

/** What came of it at this moment; null: it was not looked into. */
export const proof = computed<Proof["verdict"] | null>(() => (subject.value && proofs.value.get(keyOf(subject.value))) ?? null);

/** From now on what is done stays done in the list, and the address names the task. */
export function followTasks(): void {
  if (following) return;
  following = true;
  effect(() => {
    const [at, now] = [task.value, verdict.value];
    if (!at || !now?.done || isOpened.value) return;
    const moves = made.value.map(({ move }) => move);
    const before = kept.peek().done[at.id];
    if (before && before.moves <= moves.length) return;
    void codeOf(at, moves, says.peek()).then((code) => {
      if (code !== null) keep({ done: { ...kept.peek().done, [at.id]: { moves: moves.length, code } } });
    });
  });
  effect(() => {
    const id = task.value?.id ?? null;
    if (asked("task") !== id) askFor("task", id);
  });
  effect(() => {
    void runNumber.value;
    hints.value = 0;
    orderGone.value = false;
  });
}
let following = false;

export async function beginTask(at: Plain): Promise<boolean> {
  const done = await newRun(async (run) => {
    await run.begin(at.scenario);
    await playSteps(playerOf(run), at.opening ?? []);
    return { situation: null, task: at, way: {}, start: run.position };
  });
  if (done) {
    // What is asked is asked anew.
    batch(() => {
      const { [at.id]: _, ...rest } = kept.value.says;
      keep({ says: rest });
    });
    followTasks();
  }
  return done;
}

/** The task that an address names; what is wrong with it is said in the list of tasks. True: it is begun. */
export async function beginNamed(id: string): Promise<boolean> {
  try {
    return await beginTask(await named(id));
  } catch (thrown) {
    // A frame has no list of tasks to say it in.
    if (kind === "frame" && thrown instanceof Faulty) problem.value = { code: "source", from: "link", why: "task", name: id };
    else refuse(thrown);
    return false;
  }
}

async function named(id: string): Promise<Plain> {
  let all: readonly Plain[];
  try {
    all = await allTasks();
  } catch {
    throw new Faulty({ code: "gone" });
  }
  const found = all.find((one) => one.id === id);
  if (!found) throw new Faulty({ code: "unknown" });
  return found;
}

/** The task that a session is of, and where the learner took over; null: it is of none. */
export async function taskOf(session: Session): Promise<{ task: Plain; start: number } | null> {
  const id = taskNamed(session.scenario.name);
  if (id === null) return null;
  try {
    const at = await named(id);
    const opening = await openingOf(at);
    if (!beginsAs(session, at, opening)) return null;
    followTasks();
    return { task: at, start: opening.length };
  } catch {
    return null;
  }
}

// --------------------------------------------------------------------------------------------------------- results

/** What is wrong with what was to be opened last. */
export const fault = signal<Fault | null>(null);

function refuse(thrown: unknown, engine = ""): void {
  if (!(thrown instanceof Faulty)) throw thrown;
  batch(() => {
    fault.value = { ...thrown.fault, ...(isForeign({ engine }) && { engine }) };
    dialog.value = "lab";
  });
}

type Run = ReturnType<typeof beside>;

/** Asks a run of the task that stands at its start; it may die of what it is asked. */
async function aside<T>(at: Plain, ask: (run: Run, opening: Move[]) => T | Promise<T>): Promise<T> {
  let run: Run | undefined;
  try {
    run = beside(at.scenario, []);
    await playSteps(run, at.opening ?? []);
    return await ask(run, run.save().moves);
  } catch (thrown) {
    if (thrown instanceof Faulty) throw thrown;
    if (typeof (thrown as { code?: unknown }).code !== "string") await revive(thrown);
    throw new Faulty({ code: "damaged" });
  } finally {
    try { run?.free(); } catch { /* dead */ }
  }
}

function openingOf(at: Plain): Promise<Move[]> {
  return aside(at, (_, opening) => opening);
}

async function codeOf(at: Plain, moves: readonly Move[], said: Says, engine = version.peek()?.playground ?? ""): Promise<string | null> {
  try {
    return await packResult({ task: at.id, moves: await aside(at, (run) => shortened(run, moves)), says: said, engine });
  } catch {
    return null;
  }
}

function partsOf(at: Plain, moves: readonly Move[], start: number): Promise<Part[]> {
  return aside(at, (run) => {
    const own: Part[] = [];
    const short = shortened(run, moves, (move, index) => own.push({ position: start + index + 1, deed: deedOf(move, run.view()) }));
    return short.map((part) => (typeof part === "number" ? part : own.shift()!));
  });
}

/** The way to where one stands, as a code. */
export function codeHere(): Promise<string | null> {
  return task.value ? codeOf(task.value, made.value.map(({ move }) => move), says.value) : Promise.resolve(null);
}

export function linkOf(code: string): string {
  const address = ownPage();
  address.hash = code;
  return address.href;
}

export function fileHere(): Result | null {
  const at = task.value;
  if (!at) return null;
  return { version: 1, task: at.id, ...(Object.keys(says.value).length > 0 && { says: says.value }), session: { ...sessionHere(), scenario: scenario() } };
}

/** Opens a code, or a link that ends with one. True: its run is there. */
export async function openCode(text: string): Promise<boolean> {
  let engine = "";
  try {
    const { task: id, moves, says: said, ...made } = await unpackResult(text);
    ({ engine } = made);
    const at = await named(id);
    const [opening, rest] = await aside(at, (run, first) => [first, lengthened(run, moves)] as const);
    return await show(at, { version: 1, engine, scenario: at.scenario, moves: [...opening, ...rest] }, opening.length, said);
  } catch (thrown) {
    refuse(thrown, engine);
    return false;
  }
}

export async function openResultFile(file: File): Promise<boolean> {
  try {
    if (file.size > LARGEST) throw new Faulty({ code: "tooLarge" });
    const text = await file.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      // A text that holds a code, as a message was saved; what begins as JSON is a file that was cut.
      if (!text.trimStart().startsWith("{")) return await openCode(text);
      throw new Faulty({ code: "damaged" });
    }
    return await openResult(parsed);
  } catch (thrown) {
    refuse(thrown);
    return false;
  }
}

/** What was read of a file. */
export async function openResult(parsed: unknown): Promise<boolean> {
  let engine = "";
  try {
    const { task: id, session, says: said = {} } = resultOf(parsed);
    ({ engine } = session);
    const at = await named(id);
    const opening = await openingOf(at);
    if (!beginsAs(session, at, opening)) throw new Faulty({ code: "start" });
    return await show(at, { ...session, scenario: at.scenario }, opening.length, said);
  } catch (thrown) {
    refuse(thrown, engine);
    return false;
  }
}

async function show(at: Plain, session: Session, start: number, said: Says): Promise<boolean> {
  const rest = session.moves.slice(start);
  // What cannot be played is said by the run itself, with the move.
  const [way, code] = [await partsOf(at, rest, start).catch(() => []), await codeOf(at, rest, said, session.engine)];
  if (!await givenUp()) return false;
  const before = problem.peek();
  let number = 0;
  let ended: Ended | null = null;
  const { digest, ...plain } = session;
  const done = await newRun(async (run) => {
    await run.load(isForeign(session) ? plain : session);
    if (isForeign(session)) ended = { code: digest === undefined ? "played" : digest === digestOf(run) ? "same" : "digest" };
    number = theRunThatFollows(run.entries.map(({ move }) => move), way, said);
    return { situation: null, task: at, way: {}, start };
  });
  if (!done) {
    forgetRun(number);
    const refused = problem.peek();
    const [, move] = refused?.code === "refused" ? /^\/moves\/(\d+)/.exec(refused.path ?? "") ?? [] : [];
    problem.value = before;
    throw new Faulty(move === undefined ? { code: "damaged" } : { code: "move", move: Number(move) + 1 - start });
  }
  // However it came, the address is that of its link: it is there again after a reload, and is still not one's own.
  const link = code === null ? "" : `#${code}`;
  beganWith.value = { link, entries: entries.peek(), result: runNumber.peek() };
  const address = new URL(location.href);
  address.hash = link;
  try { history.replaceState(history.state, "", address); } catch { /* too long for one */ }
  fault.value = null;
  if (ended === null) foreign.value = null;
  else void sayForeign(session, "result", ended, link === "" ? null : link);
  followTasks();
  return true;
}

function digestOf(run: Engine): string {
  const here = run.forkAt(run.position);
  const digest = here.digest();
  here.free();
  return digest;
}

/** From its first moment on it is known as a result: what holds in it is nothing that one has done oneself. */
function theRunThatFollows(moves: readonly Move[], way: readonly Part[], said: Says): number {
  const number = runNumber.peek() + 1;
  batch(() => {
    openedRuns.value = new Set([...openedRuns.peek(), number]);
    openedMoves.value = moves;
    parts.value = way;
    theirs.value = said;
  });
  return number;
}

function forgetRun(number: number): void {
  openedRuns.value = new Set([...openedRuns.peek()].filter((one) => one !== number));
}

/** A run that was kept began as the result that this link holds. */
export async function seenAgain(link: string): Promise<void> {
  try {
    const { task: id, moves, says: said } = await unpackResult(link);
    const at = await named(id);
    const [start, rest, played] = await aside(at, (run, first) => [first.length, lengthened(run, moves), run.trace(0).map(({ move }) => move)] as const);
    theRunThatFollows(played, await partsOf(at, rest, start), said);
  } catch (thrown) {
    if (!(thrown instanceof Faulty)) throw thrown;
    theRunThatFollows([], [], {});
  }
}

/** True: no task is under way, or the person gives up what they did in it. */
async function givenUp(): Promise<boolean> {
  const underWay = task.peek() !== null && !isOpened.peek() && entries.peek().length > startPosition.peek() && !verdict.peek()?.done;
  return !underWay || consent((await labWords(language.peek())).giveUp);
}
