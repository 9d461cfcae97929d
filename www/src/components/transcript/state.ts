// What the transcript shows, and how.

import { computed, signal } from "@preact/signals-core";
import { runNumber } from "../../state/run.ts";

export type Form = "sentences" | "kubectl" | "log";
export const FORMS: readonly Form[] = ["sentences", "kubectl", "log"];

export const form = signal<Form>("sentences");
/** The kind that is watched, by its name. */
export const kind = signal("AppConfig");
/** `--output-watch-events`. */
export const watchEvents = signal(false);
/** Each reconcile too, and not only what goes wrong: `--zap-log-level=5`. */
export const verbose = signal(true);

/** Lines on either side of the moment: more of them are a press away. */
const BEFORE = 80;
const AFTER = 40;
export const MORE = 200;

const grown = signal({ run: 0, before: 0, after: 0 });
const growth = computed(() => (grown.value.run === runNumber.value ? grown.value : { run: runNumber.value, before: 0, after: 0 }));

export function grow(side: "before" | "after"): void {
  grown.value = { ...growth.value, [side]: growth.value[side] + MORE };
  // What was pressed may be gone: the list takes the focus then.
  requestAnimationFrame(() => { if (document.activeElement === document.body) document.querySelector<HTMLElement>(".log-lines")?.focus({ preventScroll: true }); });
}

/** Of `length` lines those around `at` that are drawn. */
export function windowAround(at: number, length: number): { from: number; to: number } {
  const to = Math.min(length, at + AFTER + growth.value.after);
  return { from: Math.max(0, Math.min(at, length) - BEFORE - growth.value.before), to };
}
