// Keeps the run in this browser, so that it is there after a reload: what it began with, its moves and its branches, where
// one stands, what is typed, what was said last. Moves repeat a lot, so each is written once and then named by its number. Written at most once a second, and
// when the page is left; where there is no storage nothing is kept, and nothing else changes.

import { effect } from "@preact/signals-core";
import type { WrittenBranch } from "../branches.ts";
import { readStory } from "../check/told.ts";
import type { Move, Session, TraceEntry } from "../contract.ts";
import { FIRST } from "../scenarios.ts";
import { typed, type Typed } from "./drafts.ts";
import { beganWith, keeping, KEPT, keptNote, latest } from "./kept.ts";
import { reportOf } from "./reported.ts";
import { branches, entries, moment, report, runNumber, scenario, situation, startPosition, told, version, type Report } from "./run.ts";
import { remembered } from "./storage.ts";
import { story, type Story } from "./story.ts";

/** Beyond these a run is not kept: it would slow the page down, or fill what the browser gives. */
const MOST_MOVES = 50_000;
const MOST_TEXT = 2_000_000;
const PAUSE = 1_000;

interface Kept { session: Session; at: number; start: number; link: string; result: boolean; typed: Typed[]; report: Report | null; branches: WrittenBranch[]; story: Story | null }

/** What was kept; what cannot be read is thrown away. */
export function readKept(): Kept | null {
  const text = remembered(KEPT);
  if (text === null) return null;
  try {
    const { version, engine = "", scenario, table, run, at, start, link, result = false, typed: those, report: said, branches: left = [], story: shown } = JSON.parse(text);
    if (version !== 1 || typeof engine !== "string" || !Number.isSafeInteger(at) || !Number.isSafeInteger(start) || typeof link !== "string") throw new Error(KEPT);
    const movesOf = (numbers: number[]): Move[] => numbers.map((one) => {
      if (table[one] === undefined) throw new Error(KEPT);
      return table[one] as Move;
    });
    const branches = left.map(({ from, run: own, at: there }: { from: number; run: number[]; at: number }) => {
      if (!isPosition(from) || !isPosition(there)) throw new Error(KEPT);
      return { from, moves: movesOf(own), at: there };
    });
    return { branches, session: { version: 1, engine, scenario, moves: movesOf(run) }, at, start, link, result: result === true, typed: those.map(typedOf), report: reportOf(said), story: readStory(shown, run.length) };
  } catch {
    forget();
    keptNote.value = "broken";
    return null;
  }
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function typedOf({ id, text, baseText, baseRevision }: Record<string, unknown>): Typed {
  if (typeof id !== "string" || typeof text !== "string" || typeof baseText !== "string" || (baseRevision !== null && typeof baseRevision !== "string")) throw new Error(KEPT);
  return { id, text, baseText, baseRevision };
}

export function forget(): void {
  try { localStorage.removeItem(KEPT); } catch { /* there is none */ }
}

const texts = new WeakMap<TraceEntry, string>();

function textOf(entry: TraceEntry): string {
  let text = texts.get(entry);
  if (text === undefined) texts.set(entry, text = JSON.stringify(entry.move));
  return text;
}

function written(): string {
  const numbers = new Map<string, number>();
  const numbered = (those: readonly TraceEntry[]): number[] => those.map((entry) => {
    const text = textOf(entry);
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, number = numbers.size);
    return number;
  });
  const rest = {
    version: 1, engine: version.peek()?.playground ?? "", scenario: scenario(), run: numbered(entries.peek()), branches: latest(branches.peek()).map(({ from, tail, at }) => ({ from, run: numbered(tail), at })), at: moment.peek()?.view.position ?? 0, start: startPosition.peek(), link: beganWith.peek().link, ...(beganWith.peek().result === runNumber.peek() && { result: true }), typed: typed(), report: report.peek(), ...(story.peek() && { story: story.peek() }),
  };
  return `${JSON.stringify(rest).slice(0, -1)},"table":[${[...numbers.keys()].join(",")}]}`;
}

/** Whoever only looks at what came by a link still has what was kept before. */
function onlyLooking(): boolean {
  return beganWith.peek().entries === entries.peek() && typed().length === 0;
}

/** Nothing was done yet: the next visit may begin as the first one. */
function untouched(): boolean {
  return situation.peek() === FIRST && beganWith.peek().link === "" && entries.peek().length === startPosition.peek() && !told.peek() && typed().length === 0;
}

let stopped: "tooLong" | "noRoom" | null = null;

function write(): void {
  if (onlyLooking()) return;
  try {
    if (untouched()) {
      localStorage.removeItem(KEPT);
      keeping.value = true;
      stopped = null;
      return;
    }
    const text = entries.peek().length > MOST_MOVES ? null : written();
    if (text === null || text.length > MOST_TEXT) {
      stop("tooLong");
      return;
    }
    localStorage.setItem(KEPT, text);
    keeping.value = true;
    stopped = null;
  } catch (thrown) {
    // No storage at all is no news; a full one is.
    if (thrown instanceof DOMException && thrown.name === "QuotaExceededError") stop("noRoom");
    else keeping.value = false;
  }
}

/** Half a run would be worse than none. Said once, and not again with each move. */
function stop(why: "tooLong" | "noRoom"): void {
  forget();
  if (stopped !== why) keptNote.value = why;
  stopped = why;
  keeping.value = false;
}

/** From now on whatever changes is kept. */
export function keepRuns(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    if (waiting === undefined) return;
    clearTimeout(waiting);
    waiting = undefined;
    write();
  };
  effect(() => {
    void [moment.value, runNumber.value, beganWith.value, typed(), report.value, branches.value, story.value];
    if (moment.peek() !== null) waiting ??= setTimeout(() => idle(now), PAUSE);
  });
  window.addEventListener("pagehide", now);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") now(); });
}

/** Between two frames, where the browser can tell. */
function idle(act: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: PAUSE });
  else act();
}
