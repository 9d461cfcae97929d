// What the frame has told of its run. A frame is a page of its own: what has not the right shape was not told.

import type { Move, Scenario, Session } from "../contract.ts";

export interface Heard { engine: string; scenario: Scenario; position: number; digest: string; moves: Move[] }
export type Message = Record<string, unknown>;

/** All that is known after a message `ready` or `step`; null where it is none. */
export function told(before: Heard | null, name: string, message: Message): Heard | null {
  const { version, engine, scenario, position, length, digest, from, moves = [] } = message as Partial<Heard> & { version?: number; length?: number; from?: number };
  const run = name === "step" ? before : name === "ready" && version === 1 && isText(engine) && scenario?.version ? { engine, scenario, moves: [] } : null;
  const all = run?.moves.slice(0, from).concat(moves);
  return all && all.length === length && position! >>> 0 === position && position <= length && isText(digest) ? { ...run!, position, digest, moves: all } : null;
}

/** As it can be saved: up to where one stands. */
export function sessionOf({ engine, scenario, moves, position, digest }: Heard): Session {
  return { version: 1, engine, scenario, moves: moves.slice(0, position), digest };
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}
