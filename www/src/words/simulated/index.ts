// What is said of what is simulated and what is not, in the language in use; each is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { SimulatedWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<SimulatedWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function simulatedWords(language: Language): Promise<SimulatedWords> {
  return catalogs[language]();
}
