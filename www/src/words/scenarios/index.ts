// What is said of the situations, in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { ScenarioWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<ScenarioWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function scenarioWords(language: Language): Promise<ScenarioWords> {
  return catalogs[language]();
}
