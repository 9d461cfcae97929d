// The catalog in use. Each language is a file of its own, loaded when it is the one that is read.

import { signal } from "@preact/signals-core";
import type { Words } from "./en.ts";

const catalogs = {
  ja: async (): Promise<Words> => (await import("./ja.ts")).ja,
  ko: async (): Promise<Words> => (await import("./ko.ts")).ko,
  en: async (): Promise<Words> => (await import("./en.ts")).en,
};

export type Language = keyof typeof catalogs;
export const LANGUAGES = Object.keys(catalogs) as Language[];

/** What a language calls itself. */
export const NAMES: Record<Language, string> = { ja: "日本語", ko: "한국어", en: "English" };

/** The language in use: it changes when its catalog is there. */
export const language = signal<Language>("en");
let catalog: Words | null = null;
let wanted: Language | null = null;

/** Loads a catalog and, when it is there and still wanted, speaks by it. */
export async function speak(chosen: Language): Promise<void> {
  wanted = chosen;
  const loaded = await catalogs[chosen]();
  if (wanted !== chosen) return;
  catalog = loaded;
  language.value = chosen;
}

/** The catalog of a language, whichever is in use. */
export const catalogOf = (chosen: Language): Promise<Words> => catalogs[chosen]();

/** What `tell` makes at once is said in this language, whichever is in use. */
export function saidIn<T>(chosen: Language, by: Words, tell: () => T): T {
  const before = aside;
  aside = { language: chosen, words: by };
  try {
    return tell();
  } finally {
    aside = before;
  }
}
let aside: { language: Language; words: Words } | null = null;

/** The language that is spoken here. */
export const spoken = (): Language => aside?.language ?? language.value;

/** The catalog of the language in use; the page is shown when there is one. Whoever asks hears of the next. */
export function words(): Words {
  if (aside) return aside.words;
  void language.value;
  if (catalog === null) throw new Error("No catalog is loaded.");
  return catalog;
}
