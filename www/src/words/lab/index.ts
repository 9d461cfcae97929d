// What is said of the lab, in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { LabWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<LabWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function labWords(language: Language): Promise<LabWords> {
  return catalogs[language]();
}
