// The element around the playground, in Korean.

import type { ElementWords } from "./en.ts";

export const ko: ElementWords = {
  run: "reconcile playground 실행",
  failed: "시작하지 못했습니다.",
  full: "reconcile playground 열기",
};
