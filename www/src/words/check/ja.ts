// The words of the check of every order, in Japanese. Loaded when it is opened.

import type { Budget, CheckFails, CheckLimits } from "../../contract.ts";
import { big } from "./big.ts";
import type { CheckWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)}ミリ秒` : `${(ms / 1000).toFixed(1)}秒`;
}

const LIMITS: Record<keyof CheckLimits, string> = { states: "状態の数", depth: "続けて指せる手の数", ms: "時間", bytes: "メモリ" };

const FAULTS: Record<keyof Budget, (n: number) => string> = {
  crash: (n) => `クラッシュ${n}回`,
  fail: (n) => `失敗するか応答が消えるリクエスト${n}回`,
  stall: (n) => `一時停止${n}回`,
  cutWatch: (n) => `切れるウォッチ${n}回`,
  hold: (n) => `保留されるウォッチ${n}回`,
};

const HOWS: Record<CheckFails["how"], string> = { broken: "破れます", deadlock: "デッドロックになります", livelock: "ライブロックになります" };

export const ja: CheckWords = {
  title: "すべての順序を試す",
  lead: "配送、調整、コレクターの仕事、タイマーのあらゆる順序を、下で選んだ障害とほかの人の手をどの時点にも挟みながら試します。いつも正しい状態に落ち着いて保たれるか、そうならない最短の反例が見つかるかのどちらかです。",

  subject: {
    title: "検査するもの",
    whole: (title) => `場面「${title}」を、始まりから。`,
    nameless: "この実行のシナリオを、始まりから。",
    good: "書き方はどれも良いものです。",
    habits: (habits) => `良い書き方でないもの：${habits.map(code).join("、")}。`,
    chosen: "書き方のダイアログで選んで、まだロールアウトしていないものも含みます。",
    moves: (n) => `この実行の${big(n)}手は、下で許したもののほかは含みません。`,
    nothing: "始まりに AppConfig がありません。調整するものがほとんどありません。",
  },

  budget: {
    title: "障害",
    none: "障害なし",
    intermediate: "途中で落ちる",
    stale: "古い知識で動く",
    unobserved: "起きたことを見逃す",
    own: "自分で数を決める",
  },
  budgetHint: {
    none: "順序だけを試します。配送は遅れ、調整はいつでも始まります。",
    intermediate: "どこかで一度クラッシュし、一度リクエストが失敗するか応答が消えます。残されたところから続けられなければなりません（`intermediate state`）。",
    stale: "どこかで一度止まり、その間に世界は進み、知っていたことのまま動き出します（`stale state`）。",
    unobserved: "どこかで一度ウォッチが切れ、一度クラッシュします。その間に起きたことは、イベントとして届きません（`unobserved state`）。",
    own: "それぞれ何回まで、いつでも起こりうるか。",
  },
  fault: { crash: "クラッシュ", fail: "失敗するか応答が消えるリクエスト", stall: "一時停止", cutWatch: "切れるウォッチ", hold: "保留されるウォッチ" },

  others: {
    title: "ほかの人がするかもしれないこと",
    hint: "それぞれ、いつでも一度だけ起こるか、起こらないかです。",
    spec: (name, field) => `だれかが ${code(name)} の spec を変える：${code(field)}`,
    child: (name, field) => `だれかが ConfigMap ${code(name)} を手で変える：${code(field)}`,
    childGone: (name) => `だれかが ConfigMap ${code(name)} を削除する`,
    webGone: (name) => `だれかが AppConfig ${code(name)} を削除する`,
    secretThere: (name) => `必要な Secret ${code(name)} が現れる`,
    secretGone: (name) => `必要な Secret ${code(name)} が削除される`,
    accountGone: (name) => `だれかが外部のアカウント ${code(name)} を消す`,
    own: "この実行であなたがしたこと",
    tooMany: (n, most) => `${n}個選ばれています。${most}個まで選べます。`,
  },

  limit: "状態の数の上限",
  limitHint: "進行中のことまで含めた世界の一つの姿が、一つの状態です。多いほど時間とメモリを使います。",
  limitWrong: (least, most) => `${big(least)}から${big(most)}までの整数にしてください。`,
  numberWrong: (most) => `0から${most}までの整数にしてください。`,

  go: "すべての順序を試す",
  cancel: "やめる",
  again: "もう一度試す",
  more: (states) => `${big(states)}状態まで増やして、もう一度試す`,
  result: "結果",
  waiting: "まだ何も試していません。",
  starting: "始めています…",
  progress: (states, rate, depth) => `${big(states)}状態${rate === null ? "" : `、毎秒${big(rate)}状態`}、深さ${big(depth)}手`,
  frontier: (n) => `見つけてまだ調べていない状態が${big(n)}個あります。`,
  heard: (states) => `まだ試しています：${big(states)}状態。`,
  cancelled: "やめました。何も分かっていません。",
  refused: "エンジンはこれを受け付けません",
  unloaded: "試すための部品を読み込めませんでした。実行は無事です。もう一度試してください。",
  died: "試している途中でエンジンが止まりました。実行は無事です。何も分かっていません。",
  before: "これは前に選んだものの結果です。今選んでいるものとは違います。",

  holds: "成り立ちます：どの順序でも正しい状態に落ち着き、保たれます。",
  fails: (property) => `成り立ちません：${property}`,
  should: (means) => `成り立つべきこと：${means}`,
  notFinished: "終わっていません：成り立つかどうか分かりません。",
  looked: (states, transitions, depth, ms) => `${big(states)}状態、${big(transitions)}遷移、深さ${big(depth)}手を、${seconds(ms)}で調べました。`,
  lookedAt: "調べた範囲",
  quiet: (n) => `落ち着いた状態は${big(n)}個ありました。`,
  bounded: (budget, others) => {
    const faults = (Object.keys(FAULTS) as (keyof Budget)[]).filter((one) => budget[one] > 0).map((one) => FAULTS[one](budget[one]));
    return `範囲：${faults.length === 0 ? "障害なし" : `${faults.join("、")}まで`}。${others === 0 ? "ほかの人の手はなし" : `ほかの人の手は${big(others)}個、それぞれ一度まで`}。`;
  },
  reduced: "順序が違っても同じになるものは、一度だけ調べました。",
  leftOut: "追わなかったもの",
  left: {
    latency: "リクエストにかかる時間。どの順序もどのみち試されます。",
    oldServers: "起動したプロセスが見るのは今あるもので、サーバーの古い状態ではありません。",
    draws: "偶然で決まるものは、一つの実行で決まったとおりに追います。",
    backlog: "キャッシュがいくつものイベントに遅れた状態。そうなる順序は追いません。",
  },
  stopped: (limit) => `${LIMITS[limit]}の上限に達しました。`,

  properties: {
    stable: ["最後は安定する調整（`eventually stable reconciliation`）", "障害が終われば、いつも spec の求める状態になり、そのまま保たれます。"],
    noLoop: ["終わらないループがない", "だれも何も変えないのに、書き込みがいつまでも続くことはありません。"],
    othersKept: ["ほかの人のものが残る", "ほかの人のものは、その人が残したままです。"],
    oneRunPerKey: ["同じキーが同時に二重に動かない", "二つのワーカーが同じキーを同時に調整することはありません。"],
    cacheIsPast: ["どのキャッシュも、サーバーの過去の状態である", "キャッシュには、一度は本当だったことだけがあります。"],
    nothingLeaks: ["外部に何も取り残されない", "AppConfig がなくなれば、外部のアカウントもなくなります。"],
    noDuplicates: ["同じ子が二重に作られない", "AppConfig の ConfigMap は一つで、二つにはなりません。"],
    readyIsTrue: ["Ready は、書かれたとき本当だった", "ステータスが Ready と言うのは、本当にそこにあるものだけです。"],
  },
  how: {
    broken: "一手で破れます。",
    deadlock: "デッドロック：落ち着いていて、間違っていて、もうだれも見に来ません。",
    livelock: "ライブロック：いつまでも回り続け、正しい状態になりません。",
  },
  wrong: {
    childMissing: "子がありません。",
    childDiffers: "子の中身が、spec の求めるものと違います。",
    childLeft: "だれも求めていない子があります。",
    accountMissing: "spec の求める外部のアカウントがありません。",
    accountLeft: "だれも求めていない外部のアカウントがあります。",
    statusOld: "ステータスが、今の generation について何も言っていません。",
    statusWrong: "ステータスが、実際の様子を言っていません。",
    finalizerLeft: "削除中のオブジェクトに、ファイナライザーがいつまでも残ります。",
    othersTaken: "ほかの人が置いたものを、コントローラーが取り去りました。",
    failing: "あるキーが、何度でも失敗します。",
  },
  where: (where) => `場所：${code(where)}。`,
  by: (controller) => `コントローラー：${code(controller)}。`,
  story: (moves, faults, others) => `最短の反例は${big(moves)}手で、障害は${faults === 0 ? "なし" : `${big(faults)}回`}、ほかの人の手は${others === 0 ? "なし" : `${big(others)}手`}です。`,
  see: "反例を見る",
  copy: "リンクをコピー",
  copied: "コピーしました",
  copyFailed: "コピーできません。ブラウザーが許していません",
  seeHint: "決め手の一手で開きます。手元の実行と入れ替わりますが、前の実行は残ります。",

  fix: "直し方を探す",
  fixHint: "どの書き方のせいかを、試して調べます。",
  trying: (tried, of) => `試しています：${of}個中${tried}個`,
  tryingWhat: (what) => `今は${what}`,
  found: (tried) => `${tried}個試して見つけました。こう書けば成り立ちます。`,
  foundNone: (tried) => `試した${tried}個のうち、成り立つようになるものはありませんでした。`,
  undecided: (n) => `${n}個は最後まで調べられませんでした。直るかどうか分かりません。`,
  fixCancelled: "全部を試す前にやめました。",
  fixFailed: "試せませんでした。",
  change: (habit, value) => `${code(habit)}「${value}」`,
  and: "と",
  ofController: (what, controller) => `${code(controller)} の${what}`,
  apply: "ロールアウト",
  applied: "今動いています",

  storyTitle: "すべての順序を試して見つかった反例",
  decisive: (move) => move === 0 ? "始まりで決まっています。ここから先は、ひとりでに起こることだけでは正しくなりません。" : `${move}手目が決め手です。ここから先は、ひとりでに起こることだけでは正しくなりません。`,
  decisiveBroken: (move) => move === 0 ? "始まりから成り立っていません。" : `${move}手目が決め手です。この手で破れます。`,
  cycle: (from, to) => `${from}手目から${to}手目までが、いつまでも繰り返されます。`,
  toDecisive: "決め手の一手へ",
  toCycle: "繰り返しの始まりへ",
  hide: "隠す",

  table: {
    title: "三つの障害の選び方ごとに見た、すべての書き方",
    hint: "すべての順序を試して分かったことです。良い書き方には印があります。",
    value: "書き方",
    verdicts: { holds: "成り立つ", fails: "成り立たない", notFinished: "終わらない" },
    with: (others) => `${others.map(code).join("、")} と合わせて試しました。`,
    why: (property, how, moves) => `${property}：${big(moves)}手で${HOWS[how]}。`,
    inDialog: "すべての順序を試すと",
  },
};
