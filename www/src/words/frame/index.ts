import { language } from "../index.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";

const all = { en, ja, ko };

export const frameWords = (): typeof en => all[language.value];
