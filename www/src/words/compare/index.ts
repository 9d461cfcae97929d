// The words of the comparison in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { CompareWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<CompareWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function compareWords(language: Language): Promise<CompareWords> {
  return catalogs[language]();
}
