// The few words that are needed when no catalog could be loaded.

import type { Language } from "./index.ts";

export const fallback: Record<Language, { failed: string; again: string }> = {
  en: { failed: "The page could not load its words.", again: "Reload" },
  ja: { failed: "ページの文言を読み込めませんでした。", again: "再読み込み" },
  ko: { failed: "페이지의 문구를 불러오지 못했습니다.", again: "새로고침" },
};
