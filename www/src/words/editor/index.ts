// The words of the other views of an object and of the rich editor, in the language in use; each language is a file that
// is loaded when it is asked for.

import type { Language } from "../index.ts";
import type { EditorWords } from "./en.ts";

const catalogs: Record<Language, () => Promise<EditorWords>> = {
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  en: async () => (await import("./en.ts")).en,
};

export function editorWords(language: Language): Promise<EditorWords> {
  return catalogs[language]();
}
