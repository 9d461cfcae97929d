// The element around the playground, in Japanese.

import type { ElementWords } from "./en.ts";

export const ja: ElementWords = {
  run: "実行",
  failed: "開始できません。",
  open: "開く",
};
