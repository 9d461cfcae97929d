// What the frame has told of its run. A frame is a page of its own: what has not the right shape was not told.

import type { Move, Scenario, Session } from "../contract.ts";

export interface Told { engine: string; scenario: Scenario; position: number; length: number; digest: string; moves: Move[] }
export type Message = Record<string, unknown>;

/** All that is known after a message `ready` or `step`; null where it is none. */
export function told(before: Told | null, name: string, message: Message): Told | null {
  const { version, engine, scenario, position, length, digest, from = 0, moves = [] } = message as Partial<Told> & { version?: number; from?: number };
  if (![position, length! - position!, from].every(isCount) || !isText(digest) || !Array.isArray(moves)) return null;
  const run = name === "step" ? before : version === 1 && isText(engine) && scenario?.version ? { engine, scenario, moves: [] } : null;
  // With a gap before them moves are of no use, and no session is made.
  return run && { ...run, position: position!, length: length!, digest, moves: [...run.moves.slice(0, from), ...(run.moves.length < from ? [] : moves)] };
}

/** As it can be saved: up to where one stands. */
export function sessionOf({ engine, scenario, moves, position, digest }: Told): Session | null {
  return moves.length < position ? null : { version: 1, engine, scenario, moves: moves.slice(0, position), digest };
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return (value as number) >>> 0 === value;
}
