// What a check finds wrong: where, and what; of a claim also in which way, behind which move, and what was there.

import type { Scenario, Settled } from "../contract.ts";
import type { Claim } from "../derive/claims.ts";
import type { Traced } from "../lesson/play.ts";
import { playSteps, type Step } from "../story.ts";

export interface Found {
  /** Beside the file that is checked; left out: that one itself. */
  file?: string;
  /** A JSON Pointer into the file. */
  path: string;
  what: string;
  way?: string;
  /** So many moves were played. */
  after?: number;
  move?: Step;
  claim?: Claim;
  there?: unknown;
}

/** A run that is given back. */
export interface Run extends Traced { free(): void }

export type Begin = (scenario: Scenario) => Run;

/** What stops a check: there is nothing to look at behind it. */
export class Stopped extends Error {
  constructor(readonly found: Found) {
    super(found.what);
  }
}

/** The engine's answer to a scenario that lies at a path of the file. */
export function begun(begin: Begin, scenario: Scenario, path: string, way?: string): Run {
  try {
    return begin(scenario);
  } catch (thrown) {
    throw new Stopped({ ...refused(thrown, path, "is refused"), ...(way === undefined ? {} : { way }) });
  }
}

/** Plays steps that lie at a path of the file. */
export async function played(run: Run, steps: readonly Step[], path: string, way?: string, after: (played: number, settled: Settled | null) => void = () => {}): Promise<Settled | null> {
  let number = 0;
  try {
    return await playSteps(run, steps, (played, settled) => {
      number = played;
      after(played, settled);
    });
  } catch (thrown) {
    const step = steps[number];
    throw new Stopped({ ...refused(thrown, `${path}/${number}`, "cannot be played"), ...(way === undefined ? {} : { way }), ...(step && { move: step }) });
  }
}

function refused(thrown: unknown, path: string, so: string): Found {
  const { code, path: within = "", message } = thrown as { code?: string; path?: string; message: string };
  return { path: `${path}${within}`, what: code === undefined ? `the engine broke: ${message}` : `${so}: ${message}` };
}

/** One line, without the file. */
export function told({ path, what, way, after, move, claim, there }: Found): string {
  const told = [path === "" ? [] : [path], way === undefined ? [] : [way]].flat();
  if (after !== undefined) told.push(after === 0 ? "before the first move" : `after move ${after}, ${JSON.stringify(move)}`);
  const said = claim ? `${claim.path} should be ${claim.op}${claim.op === "exists" || claim.op === "absent" ? "" : ` ${JSON.stringify(claim.value)}`}, and is ${JSON.stringify(there) ?? "not there"}` : what;
  return [...told, said].join(": ");
}
