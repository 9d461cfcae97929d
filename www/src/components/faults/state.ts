// Playing a fault from the panel: what the engine refuses is said there.

import { computed, signal } from "@preact/signals-core";
import type { Move } from "../../contract.ts";
import { moment, play, problem, runNumber } from "../../state/run.ts";
import type { FaultWords } from "../../words/faults/en.ts";

export type Group = keyof FaultWords["groups"];

const last = signal<{ group: Group; message: string; run: number; position: number } | null>(null);

/** What the engine refused last, and where; gone with the next fault, and wherever else one goes. */
export const refused = computed(() =>
  last.value?.run === runNumber.value && last.value.position === moment.value?.view.position ? last.value : null);

/** Why something is not played, where the page knows it without asking. */
export function say(group: Group, message: string): void {
  last.value = { group, message, run: runNumber.value, position: moment.value?.view.position ?? 0 };
}

/** Plays a fault; a refusal is said beside its group and not at the top of the page. */
export async function fault(group: Group, move: Move): Promise<void> {
  await play(move);
  const now = problem.value;
  last.value = null;
  if (now?.code !== "refused") return;
  say(group, now.message);
  problem.value = null;
}
