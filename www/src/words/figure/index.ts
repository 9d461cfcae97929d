// The words of figures and transcripts that stand alone, and of the pages around them. Loaded when one is made.

import type { Language } from "../index.ts";
import type { FigureWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<FigureWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function figureWords(language: Language): Promise<FigureWords> {
  return catalogs[language]();
}
