// The catalog in use. Another language becomes another entry here.

import { signal } from "@preact/signals-core";
import { en, type Words } from "./en.ts";

const catalogs = { en } satisfies Record<string, Words>;
export type Language = keyof typeof catalogs;

export const language = signal<Language>("en");

/** The catalog of the chosen language. */
export function words(): Words {
  return catalogs[language.value];
}
