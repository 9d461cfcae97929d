// The words of the panel of faults, in Japanese. Loaded when the panel is opened.

import type { FaultWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ja: FaultWords = {
  title: "何かを壊す",
  titleOf: (controller) => `${controller} のまわりを壊す`,
  intro: "どれも一手です。記録され、「戻る」で取り消せて、世界はそこから続きます。",
  close: "閉じる",
  groups: {
    budget: "予算でまだできること",
    process: "プロセス",
    watches: "ウォッチとキャッシュ",
    requests: "送るリクエスト",
    server: "API サーバー",
    outside: "外の世界",
  },
  hints: {
    budget: "このシナリオは、探索が使える障害の数を限っています。これらが残りと、いまある障害を終わらせるものです。",
    process: "その場で落ちます。キャッシュ、キュー、タイマー、カウンターは消えます。サーバーが受け取ったものは残ります。",
    watches: "保留中のイベントは、保留を解くか、一つずつ届けるまで待ちます。切れたウォッチは、次の配送のときにつながり直します。",
    requests: "次に当てはまるリクエストには、代わりにこの応答が返ります。",
    server: "履歴が消えます。古いバージョンを求めると、期限切れだと言われます。",
    outside: "Kubernetes が知らないもの。",
  },
  none: "もう残っていません。",
  noCaches: "落ちています。ウォッチもキャッシュもありません。",
  crash: (name) => `${name} をクラッシュさせる`,
  start: (name) => `${name} を起動`,
  crashIt: "クラッシュ",
  startIt: "起動",
  startAt: "古い状態に対して起動",
  startAtLabel: "リビジョン",
  startAtHint: (now) => `サーバーは今 ${now}`,
  stall: "一時停止させる",
  resume: "再開させる",
  stalled: "一時停止中：知っていることを保ったまま、何もしません",
  held: "保留中",
  workers: "コントロールプレーンのワーカー",
  columns: { kind: "種類", state: "今", what: "すること" },
  watch: { open: "接続中", cut: "切断", expired: "切断、期限切れ" },
  hold: "保留",
  release: "保留を解く",
  deliver: "一つ届ける",
  cut: "切る",
  expire: "切って期限切れに",
  resync: "再同期",
  about: (what, kind) => `${what}：${kind}`,
  fail: { target: "リクエスト", reason: "応答", message: "メッセージ（任意）", times: "回数", applied: "サーバーは実行し、応答だけが消える", go: "仕掛ける" },
  armed: (times, target, reason) => `仕掛けました：次の ${code(target)} ${times === 1 ? "" : `${times}回`}に ${code(reason)} が返ります。`,
  compact: "etcd を圧縮",
  account: { remove: "消す", break: "壊す", heal: "直す", create: "作る", name: "アカウント", broken: "壊れている", whole: "正常", of: (what, name) => `アカウント ${name} を${what}`, taken: (name) => `アカウント ${code(name)} はもうあります。` },
};
