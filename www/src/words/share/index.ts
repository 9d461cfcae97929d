// The words of the share panel; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { ShareWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<ShareWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function shareWords(language: Language): Promise<ShareWords> {
  return catalogs[language]();
}
