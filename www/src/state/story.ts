// A story that a check found, while it is the run in hand: what it shows, and where.

import { computed, signal } from "@preact/signals-core";
import type { CheckFails, TraceEntry } from "../contract.ts";
import { entries, runNumber } from "./run.ts";

export type Story = Pick<CheckFails, "property" | "how" | "fault" | "where" | "decisive" | "cycle">;

const told = signal<{ run: number; decisive: TraceEntry | undefined; story: Story } | null>(null);

/** Of the run in hand; whoever leaves its way before the decisive move has another one. */
export const story = computed<Story | null>(() => {
  const now = told.value;
  return now?.run === runNumber.value && entries.value[now.story.decisive - 1] === now.decisive ? now.story : null;
});

/** The run in hand is it; null: nothing is said of it. */
export function tellStory(of: Story | null): void {
  told.value = of && { run: runNumber.peek(), decisive: entries.peek()[of.decisive - 1], story: of };
}
