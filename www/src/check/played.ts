// A scenario as it can be begun with habits that it was not written for: what it delivers before its position 0 may not be on
// its way then. Whatever is delivered is on its way again in a check, at any time, so that nothing is lost by leaving it out.

import type { CheckOptions, CheckProgress, Scenario, Verdict } from "../contract.ts";
import { Refusal } from "../engine.ts";
import type { Runner } from "./runner.ts";

export async function runCheck(runner: Runner, scenario: Scenario, options: CheckOptions, tell: (progress: CheckProgress) => void): Promise<Verdict> {
  try {
    return await runner.run(scenario, options, tell);
  } catch (thrown) {
    const less = thrown instanceof Refusal ? without(scenario, thrown.path) : null;
    if (less === null) throw thrown;
    return runCheck(runner, less, options, tell);
  }
}

/** Null: it is no delivery that was refused. */
function without(scenario: Scenario, path = ""): Scenario | null {
  const at = Number(/^\/scenario\/prelude\/(\d+)/.exec(path)?.[1] ?? -1);
  const { prelude = [] } = scenario;
  const move = prelude[at];
  return move && "deliver" in move ? { ...scenario, prelude: prelude.filter((one) => one !== move) } : null;
}
