// A check of every interleaving, for whoever wants one: `startCheck(scenario, options)`.

import type { CheckOptions, CheckProgress, Scenario, Verdict } from "../contract.ts";
import { runCheck } from "./played.ts";
import { Ended, openRunner, type Runner } from "./runner.ts";

export interface Started {
  /** Rejected as `Runner.run` throws. */
  verdict: Promise<Verdict>;
  cancel(): void;
}

export function startCheck(scenario: Scenario, options: CheckOptions = {}, { onProgress = () => {} }: { onProgress?: (progress: CheckProgress) => void } = {}): Started {
  let runner: Runner | null = null;
  let wanted = true;
  const run = async (): Promise<Verdict> => {
    runner = await openRunner();
    try {
      if (!wanted) throw new Ended();
      return await runCheck(runner, scenario, options, (progress) => { if (wanted) onProgress(progress); });
    } finally {
      runner.end();
    }
  };
  return {
    verdict: run(),
    cancel() {
      wanted = false;
      runner?.end();
    },
  };
}
