// The element around the playground, in Korean.

import type { ElementWords } from "./en.ts";

export const ko: ElementWords = {
  run: "실행",
  failed: "시작하지 못했습니다.",
  open: "열기",
};
