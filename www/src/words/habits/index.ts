// The documentation of the habits in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { HabitWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<HabitWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function habitWords(language: Language): Promise<HabitWords> {
  return catalogs[language]();
}
