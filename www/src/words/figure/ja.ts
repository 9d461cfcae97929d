import type { FigureWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ja: FigureWords = {
  own: "名前のない実行",
  beginning: "ここが始まりです。まだ1手も進んでいません。",
  standing: (move, controller) => `どこに何があるか（${move}${controller === null ? "" : `、${controller}`}）：`,
  picture: (title, move, said) => `${title}。${move}：${said}`,
  page: {
    see: "見どころ",
    asked: "課題の内容",
    open: "プレイグラウンドで開く",
    inWords: "文章で読む",
    place: "自分のページに置く",
    placeHint: "この要素は図を表示し、クリックすると動きます。スクリプトが取り除かれる場所でも、図とリンクは残ります。",
    element: "要素",
    frame: "フレーム",
    markdown: "Markdown の図",
    relative: (file) => `アドレスは、${code(file)} があるこのサイトのフォルダーからの相対です。前にサイトのアドレスを付けてください。`,
    files: "ファイル",
    picture: "図（幅720）",
    narrow: "図（幅360）",
    text: "テキスト",
    card: "リンクのカード",
  },
};
