// The words of the comparison, in Japanese. Loaded when it is opened.

import type { CompareWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ja: CompareWords = {
  title: "二つの実行を比べる",
  intro: "一つの時点から、一か所だけ違う二つの実行を並べます。手元の実行はそのままです。",
  a: "A",
  b: "B",
  asItIs: "そのまま",
  inHand: "手元の実行",
  what: "違うところ",
  whats: { habit: "書き方", move: "手", branch: "残された分岐" },
  habit: "書き方",
  value: "どう書くか",
  now: "今",
  good: "良い書き方",
  how: "いつから",
  hows: { anew: "最初から：場面をやり直し、人の手は同じように指す", rollout: "ある時点でロールアウト：プロセスはそこで再起動する" },
  from: "始まり",
  fromNow: (n) => (n === 0 ? "今（最初）" : `今（${n}手目のあと）`),
  fromStart: "場面の最初",
  fromMove: "ほかの手のあと",
  moveNumber: "何手目",
  move: "手",
  groups: { next: "代わりに次に起こりうること", faults: "障害", people: "人がすること" },
  choices: {
    spec: (name) => `AppConfig ${code(name)} の spec を変える：\`color: green\``,
    child: (name) => `ConfigMap ${code(name)} を手で変える：\`color: red\``,
  },
  noMoves: "この時点で試せる手はありません。",
  branch: "分岐",
  branchOf: (number, from, moves) => `${number}：${from}手目から、独自の${moves}手`,
  noBranches: "分岐はまだありません。過去で新しい手を指すと、一つ残ります。",
  begin: "比べる",
  refused: "これは比べられません",
  point: (n) => (n === 0 ? "最初から。" : `${n}手目のあとから。`),
  anewPoint: "場面の最初から、人の手は同じです。",
  anewOtherwise: "場面の最初からで、人の手は違います。",
  leftOut: (n) => `人の手のうち${n}手は B では指せず、省きました。`,
  other: {
    anew: (habits) => `${habits}で書いた場合`,
    rollout: (habits) => `${habits}をロールアウトした場合`,
    branch: (number, from) => `${from}手目で分かれた分岐${number}`,
    cluster: "クラスターが違う場合",
    people: "人の手が違う場合",
  },
  pair: (habit, value) => `${code(habit)}「${value}」`,
  and: "と",
  do: "両方で",
  step: "両方を一手進める",
  finish: "両方の調整の終わりまで",
  settle: "両方を落ち着くまで実行",
  timer: "タイマーまで時間を進める",
  by: (span) => `+${span}`,
  back: "始まりに戻る",
  take: "こちらへ進む",
  takeHint: {
    branch: "B が手元の実行になります。今の実行は分岐として残ります。",
    onward: "B が手元の実行になります。今の実行がそのまま先へ進むので、分岐は残りません。",
    instead: "B は始まり方が違うので、手元の実行と入れ替わります。前の実行は、別の実行を始めるまで残ります。",
  },
  taken: {
    branch: "B が手元の実行になりました。前の実行は分岐として残っています。",
    onward: "B が手元の実行になりました。今の実行がそのまま先へ進んだので、分岐は残っていません。",
    instead: "B が手元の実行になりました。前の実行は、別の実行を始めるまで残っています。",
  },
  close: "比較を閉じる",
  counted: {
    moves: "手", passes: "調整", writes: "書き込み", unchangedWrites: "変化なしの書き込み", conflicts: "競合", events: "イベント", time: "仮想時間",
  },
  state: "状態",
  states: { quiet: "落ち着いた", down: "コントローラー停止", stalled: "一時停止中", timer: "タイマー待ち", loop: "ループ", goesOn: "続く" },
  differs: "違う",
  result: (side, passes, writes, outcome, span) => {
    const sum = `**${side}：**調整${passes}回、書き込み${writes === 0 ? "なし" : `${writes}回`}`;
    switch (outcome.code) {
      case "quiet": return `${sum}。そのあと落ち着きました。`;
      case "down": return `${sum}。そのあと何も動きません。コントローラーが落ちています。`;
      case "stalled": return `${sum}。そのあと何も動きません。コントローラーが一時停止しています。`;
      case "timer": return `${sum}。${span(outcome.by)}後のタイマーまで落ち着いています。`;
      case "goesOn": return `${sum}。まだ続きがあります。`;
      case "loop": return `**${side}：**落ち着きません。連続${outcome.passes}回の調整が、どれも自分の${outcome.woken === "status" ? "ステータスの" : ""}書き込みで起こされました。書き込みはここまで${writes}回です。`;
    }
  },
  next: "次：",
  nothingNext: "もうすることはありません。",
  stoppedRefused: "それはできませんでした：",
  stoppedTrap: (what) => (what === null ? "エンジンがここで止まり、起動し直されました。どちらも元のところにいます。" : `エンジンがここで止まり、起動し直されました。失敗した手：${what}。どちらも元のところにいます。`),
  rows: "起きたことを一手ずつ",
  rowsNone: "どちらでもまだ何も起きていません。両方を一手進めるか、落ち着くまで実行してください。",
  onlyDifferences: "違うところだけ",
  marks: { same: "同じ", differs: "違う", onlyA: "A だけ", onlyB: "B だけ" },
  nothing: "なし",
  folded: (n, mark) => {
    switch (mark) {
      case "same": return `${n}手はどちらも同じ`;
      case "onlyA": return `A だけの手があと${n}手`;
      case "onlyB": return `B だけの手があと${n}手`;
      case "differs": return `違う手が${n}手`;
    }
  },
  why: (causes) => `理由：${causes.join("／")}。`,
  unfold: "表示する",
  allSame: "ここまで、起きたことはどちらも同じです。",
  moreRows: (n) => `あと${n}行を表示`,
  worlds: "最後に違っているもの",
  worldsNone: "二つの世界は同じです：オブジェクト、キュー、アカウント。",
  worldsMore: (n) => `違い${n}件をすべて表示`,
  where: "場所",
  absent: "ない",
  there: (revision) => `ある（バージョン ${revision}）`,
  of: { ready: "準備のできたキー", waiting: "待っているキー", failures: "失敗" },
  object: (kind, name) => `${kind} ${code(name)}`,
  queueOf: (what, controller) => `${code(controller)} の${what}`,
  accountOf: (name) => `アカウント ${code(name)}`,
};
