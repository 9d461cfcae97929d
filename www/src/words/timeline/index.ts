// The words of the timeline in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { TimelineWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<TimelineWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function timelineWords(language: Language): Promise<TimelineWords> {
  return catalogs[language]();
}
