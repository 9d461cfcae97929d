// What a move sent along the arrows of the path: the token that one sees travel, and what stays written on the arrow.

import type { Decision, Fact, Facts, TraceEntry, WatchType } from "../contract.ts";
import { factsOf } from "./tell.ts";

/** The arrows of the path. Most go one way; an answer comes back the way that its request went. */
export type ArrowName = "event" | "deliver" | "wake" | "take" | "read" | "write" | "call" | "collect";

export type Cargo =
  | { code: "event"; type: WatchType; name: string; count: number }
  | { code: "list"; kind: string; count: number }
  | { code: "key"; key: string }
  | { code: "dropped"; by: string }
  | { code: "read"; name: string; found: string | null }
  | { code: "request"; method: string; name: string; answer: Answer }
  | { code: "outside"; op: string; name: string; failed: boolean }
  | { code: "returned"; decision: Decision };

/** An HTTP code, or no answer that the asker got. */
export type Answer = number | "lost";

export interface Trip {
  arrow: ArrowName;
  cargo: Cargo;
  /** Against the arrow's direction. */
  reverse: boolean;
  /** Trips of one phase go at the same time, the next phase after them. */
  phase: 0 | 1;
  /** It comes no further than half-way. */
  stops: boolean;
}

/** What the move sent, as the controller that is shown sees it. */
export function tripsOf({ facts }: Pick<TraceEntry, "facts">, controller: string, watched: (kind: string) => boolean): Trip[] {
  const trips: Trip[] = [];
  const go = (arrow: ArrowName, cargo: Cargo, about: Partial<Trip> = {}) => { trips.push({ arrow, cargo, reverse: false, phase: 0, stops: false, ...about }); };
  const own = <Name extends "delivered" | "listed" | "enqueued" | "notWoken" | "begun" | "answered" | "returned" | "injected">(name: Name) =>
    factsOf(facts, name).filter((fact) => fact.controller === controller);

  const delivered = own("delivered");
  const [first] = delivered;
  if (first) go("deliver", { code: "event", type: first.type, name: first.ref.name, count: delivered.length });
  for (const list of own("listed").slice(0, 1)) go("deliver", { code: "list", kind: list.kind, count: list.count });

  const asked = requests(facts, controller, own("injected").length > 0);
  for (const cargo of asked.slice(0, 1)) go("write", cargo);
  for (const one of factsOf(facts, "outside").filter((fact) => fact.by === controller)) go("call", { code: "outside", op: one.op, name: one.name, failed: one.outcome === "failed" });
  for (const one of own("answered")) if (one.read && asked.length === 0) go("read", { code: "read", name: one.read.name, found: one.found ?? null });
  for (const one of factsOf(facts, "collected").slice(0, 1)) collect(one, go);
  for (const one of own("begun")) go("take", { code: "key", key: one.key });
  for (const one of own("returned")) go("take", { code: "returned", decision: one.decision }, { reverse: true });

  const after = trips.length > 0 ? 1 : 0;
  const events = factsOf(facts, "event").filter((fact) => watched(fact.ref.kind));
  const [event] = events;
  if (event) go("event", { code: "event", type: event.type, name: event.ref.name, count: events.length }, { phase: after });
  // A key that comes back by its own return travels no second time.
  const woken = own("enqueued").filter((fact) => !["requeue", "requeueAfter", "retry"].includes(fact.why));
  const [key] = woken;
  const [dropped] = own("notWoken");
  if (key) go("wake", { code: "key", key: key.key }, { phase: after });
  else if (dropped) go("wake", { code: "dropped", by: dropped.by }, { phase: after, stops: true });
  return trips;
}

type Go = (arrow: ArrowName, cargo: Cargo, about?: Partial<Trip>) => void;

/** What the controller sent to the API server; a write that was not needed was not sent. */
function requests(facts: readonly Fact[], controller: string, failed: boolean): Cargo[] {
  const writes = factsOf(facts, "write").filter((one) => one.controller === controller && one.outcome !== "skipped");
  if (writes.length > 0) return writes.map((one) => ({ code: "request", method: one.method, name: one.ref.name + sub(one.subresource), answer: one.outcome === "lost" ? "lost" : one.code ?? "lost" }));
  return factsOf(facts, "request").filter((one) => one.as === controller)
    .map((one) => ({ code: "request", method: one.method, name: (one.ref?.name ?? "") + sub(one.subresource), answer: failed && one.code < 400 ? "lost" : one.code }));
}

function sub(subresource: string | undefined): string {
  return subresource === undefined ? "" : `/${subresource}`;
}

function collect(one: Facts["collected"], go: Go): void {
  const ref = one["ref"] as { name: string } | undefined;
  if (!ref) return;
  if (one["outcome"] === "observed") go("collect", { code: "event", type: one["type"] as WatchType, name: ref.name, count: 1 }, { reverse: true });
  else if (one["outcome"] === "requested") go("collect", { code: "request", method: String(one["method"]), name: ref.name, answer: Number(one["code"]) });
}
