// What the pages of the course say around their chapters, by language.

import type { Language } from "../index.ts";
import { en, type CourseWords } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";

export const COURSE: Record<Language, CourseWords> = { en, ja, ko };
