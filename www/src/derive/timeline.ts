// The run as a picture: in which row each move leaves a mark, what lasts from one move to another, which version each object
// has when. A run grows at its end, so only what is new is read; where another way was gone it is read anew.

import type { Fact, FactName, Facts, Question, Ref, TraceEntry, Write } from "../contract.ts";
import { sharedLength } from "../branches.ts";
import { upTo } from "./first.ts";
import { idOf } from "./names.ts";
import { QUESTIONS } from "./pass.ts";

export const STATIONS = ["people", "server", "watch", "cache", "queue", "reconciler", "collector", "outside", "faults", "clock"] as const;
export type Station = (typeof STATIONS)[number];

/** full: something happened; flat: it changed nothing, or woke nobody; cross: it was refused, failed or died. */
export type Shape = "full" | "flat" | "cross";

/** What lasts: an event on its way, a key in the queue, a pass. It ends with the move `to`; null = not yet. */
export interface Span { from: number; to: number | null; label: number }

export interface Row {
  station: Station;
  /** The controller, where each has a row of its own. */
  of: string | null;
  marks: Record<Shape, number[]>;
  spans: Span[];
  /** Of a pass: the question that a move answered, 1 to 6. */
  questions: { at: number; number: number }[];
}

/** An object's versions. The version 0 = it is not there. */
export interface Stairs {
  ref: Ref;
  steps: { at: number; revision: number }[];
  /** Writes that the server took and that moved nothing. */
  unchanged: { at: number; revision: number }[];
}

export interface Timeline {
  entries: readonly TraceEntry[];
  /** The virtual time behind each move; 0 = before the first. */
  times: number[];
  rows: Row[];
  stairs: Map<string, Stairs>;
  /** How many passes began in the second of virtual time up to each move. */
  rate: number[];
}

type Open = Map<string, Span>;

interface Reading extends Timeline {
  byName: Map<string, Row>;
  open: Open;
  begun: number[];
  /** The first of `begun` that is within the last second. */
  within: number;
}

export class Reader {
  #read: Reading = fresh();

  /** The picture of these entries. The same object, grown, while the run only grows. */
  of(entries: readonly TraceEntry[], controllers: readonly string[]): Timeline {
    const known = this.#read.entries;
    if (sharedLength(known, entries) < known.length) this.#read = fresh();
    const read = this.#read;
    for (const name of controllers) row(read, "reconciler", name);
    for (let at = read.times.length === 0 ? 0 : read.times.length - 1; at < entries.length; at += 1) take(read, entries[at]!, at + 1);
    read.entries = entries;
    return read;
  }
}

function fresh(): Reading {
  const read: Reading = { entries: [], times: [], rows: [], stairs: new Map(), rate: [0], byName: new Map(), open: new Map(), begun: [], within: 0 };
  for (const station of STATIONS) if (station !== "reconciler") row(read, station);
  return read;
}

function row(read: Reading, station: Station, of: string | null = null): Row {
  const name = of === null ? station : `${station} ${of}`;
  let found = read.byName.get(name);
  if (!found) {
    found = { station, of, marks: { full: [], flat: [], cross: [] }, spans: [], questions: [] };
    read.byName.set(name, found);
    read.rows = [...read.rows, found].sort((a, b) => STATIONS.indexOf(a.station) - STATIONS.indexOf(b.station));
  }
  return found;
}

function mark(row: Row, shape: Shape, at: number): void {
  const marks = row.marks[shape];
  if (marks.at(-1) !== at) marks.push(at);
}

const BY_PEOPLE: readonly string[] = ["request", "edit", "remove", "habits"];
const FAULTS: readonly string[] = ["hold", "release", "cutWatch", "compact", "crash", "start", "stall", "resume", "fail"];
const REFUSED: readonly Write["outcome"][] = ["conflict", "notFound", "alreadyExists", "refused", "failed"];

function take(read: Reading, { move, time, facts }: TraceEntry, at: number): void {
  if (read.times.length === 0) read.times.push(facts.reduce((before, fact) => ("advanced" in fact ? fact.advanced.from : before), time));
  const name = Object.keys(move)[0]!;
  if (BY_PEOPLE.includes(name)) mark(row(read, "people"), "full", at);
  if (FAULTS.includes(name)) mark(row(read, "faults"), name === "crash" ? "cross" : "full", at);
  for (const fact of facts) {
    const code = Object.keys(fact)[0] as FactName;
    const say = TAKE[code] as ((read: Reading, fact: Facts[FactName], at: number, time: number) => void) | undefined;
    say?.(read, (fact as unknown as Record<FactName, Facts[FactName]>)[code], at, time);
  }
  if (isRefused(facts)) mark(row(read, "server"), "cross", at);
  read.times.push(time);
  while (read.within < read.begun.length && read.begun[read.within]! <= time - 1000) read.within += 1;
  read.rate.push(read.begun.length - read.within);
}

/** Kinds that no controller here watches. */
export const UNWATCHED: readonly string[] = ["Event", "Lease"];

/** A request that was no write, and that the server refused. */
function isRefused(facts: readonly Fact[]): boolean {
  return facts.some((fact) => "request" in fact && fact.request.code >= 400) && !facts.some((fact) => "write" in fact);
}

const TAKE: { [Name in FactName]?: (read: Reading, fact: Facts[Name], at: number, time: number) => void } = {
  event: (read, { ref, before, after, type }, at) => {
    mark(row(read, "server"), "full", at);
    if (!UNWATCHED.includes(ref.kind)) mark(row(read, "watch"), "full", at);
    const { steps } = stairsOf(read, ref, before);
    steps.push({ at, revision: type === "DELETED" ? 0 : Number(after) });
  },
  write: (read, { ref, outcome, before }, at) => {
    if (outcome === "unchanged") {
      mark(row(read, "server"), "flat", at);
      stairsOf(read, ref, before).unchanged.push({ at, revision: Number(before) });
    } else if (REFUSED.includes(outcome)) mark(row(read, "server"), "cross", at);
  },
  delivered: (read, { move }, at) => {
    mark(row(read, "cache"), "full", at);
    const from = move ?? at;
    if (from < at) row(read, "watch").spans.push({ from, to: at, label: 0 });
  },
  listed: (read, _fact, at) => mark(row(read, "cache"), "full", at),
  resynced: (read, _fact, at) => mark(row(read, "cache"), "flat", at),
  reconnected: (read, _fact, at) => mark(row(read, "watch"), "full", at),
  watchCut: (read, _fact, at) => mark(row(read, "watch"), "cross", at),
  notWoken: (read, _fact, at) => mark(row(read, "queue"), "flat", at),
  enqueued: (read, { controller, key, effect }, at) => {
    mark(row(read, "queue"), effect === "earlierKept" ? "flat" : "full", at);
    begin(read, row(read, "queue"), `queue ${controller} ${key}`, at, 0);
  },
  begun: (read, { controller, key, pass }, at, time) => {
    close(read, `queue ${controller} ${key}`, at);
    begin(read, row(read, "reconciler", controller), `pass ${controller} ${key}`, at, pass);
    read.begun.push(time);
  },
  answered: (read, { controller, question }, at) => {
    const { questions } = row(read, "reconciler", controller);
    const number = QUESTIONS.indexOf(question as Question) + 1;
    if (number > 0) questions.push({ at, number });
  },
  sleeping: (read, { controller }, at) => mark(row(read, "reconciler", controller), "flat", at),
  timedOut: (read, { controller }, at) => mark(row(read, "reconciler", controller), "cross", at),
  returned: (read, { controller, key, decision }, at) => {
    close(read, `pass ${controller} ${key}`, at);
    mark(row(read, "reconciler", controller), decision.returned.error || decision.returned.panic !== undefined ? "cross" : "full", at);
  },
  crashed: (read, { controller }, at) => {
    for (const name of [...read.open.keys()]) if (name.startsWith(`pass ${controller} `) || name.startsWith(`queue ${controller} `)) close(read, name, at);
    if (read.byName.has(`reconciler ${controller}`)) mark(row(read, "reconciler", controller), "cross", at);
  },
  elected: (read, { controller, outcome }, at) => mark(row(read, "reconciler", controller), outcome === "lost" ? "cross" : outcome === "failed" ? "flat" : "full", at),
  collected: (read, fact, at) => mark(row(read, "collector"), fact["outcome"] === "requested" ? "full" : "flat", at),
  outside: (read, { outcome, op }, at) => mark(row(read, "outside"), outcome === "failed" ? "cross" : op === "look" ? "flat" : "full", at),
  injected: (read, _fact, at) => mark(row(read, "faults"), "cross", at),
  advanced: (read, _fact, at) => mark(row(read, "clock"), "full", at),
};

function begin(read: Reading, row: Row, name: string, at: number, label: number): void {
  if (read.open.has(name)) return;
  const span = { from: at, to: null, label };
  read.open.set(name, span);
  row.spans.push(span);
}

function close(read: Reading, name: string, at: number): void {
  const span = read.open.get(name);
  if (!span) return;
  span.to = at;
  read.open.delete(name);
}

function stairsOf(read: Reading, ref: Ref, before: string | null): Stairs {
  const id = idOf(ref);
  let found = read.stairs.get(id);
  if (!found) {
    found = { ref, steps: before === null ? [] : [{ at: 0, revision: Number(before) }], unchanged: [] };
    read.stairs.set(id, found);
  }
  return found;
}

/** The version of an object behind a move; 0 = it is not there. */
export function revisionAt({ steps }: Stairs, move: number): number {
  return steps[upTo(steps, move) - 1]?.revision ?? 0;
}
