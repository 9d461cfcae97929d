// A moment of a run, with what is needed to draw it and to tell it; and what its run is called.

import type { ControllerView, Move, Scenario, TraceEntry, View } from "../contract.ts";
import { taskNamed } from "../lab/begin.ts";
import { FIRST } from "../scenarios.ts";
import { catalogOf, saidIn, type Language } from "../words/index.ts";
import type { Words } from "../words/en.ts";
import type { FigureWords } from "../words/figure/en.ts";
import { figureWords } from "../words/figure/index.ts";
import { labWords } from "../words/lab/index.ts";
import { scenarioWords } from "../words/scenarios/index.ts";

export interface Shot {
  scenario: Scenario;
  view: View;
  /** The move that comes by itself; left out: none does. */
  next?: Move | undefined;
  /** The moves that were played, from the first on; those that lie ahead may follow. */
  entries: readonly TraceEntry[];
}

/** What a run is called, and what is the case at its beginning. */
export interface Called { title: string; about: string[] }

export interface Spoken { language: Language; words: Words; figure: FigureWords; called: Called }

/** All that is said of a run, in a language. */
export async function spokenOf({ name }: Scenario, language: Language): Promise<Spoken> {
  const [words, figure] = await Promise.all([catalogOf(language), figureWords(language)]);
  return { language, words, figure, called: await calledBy(name, language, words, figure) };
}

async function calledBy(name: unknown, language: Language, words: Words, figure: FigureWords): Promise<Called> {
  if (typeof name !== "string" || name === "") return { title: figure.own, about: [] };
  if (name === FIRST.id) {
    const { title, situation } = words.scenarios.items.fresh;
    return { title, about: [situation] };
  }
  const task = taskNamed(name);
  if (task !== null) {
    const text = own((await labWords(language)).items, task);
    return text ? { title: text.title, about: text.story } : { title: name, about: [] };
  }
  const text = own((await scenarioWords(language)).items, name);
  return text ? { title: text.title, about: [text.situation] } : { title: name, about: [] };
}

function own<T>(all: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** Tells it in the language that was asked for, whatever the page speaks. */
export function inWords<T>({ language, words }: Spoken, tell: () => T): T {
  return saidIn(language, words, tell);
}

/** The moves up to the moment. */
export function playedIn({ entries, view }: Shot): readonly TraceEntry[] {
  return entries.slice(0, view.position);
}

/** A controller by its name, else the first; null: there is none. */
export function controllerIn({ view }: Shot, wanted?: string): { name: string; controller: ControllerView; several: boolean } | null {
  const names = Object.keys(view.controllers);
  const name = wanted !== undefined && wanted in view.controllers ? wanted : names[0];
  const controller = name === undefined ? undefined : view.controllers[name];
  return name === undefined || !controller ? null : { name, controller, several: names.length > 1 };
}
