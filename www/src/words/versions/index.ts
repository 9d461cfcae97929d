// What is said of versions, in the language in use; each language is a file that is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { VersionWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<VersionWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function versionWords(language: Language): Promise<VersionWords> {
  return catalogs[language]();
}
