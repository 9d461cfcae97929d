// The words of the transcript, in Japanese. Loaded when the transcript is opened.

import type { TranscriptWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ja: TranscriptWords = {
  title: "起きたことのすべて",
  hint: "古い順です。行を選ぶと、その直後に移ります。↑ と ↓ で行をたどれます。",
  forms: { sentences: "文章", kubectl: "`kubectl get -w`", log: "コントローラーのログ" },
  form: "表し方",
  none: "まだ一手もありません。",
  start: "最初",
  before: "最初の調整の前",
  pass: (pass, key, why) => `${code(key)} の調整${pass}：${why}`,
  passOf: (pass, key, by, why) => `${code(by)} による ${code(key)} の調整${pass}：${why}`,
  after: (pass, key) => `${code(key)} の調整${pass}のあと`,
  afterOf: (pass, key, by) => `${code(by)} による ${code(key)} の調整${pass}のあと`,
  more: (n) => `ほかに理由${n}件`,
  inPass: (pass) => `調整${pass}`,
  earlier: (n) => `前の${n}行を表示`,
  later: (n) => `次の${n}行を表示`,
  here: "今のところへ",
  ahead: "取り消し済み",
  copy: "すべてコピー",
  copied: "コピーしました",
  copyFailed: "コピーできませんでした。ダウンロードしてください",
  download: "ダウンロード",
  kind: "種類",
  events: "`--output-watch-events` を付ける",
  kubectlHint: "最初から動かしていたとしたときの出力です。表は API サーバーのもの、経過時間はイベントごとのものです。",
  kubectlNone: (plural) => `出力はありません：${code(plural)} はまだ一つもありません。`,
  kubectlEnded: "API サーバーがウォッチを終わらせました：",
  verbose: "調整もすべて（`--zap-log-level=5`）",
  logHint: (name) => `${code(name)} が controller-runtime を通して出す行です。時刻は仮想時間で、スタックトレースは省いています。`,
  logNone: "出力はありません。このレベルで出るのは、起動とうまくいかなかったことだけです。成功し続けるループは何も言いません。",
  died: "プロセスはここで落ちました。ここからは別のプロセスのログです",
  rolledOut: (set) => `新しいバージョンがロールアウトされました（${set}）。ここからはそのログです`,
};
