// Which language the page speaks: the address's (`?lang=ja`), else the one that was chosen here, else the browser's.

import { LANGUAGES, type Language } from "../words/index.ts";
import { asked } from "./address.ts";
import { remembered } from "./storage.ts";

/** Of `ja-JP` only `ja` counts. */
function known(tag: string | null): Language | undefined {
  const [primary] = (tag ?? "").toLowerCase().split("-");
  return LANGUAGES.find((one) => one === primary);
}

export function inAddress(): string | null {
  return asked("lang");
}

export function preferred(): Language {
  for (const tag of [inAddress(), remembered("language"), ...navigator.languages]) {
    const found = known(tag);
    if (found) return found;
  }
  return "en";
}
