// Which language the page speaks: the address's (`?lang=ja`), else the one that was chosen here, else the browser's.

import { firstOf } from "../derive/language.ts";
import { LANGUAGES, type Language } from "../words/index.ts";
import { asked } from "./address.ts";
import { remembered } from "./storage.ts";

export function inAddress(): string | null {
  return asked("lang");
}

export function preferred(): Language {
  return firstOf(LANGUAGES, [inAddress(), remembered("language"), ...navigator.languages]) ?? "en";
}
