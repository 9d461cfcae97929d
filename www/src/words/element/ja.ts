// The element around the playground, in Japanese.

import type { ElementWords } from "./en.ts";

export const ja: ElementWords = {
  run: "reconcile playground を実行",
  failed: "開始できませんでした。",
  full: "reconcile playground を開く",
};
