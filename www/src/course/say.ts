// An answer in words.

import type { Value } from "../lesson/lesson.ts";
import type { CourseWords } from "../words/course/en.ts";

/** What an answer is called: by the question's own words, or as it is. */
export function said(value: Value, question: { options?: Record<string, string> } | undefined, w: CourseWords): string {
  const own = question?.options?.[String(value)];
  if (own !== undefined) return own;
  return value === true ? w.yes : value === false ? w.no : value === null ? w.nothing : String(value);
}
