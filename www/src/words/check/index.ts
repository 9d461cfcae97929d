// The words of the check; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { CheckWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<CheckWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function checkWords(language: Language): Promise<CheckWords> {
  return catalogs[language]();
}
