// The language of an element: its own, that of the text around it, or the browser's.

import type { ElementWords } from "../words/element/en.ts";
import { en } from "../words/element/en.ts";
import { ja } from "../words/element/ja.ts";
import { ko } from "../words/element/ko.ts";

export type Language = "en" | "ja" | "ko";
export const WORDS: Record<Language, ElementWords> = { en, ja, ko };

export function languageOf(element: Element): Language {
  const wished = `${element.closest<HTMLElement>("[lang]")?.lang},${navigator.languages},en`;
  return /\b(en|ja|ko)\b/.exec(wished)![0] as Language;
}
