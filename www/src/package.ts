// The only file that knows where the wasm package is: beside the page. In a frame and in the one file it is inside:
// inside/package.ts.

import type { CheckOptions, CheckProgress, Scenario, Session, Verdict, Version } from "./contract.ts";
import type { Playground } from "./engine.ts";

/** Every interleaving of a scenario, looked into so far as it is called. */
export interface Check {
  run(states?: number): CheckProgress;
  verdict(): Verdict | undefined;
  free(): void;
}

export interface Package {
  version(): Version;
  Playground: { new (scenario: Scenario): Playground; replay(session: Session): Playground };
  Check: { new (scenario: Scenario, options?: CheckOptions): Check };
}

/** A fresh instance each time: the query makes the glue, which holds the instance, a module of its own. */
export async function load(instance: number | string): Promise<Package> {
  const url = new URL("./pkg/reconcile_playground.js", import.meta.url);
  if (instance !== 0) url.search = `instance=${instance}`;
  const loaded = (await import(url.href)) as Package & { default(): Promise<unknown> };
  await loaded.default();
  return loaded;
}
