// The language that a person chose, and what follows it.

import { effect } from "@preact/signals-core";
import { language, speak, words, type Language } from "../words/index.ts";
import { askFor } from "./address.ts";
import { inAddress } from "./preferred.ts";
import { problem } from "./run.ts";
import { remember } from "./storage.ts";

/** A person's choice: it is remembered, and an address that says otherwise says so no longer. */
export async function choose(chosen: Language): Promise<void> {
  try {
    await speak(chosen);
  } catch {
    problem.value = { code: "part" };
    return;
  }
  // Another choice came meanwhile.
  if (language.value !== chosen) return;
  remember("language", chosen);
  if (inAddress() !== null) askFor("lang", chosen);
}

/** The document says of itself what the page speaks. */
export function followLanguage(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    document.title = words().page.title;
  });
}
