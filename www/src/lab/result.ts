// What somebody did in a task, for whoever set it: as a file that holds the whole session, or as a short code that holds the
// moves alone. Nothing of either is trusted: what is to be seen of it is played, and judged, again.

import type { Move, Session } from "../contract.ts";
import { same } from "../derive/claims.ts";
import { deflated, inflated, LARGEST, Unreadable } from "../derive/link.ts";
import type { Value } from "../lesson/lesson.ts";
import type { Plain, Says } from "./task.ts";
import { isObject } from "../derive/shape.ts";

export interface Result { version: 1; task: string; says?: Says; session: Session }

/** The moves behind the opening. A number stands for so many of what happened by itself. */
export type Short = (number | Move)[];

/** `engine`: the version that it was made with; older codes do not say. */
export interface Coded { task: string; moves: Short; says: Says; engine: string }

/** Why a result cannot be opened; `engine`: the version that made it, where that is another one. */
export type Fault = { engine?: string } & ({ code: "code" | "damaged" | "tooLarge" | "version" | "shape" | "unknown" | "start" | "tooLong" | "gone" } | { code: "move"; move: number });

export class Faulty extends Error {
  constructor(readonly fault: Fault) { super(fault.code); }
}

/** A run that stands at a task's start, beside the run in hand. */
export interface Beside { moves(): Move[]; play(move: Move): unknown }

/** More than this nobody is made to wait for. */
export const MOST_MOVES = 50_000;
/** A number of moves may stand for many; a person makes so many of their own at most. */
const MOST_PARTS = 5_000;
/** How a code begins, in whatever is around it. */
const START = /(?:%23|(?<![A-Za-z0-9]))t(\d+)\./g;
/** Nobody is made to wait for a text in which nothing is found. */
const MOST_STARTS = 5;
const MOST_PIECES = 300;

/** `before` is told of each move that is a person's own, before it is played. */
export function shortened(run: Beside, moves: readonly Move[], before: (move: Move, at: number) => void = () => {}): Short {
  const short: Short = [];
  for (const [at, move] of moves.entries()) {
    const [first] = run.moves();
    const last = short.at(-1);
    if (first === undefined || !same(first, move)) {
      before(move, at);
      short.push(move);
    } else if (typeof last === "number") short[short.length - 1] = last + 1;
    else short.push(1);
    run.play(move);
  }
  return short;
}

/** Plays them to find out which they are. Throws `Faulty`. */
export function lengthened(run: Beside, short: Short): Move[] {
  const moves: Move[] = [];
  for (const part of short) {
    for (let left = typeof part === "number" ? part : 1; left > 0; left -= 1) {
      const move = typeof part === "number" ? run.moves()[0] : part;
      if (move === undefined) throw new Faulty({ code: "move", move: moves.length + 1 });
      try {
        run.play(move);
      } catch (thrown) {
        if (typeof (thrown as { code?: unknown }).code !== "string") throw thrown;
        throw new Faulty({ code: "move", move: moves.length + 1 });
      }
      moves.push(move);
    }
  }
  return moves;
}

export async function packResult({ task, moves, says, engine }: Coded): Promise<string> {
  return `t1.${await deflated(JSON.stringify([task, moves, says, engine]))}`;
}

/** Of a text that holds a code: the code, a link that ends with it, a message around it. Throws `Faulty`. */
export async function unpackResult(text: string): Promise<Coded> {
  if (text.length > LARGEST) throw new Faulty({ code: "tooLarge" });
  const read = await readFrom(text);
  if (!Array.isArray(read) || read.length < 2 || read.length > 4) throw new Faulty({ code: "shape" });
  const [task, moves, says = {}, engine = ""] = read as unknown[];
  if (typeof task !== "string" || typeof engine !== "string" || !isShort(moves)) throw new Faulty({ code: "shape" });
  if (moves.length > MOST_PARTS || moves.reduce<number>((sum, part) => sum + (typeof part === "number" ? part : 1), 0) > MOST_MOVES) throw new Faulty({ code: "tooLong" });
  return { task, moves, says: saysOf(says), engine };
}

async function readFrom(text: string): Promise<unknown> {
  const found = [...text.matchAll(START)].slice(0, MOST_STARTS);
  let why: "code" | "version" | "damaged" = "code";
  for (const { index, 0: { length }, 1: version } of found) {
    if (version !== "1") {
      if (why === "code") why = "version";
      continue;
    }
    why = "damaged";
    for (const packed of packedIn(text.slice(index + length))) {
      try {
        return JSON.parse(await inflated(packed)) as unknown;
      } catch (thrown) {
        if (thrown instanceof Unreadable && thrown.why === "tooLarge") throw new Faulty({ code: "tooLarge" });
      }
    }
  }
  throw new Faulty({ code: why });
}

/** What may be packed at the beginning of a text. Where it was broken into pieces nothing says which of them is the last one:
    what was packed ends with it, or is not read. */
function* packedIn(text: string): Generator<string> {
  const pieces = /^[\w\s<>\u200b\u00ad-]*/.exec(text)![0].split(/[^\w-]+/).filter((piece) => piece !== "");
  if (pieces.length === 0) return;
  yield pieces[0]!;
  if (pieces.length === 1) return;
  yield pieces.join("");
  for (let many = 2; many < Math.min(pieces.length, MOST_PIECES); many += 1) yield pieces.slice(0, many).join("");
}

function isShort(value: unknown): value is Short {
  return Array.isArray(value) && value.every((part) => (typeof part === "number" ? Number.isSafeInteger(part) && part > 0 : isObject(part)));
}

/** Of a file. Throws `Faulty`. */
export function resultOf(read: unknown): Result {
  if (!isObject(read) || typeof read["task"] !== "string") throw new Faulty({ code: "shape" });
  if (read["version"] !== 1) throw new Faulty({ code: "version" });
  const { session, task } = read;
  if (!isObject(session) || session["version"] !== 1 || !isObject(session["scenario"]) || !Array.isArray(session["moves"])) throw new Faulty({ code: "shape" });
  if (session["moves"].length > MOST_MOVES) throw new Faulty({ code: "tooLong" });
  const { engine, digest, scenario, moves } = session;
  const plain = { version: 1, engine: typeof engine === "string" ? engine : "", scenario, moves, ...(typeof digest === "string" && { digest }) };
  return { version: 1, task, says: saysOf(read["says"]), session: plain as unknown as Session };
}

/** Whether a session begins as the task does. */
export function beginsAs(session: Session, { scenario }: Plain, opening: readonly Move[]): boolean {
  return same(session.scenario, scenario) && session.moves.length >= opening.length && opening.every((move, at) => same(move, session.moves[at]));
}

/** Of what was said only what can have been. */
export function saysOf(value: unknown): Says {
  if (!isObject(value)) return {};
  const plain = Object.entries(value).filter((one): one is [string, Value] => one[1] === null || typeof one[1] === "boolean" || typeof one[1] === "number" || (typeof one[1] === "string" && one[1].length <= 100));
  return Object.fromEntries(plain.slice(0, 20));
}
