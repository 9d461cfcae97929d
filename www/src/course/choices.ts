// What a learner committed to, by chapter and idea: it is there again at the next visit, where the browser keeps anything.

import { remember, remembered } from "../state/storage.ts";

/** By question: which of its options. */
export type Choices = Record<string, number>;

const KEPT = "course";

function all(): Record<string, Record<string, Choices>> {
  try {
    const kept: unknown = JSON.parse(remembered(KEPT) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept as Record<string, Record<string, Choices>> : {};
  } catch {
    return {};
  }
}

export function choicesOf(chapter: string): Record<string, Choices> {
  const kept = all()[chapter];
  return typeof kept === "object" && kept !== null ? kept : {};
}

export function keepChoices(chapter: string, idea: string, choices: Choices): void {
  remember(KEPT, JSON.stringify({ ...all(), [chapter]: { ...choicesOf(chapter), [idea]: choices } }));
}

export function forgetChoices(chapter: string): void {
  const { [chapter]: _, ...others } = all();
  remember(KEPT, JSON.stringify(others));
}
