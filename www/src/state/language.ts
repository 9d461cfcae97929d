// Which language the page speaks: the address's (`?lang=ja`), else the one that was chosen here, else the browser's.

import { effect } from "@preact/signals-core";
import { language, LANGUAGES, speak, words, type Language } from "../words/index.ts";
import { problem } from "./run.ts";
import { remember, remembered } from "./ui.ts";

/** Of `ja-JP` only `ja` counts. */
function known(tag: string | null): Language | undefined {
  const [primary] = (tag ?? "").toLowerCase().split("-");
  return LANGUAGES.find((one) => one === primary);
}

function inAddress(): string | null {
  return new URLSearchParams(location.search).get("lang");
}

export function preferred(): Language {
  for (const tag of [inAddress(), remembered("language"), ...navigator.languages]) {
    const found = known(tag);
    if (found) return found;
  }
  return "en";
}

/** A person's choice: it is remembered, and an address that says otherwise says so no longer. */
export async function choose(chosen: Language): Promise<void> {
  try {
    await speak(chosen);
  } catch {
    problem.value = { code: "part" };
    return;
  }
  remember("language", chosen);
  if (inAddress() === null) return;
  const address = new URL(location.href);
  address.searchParams.set("lang", chosen);
  history.replaceState(history.state, "", address);
}

/** The document says of itself what the page speaks. */
export function followLanguage(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    document.title = words().page.title;
  });
}
