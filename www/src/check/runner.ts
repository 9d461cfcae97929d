// Whoever runs checks, one after another: a worker of its own, or where none can be begun the page's own thread, a slice at a
// time. Both the same way.

import type { CheckOptions, CheckProgress, Scenario, Verdict } from "../contract.ts";
import { Refusal, refusalIn } from "../engine.ts";
import { beginWorker } from "./begin-worker.ts";
import type { Asked, Said } from "./messages.ts";
import { loadChecks, type Checks } from "./package.ts";
import { inSlices } from "./slices.ts";

export interface Runner {
  /** Where it runs. */
  where: "worker" | "page";
  /** Throws `Refusal` for what the engine does not take, `Died` when it died, `Unloaded` when it did not come, `Ended` when nobody wants it any more. */
  run(scenario: Scenario, options: CheckOptions, tell: (progress: CheckProgress) => void): Promise<Verdict>;
  /** It is not wanted any more, nor what it is at. */
  end(): void;
}

/** The engine died of a check. The page's own is another one. */
export class Died extends Error {}
export class Ended extends Error {}
/** What checks did not come. */
export class Unloaded extends Error {}

export async function openRunner(): Promise<Runner> {
  return await inWorker() ?? inPage();
}

/** A worker that does not say within so long that it is there will not come. */
const PATIENCE = 20_000;

/** Null: the browser has none for this page, or it did not get the package. */
async function inWorker(): Promise<Runner | null> {
  const worker = await ready();
  if (worker === null) return null;
  let fail: (why: Error) => void = () => {};
  let over: Error | null = null;
  const stop = (why: Error): void => {
    over ??= why;
    worker.terminate();
    fail(over);
  };
  return {
    where: "worker",
    run: (scenario, options, tell) => new Promise((resolve, reject) => {
      fail = reject;
      if (over) return reject(over);
      worker.onerror = (event) => {
        event.preventDefault();
        stop(new Died(event.message));
      };
      worker.onmessage = ({ data }: MessageEvent<Said>) => {
        if (data.said === "progress") tell(data.progress);
        else if (data.said === "verdict") resolve(data.verdict);
        else if (data.said === "refused") reject(new Refusal(data.code, data.message, data.path));
        else if (data.said === "died") stop(new Died(data.message));
      };
      worker.postMessage({ scenario, options } satisfies Asked);
    }),
    end: () => stop(new Ended()),
  };
}

async function ready(): Promise<Worker | null> {
  let worker: Worker;
  try {
    worker = await beginWorker();
  } catch {
    return null;
  }
  const there = await new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), PATIENCE);
    const done = (is: boolean): void => {
      clearTimeout(late);
      resolve(is);
    };
    worker.onmessage = ({ data }: MessageEvent<Said>) => done(data.said === "ready");
    worker.onerror = (event) => {
      event.preventDefault();
      done(false);
    };
  });
  if (there) return worker;
  worker.terminate();
  return null;
}

/** So long a slice may take: less than a frame. */
const SLICE = 12;

/** One that has died is not used again. */
let instance = 0;

function inPage(): Runner {
  let wanted = true;
  let loaded: Promise<Checks> | null = null;
  // What waits for the next slice lets the page draw first.
  const pause = (): Promise<boolean> => new Promise((resolve) => { setTimeout(() => resolve(wanted)); });
  return {
    where: "page",
    async run(scenario, options, tell) {
      loaded ??= loadChecks(instance);
      const { Check } = await loaded.catch(() => {
        loaded = null;
        // A browser may remember of an address that there was nothing.
        instance += 1;
        throw new Unloaded();
      });
      try {
        const check = new Check(scenario, options);
        const verdict = await inSlices(check, { most: SLICE, pause, tell });
        check.free();
        if (verdict === null) throw new Ended();
        return verdict;
      } catch (thrown) {
        if (thrown instanceof Ended) throw thrown;
        const refusal = refusalIn(thrown);
        if (refusal) throw refusal;
        loaded = null;
        instance += 1;
        throw new Died(thrown instanceof Error ? thrown.message : String(thrown));
      }
    },
    end() { wanted = false; },
  };
}
