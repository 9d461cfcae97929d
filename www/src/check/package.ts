// The only file that knows where the module that checks is: beside the page's own, made to be fast. In a frame and in the one
// file it is inside: inside/checks.ts.

import type { CheckOptions, CheckProgress, Scenario, Verdict } from "../contract.ts";

/** Every interleaving of a scenario, looked into so far as it is called. */
export interface Check {
  run(states?: number): CheckProgress;
  verdict(): Verdict | undefined;
  free(): void;
}

export interface Checks {
  Check: { new (scenario: Scenario, options?: CheckOptions): Check };
}

/** A fresh instance for each number. */
export async function loadChecks(instance = 0): Promise<Checks> {
  const url = new URL("./pkg/reconcile_playground_check.js", import.meta.url);
  if (instance > 0) url.search = `instance=${instance}`;
  const loaded = (await import(url.href)) as Checks & { default(): Promise<unknown> };
  await loaded.default();
  return loaded;
}
