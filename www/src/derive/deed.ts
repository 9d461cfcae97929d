// What a move is about, with the names that a sentence needs: a move says "deliver to the ConfigMap cache", a deed says
// which event of which object that is.

import type { ControllerView, Move, MoveName, Moves, Next, Ref, View, WatchType } from "../contract.ts";
import { refOf } from "./names.ts";

export type Deed =
  | { code: "deliver"; kind: string; type: WatchType; name: string; count: number }
  | { code: "list"; kind: string }
  | { code: "begin"; key: string }
  | { code: "ask"; key: string; next: Next }
  | { code: "collect"; worker: string; about: Ref | null }
  | { code: "advance"; by: number; to: number; reason: Timer["reason"] | "asked"; key: string | null }
  | { [Name in Exclude<MoveName, "deliver" | "begin" | "answer" | "collect" | "advance">]: { code: Name; arguments: Moves[Name] } }[
      Exclude<MoveName, "deliver" | "begin" | "answer" | "collect" | "advance">
    ]
  | { code: "unknown"; move: string };

/** The station of the path on which a deed takes place. */
export type Station = "server" | "watch" | "cache" | "queue" | "reconciler" | "collector" | "outside" | "clock";

/** Reads a move against the view *before* it is played. */
export function deedOf(move: Move, view: View): Deed {
  if ("deliver" in move) return deliverDeed(move.deliver, view);
  if ("begin" in move) {
    const controller = controllerOf(view, move.begin.controller);
    return { code: "begin", key: move.begin.key ?? controller?.queue.ready[0]?.key ?? "" };
  }
  if ("answer" in move) {
    const controller = controllerOf(view, move.answer.controller);
    const key = move.answer.key ?? controller?.pass?.key ?? "";
    const pass = controller?.inProgress.find((one) => one.key === key) ?? controller?.pass;
    return { code: "ask", key, next: pass?.next ?? { question: pass?.question ?? "" } };
  }
  if ("collect" in move) {
    const worker = move.collect.worker ?? "garbage-collector";
    return { code: "collect", worker, about: view.background[worker]?.pending[0] ?? null };
  }
  if ("advance" in move) return advanceDeed(move.advance, view);
  const [name] = Object.keys(move);
  if (name === undefined) return { code: "unknown", move: "" };
  return { code: name, arguments: (move as Record<string, unknown>)[name] } as Deed;
}

/** The controller that a move is about. */
export function actorOf(move: Move): string | null {
  const [given] = Object.values(move) as { controller?: string }[];
  return given?.controller ?? null;
}

/** Nothing happens before a timer of the queue or of a lease fires: so the engine calls it quiet. */
export function waitsForTimer(deed: Deed): deed is Extract<Deed, { code: "advance" }> {
  return deed.code === "advance" && (deed.reason === "timer" || deed.reason === "lease");
}

/** Where the deed happens: that station is marked as the next one to act. */
export function stationOf(deed: Deed): Station {
  switch (deed.code) {
    case "deliver":
    case "list":
    case "hold":
    case "release":
    case "cutWatch":
      return "watch";
    case "resync":
      return "cache";
    case "begin":
      return "queue";
    case "ask":
      return "outside" in deed.next ? "outside" : "reconciler";
    case "collect":
      return "collector";
    case "advance":
      return "clock";
    case "request":
    case "edit":
    case "remove":
    case "compact":
      return "server";
    case "outside":
      return "outside";
    default:
      return "reconciler";
  }
}

function deliverDeed(deliver: Moves["deliver"], view: View): Deed {
  const controller = controllerOf(view, deliver.controller);
  const kind = deliver.kind ?? controller?.inFlight[0]?.kind ?? firstUnsynced(controller) ?? "";
  const cache = controller?.cache[kind];
  if (cache && !cache.synced) return { code: "list", kind };
  const event = controller?.inFlight.find((one) => one.kind === kind);
  if (!event) return { code: "list", kind };
  return { code: "deliver", kind, type: event.type, name: refOf(event.object).name, count: deliver.count ?? 1 };
}

function firstUnsynced(controller: ControllerView | undefined): string | undefined {
  return Object.entries(controller?.cache ?? {}).find(([, cache]) => !cache.synced)?.[0];
}

export interface Timer { due: number; reason: "timer" | "event" | "sleep" | "lease"; key: string | null }

/** What the clock can be advanced to, earliest first. A controller that is stalled does not see its own come. */
export function timersOf(view: View): Timer[] {
  const timers: Timer[] = [];
  for (const [name, controller] of Object.entries(view.controllers)) {
    if (controller.stalled) continue;
    for (const item of controller.queue.waiting) timers.push({ due: item.due, reason: "timer", key: item.key });
    for (const pass of controller.inProgress) if ((pass.wakes ?? 0) > view.time) timers.push({ due: pass.wakes!, reason: "sleep", key: pass.key });
    for (const event of controller.inFlight) if (event.due > view.time) timers.push({ due: event.due, reason: "event", key: null });
    const lease = controller.lease;
    if (lease && lease.due > view.time) timers.push({ due: lease.due, reason: "lease", key: name });
  }
  return timers.sort((a, b) => a.due - b.due);
}

function advanceDeed(advance: Moves["advance"], view: View): Deed {
  const timers = timersOf(view);
  const to = advance.to ?? (advance.by !== undefined ? view.time + advance.by : timers[0]?.due ?? view.time);
  const found = timers.find((timer) => timer.due === to);
  return { code: "advance", by: to - view.time, to, reason: found?.reason ?? "asked", key: found?.key ?? null };
}

function controllerOf(view: View, name: string | undefined): ControllerView | undefined {
  return name === undefined ? Object.values(view.controllers)[0] : view.controllers[name];
}
