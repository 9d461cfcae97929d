// The catalog of a chapter's page: it speaks one language, whose file is put here by the build.

import { signal } from "@preact/signals-core";
import { catalog, spoken as own } from "catalog:spoken";
import type { Words } from "../words/en.ts";

export type Language = "ja" | "ko" | "en";
export const LANGUAGES: readonly Language[] = ["ja", "ko", "en"];

export const language = signal<Language>(own);

export const spoken = (): Language => language.value;

export function words(): Words {
  void language.value;
  return catalog;
}
