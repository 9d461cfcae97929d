// The words of the transcript in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { TranscriptWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<TranscriptWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function transcriptWords(language: Language): Promise<TranscriptWords> {
  return catalogs[language]();
}
