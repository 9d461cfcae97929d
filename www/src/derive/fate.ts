// What became of a watch event: did it wake the reconciler, was it dropped and by whom, or is it still on its way?

import type { ControllerView, Pass, Ref, Write } from "../contract.ts";
import { refOf, sameObject } from "./names.ts";

export type Fate =
  | { code: "none" }
  | { code: "notCommitted" }
  | { code: "inFlight"; held: boolean }
  | { code: "dropped"; by: string }
  | { code: "queued"; key: string }
  | { code: "woke"; key: string; pass: number; merged: boolean }
  | { code: "lost" }
  | { code: "unknown" };

/** Follows the event of a write through one controller. */
export function fateOf(write: Write, controller: ControllerView): Fate {
  if (write.event === null) {
    return write.outcome === "unchanged" || write.outcome === "skipped" ? { code: "none" } : { code: "notCommitted" };
  }
  return fateOfEvent(write.ref, write.after, controller);
}

export function fateOfEvent(ref: Ref, after: string | null, controller: ControllerView): Fate {
  if (after === null) return { code: "unknown" };
  const flying = controller.inFlight.find(
    (event) => event.object.metadata.resourceVersion === after && sameObject(refOf(event.object), ref),
  );
  if (flying) return { code: "inFlight", held: controller.cache[flying.kind]?.held ?? false };
  for (const pass of passesOf(controller)) {
    const cause = pass.causes.find((one) => one.after === after && one.ref !== undefined && sameObject(one.ref, ref));
    if (cause) return { code: "woke", key: pass.key, pass: pass.number, merged: cause.merged };
  }
  for (const item of [...controller.queue.ready, ...controller.queue.waiting]) {
    if (item.causes.some((one) => one.after === after && one.ref !== undefined && sameObject(one.ref, ref))) {
      return { code: "queued", key: item.key };
    }
  }
  const dropped = controller.notWoken.find((one) => one.after === after && sameObject(one.ref, ref));
  if (dropped) return { code: "dropped", by: dropped.by };
  // Whatever was on its way to a process that died is gone with it.
  return { code: controller.running ? "unknown" : "lost" };
}

/** Every pass that the view still knows, oldest first. */
export function passesOf(controller: ControllerView): Pass[] {
  return [...controller.recentPasses, ...controller.inProgress];
}

const TIMERS: readonly string[] = ["requeueAfter", "requeue", "retry"];

/** Where an event came before the timer that its key was waiting for: which cause that was, and when the timer was due. */
export function absorbing(pass: Pass, controller: ControllerView): { cause: Pass["causes"][number]; due: number } | null {
  const timer = pass.causes.findIndex((cause) => TIMERS.includes(cause.why));
  const cause = pass.causes.slice(timer + 1).find((one) => one.merged && !TIMERS.includes(one.why));
  const due = passesOf(controller).findLast((one) => one.key === pass.key && one.number < pass.number)?.decision?.due ?? null;
  return timer >= 0 && cause && due !== null && pass.startedAt < due ? { cause, due } : null;
}
