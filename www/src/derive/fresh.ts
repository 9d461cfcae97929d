// What the last action touched, so that the eye finds it: objects on the server, in a cache, keys in the queue.

import type { TraceEntry } from "../contract.ts";
import { idOf } from "./names.ts";
import { factsOf } from "./tell.ts";

export interface Fresh {
  server: ReadonlySet<string>;
  cache: ReadonlySet<string>;
  queue: ReadonlySet<string>;
}

export function freshOf(entries: readonly TraceEntry[], controller: string): Fresh {
  const facts = entries.flatMap((entry) => entry.facts);
  return {
    server: new Set(factsOf(facts, "event").map((event) => idOf(event.ref))),
    cache: new Set(factsOf(facts, "delivered").filter((fact) => fact.controller === controller).map((event) => idOf(event.ref))),
    queue: new Set(factsOf(facts, "enqueued").filter((fact) => fact.controller === controller).map((fact) => fact.key)),
  };
}
