import type { MissingWords } from "./en.ts";

export const ja: MissingWords = {
  title: "このページはありません",
  lead: "アドレスが間違っているか、ページの場所が変わっています。",
  playground: "プレイグラウンド",
  course: "コース",
  noVersion: (version) => `バージョン ${version} はここにありません`,
  noVersionLead: (version) => `このアドレスはプレイグラウンドのバージョン ${version} を指していますが、このサイトにはありません。`,
  notInVersion: (version) => `プレイグラウンドのバージョン ${version} はありますが、その中にこのページはありません。`,
  latest: (version) => (version === null ? "同じアドレスを最新バージョンで開く" : `同じアドレスを最新バージョン ${version} で開く`),
  latestHint: "リンクの内容はそのまま引き継がれ、もう一度進められます。どこまで進められたかはページに表示されます。",
  those: "ここにあるバージョン",
  version: (version) => `バージョン ${version}`,
};
