// The words of the panel of faults in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { FaultWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<FaultWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function faultWords(language: Language): Promise<FaultWords> {
  return catalogs[language]();
}
