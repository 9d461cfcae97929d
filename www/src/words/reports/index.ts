// What is said around the reports, in the language in use; each language is a file that is loaded when it is asked for.
// What is said of each stands in its file.

import type { Language } from "../index.ts";
import type { ReportWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<ReportWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function reportWords(language: Language): Promise<ReportWords> {
  return catalogs[language]();
}
