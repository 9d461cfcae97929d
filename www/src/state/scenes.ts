// What is said of the situation in hand. Of the first one the page's own catalog speaks; the others' words are loaded with
// the first of them, each time in the language in use.

import { signal } from "@preact/signals-core";
import { FIRST, type Situation } from "../scenarios.ts";
import { language, words, type Language } from "../words/index.ts";
import type { SceneText, ScenarioWords } from "../words/scenarios/en.ts";
import { scenarioWords } from "../words/scenarios/index.ts";
import { cured, problem, told } from "./run.ts";

const loaded = signal<{ in: Language; words: ScenarioWords } | null>(null);
let awaited: Language | null = null;

/** The words of all situations; null until they are there. After a change of the language the old ones stay until then. */
export function sceneWords(): ScenarioWords | null {
  const spoken = language.value;
  const now = loaded.value;
  if (now?.in !== spoken && awaited !== spoken) queueMicrotask(() => void load(spoken));
  return now?.words ?? null;
}

async function load(spoken: Language): Promise<void> {
  if (awaited === spoken) return;
  awaited = spoken;
  try {
    loaded.value = { in: spoken, words: await scenarioWords(spoken) };
  } catch {
    problem.value = { code: "part" };
  } finally {
    awaited = null;
  }
}

export function firstText(): SceneText {
  const { title, situation, see, tries } = words().scenarios.items.fresh;
  return { title, situation, see, tries };
}

/** Null until its words are there, or where nobody speaks of it. */
export function textOf({ id }: Situation): SceneText | null {
  return id === FIRST.id ? firstText() : sceneWords()?.items[id] ?? null;
}

/** What to try in it. */
export function triesOf(text: SceneText): readonly string[] {
  return text.tries ?? sceneWords()?.tries(text.see, told.value && !cured.value) ?? [];
}
