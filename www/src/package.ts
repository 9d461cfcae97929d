// The only file that knows where the wasm package is: beside the page. In a frame and in the one file it is inside:
// inside/package.ts.

import type { Scenario, Session, Version } from "./contract.ts";
import type { Playground } from "./engine.ts";

export interface Package {
  version(): Version;
  Playground: { new (scenario: Scenario): Playground; replay(session: Session): Playground };
}

/** A fresh instance each time: the query makes the glue, which holds the instance, a module of its own. */
export async function load(instance: number): Promise<Package> {
  const url = new URL("./pkg/reconcile_playground.js", import.meta.url);
  if (instance > 0) url.search = `instance=${instance}`;
  const loaded = (await import(url.href)) as Package & { default(): Promise<unknown> };
  await loaded.default();
  return loaded;
}
