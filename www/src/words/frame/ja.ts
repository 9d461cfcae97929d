import type { FrameWords } from "./en.ts";

export const ja: FrameWords = {
  full: "全画面",
  fullHint: "この実行を、このステップのまま、単独のページで開きます",
  address: "このページからは別のページを開けません。アドレスをコピーしてください。",
  file: (name) => `このページからはファイルを保存できません。\`${name}\` の内容をコピーしてください。`,
  again: "よければ、もう一度押してください。",
  copy: "コピー",
  copied: "コピーしました",
  copyFailed: "コピーできません。文字を選択してください",
  close: "閉じる",
};
