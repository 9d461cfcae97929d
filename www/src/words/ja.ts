// The catalog of what is always there, in Japanese. Terms as docs/glossary.md has them; a space stands around Latin
// words and code, none between a number and its counter.

import type { Answers, Cause, Decision, Facts, LeaseView, Next, NotWoken, Question, Ref, Settled, Write } from "../contract.ts";
import type { Deed } from "../derive/deed.ts";
import type { Fate } from "../derive/fate.ts";
import type { HabitValue } from "../habits.ts";
import type { Words } from "./en.ts";

// ------------------------------------------------------------------------------------------------ small pieces

/** Milliseconds as people say them; exact, never rounded to something else. */
function span(ms: number): string {
  if (Math.abs(ms) < 1000) return `${ms}ミリ秒`;
  if (Math.abs(ms) < 60_000 || ms % 60_000 !== 0) {
    const minutes = Math.trunc(ms / 60_000);
    const seconds = `${(ms - minutes * 60_000) / 1000}秒`;
    return minutes === 0 ? seconds : `${minutes}分${seconds}`;
  }
  return `${ms / 60_000}分`;
}

function list(items: readonly string[]): string {
  return items.join("、");
}

function code(text: string): string {
  return `\`${text}\``;
}

/** What is filled into a sentence: beside code and Latin letters stands a space. */
function within(text: string): string {
  return `${/^[!-~]/.test(text) ? " " : ""}${text}${/[!-~]$/.test(text) ? " " : ""}`;
}

function thing(ref: Ref): string {
  return `${ref.kind} ${code(ref.name)}`;
}

function sub(subresource: string | undefined): string {
  return subresource === undefined ? "" : ` の ${code(`/${subresource}`)}`;
}

const VERBS: Record<string, string> = {
  POST: "を作成する", PUT: "を置き換える", PATCH: "にパッチを当てる", DELETE: "を削除する", GET: "を取得する",
};

const RULES: Record<string, string> = {
  error: "エラー",
  terminalError: "再試行しないエラー",
  requeueAfter: "`RequeueAfter`",
  requeue: "`Requeue: true`",
  done: "空の結果",
};

function rule(name: string): string {
  return RULES[name] ?? code(name);
}

const NEEDS: Record<string, string> = {
  createChild: "ConfigMap の作成",
  updateChild: "ConfigMap の更新",
  deleteChild: "ConfigMap の削除",
  createAccount: "外部アカウントの作成",
  removeAccount: "外部アカウントの削除",
  addFinalizer: "ファイナライザーの追加",
  removeFinalizer: "ファイナライザーの取り外し",
  refuse: "拒否（ConfigMap はほかのコントローラーのもの）",
};

function need(name: string): string {
  return NEEDS[name] ?? code(name);
}

const WORKERS: Record<string, string> = {
  "garbage-collector": "ガベージコレクター",
  namespaces: "名前空間コントローラー",
  customResources: "カスタムリソースコントローラー",
};

const PREDICATES: Record<string, string> = {
  generation: "`GenerationChangedPredicate`",
  resourceVersion: "`ResourceVersionChangedPredicate`",
  generationOrMetadata: "generation とメタデータの Predicate",
  swapped: "Predicate",
  none: "Predicate なし",
  ownedGeneration: "子の `GenerationChangedPredicate`",
};

/** Who dropped an event: `predicate:generation`, `handler:notOwned`, `cache:selector`. */
function dropper(by: string): string {
  const [where, what = ""] = by.split(":");
  if (where === "predicate") return PREDICATES[what] ?? "Predicate";
  const known: Record<string, string> = {
    "handler:notOwned": "ハンドラー（オーナーの AppConfig がない）",
    "handler:notController": "ハンドラー（オーナーリファレンスがコントローラーのものではない）",
    "handler:notRequired": "ハンドラー（必要とする AppConfig がない）",
    "handler:notWatched": "ハンドラーがない（この種類は読み取りのためにキャッシュされているだけ）",
    "cache:selector": "キャッシュのセレクター（そもそも送られない）",
  };
  return known[by] ?? code(by);
}

const OUTSIDE: Record<string, string> = { look: "探す", create: "作る", remove: "消す" };

function next(step: Next, question: (q: Question) => string): string {
  if ("read" in step) return `キャッシュから ${thing(step.read)} を読む`;
  if ("method" in step) return `${thing(step.ref)}${sub(step.subresource)} ${VERBS[step.method] ?? "にリクエストを送る"}（${code(step.method)}）`;
  if ("outside" in step) {
    const what: Record<string, string> = { look: "を探す", create: "を作る", remove: "を消す" };
    const name = step.name === "" ? "自分のアカウント" : `アカウント ${code(step.name)} `;
    return `クラスターの外で${name}${what[step.outside] ?? `に ${code(step.outside)} を行う`}`;
  }
  if ("sleep" in step) return `${span(step.sleep)}待つ`;
  if ("return" in step) return "結果をキューに返す";
  return `「${question(step.question as Question)}」に答える`;
}

/** By the engine's names; one that is not here is shown as it is. */
const INVARIANTS: Record<string, string> = {
  oneRunPerKey: "同じキーが同時に二重に動かない",
  cacheIsPast: "どのキャッシュも、サーバーの過去の状態である",
  nothingLeaks: "外部に何も取り残されない",
  noDuplicates: "同じ子が二重に作られない",
  readyIsTrue: "Ready は、書かれたとき本当だった",
  noLoop: "自分を起こし続けるキーがない",
};

const asks: Record<Question, string> = {
  desired: "何があるべき？",
  observed: "何がある？",
  diff: "何が違う？",
  action: "どう埋める？",
  requeue: "次はいつ見る？",
  status: "何を報告する？",
};

function pointer(path: string): string {
  if (path === "") return "オブジェクト全体";
  return code(path.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")).join("."));
}

function cause(c: Cause): string {
  const moved = c.before !== undefined && c.after !== undefined && c.before !== c.after ? `（${c.before} → ${c.after}）` : "";
  const by = c.by === undefined || c.by === "" ? "" : `、${code(c.by)} による書き込み`;
  const object = c.ref === undefined ? "" : thing(c.ref);
  const event = `${object}${c.type === undefined ? "" : ` の ${c.type}`}`;
  switch (c.why) {
    case "created": return `${event}${by}`;
    case "updated": return `${event}${moved}${by}`;
    case "deleted": return `${event}${by}`;
    case "owned": return `子の ${event}${moved}${by}`;
    case "required": return `必要とする ${event}${moved}${by}`;
    case "initialList": return `キャッシュの最初の一覧に${object === "" ? "" : ` ${object} が`}ありました`;
    case "resync": return `再同期：キャッシュが${object === "" ? "中身" : ` ${object} `}を流し直しました。新しいことはありません`;
    case "requeueAfter": return "前の調整が、あとでもう一度と頼んでいました（`RequeueAfter`）";
    case "requeue": return "前の調整が `Requeue: true` を返していました";
    case "retry": return "前の調整が失敗し、やり直すことになっていました";
    case "leader": return "このプロセスがリーダーになりました";
  }
}

const asIs = (value: HabitValue): string => (value === null ? "オフ" : typeof value === "number" ? span(value) : String(value));

const outcomes: Record<Write["outcome"], string> = {
  created: "作成", changed: "変更", unchanged: "変化なし", terminating: "削除待ち", deleted: "削除", conflict: "競合",
  notFound: "存在しない", alreadyExists: "すでに存在", refused: "拒否", failed: "失敗", lost: "応答が消失", skipped: "省略",
};

function decision(d: Decision): string {
  switch (d.rule) {
    case "done": return "次の予定はありません。キューはこのキーを忘れ、次に動くのはイベントが来たときだけです。";
    case "requeueAfter": return `${span(d.delay ?? 0)}後にもう一度見るよう頼みました。失敗ではないので、カウンターはリセットされます。`;
    case "requeue": return `もう一度動くよう頼みました。エラーと同じように${span(d.delay ?? 0)}待ち、待ち時間は伸びていきます。`;
    case "error": return `${d.returned.panic === undefined ? "" : "パニックは捕らえられ、エラーとして扱われました。"}連続${d.failures}回目の失敗で、${span(d.delay ?? 0)}のバックオフのあと、やり直します。`;
    case "terminalError": return "やり直しても直らない失敗です。キューには戻らず、呼び戻すのはイベントだけです。";
  }
}

/** How a version moved, in brackets. */
function versions(before: string | null, after: string | null): string {
  return before === null ? `バージョン ${after ?? ""}` : `${before} → ${after ?? ""}`;
}

function habitsOf(set: object): string {
  return list(Object.entries(set).map(([name, value]) => `${code(name)}：${asIs(value as HabitValue)}`));
}

// ----------------------------------------------------------------------------------------------------- the rest

export const ja: Words = {
  span,
  between: { comma: "、", colon: "：", brackets: (text) => `（${text}）` },

  page: {
    name: "reconcile playground",
    title: "reconcile playground：Kubernetes コントローラーを一手ずつ",
    tagline: "Kubernetes のコントロールプレーンとコントローラーが、このページの中で動きます。調整（reconcile）を一手ずつ追えます。",
    noController: "このセッションにはコントローラーがないので、見せられるループがありません。API サーバーはパッケージから使えます。続けるには場面を選んでください。",
    skip: "操作へ移る",
    skipToTranscript: "記録へ移る",
    clock: (ms) => `t = ${span(ms)}`,
    clockHint: "仮想時間：時間のかかる手を進めたときだけ動きます",
    position: (at, of) => (at === of ? `${at}手目` : `${of}手中の${at}手目`),
    course: "コース",
    situations: "場面",
    lab: "ラボ",
    languageLabel: (now) => `言語：${now}`,
    themeToDark: "暗い配色",
    themeToLight: "明るい配色",
    themeLabel: (now) => `配色：${now}。切り替える`,
    themes: { light: "明るい", dark: "暗い" },
    versions: (playground, kubernetes) => `エンジン ${playground}。API サーバーの応答は Kubernetes ${kubernetes} に合わせています。`,
    licences: "ライセンス",
    licencesInside: "含まれるソフトウェアのライセンスは、このファイルの末尾にあります。",
    private: "このページの外へは何も送られません。アカウントもサーバーも第三者も関わりません。",
    areas: { label: "ページの部分", run: "経路", pass: "調整", edit: "編集", history: "履歴" },
  },

  guide: {
    label: "試すこと",
    hide: "隠す",
    show: "試すことを表示",
    beginning: "最初の状態：",
    cures: "直し方",
    wrong: "うまくいかない様子を見る",
    happen: "様子を見る",
    apply: (name) => `試す：${name}`,
    anew: (name) => `やり直す：${name}`,
    compare: "比べる",
    compareWith: (name) => `直し方と比べる：${name}`,
  },

  scenarios: {
    title: "場面を選ぶ",
    intro: "どれも見どころから始まり、コントローラーの書き方は場面ごとに違います。今の内容は置き換わるので、残したいときは先にセッションを保存してください。",
    close: "閉じる",
    open: "ここから始める",
    current: "今の場面",
    items: {
      fresh: {
        title: "はじめての AppConfig",
        situation: "だれかが AppConfig `web` を作ったばかりです。コントローラーはまだ知りません。",
        tries: [
          "**一手進める**を押して、イベントが経路を進むのを一手ずつ追ってください。",
          "調整が終わったら**落ち着くまで実行**を押し、調整が何回必要だったか、なぜかを読んでください。",
          "エディターで `spec.data` を変えて保存し、また進めてください。今度は何が動き、何が動きませんか。",
        ],
        see: "イベントがキーになり、調整が ConfigMap を作り、二回目の調整がもうすることはないと確かめます。",
      },
    },
  },

  session: {
    title: "セッション",
    save: "セッションをファイルに保存",
    open: "セッションのファイルを開く…",
    share: "共有・埋め込み…",
    copy: "リンクをコピー",
    copied: (length) => `リンクをコピーしました（${length}文字）。`,
    notCopied: (length) => `ブラウザーがコピーを許しませんでした。リンクはこちらです（${length}文字）。`,
    long: (most) => `${most}文字を超えるリンクは、途中で切られることがよくあります。ファイルのほうが確実です。`,
    link: "リンク",
    fromHere: "ここから始める",
    fromHereHint: "今の状態が新しい実行の始まりになり、「最初へ」でここに戻ります。",
    kept: {
      back: "前回の続きです。",
      broken: "前回の続きは戻せませんでした。残っていたデータが壊れていたので、取り除きました。",
      tooLong: "この実行は長すぎて、次回のために残せません。残したいときはファイルに保存してください。",
      noRoom: "ブラウザーに空きがなく、この実行を次回のために残せません。残したいときはファイルに保存してください。",
    },
    afresh: "最初から始める",
    hide: "この案内を閉じる",
  },

  controls: {
    label: "操作",
    step: "一手進める",
    nothing: "することがありません。すべて落ち着き、タイマーもありません",
    nothingDown: "何も動きません。コントローラーが落ちています",
    nothingStalled: "何も動きません。コントローラーが一時停止中です",
    nothingHeld: "ひとりでには何も動きません。イベントが保留中です",
    stalled: (name) => `${code(name)} は一時停止中です。止まったところに立ったまま、再開するまで何もしません。`,
    resumeIt: "コントローラーを再開",
    down: (name) => `${code(name)} は落ちています。これから何が変わっても、起動するまで調整されません。`,
    startIt: "コントローラーを起動",
    ahead: (count) => `過去にいます。別の手を打つとここから新しい道に進み、先の${count}手は分岐として残ります。`,
    finish: "この調整の終わりまで",
    finishNone: "次の調整の終わりまで",
    finishShort: "終わりまで",
    settle: "落ち着くまで実行",
    settleShort: "実行",
    back: "戻る",
    forward: "先へ",
    reset: "最初へ",
    time: "時間を進める",
    faults: "障害",
    others: (n) => `ほかの手（${n}）`,
    othersShort: (n) => `ほか（${n}）`,
    othersHint: "ほかに、いまひとりでに起こりうること。一度押すと実行します。",
    othersNone: "ほかにひとりでに起こりうることはありません。",
    othersFaults: "何かを壊す：障害…",
    of: (controller) => `${code(controller)}：`,
    check: "すべての順序を試す",
    shortcuts: "キーボードショートカット",
    shortcutsOn: "1文字のショートカットを使う",
    shortcutsHint: "テキスト欄にフォーカスがないときに使えます。",
    keys: { step: "S", finish: "F", settle: "R", back: "←", forward: "→", reset: "0", time: "T", check: "C" },
    toTimer: (by) => `次のタイマーまで（+${span(by)}）`,
    noTimer: "タイマーはありません",
    by: (ms) => `+${span(ms)}`,
    custom: "ミリ秒",
    go: "進める",
    nothingYet: "まだ何も起きていません。「一手進める」で最初の手を進めてください。",
    begins: "この場面はここから始まります。",
    at: (n) => `${n}手目`,
    loading: "読み込んでいます…",
  },

  time: {
    label: "行き来",
    scrubber: "今いる手",
    at: (at, of, ms) => `${of}手のうち${at}手目、t = ${span(ms)}`,
    first: "最初の手へ",
    last: "最後の手へ",
    kept: (number, moves, from) => `前の道は、分岐${number}（${from}手目から${moves}手）として残っています。`,
    goThere: "移る",
    left: (moves) => `前の実行（${moves}手）は、別の実行を始めるまで分岐ごと残っています。`,
    goBack: "前の実行に戻る",
    dismiss: "捨てる",
    branches: (n) => `分岐${n}件`,
  },

  deed: (deed: Deed): string => {
    switch (deed.code) {
      case "deliver":
        return `${code(deed.name)} の ${deed.type} をキャッシュに届ける${deed.count > 1 ? `（ほかに${deed.count - 1}件）` : ""}`;
      case "list":
        return `${deed.kind} の一覧をキャッシュに取り込む`;
      case "begin":
        return `ワーカーがキューから ${code(deed.key)} を取る`;
      case "ask":
        return next(deed.next, (q) => asks[q] ?? q);
      case "collect":
        return `${within(WORKERS[deed.worker] ?? deed.worker).trimStart()}が次の仕事をする${deed.about ? `（${thing(deed.about)}）` : ""}`;
      case "advance":
        if (deed.reason === "timer" && deed.key !== null) return `${code(deed.key)} のタイマーまで${span(deed.by)}進める`;
        if (deed.reason === "lease" && deed.key !== null) return `${code(deed.key)} がリースの取得を試みるまで${span(deed.by)}進める`;
        if (deed.reason === "sleep" && deed.key !== null) return `${code(deed.key)} の調整が目を覚ますまで${span(deed.by)}進める`;
        if (deed.reason === "event") return `次のイベントが届くまで${span(deed.by)}進める`;
        return `${span(deed.by)}進める`;
      case "request":
        return `${code(deed.arguments.method)} ${code(deed.arguments.path)}`;
      case "edit":
        return `${deed.arguments.object.kind} ${code(deed.arguments.object.metadata?.name ?? "")} を保存する`;
      case "remove":
        return `${thing(deed.arguments)} を削除する`;
      case "hold":
        return `${about(deed.arguments.kind ?? deed.arguments.controller)}のイベントを保留する`;
      case "release":
        return `${about(deed.arguments.kind ?? deed.arguments.controller)}のイベントの保留を解く`;
      case "resync":
        return `${about(deed.arguments.kind)}を再同期する：キャッシュが中身を流し直す`;
      case "cutWatch":
        return `${about(deed.arguments.kind)}のウォッチを切る${deed.arguments.expired ? "。バージョンも期限切れにする" : ""}`;
      case "crash":
        return `${WORKERS[deed.arguments.controller ?? ""] ?? "コントローラー"}をクラッシュさせる`;
      case "start":
        return `${WORKERS[deed.arguments.controller ?? ""] ?? "コントローラー"}を起動する${deed.arguments.at === undefined ? "" : `（サーバーはリビジョン ${deed.arguments.at} の状態）`}`;
      case "fail":
        return `${deed.arguments.kind}${sub(deed.arguments.subresource)} への次の ${code(deed.arguments.method)} ${(deed.arguments.times ?? 1) > 1 ? `${deed.arguments.times}回` : ""}を ${deed.arguments.reason} で失敗させる${deed.arguments.applied ? "（実行はされ、応答だけが消える）" : ""}`;
      case "outside": {
        const what = { remove: "を消す", create: "を作る", break: "を壊す", heal: "を直す" }[deed.arguments.op];
        return `外の世界がアカウント ${code(deed.arguments.name)} ${what}`;
      }
      case "habits":
        return `${habitsOf(deed.arguments.set)} をロールアウトする`;
      case "report":
        return "次の Event を送る";
      case "elect":
        return "リースの取得を試みる";
      case "compact":
        return "etcd を圧縮し、API サーバーを再起動する";
      case "stall":
        return `${code(deed.arguments.controller ?? "")} を一時停止する`;
      case "resume":
        return `${code(deed.arguments.controller ?? "")} を再開する`;
      case "call":
        return `${code(deed.arguments.request.method)} ${code(deed.arguments.request.path)}`;
      case "return":
        return "結果を返す";
      case "unknown":
        return code(deed.move);
    }
  },

  fact: {
    request: (f) => {
      const what = f.ref ? `${thing(f.ref)}${sub(f.subresource)}` : code(f.path);
      const refused = f.code >= 400 ? `（${f.code} ${f.reason ?? ""}）` : "";
      return `${code(f.as)} が ${what} に ${code(f.method)} を送りました${refused}。`;
    },
    write: (f) => {
      const object = `${thing(f.ref)}${sub(f.subresource)}`;
      if (f.outcome === "skipped") return `${object}：書く必要がなく、${f.after ?? ""} のままです。`;
      const what = `${code(f.by)}：${f.method} ${object} → ${outcomes[f.outcome]}`;
      if (f.event === null) return `${what}${f.code === null || f.outcome === "lost" ? "" : `（${f.code}）`}、イベントなし。`;
      return `${what}、${versions(f.before, f.after)}、イベント ${f.event}。`;
    },
    event: (f) => `${code(f.by)}：${thing(f.ref)} の ${f.type}、${versions(f.before, f.after)}。`,
    listed: (f) => `キャッシュが ${f.kind} の一覧を${f.expired === undefined ? "取り込みました" : "、見ていたバージョンが期限切れのため取り直しました"}：${f.count}個、リビジョン ${f.revision}。`,
    reconnected: (f) => `${f.kind} のウォッチがつながり直し、イベント${f.missed}件が送り直されました。`,
    delivered: (f) => `${thing(f.ref)} の ${f.type} がキャッシュに届きました、${versions(f.before, f.after)}。`,
    resynced: (f) => `キャッシュが ${f.kind} ${f.count}個を流し直しました。新しいことはありません。`,
    predicate: (f) => (f.passed ? "" : `落としたのは${within(dropper(f.name))}です。`),
    notWoken: (f) => `${f.before === f.after ? `${thing(f.ref)}（${f.after}）では` : ""}だれも起きません。落としたのは${within(dropper(f.by))}です。`,
    enqueued: (f) => {
      if (f.merged) return `${code(f.key)} はもうキューにあります。理由が一つ増え、キーは一つのままです。`;
      return f.effect === "earlierKept" ? `${code(f.key)} にはもっと早いタイマーがあり、そちらが残ります。` : `${code(f.key)} がキューに入りました。`;
    },
    begun: (f) => `${code(f.key)} の調整${f.pass}が始まりました。`,
    answered: (f) => {
      if (f.read) return `キャッシュから ${thing(f.read)} を読みました：${f.found ? `バージョン ${f.found}` : "ありません"}。`;
      return f.question === "returned" ? "" : `「${asks[f.question]}」に答えました。`;
    },
    outside: (f) => {
      const what: Record<string, string> = {
        look: "外部のアカウントを探しました", create: "外部にアカウントを作りました", remove: "外部のアカウントを消しました",
        break: "外部のアカウントを壊しました", heal: "外部のアカウントを直しました",
      };
      const name = f.name === "" ? "" : `（${code(f.name)}）`;
      return `${f.by === "" ? "" : `${code(f.by)} が`}${what[f.op] ?? f.op}${name}${f.error === undefined ? "。" : `：失敗です、${f.error}。`}`;
    },
    sleeping: (f) => `調整は t = ${span(f.until)} まで待ち、ワーカーもいっしょに待ちます。`,
    timedOut: (f) => `調整${f.pass}のコンテキストは終わりました。リクエストは失敗し、何も行われていません。`,
    returned: (f) => `調整${f.pass}は${f.decision.returned.panic === undefined ? `${within(rule(f.decision.rule))}を返しました` : "パニックを起こしました"}。${decision(f.decision)}`,
    crashed: (f) =>
      WORKERS[f.controller] === undefined
        ? "コントローラーはその場で落ちました。キャッシュもキューもタイマーもカウンターも消えました。"
        : `${WORKERS[f.controller] ?? ""}が落ちました。`,
    started: (f: Facts["started"] & { at?: string }) => {
      if (WORKERS[f.controller] !== undefined) return `${WORKERS[f.controller] ?? ""}が起動します。`;
      return f.at === undefined
        ? "コントローラーが起動します。すべての種類の一覧を取り、すべてのキーをキューに入れます。"
        : `コントローラーが起動します。一覧はリビジョン ${f.at} のときのサーバーを示し、そこにあるキーをすべてキューに入れます。`;
    },
    habits: (f) => `新しいバージョンがロールアウトされ（${habitsOf(f.set)}）、プロセスが再起動します。`,
    collected: (f) => {
      const ref = f["ref"] === undefined ? "" : thing(f["ref"] as Ref);
      const worker = WORKERS[f.worker] ?? `${f.worker} `;
      if (f["outcome"] === "observed") return `${worker}が${ref === "" ? " " : ` ${ref} の `}${String(f["type"])} を見ました。`;
      if (f["outcome"] === "requested") return `${worker}が${ref === "" ? " " : ` ${ref} に `}${code(String(f["method"]))} を送りました：${String(f["code"])}。`;
      return `${worker}には${ref === "" ? "" : ` ${ref} について`}することがありませんでした。`;
    },
    reported: (f) => (f.sent ? "" : "Event は送られませんでした。このオブジェクトについての Event が多すぎます。"),
    elected: (f) => {
      const [who, lease] = [code(f.controller), code(f.name)];
      switch (f.outcome) {
        case "acquired": return `${who} がリース ${lease} を得ました。キャッシュとワーカーが動き出します。`;
        case "renewed": return `${who} がリース ${lease} を更新しました。`;
        case "failed": return f.holder === null || f.holder === f.identity ? `${who} はリース ${lease} を得られませんでした。リクエストが失敗しました。` : `${who} はリース ${lease} を得られません。${code(f.holder)} が持っています。`;
        case "lost": return `${who} はリーダーの座を失い、プロセスが終了します。`;
      }
    },
    stalled: (f) => `${code(f.controller)} が一時停止しました。記憶は残り、時計は進み続けます。`,
    resumed: (f) => `${code(f.controller)} が止まったところから再開します。`,
    advanced: (f) => `${span(f.to - f.from)}過ぎました。${f.ready.length === 0 ? "" : `期限が来たのは ${list(f.ready.map((one) => code(one.key)))} です。`}`,
    held: (f) => `${about(f.kind)}のイベントは保留されています。`,
    released: (f) => `${about(f.kind)}のイベントがまた流れます。`,
    watchCut: (f) => `${f.kind} のウォッチが切れました。途中にあったものは失われました。`,
    compacted: (f) => `etcd がリビジョン ${f.revision} で圧縮され、API サーバーが起動し直しました。履歴は消えました。`,
    failSet: () => "Reconciler の次に当てはまるリクエストが失敗するように仕掛けました。",
    injected: (f) => (f.applied ? `サーバーは実行しましたが、応答が消えました（${f.reason}）。` : `仕掛けたとおり、リクエストが失敗しました（${f.reason}）。`),
  },

  moveName: {
    request: "リクエスト", edit: "保存", remove: "削除", deliver: "配送", begin: "開始", answer: "調整", collect: "片付け",
    report: "報告", elect: "選出", advance: "時間", resync: "再同期", hold: "保留", release: "保留を解く", cutWatch: "ウォッチ切断",
    compact: "圧縮", crash: "クラッシュ", start: "起動", stall: "一時停止", resume: "再開", fail: "失敗", outside: "外部",
    habits: "書き方", call: "呼び出し", return: "戻り",
  },

  report: {
    played: (moves, passes, writes) => `${moves}手、調整${passes}回、${writes === 0 ? "書き込みなし" : `書き込み${writes}回`}。`,
    quiet: "落ち着きました。することも、タイマーもありません。",
    stuck: "ほかに動くものはなく、タイマーもありません。",
    held: "ひとりでには何も動きません。保留中のイベントがあります。保留を解くか、届けてください。",
    timer: (by) => `${span(by)}後のタイマーを除いて、落ち着きました。`,
    toTimer: (by) => `${span(by)}進める`,
    limit: (moves) => `上限の${moves}手で止めました。まだ続きがあります。`,
    goOn: "続ける",
    loopTitle: "ループを作りました",
    loop: (loop: NonNullable<Settled["loop"]>, rate) =>
      `${code(loop.key)} が続けて${loop.passes}回動き、毎回、自分のコントローラーの書き込み（${loop.writes}回）だけに起こされました。` +
      (rate === null ? "" : `仮想時間で毎秒${Math.round(rate)}回の調整が、いつまでも続きます。`),
    fightTitle: "互いに起こし合っています",
    fight: (fight: NonNullable<Settled["fight"]>) =>
      `${code(fight.key)} が続けて${fight.passes}回動き、毎回 ${list(fight.controllers.map(code))} の書き込み（${fight.writes}回）だけに起こされました。互いに相手のしたことを元に戻しています。`,
    finished: (number, key) => `${code(key)} の調整${number}が終わりました。`,
    finishedNone: "終えるべき調整はもうありません。",
    finishedTimer: "今は終えるべき調整がありません。次の調整はタイマーを待っています。",
  },

  problem: {
    title: "できませんでした",
    refused: (codeName, path) => `エンジンのコードは ${code(codeName)}${path === undefined || path === "" ? "" : `、場所は ${code(path)}`} です。何も変わっていません。`,
    trapTitle: "エンジンが止まり、起動し直しました",
    trapMove: (what, position) => `「${what}」の途中で失敗しました。最後の正しい手、${position}手目に戻っています。何も失われていません。`,
    trapNoMove: (position) => `${position}手目に戻っています。何も失われていません。`,
    deadTitle: "エンジンが止まり、起動し直せませんでした",
    dead: "ここまでの手は無事です。ファイルに保存し、ページを再読み込みして、そのファイルを開いてください。",
    loadTitle: "エンジンを読み込めませんでした",
    load: "このページには WebAssembly と、ページ自身のファイルが必要です。再読み込みしてみてください。",
    part: "ページのこの部分を読み込めませんでした。もう一度試してください。",
    sourceTitle: { file: "このファイルは開けません", link: "このリンクは開けません" },
    untouched: "何も変わっていません。",
    unreadable: (p) => {
      switch (p.why) {
        case "notJson": return "JSON ではないか、その一部だけです。";
        case "notSession": return "セッションではありません。シナリオと手の一覧が必要です。";
        case "tooLarge": return "8 MB を超えています。";
        case "tooLong": return "50,000手を超えています。ファイルとして開いてください。";
        case "damaged": return "壊れているか、途中で切れています。";
        case "version": return "このページの知らないバージョンです。";
        case "move": return `${p.move}手目（${code(p.path ?? "")}）を進められません。`;
        case "task": return `${code(p.name ?? "")} という課題はありません。`;
        case "report": return `ここに報告 ${code(p.name ?? "")} はありません。再現している報告は**場面**の**報告**に並んでいます。`;
        case "scenario": return `${code(p.name ?? "")} という場面はありません。`;
        case "digest": return "もう一度進めると、書かれているのとは別の状態になります。壊れているか、書き換えられています。";
        case "refused": return `エンジンが断りました${p.path === undefined || p.path === "" ? "" : `（場所は ${code(p.path)}）`}。`;
      }
    },
    save: "セッションをファイルに保存",
    dismiss: "閉じる",
    unexpected: "予期しないエラー",
  },

  path: {
    title: "経路",
    stations: {
      server: "API サーバー", watch: "ウォッチ", cache: "キャッシュ", queue: "ワークキュー", reconciler: "Reconciler",
      collector: "ガベージコレクター", outside: "クラスターの外",
    },
    hints: {
      server: "オブジェクトが保存される唯一の場所",
      watch: "届く途中のイベント",
      cache: "Reconciler が読むもの",
      queue: "キーだけが、それぞれ一つまで",
      reconciler: "受け取るのはキーで、イベントではない",
      collector: "オーナーを失ったものを消す",
      outside: "Kubernetes が知らないもの",
    },
    /** Where the name has no room. */
    short: {
      server: "API サーバー", watch: "ウォッチ", cache: "キャッシュ", queue: "キュー", reconciler: "Reconciler", collector: "コレクター", outside: "外部",
    },
    about: "ループの図です。API サーバーでの変更はウォッチのイベントになり、キャッシュに届いて、キーをキューに入れます。Reconciler はキーを受け取り、キャッシュから読み、API サーバーに書き込みます。それぞれを開くと中身が見られます。",
    arrows: {
      event: "イベント", deliver: "イベント", wake: "キー", take: "キー", read: "読み取り", write: "書き込み", call: "呼び出し", collect: "片付け",
    },
    cargo: (c) => {
      switch (c.code) {
        case "event": return [c.type, c.count > 1 ? `${c.name} ほか${c.count - 1}件` : c.name];
        case "list": return ["一覧", `${c.kind} ${c.count}個`];
        case "key": return [c.key];
        case "dropped": return ["破棄"];
        case "read": return [c.name, c.found === null ? "なし" : `バージョン${c.found}の時点`];
        case "request": return [c.method, c.name, `→ ${c.answer === "lost" ? "消失" : c.answer}`];
        case "outside": return [`${OUTSIDE[c.op] ?? c.op}${c.failed ? "：失敗" : ""}`, c.name];
        case "returned": {
          const { call, delay } = c.decision;
          return call === null ? ["完了"] : [c.decision.rule === "error" ? "再試行" : "もう一度", `${span(delay ?? 0)}後`];
        }
      }
    },
    lost: "消失",
    says: {
      next: "次に動きます。",
      some: (items, rest) => `${list(items)}${rest > 0 ? `、ほか${rest}個` : ""}`,
      inFlight: (n) => `配送中のイベント${n}件`,
      held: (kinds) => `保留中：${list(kinds)}。`,
      cache: (kind, state, objects) => `${kind} ${state}、オブジェクト${objects}個`,
    },
    lever: {
      label: (kind) => `${kind} のイベント`,
      hold: (kind) => `${kind} のイベントを保留`,
      release: (kind) => `${kind} のイベントの保留を解く`,
      one: (kind) => `${kind} のイベントを一つ届ける`,
      all: (kind, n) => `${kind} のイベントをすべて届ける（${n}件）`,
    },
    flows: "流れている",
    heldCount: (n) => `保留${n}件`,
    nothingHere: "–",
    noWatch: "ウォッチがありません。",
    noCache: "キャッシュがありません。",
    cutShort: "切断",
    dueShort: (by) => (by <= 0 ? "期限到来" : `${span(by)}後`),
    failedShort: (n) => `失敗${n}回`,
    leakShort: "リーク",
    crashHere: "クラッシュ",
    crashHereName: "ここでクラッシュ：コントローラーはその場で止まります",
    start: "起動",
    startName: "コントローラーを起動し直す",
    habits: "書き方",
    habitsChanged: (n) => `書き方${n}件`,
    close: (station) => `${station}を閉じる`,
    next: "次",
    revision: (revision) => `リビジョン ${revision}`,
    emptyServer: "オブジェクトなし",
    more: (n) => `ほか${n}個`,
    emptyWatch: "配送中のイベントはありません。",
    emptyList: "なし",
    due: (by) => `${span(by)}後に到着`,
    held: "保留中",
    unsynced: "一覧は未取得",
    cut: "ウォッチ切断",
    expired: "ウォッチ切断、バージョン期限切れ",
    only: (selector) => `${selector} だけ`,
    stalled: "一時停止中。知っていることを保ったまま、何もしません。",
    alongside: (keys) => `同時に ${list(keys.map(code))} も`,
    inStep: "最新",
    at: (revision) => `バージョン${revision}の時点`,
    atShort: (revision) => `${revision} の時点`,
    behind: (n) => `${n}件遅れ`,
    serverHas: (revision) => `サーバー：${revision}`,
    ready: "実行可能",
    processing: "処理中",
    waiting: "待機中",
    failures: "失敗",
    aside: "調整が終わったらもう一度",
    reasons: (n) => `理由${n}件`,
    low: "優先度低",
    dueIn: (by, at) => (by <= 0 ? "期限が来ています" : `${span(by)}後（t = ${span(at)}）`),
    failed: (n) => `失敗${n}回`,
    idle: "空き。キーを待っています。",
    crashed: "クラッシュしました。知っていたことは消えました。",
    pass: (number) => `調整${number}`,
    terminating: "削除待ち",
    generation: (n) => `gen ${n}`,
    lane: "書き込みはまっすぐ API サーバーへ届きます。キャッシュがそれを知るのは、戻ってくるイベントからだけです。",
    collectorIdle: "仕事はありません。",
    collectorSees: "イベントがあります。",
    collectorDown: "クラッシュしました。",
    pending: (n) => `確認するオブジェクト${n}個`,
    outsideEmpty: "アカウントなし",
    madeBy: (key) => `${code(key)} が作成`,
    madeByOther: "ほかのだれかが作成",
    broken: "壊れている",
    leak: "リーク：オーナーはもうありません",
    edit: "エディターで開く",
  },

  interfere: {
    label: "介入する",
    hold: (kind) => `${kind} を保留`,
    release: (kind) => `${kind} の保留を解く`,
    deliver: (kind) => `${kind} を一つ届ける`,
    deliverAll: (kind, n) => `${kind} を${n}件すべて届ける`,
    resync: (kind) => `${kind} を再同期`,
    cut: (kind) => `${kind} のウォッチを切る`,
    crash: "コントローラーをクラッシュさせる",
    start: "コントローラーを起動",
    crashCollector: "コレクターをクラッシュさせる",
    startCollector: "コレクターを起動",
    all: "すべての障害…",
    breakAccount: (name) => `${name} を壊す`,
    healAccount: (name) => `${name} を直す`,
    removeAccount: (name) => `${name} を消す`,
    createAccount: (name) => `${name} を作る`,
  },

  pass: {
    title: "調整",
    none: "まだ調整はありません。ワーカーがキューからキーを取ると始まります。",
    heading: (number, key) => `${code(key)} の調整${number}`,
    whose: (controller) => `${code(controller)} による`,
    running: "進行中",
    returned: "終了",
    crashed: "クラッシュ",
    failed: "エラーで終了",
    panicked: "パニック",
    past: "前の調整を見ています。",
    follow: "最新を追う",
    why: "なぜ動いたか",
    whyNote: "これは見ている人のための情報です。Reconciler が受け取ったのはキーだけです。",
    merged: "合流",
    absorbed: (due) => `こちらが先に来て、t = ${span(due)} のタイマーは吸収されました`,
    mergedHint: "すでに待っていたキーに合流しました",
    notWhy: "前の調整からここまで、だれも起こさなかったイベント",
    next: "次",
    started: (ms) => `${span(ms)}に開始`,
    questions: asks,
    names: { desired: "あるべき状態", observed: "観測した状態", diff: "差分", action: "操作", requeue: "再キュー", status: "ステータス" },
    states: { answered: "回答済み", failed: "失敗", current: "今", open: "これから", passedOver: "問われず" },
    holds: "Reconciler が手にしているコピー",
    holdsFrom: { cache: "キャッシュから", server: "サーバーから読んだもの", answer: "自分の書き込みへのサーバーの応答" },
  },

  answer: {
    desired: (a: NonNullable<Answers["desired"]>) => {
      if (a.deleting) return "もう何も。削除の途中なので、後始末だけが必要です。";
      const parts: string[] = [];
      const data = a.child?.data as Record<string, string> | undefined;
      if (a.child) {
        const pairs = Object.entries(data ?? {}).map(([key, value]) => code(`${key}: ${value}`));
        parts.push(`ConfigMap ${code(a.child.metadata.name ?? "")}（${pairs.length === 0 ? "データなし" : list(pairs)}）`);
      }
      if (a.account !== null) parts.push(`外部のアカウント ${code(a.account)}`);
      return parts.length === 0 ? "子もアカウントも要りません。" : `${list(parts)}。`;
    },
    gone: "オブジェクトはもうありません。あるべきものもありません。",
    observed: (a: NonNullable<Answers["observed"]>, looked) => {
      const required = { present: "必要な Secret はあります。", absent: "必要な Secret が**ありません**。", notNeeded: "" }[a.required];
      const account = {
        present: "アカウントはあります。",
        absent: "アカウントはありません。",
        unknown: { silent: "アカウントは応答しませんでした。", unwanted: "アカウントは要らないので、だれも探しませんでした。", not: "アカウントは見ていません。" }[looked.account],
      }[a.account];
      const where = { cache: "キャッシュ", server: "サーバー" }[looked.from];
      const child = a.child !== null ? `ConfigMap は${where}にあり、バージョン ${code(a.child)} です。` : looked.child ? `ConfigMap は${where}にありません。` : "ConfigMap は見ていません。";
      return [child, required, account].join("");
    },
    diff: (a: NonNullable<Answers["diff"]>, missing) => {
      if (missing) return "Secret がない間は何も比べず、何にも触れません。";
      if (a.need.length === 0) return "違いはありません。";
      const paths = a.paths.filter((path) => path !== "");
      return `すること：${list(a.need.map(need))}。${paths.length === 0 ? "" : `違うところ：${list(paths.map(pointer))}。`}`;
    },
    action: (a: NonNullable<Answers["action"]>, missing, results) => {
      const did = a.did.length === 0 ? "" : `行ったこと：${list(a.did.map((name) => (results[name] === "unchanged" ? `${need(name)}のリクエスト（何も変わらず）` : need(name))))}。`;
      if (a.failed !== undefined && results[a.failed] === "lost") return `${did}${within(need(a.failed)).trimStart()}に失敗したと伝えられましたが、サーバーは実行していて、応答だけが消えました。`;
      if (a.failed !== undefined) return `${did}${within(need(a.failed)).trimStart()}に失敗しました。`;
      if (missing && did === "") return "何もしませんでした。足りない Secret を待っています。";
      return did === "" ? "することがないので、何もしませんでした。" : did;
    },
    overturned: "ただし、このあと調整が失敗し、エラーを返しました。",
    requeue: (a: NonNullable<Answers["requeue"]>, missing) => {
      switch (a.rule) {
        case "done":
          if (a.swallowed !== undefined) return "あきらめました。イベントのほかには何も起こしません。";
          return missing ? "待っているのに、何も頼みませんでした。イベントのほかには何も起こしません。" : "必要ありません。イベントが起こします。";
        case "requeueAfter": return `${span(a.delay ?? 0)}後、意図して（\`RequeueAfter\`）。`;
        case "error": return "失敗しました。バックオフが許すかぎり早く。";
        case "terminalError": return "やり直しても直らない失敗です。イベントが来ないかぎり、もう見ません。";
        case "requeue": return "エラーではないのに、バックオフで（`Requeue: true`）。";
        default: return `${rule(a.rule)}。`;
      }
    },
    status: (a: NonNullable<Answers["status"]>) =>
      a.write
        ? a.changed.length === 0 ? "書きます。ただし、違うところは何もありません。" : `書きます。違うところ：${list(a.changed.map(pointer))}。`
        : "ステータスはもうそのとおりなので、書く必要がありません。",
  },

  outcome: outcomes,

  evidence: {
    title: (write: Write) => `${write.method} ${thing(write.ref)}${sub(write.subresource)}`,
    revision: "resourceVersion",
    generation: "generation",
    fields: "変わったフィールド",
    added: "新規：",
    removed: "削除",
    was: "前",
    is: "今",
    event: "ウォッチのイベント",
    nothing: "—",
    same: "同じ",
    noGeneration: "なし：この種類に generation はありません",
    explain: {
      created: "新しいオブジェクトです。最初のバージョンが付きました。",
      changed: "",
      unchanged: "バイト単位で同じなので、サーバーはバージョンを変えず、イベントも送りませんでした。",
      terminating: "受け付けられましたが、まだあります。だれかが外すまで、ファイナライザーが引き止めます。",
      deleted: "オブジェクトはなくなりました。バージョンは削除のときのものです。",
      conflict: "古いコピーから書きました。ロックが役目を果たし、何も上書きされていません。",
      notFound: "オブジェクトはもうありません。",
      alreadyExists: "その名前はもう使われています。",
      refused: "サーバーの規則が許しません。",
      failed: "リクエストは失敗し、何も変わりませんでした。",
      lost: "サーバーは実行しましたが、応答が消えました。コントローラーは失敗だと思います。",
      skipped: "必要がないので、何も送られませんでした。バージョンもイベントもありません。",
    },
    generationWhy: (write: Write): string => {
      const { generationBefore: before, generationAfter: after } = write;
      if (after === null) return "";
      if (before === null) return "新しいオブジェクトは 1 から";
      if (after > before) return write.outcome === "terminating" ? "削除の開始は変更に数えられる" : "spec が変わった";
      return write.subresource === "status" ? "ステータスの書き込みでは動かない" : "変わったのはメタデータだけ";
    },
    code: (n) => `HTTP ${n}`,
    serverSays: "サーバーのメッセージ",
    controllerSees: "応答の代わりにコントローラーが受け取ったもの",
  },

  fate: (fate: Fate): string => {
    switch (fate.code) {
      case "none": return "イベントがないので、だれも起きません";
      case "notCommitted": return "イベントなし";
      case "inFlight": return fate.held ? "キャッシュへの途中で保留中" : "キャッシュへ配送中";
      case "dropped": return `落としたのは${within(dropper(fate.by)).trimEnd()}`;
      case "queued": return `${code(fate.key)} をキューに入れました`;
      case "woke": return fate.merged ? `調整${fate.pass}の理由に加わりました` : `調整${fate.pass}を起こしました`;
      case "lost": return "イベントは出ましたが、コントローラーが落ちています。起動して一覧を取るまで、だれも見ません";
      case "unknown": return "その後どうなったかは、もう記録にありません";
    }
  },

  status: {
    title: "ステータス",
    question: "ステータスの書き込みから何が生まれた？",
    none: "この調整は、まだステータスまで来ていません。",
    noneEnded: "この調整は、ステータスについて何も書かずに終わりました。",
    main: "`/status` ではなく、リソース本体に送られました。ステータスの部分をサーバーは捨てました。",
    mainTaken: "`/status` ではなく、リソース本体に送られました。",
    sent: "送ったもの",
    sentNothing: "ステータスについては何も。",
    sentFields: (fields, news) => `フィールド${fields}個、うち前と違うもの${news === 0 ? "なし" : `${news}個`}。`,
    kept: (kept, of) => (kept === of ? "サーバーはすべて受け入れました。" : kept === 0 ? "サーバーは一つも受け入れませんでした。" : `サーバーは${of}個のうち${kept}個を受け入れました。`),
    byField: "フィールドごとに",
    keptNew: "新規、受け入れ",
    keptSame: "前と同じ",
    notKept: "受け入れず",
    wrote: "結果",
    event: "イベント",
    woke: "Reconciler を起こした？",
    yes: (pass) => `はい：調整${pass}`,
    merged: (pass) => `調整${pass}の理由に加わりました`,
    no: "いいえ",
    notYet: "まだ",
    on: "サーバーにあるもの",
    conditions: (type, status, reason) => `${type}: ${status} (${reason})`,
    observedGeneration: (observed, generation) =>
      observed === undefined ? "" : observed === generation ? `今の generation ${observed} について述べています` : `generation ${observed} について述べています。今は ${generation ?? "?"} です`,
    empty: "まだステータスがありません。",
  },

  requeue: {
    title: "再キューの判断",
    none: "この調整は、まだ終わっていません。",
    intends: (answer: NonNullable<Answers["requeue"]>) => `するつもりのこと：${rule(answer.rule)}${answer.delay === null ? "" : `、${span(answer.delay)}`}。`,
    crashed: "結果を返す前にプロセスが落ちました。キューには何も入りません。メモリにあったものは消えました。",
    sentence: decision,
    steps: { returned: "戻り値", rule: "規則", forget: "Forget", call: "キューの呼び出し", runs: "次の実行" },
    returned: (d: Decision): string => {
      const parts: string[] = [];
      if (d.returned.panic !== undefined) parts.push(`panic: ${d.returned.panic}`);
      if (d.returned.error) parts.push(`error: ${d.returned.error.message}`);
      if (d.returned.requeueAfter !== undefined) parts.push(`RequeueAfter: ${span(d.returned.requeueAfter)}`);
      if (d.returned.requeue === true) parts.push("Requeue: true");
      return parts.length === 0 ? "Result{}, nil" : parts.join(" + ");
    },
    rule,
    ignored: (names) => `無視：${list(names)}`,
    forgets: "はい：失敗のカウンターは 0 です",
    keeps: (failures) => `いいえ：失敗${failures}回と数えています`,
    call: (name, delay) => (delay === null ? name : `${name} ${span(delay)}`),
    noCall: "なし",
    effects: {
      added: "待機中のキーに加わりました",
      earlierKept: "もっと早いタイマーがあり、そちらが残ります",
      alreadyReady: "キーはもう実行可能で、そちらが先に動きます",
    },
    runs: (due, now) => (due <= now ? "今：期限が来ています" : `t = ${span(due)}、今から${span(due - now)}後`),
    ran: (due) => `t = ${span(due)}`,
    never: "イベントが来たときだけ",
    delays: (delays, failing) =>
      failing ? `これまでのバックオフ：${list(delays.map(span))}` : `これまでの待ち時間：${list(delays.map(span))}。失敗ではないので、伸びません。`,
    json: "JSON で見る",
    copy: "JSON をコピー",
    copied: "コピーしました",
    copyFailed: "文字を選んで、手でコピーしてください",
  },

  overTime: {
    title: "時間の流れ",
    tabs: { timeline: "タイムライン", passes: "調整", transcript: "記録", compare: "比較" },
  },

  history: {
    title: "調整と、それぞれが動いた理由",
    none: "まだ終わった調整はありません。",
    more: (n) => `ほかに理由${n}件`,
    noWrite: "書き込みなし",
    writes: (n) => `書き込み${n}回`,
    sent: (n) => `送信${n}回`,
    skipped: (n) => `省略${n}回`,
    own: "自分の書き込み",
    summary: (passes, writes, unchanged, events) => `調整${passes}回。人の分も含めて、書き込み${writes}回、変化なし${unchanged}回、イベント${events}件`,
    rate: (rate) => `仮想時間で毎秒${Math.round(rate)}回の調整`,
    allPasses: (n) => `${n}件すべて表示`,
    fewer: "少なく表示",
    dropped: "だれも起こさなかったイベント",
    droppedNone: "まだありません。",
    droppedBy: (by) => dropper(by),
    droppedWhat: (type, ref, before, after) =>
      before === after ? `再同期：キャッシュから流し直された ${thing(ref)}（${after}）` : `${thing(ref)} の ${type}（${before === null ? after : `${before} → ${after}`}）`,
    writer: (name) => `${code(name)} による書き込み`,
    droppedWhy: (one: NotWoken) =>
      typeof one.generationBefore === "number" && one.generationAfter !== undefined && one.generationBefore === one.generationAfter && one.before !== one.after
        ? `（generation は前と同じ ${one.generationAfter}）` : "",
    move: (n) => `${n}手目`,
  },

  worker: (name) => WORKERS[name] ?? name,
  cause: (c) => cause(c),
  causeDetail: (c: Cause): string => {
    const parts: string[] = [];
    const changed = (c.changed ?? []).filter((path) => path !== "/metadata/generation");
    if (changed.length > 0) {
      const shown = changed.slice(0, 5).map(pointer);
      parts.push(`変わったところ：${list(changed.length > shown.length ? [...shown, `ほか${changed.length - shown.length}か所`] : shown)}`);
    }
    if (c.finalStateUnknown) parts.push("一覧にないことでわかった：削除そのものは見ていない");
    if (c.generationBefore !== undefined && c.generationAfter !== undefined) {
      parts.push(c.generationBefore === c.generationAfter ? `generation は前と同じ ${c.generationAfter}` : `generation ${c.generationBefore} → ${c.generationAfter}`);
    }
    return parts.join("；");
  },
  next: (step) => next(step, (q) => asks[q] ?? q),
  pointer,

  habits: {
    good: "良い書き方です",
    open: "書き方を変える",
    plain: asIs,
  },

  controllers: {
    label: "コントローラー",
    down: "停止",
    stalled: "一時停止中",
    leads: "リーダー",
    believes: "リーダーのつもり",
    waits: "リース待ち",
    next: "次",
    passes: (n) => `調整${n}回`,
    lease: (lease: LeaseView, time, { name, sure, stalled }) => {
      if (lease.holder === null) return `リース ${code(lease.name)} はだれも持っていません。`;
      const wait = (until: number, after: string) => (until <= time ? "今すぐ" : `${span(until - time)}${after}`);
      const held = lease.holder === lease.identity
        ? `${code(name)} が持って${sure ? "います" : "いるつもりです"}`
        : `${code(lease.holder)} が持っています。${code(name)} が取れるのは${lease.expires <= time ? "今すぐ" : `早くて${span(lease.expires - time)}後`}です`;
      const tries = stalled ? "" : `${code(name)} の次の試みは${wait(lease.due, "後")}です。${lease.deadline === null ? "" : `あきらめるのは${span(Math.max(0, lease.deadline - time))}後です。`}`;
      return `リース ${code(lease.name)} は ${held}。${tries}`;
    },
  },

  invariants: {
    title: "いつも成り立つべきこと",
    holds: "成り立つ",
    broken: "破れた",
    allHold: (n) => `${n}個すべて成り立っています。`,
    someBroken: (n) => `${n}個が破れています。`,
    expected: (habit) => `${code(habit)} なら起きること`,
    since: (n) => (n === 0 ? "最初から" : `${n}手目から`),
    where: (where) => `場所：${code(where)}`,
    name: (name) => INVARIANTS[name] ?? name,
  },

  editor: {
    title: "オブジェクト",
    tabs: "編集するオブジェクト",
    views: "見方",
    view: { edit: "編集", truths: "三つの真実", kubectl: "kubectl" },
    any: "ほかを開く…",
    fresh: "新しく作る",
    freshOne: (kind) => `新しい ${kind}`,
    text: (what) => `${what} の YAML`,
    notThere: "サーバーにない",
    revision: (revision) => `resourceVersion ${revision}`,
    generation: (n) => `gen ${n}`,
    save: "保存",
    create: "作成",
    saveHint: "Ctrl+Enter で保存。Tab でテキストを離れます。",
    completeHint: "Ctrl+Space で、ここに書けるものを示します。",
    plain: "色分けと候補を読み込めませんでした。なくてもテキストは使えます。",
    long: "これほど長いテキストは、保存のときに調べます。Ctrl+Space を押せば候補は出ます。",
    revert: "元に戻す",
    remove: "削除",
    show: "表示",
    shows: { written: "自分で書く部分", whole: "オブジェクト全体", managed: "managedFields も" },
    showLocked: "先に保存するか、元に戻してください。表示を変えると、書いたものが隠れてしまいます。",
    dirty: "編集済み、未保存",
    leave: "エディターに書いたものは保存されておらず、新しい世界では失われます。続けますか。",
    moved: (from, to) =>
      to === null ? "書き始めてから、サーバーで削除されました。" : from === null ? `書き始めてから、サーバーで作成されました（今は ${to}）。` : `書き始めてから、サーバーで変わりました：${from} → ${to}。`,
    compare: "違いを表示",
    hideCompare: "違いを隠す",
    sends: "保存で送るものを表示",
    hideSends: "保存で送るものを隠す",
    sendsAll: "テキスト全体がオブジェクトと入れ替わります：− はサーバーにあるもの、+ は置き換えるものです。",
    sendsNew: "すべて新しいものです。",
    theirs: "サーバーのものを使う",
    compareMine: "自分",
    compareTheirs: "サーバー",
    terminating: (since) => `${since} から Terminating です。ファイナライザーがなくなるまで残ります：`,
    noFinalizers: "もう残っていません",
    removeFinalizers: "ファイナライザーを外す",
    removeFinalizersHint: "最後の手段です。外部の後始末はもうだれもしません。",
    saved: (outcome, before, after) =>
      before === null || before === after ? `${outcome}${after === null ? "" : `、resourceVersion ${after}`}` : `${outcome}、resourceVersion ${before} → ${after}`,
    refused: (codeNumber, reason) => `サーバーが拒否しました：${codeNumber} ${reason}`,
    warned: "サーバーは警告付きで受け取り、警告した部分は残しませんでした：",
    notSent: "何も送っていません：",
    parse: (line) => `${line}行目`,
    elsewhere: "テキストに出ていない部分",
    faults: {
      empty: "テキストにオブジェクトがありません。",
      notAnObject: "テキストがオブジェクトではありません。YAML のマッピングが必要です。",
      noKind: "`apiVersion` と `kind` を文字列で書いてください。",
      noName: "`metadata.name` を文字列で書いてください。",
      many: "一度に一つのオブジェクトにしてください。",
      large: "テキストが大きすぎます。オブジェクトは 1.5 MB までです。",
    },
  },
};

/** Of what kind, or of every kind. */
function about(kind: string | undefined): string {
  return kind === undefined ? "すべての種類" : `${kind} `;
}
