import type { VersionWords } from "./en.ts";

const madeBy = (engine: string | null): string => (engine === null ? "別のバージョン" : `バージョン ${engine} `);

export const ja: VersionWords = {
  made: (from, engine, here) => {
    switch (from) {
      case "link": return `このリンクはプレイグラウンドの${madeBy(engine)}で作られました。ここはバージョン ${here} です。`;
      case "file": return `このファイルはプレイグラウンドの${madeBy(engine)}で作られました。ここはバージョン ${here} です。`;
      case "result": return `この結果はプレイグラウンドの${madeBy(engine)}で作られました。ここはバージョン ${here} です。`;
      case "kept": return `前回の続きはプレイグラウンドの${madeBy(engine)}で作られました。ここはバージョン ${here} です。`;
    }
  },
  same: "ここでもう一度進めても、同じ状態になります。",
  played: "すべての手をここでも進められました。",
  digestTitle: "このバージョンでは別の状態になります",
  digest: "すべての手を進められましたが、最後のダイジェストが保存されたときのものと違います。",
  moveTitle: (move, of) => `全${of}手のうち${move - 1}手目まで進めました`,
  move: (move, what) => `${move}手目${what === "" ? "" : `（${what}）`}は、このバージョンでは進められません。その手前で止まっています。`,
  beginTitle: "このバージョンでは開けません",
  begin: (path) => `最初の状態が断られました${path === "" ? "" : `（場所は \`${path}\`）`}。何も変わっていません。`,
  open: (engine) => `バージョン ${engine} で開く`,
  absent: (engine) => (engine === null ? "どのバージョンかは書かれていません。" : `バージョン ${engine} はこのサイトにありません。`),
  hide: "この案内を閉じる",
  renewal: "新しいバージョンがあります。",
  kept: "再読み込みしても、続きから始められます。",
  lost: "この実行はブラウザーに残りません。先にファイルに保存してください。",
  reload: "再読み込み",
};
