// What a check finds wrong: where, and what; of a claim also in which way, behind which move, and what was there.

import type { Scenario, Settled } from "../contract.ts";
import { valueAt, type Claim } from "../derive/claims.ts";
import type { Traced } from "../lesson/play.ts";
import { playSteps, type After, type Step } from "../story.ts";

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
  /** What is to be known beside. */
  note?: string;
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

/** Plays steps that lie at a path of the file. `anyway`: another way of writing may never come to what is waited for. */
export async function played(run: Run, steps: readonly Step[], path: string, way?: string, after: After = () => {}, anyway = false): Promise<Settled | null> {
  let number = 0;
  try {
    return await playSteps(run, steps, (played, settled, held) => {
      const step = steps[number];
      if (!held && !anyway && step && "until" in step) throw new Stopped({ ...never(run, step.until, `${path}/${number}/until`), ...(way === undefined ? {} : { way }) });
      number = played;
      after(played, settled, held);
    });
  } catch (thrown) {
    if (thrown instanceof Stopped) throw thrown;
    const step = steps[number];
    throw new Stopped({ ...refused(thrown, `${path}/${number}`, "cannot be played"), ...(way === undefined ? {} : { way }), ...(step && { move: step }) });
  }
}

function never(run: Run, claim: Claim, path: string): Found {
  return { path, claim, there: valueAt(run.view(), claim.path), what: "does not come to hold", note: "it was waited for in vain" };
}

/** So many moves `settle` makes where nothing else is said. */
const SETTLE_LIMIT = 1000;

/** Runs of which it is known whether one of them was not settled when `settle` stopped. */
export function watched(begin: Begin): { begin: Begin; note: () => string | null } {
  let stopped = false;
  const note = () => (stopped ? `settle stopped after ${SETTLE_LIMIT} moves` : null);
  return {
    note,
    begin: (scenario) => {
      const run = begin(scenario);
      const settle = run.settle.bind(run);
      run.settle = async (options) => {
        const settled = await settle(options);
        stopped ||= options.limit === undefined && !settled.quiet && settled.moves >= SETTLE_LIMIT;
        return settled;
      };
      return run;
    },
  };
}

function refused(thrown: unknown, path: string, so: string): Found {
  const { code, path: within = "", message } = thrown as { code?: string; path?: string; message: string };
  return { path: `${path}${within}`, what: code === undefined ? `the engine broke: ${message}` : `${so}: ${message}` };
}

/** One line, without the file. */
export function told({ path, what, way, after, move, claim, there, note }: Found): string {
  const told = [path === "" ? [] : [path], way === undefined ? [] : [way]].flat();
  if (after !== undefined) told.push(after === 0 ? "before the first move" : `after move ${after}, ${JSON.stringify(move)}`);
  const said = claim ? `${claim.path} should ${wanted(claim)}, and is ${JSON.stringify(there) ?? "not there"}` : what;
  return [...told, said, ...(note === undefined ? [] : [note])].join(": ");
}

function wanted({ op, value }: Claim): string {
  if (op === "exists") return "be there";
  return op === "absent" ? "not be there" : `be ${op} ${JSON.stringify(value)}`;
}

/** Ids by which nothing can be named. */
export function twice(all: readonly { id: string }[], path: string): Found[] {
  return all.flatMap(({ id }, at) => (all.findIndex((one) => one.id === id) < at ? [{ path: `${path}/${at}/id`, what: `"${id}" is there twice` }] : []));
}
