// The catalog in Korean: sentences in the polite form, labels and buttons as noun phrases. What Kubernetes names stays
// as it is.

import type { Answers, Cause, Decision, FactName, Facts, LeaseView, Next, NotWoken, Question, Ref, Settled, Write, WatchType } from "../contract.ts";
import type { Deed } from "../derive/deed.ts";
import type { Fate } from "../derive/fate.ts";
import type { Cargo } from "../derive/travel.ts";
import type { HabitValue } from "../habits.ts";
import type { Tab } from "../state/ui.ts";
import type { ParseFault } from "../yaml.ts";
import type { Words } from "./en.ts";
import { josa } from "./particles.ts";

// ------------------------------------------------------------------------------------------------ small pieces

/** Milliseconds as people say them; exact, never rounded to something else. */
function span(ms: number): string {
  if (Math.abs(ms) < 1000) return `${ms}ms`;
  if (Math.abs(ms) < 60_000 || ms % 60_000 !== 0) {
    const minutes = Math.trunc(ms / 60_000);
    const seconds = `${(ms - minutes * 60_000) / 1000}초`;
    return minutes === 0 ? seconds : `${minutes}분 ${seconds}`;
  }
  return `${ms / 60_000}분`;
}

function list(items: readonly string[]): string {
  return items.join(", ");
}

function code(text: string): string {
  return `\`${text}\``;
}

function thing(ref: Ref): string {
  return `${ref.kind} ${code(ref.name)}`;
}

function sub(subresource: string | undefined): string {
  return subresource === undefined ? "" : ` ${code(`/${subresource}`)}`;
}

function pass(number: number): string {
  return `조정 ${number}`;
}

const VERBS: Record<string, string> = { POST: "생성", PUT: "교체", PATCH: "패치", DELETE: "삭제", GET: "조회" };

function verb(method: string): string {
  return VERBS[method] ?? method;
}

const RULES: Record<string, string> = {
  error: "오류",
  terminalError: "재시도하지 않는 오류(`TerminalError`)",
  requeueAfter: "`RequeueAfter`",
  requeue: "`Requeue: true`",
  done: "빈 결과",
};

function rule(name: string): string {
  return RULES[name] ?? code(name);
}

/** What is to be done, and what was done, as nouns. */
const WORK: Record<string, string> = {
  createChild: "ConfigMap 생성",
  updateChild: "ConfigMap 수정",
  deleteChild: "ConfigMap 삭제",
  createAccount: "클러스터 밖의 계정 생성",
  removeAccount: "클러스터 밖의 계정 제거",
  addFinalizer: "파이널라이저 추가",
  removeFinalizer: "파이널라이저 제거",
  refuse: "거부(ConfigMap이 다른 컨트롤러에 속함)",
};

function work(name: string): string {
  return WORK[name] ?? code(name);
}

const WORKERS: Record<string, string> = {
  "garbage-collector": "가비지 수집기",
  namespaces: "네임스페이스 컨트롤러",
  customResources: "커스텀 리소스 컨트롤러",
};

const PREDICATES: Record<string, string> = {
  generation: "`GenerationChangedPredicate`",
  resourceVersion: "`ResourceVersionChangedPredicate`",
  generationOrMetadata: "generation·메타데이터 Predicate",
  swapped: "Predicate",
  none: "Predicate 없음",
  ownedGeneration: "자식의 `GenerationChangedPredicate`",
};

/** Who dropped an event: `predicate:generation`, `handler:notOwned`, `cache:selector`. */
function dropper(by: string): string {
  const [where, what = ""] = by.split(":");
  if (where === "predicate") return PREDICATES[what] ?? "Predicate";
  const known: Record<string, string> = {
    "handler:notOwned": "핸들러(이 오브젝트를 소유한 AppConfig가 없음)",
    "handler:notController": "핸들러(소유자 참조가 컨트롤러 참조가 아님)",
    "handler:notRequired": "핸들러(이 오브젝트를 필요로 하는 AppConfig가 없음)",
    "handler:notWatched": "받는 핸들러 없음(읽기용으로만 캐시되는 종류)",
    "cache:selector": "캐시의 셀렉터(서버가 아예 보내지 않음)",
  };
  return known[by] ?? code(by);
}

const OUTSIDE: Record<string, string> = { look: "찾기", create: "생성", remove: "제거" };

function next(step: Next, question: (q: Question) => string): string {
  if ("read" in step) return `캐시에서 ${thing(step.read)} 읽기`;
  if ("method" in step) return `${thing(step.ref)}${sub(step.subresource)} ${verb(step.method)}(${code(step.method)})`;
  if ("outside" in step) {
    const what: Record<string, string> = { look: "찾기", create: "생성", remove: "제거" };
    const name = step.name === "" ? "이 오브젝트의 계정" : `계정 ${code(step.name)}`;
    return `클러스터 밖에서 ${name} ${what[step.outside] ?? step.outside}`;
  }
  if ("sleep" in step) return `${span(step.sleep)} 동안 대기`;
  if ("return" in step) return "큐에 결과 반환";
  return `“${question(step.question as Question)}”에 답하기`;
}

/** By the engine's names; one that is not here is shown as it is. */
const INVARIANTS: Record<string, string> = {
  oneRunPerKey: "한 키를 동시에 두 번 조정하지 않는다",
  cacheIsPast: "캐시는 언제나 서버의 과거 어느 한 시점과 같다",
  nothingLeaks: "클러스터 밖에 남겨진 것이 없다",
  noDuplicates: "같은 자식이 둘 있지 않다",
  readyIsTrue: "Ready는 기록된 순간 사실이었다",
  noLoop: "어떤 키도 자기 자신을 계속 깨우지 않는다",
};

const EVENT: Record<WatchType, string> = { ADDED: "ADDED", MODIFIED: "MODIFIED", DELETED: "DELETED" };

const asks: Record<Question, string> = {
  desired: "무엇이 있어야 하는가?",
  observed: "실제로 무엇이 있는가?",
  diff: "무엇이 다른가?",
  action: "차이를 무엇으로 메우는가?",
  requeue: "언제 다시 볼 것인가?",
  status: "무엇을 보고할 것인가?",
};

function pointer(path: string): string {
  if (path === "") return "오브젝트 전체";
  return code(path.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")).join("."));
}

function cause(c: Cause): string {
  const object = c.ref === undefined ? "" : thing(c.ref);
  const moved = c.before !== undefined && c.after !== undefined && c.before !== c.after ? `(${c.before} → ${c.after})` : "";
  const by = c.by === undefined || c.by === "" ? "" : c.type === "DELETED" ? `, ${code(c.by)}의 요청` : `, ${josa(code(c.by), "이/가")} 씀`;
  const event = c.type === undefined ? object : `${object === "" ? "" : `${object}의 `}${EVENT[c.type]}`;
  switch (c.why) {
    case "created": return `${event}${by}`;
    case "updated": return `${event}${moved}${by}`;
    case "deleted": return `${event}${by}`;
    case "owned": return `자식 ${event}${moved}${by}`;
    case "required": return `필요한 ${event}${moved}${by}`;
    case "initialList": return `캐시가 처음 가져온 목록에 ${object === "" ? "" : `${object} `}포함`;
    case "resync": return `재동기화: 캐시가 ${object === "" ? "저장된 내용" : object} 재생, 새로운 내용 없음`;
    case "requeueAfter": return "이전 조정이 다시 보기로 예약(`RequeueAfter`)";
    case "requeue": return "이전 조정이 `Requeue: true` 반환";
    case "retry": return "이전 조정의 실패로 재시도";
    case "leader": return "이 프로세스가 리더가 됨";
  }
}

const asIs = (value: HabitValue): string => (value === null ? "끔" : typeof value === "number" ? span(value) : String(value));

const outcomes: Record<Write["outcome"], string> = {
  created: "생성됨", changed: "변경됨", unchanged: "변경 없음", terminating: "삭제 대기", deleted: "삭제됨", conflict: "충돌",
  notFound: "찾을 수 없음", alreadyExists: "이미 있음", refused: "거부됨", failed: "실패", lost: "응답 유실", skipped: "생략",
};

function decision(d: Decision): string {
  switch (d.rule) {
    case "done": return "다음 예약이 없습니다. 큐는 이 키를 잊고, 이벤트가 와야 다시 조정합니다.";
    case "requeueAfter": return `${span(d.delay ?? 0)} 뒤에 다시 보겠다고 요청했습니다. 실패가 아니므로 실패 횟수는 초기화됩니다.`;
    case "requeue": return `한 번 더 조정해 달라고 요청했습니다. 오류일 때처럼 ${span(d.delay ?? 0)} 기다리고, 지연은 점점 길어집니다.`;
    case "error": return `${d.returned.panic === undefined ? "" : "패닉이 일어났고, 복구되어 오류로 처리되었습니다. "}백오프 ${span(d.delay ?? 0)} 뒤에 다시 시도합니다. 연속 실패 ${d.failures}회째입니다.`;
    case "terminalError": return "다시 해도 소용없는 실패입니다. 큐에 다시 넣지 않으며, 이벤트가 와야 다시 조정합니다.";
  }
}

// ----------------------------------------------------------------------------------------------------- the rest

export const ko: Words = {
  span,
  between: { comma: ", ", colon: ": ", brackets: (text) => `(${text})` },

  page: {
    name: "reconcile playground",
    title: "reconcile playground: Kubernetes 컨트롤러를 한 동작씩",
    tagline: "Kubernetes 컨트롤 플레인과 컨트롤러가 이 페이지 안에서 돌아갑니다. 조정(reconcile)을 한 동작씩 실행하며 무엇이 움직이는지 확인해 보세요.",
    noController: "이 세션에는 컨트롤러가 없어서 보여 줄 루프도 없습니다. API 서버는 패키지로 사용할 수 있습니다. 계속하려면 상황을 고르세요.",
    skip: "조작 버튼으로 건너뛰기",
    skipToTranscript: "기록으로 건너뛰기",
    clock: (ms: number) => `t\u00a0=\u00a0${span(ms)}`,
    clockHint: "가상 시간: 시간이 걸리는 동작을 할 때만 흐릅니다",
    position: (at: number, of: number) => (at === of ? `동작 ${at}` : `동작 ${at}/${of}`),
    course: "강의",
    situations: "상황",
    lab: "실습",
    languageLabel: (now: string) => `언어: ${now}`,
    themeToDark: "어둡게",
    themeToLight: "밝게",
    themeLabel: (now: string) => `색상 테마: ${now}. 바꾸기`,
    themes: { light: "밝게", dark: "어둡게" },
    versions: (playground: string, kubernetes: string) => `엔진 ${playground}. API 서버의 응답은 Kubernetes ${kubernetes} 기준입니다.`,
    licences: "라이선스",
    licencesInside: "포함된 소프트웨어의 라이선스는 이 파일 끝에 있습니다.",
    private: "이 페이지 밖으로 나가는 것은 없습니다. 계정도, 서버도, 제삼자도 없습니다.",
    areas: { label: "페이지 영역", run: "경로", pass: "조정", edit: "편집", history: "이력" },
  },

  guide: {
    label: "해 볼 것",
    hide: "숨기기",
    show: "해 볼 것 보기",
    beginning: "처음 상태:",
    cures: "처방",
    wrong: "잘못되는 모습 보기",
    happen: "일어나는 모습 보기",
    apply: (name: string) => `적용: ${name}`,
    anew: (name: string) => `처음부터 다시: ${name}`,
    compare: "비교",
    compareWith: (name: string) => `처방과 비교: ${name}`,
  },

  scenarios: {
    title: "상황 고르기",
    intro: "모두 눈여겨볼 순간에서 시작하며, 컨트롤러의 작성 방식은 상황마다 다릅니다. 지금의 내용은 새 상황으로 바뀌므로, 나중에 다시 보려면 먼저 세션을 저장하세요.",
    close: "닫기",
    open: "여기서 시작",
    current: "현재 상황",
    items: {
      fresh: {
        title: "첫 AppConfig",
        situation: "누군가 방금 AppConfig `web`을 만들었습니다. 컨트롤러는 아직 모릅니다.",
        tries: [
          "**한 동작 진행**을 거듭 눌러 이벤트가 경로를 따라가는 모습을 지켜보세요.",
          "조정이 결과를 반환하면 **잠잠해질 때까지 실행**을 누르고, 조정이 몇 번, 왜 실행되었는지 읽어 보세요.",
          "편집기에서 `spec.data`를 바꿔 저장하고 다시 한 동작씩 실행해 보세요. 이번에는 무엇이 움직이고, 무엇이 그대로인가요?",
        ],
        see: "이벤트가 키가 되고, 조정이 ConfigMap을 만들고, 두 번째 조정이 더 할 일이 없음을 확인합니다.",
      },
    },
  },

  session: {
    title: "세션",
    save: "세션을 파일로 저장",
    open: "세션 파일 열기…",
    share: "공유·삽입…",
    copy: "링크 복사",
    copied: (length: number) => `링크를 복사했습니다(${length}자).`,
    notCopied: (length: number) => `브라우저가 복사를 허용하지 않았습니다. 링크는 다음과 같습니다(${length}자).`,
    long: (most: number) => `${most}자를 넘는 링크는 중간에 잘리는 곳이 많습니다. 파일이 더 안전합니다.`,
    link: "링크",
    fromHere: "여기서부터 시작",
    fromHereHint: "지금 상태가 새 실행의 시작이 되고, ‘처음으로’를 누르면 이곳으로 돌아옵니다.",
    kept: {
      back: "지난번 실행을 이어 갑니다.",
      broken: "지난번 실행을 되살리지 못했습니다. 남아 있던 데이터가 손상되어 지웠습니다.",
      tooLong: "이 실행은 너무 길어 다음 방문을 위해 남겨 둘 수 없습니다. 필요하면 파일로 저장하세요.",
      noRoom: "브라우저에 공간이 없어 이 실행을 다음 방문을 위해 남겨 둘 수 없습니다. 필요하면 파일로 저장하세요.",
    },
    afresh: "처음부터 시작",
    hide: "이 안내 닫기",
  },

  controls: {
    label: "조작",
    step: "한 동작 진행",
    nothing: "더 할 일 없음: 모두 잠잠하고 타이머도 없음",
    nothingDown: "움직이는 것 없음: 컨트롤러가 꺼져 있음",
    nothingStalled: "움직이는 것 없음: 컨트롤러가 일시 정지됨",
    nothingHeld: "저절로 움직이는 것 없음: 이벤트가 보류됨",
    stalled: (name: string) => `${josa(code(name), "이/가")} 일시 정지 상태입니다. 재개할 때까지 그 자리에 선 채 아무 일도 하지 않습니다.`,
    resumeIt: "컨트롤러 재개",
    down: (name: string) => `${josa(code(name), "이/가")} 꺼져 있습니다. 다시 시작할 때까지는 무엇이 바뀌어도 조정되지 않습니다.`,
    startIt: "컨트롤러 시작",
    ahead: (count: number) => `과거 시점에 있습니다. 여기서 다른 동작을 하면 새 길로 갈라지고, 이후의 동작 ${count}개는 분기로 남습니다.`,
    finish: "이번 조정 끝까지",
    finishNone: "다음 조정 끝까지",
    finishShort: "조정 끝까지",
    settle: "잠잠해질 때까지 실행",
    settleShort: "실행",
    back: "뒤로",
    forward: "앞으로",
    reset: "처음으로",
    time: "시간 보내기",
    faults: "장애",
    others: (n: number) => `다른 동작(${n})`,
    othersShort: (n: number) => `다른 동작(${n})`,
    othersHint: "지금 저절로 일어날 수 있는 다른 동작입니다. 누르면 바로 실행됩니다.",
    othersNone: "지금 저절로 일어날 수 있는 다른 동작이 없습니다.",
    othersFaults: "고장 내 보기: 장애…",
    of: (controller: string) => `${code(controller)}: `,
    check: "모든 순서 시도",
    shortcuts: "키보드 단축키",
    shortcutsOn: "한 글자 단축키 사용",
    shortcutsHint: "입력란에 포커스가 없을 때 동작합니다.",
    keys: { step: "S", finish: "F", settle: "R", back: "←", forward: "→", reset: "0", time: "T", check: "C" },
    toTimer: (by: number) => `다음 타이머까지(+${span(by)})`,
    noTimer: "설정된 타이머 없음",
    by: (ms: number) => `+${span(ms)}`,
    custom: "밀리초",
    go: "기다리기",
    nothingYet: "아직 아무 일도 없었습니다. ‘한 동작 진행’을 눌러 첫 동작을 시작하세요.",
    begins: "이 상황은 여기에서 시작합니다.",
    at: (n: number) => `동작 ${n}`,
    loading: "불러오는 중…",
  },

  time: {
    label: "앞뒤로 가기",
    scrubber: "현재 동작",
    at: (at: number, of: number, ms: number) => `동작 ${of}개 중 ${at}, t = ${span(ms)}`,
    first: "맨 처음으로",
    last: "마지막 동작으로",
    kept: (number: number, moves: number, from: number) => `원래 길은 분기 ${number}(동작 ${from}부터 ${moves}개)로 남아 있습니다.`,
    goThere: "분기로 가기",
    left: (moves: number) => `이전 실행(동작 ${moves}개)은 다른 실행을 시작할 때까지 분기와 함께 남아 있습니다.`,
    goBack: "이전 실행으로 돌아가기",
    dismiss: "버리기",
    branches: (n: number) => `분기 ${n}`,
  },

  /** What a move will do; stands behind "한 동작 진행:". */
  deed: (deed: Deed): string => {
    switch (deed.code) {
      case "deliver":
        return `${deed.type} ${code(deed.name)}${deed.count > 1 ? ` 외 ${deed.count - 1}건` : ""} 캐시로 전달`;
      case "list":
        return `캐시로 ${deed.kind} 목록 가져오기`;
      case "begin":
        return `워커가 큐에서 ${code(deed.key)} 꺼내기`;
      case "ask":
        return next(deed.next, (q) => asks[q] ?? q);
      case "collect":
        return `${WORKERS[deed.worker] ?? deed.worker}의 다음 작업${deed.about ? `(${thing(deed.about)})` : ""}`;
      case "advance":
        if (deed.reason === "timer" && deed.key !== null) return `${code(deed.key)} 타이머까지 ${span(deed.by)} 기다리기`;
        if (deed.reason === "lease" && deed.key !== null) return `${code(deed.key)}의 리스 시도까지 ${span(deed.by)} 기다리기`;
        if (deed.reason === "sleep" && deed.key !== null) return `${code(deed.key)} 조정이 깨어날 때까지 ${span(deed.by)} 기다리기`;
        if (deed.reason === "event") return `다음 이벤트가 도착할 때까지 ${span(deed.by)} 기다리기`;
        return `${span(deed.by)} 기다리기`;
      case "request":
        return `${code(deed.arguments.method)} ${code(deed.arguments.path)}`;
      case "edit":
        return `${deed.arguments.object.kind} ${code(deed.arguments.object.metadata?.name ?? "")} 저장`;
      case "remove":
        return `${thing(deed.arguments)} 삭제`;
      case "hold":
        return `${deed.arguments.kind ?? deed.arguments.controller ?? "모든 종류의"} 이벤트 보류`;
      case "release":
        return `${deed.arguments.kind ?? deed.arguments.controller ?? "모든 종류의"} 이벤트 보류 풀기`;
      case "resync":
        return `${deed.arguments.kind ?? "모든 종류"} 재동기화: 캐시가 가진 내용을 재생`;
      case "cutWatch":
        return `${deed.arguments.kind ?? "모든 종류의"} 워치 끊기${deed.arguments.expired ? ", 버전도 만료시키기" : ""}`;
      case "crash":
        return `${WORKERS[deed.arguments.controller ?? ""] ?? "컨트롤러"} 크래시`;
      case "start":
        return `${deed.arguments.at === undefined ? "" : `리비전 ${deed.arguments.at} 상태로 `}${WORKERS[deed.arguments.controller ?? ""] ?? "컨트롤러"} 시작`;
      case "fail":
        return `다음 ${deed.arguments.kind}${sub(deed.arguments.subresource)} ${code(deed.arguments.method)}${(deed.arguments.times ?? 1) > 1 ? ` ${deed.arguments.times}번` : ""}: ${deed.arguments.reason}${deed.arguments.applied ? ", 응답만 유실" : " 실패"}`;
      case "outside": {
        const what = { remove: "제거", create: "생성", break: "고장", heal: "복구" }[deed.arguments.op];
        return `클러스터 밖에서 계정 ${code(deed.arguments.name)} ${what}`;
      }
      case "habits":
        return `${list(Object.entries(deed.arguments.set).map(([name, value]) => `${code(name)}: ${asIs(value as HabitValue)}`))} 배포`;
      case "report":
        return "다음 Event 전송";
      case "elect":
        return "리스 획득 시도";
      case "compact":
        return "etcd 컴팩션 후 API 서버 재시작";
      case "stall":
        return `${code(deed.arguments.controller ?? "")} 일시 정지`;
      case "resume":
        return `${code(deed.arguments.controller ?? "")} 재개`;
      case "call":
        return `${code(deed.arguments.request.method)} ${code(deed.arguments.request.path)}`;
      case "return":
        return "결과 반환";
      case "unknown":
        return code(deed.move);
    }
  },

  /** What happened, one sentence a fact. An empty string = not worth a sentence of its own. */
  fact: {
    request: (f: Facts["request"]) => {
      const what = f.ref ? `${thing(f.ref)}${sub(f.subresource)}` : code(f.path);
      const refused = f.code >= 400 ? `: ${f.code} ${f.reason ?? ""}` : "";
      return `${code(f.as)} 요청: ${code(f.method)} ${what}${refused}.`;
    },
    write: (f: Facts["write"]) => {
      const what = `${code(f.by)}: ${f.method} ${thing(f.ref)}${sub(f.subresource)}`;
      if (f.outcome === "skipped") return `${thing(f.ref)}${sub(f.subresource)}: 쓸 필요 없음, 버전 ${f.after ?? ""} 그대로.`;
      if (f.event === null) return `${what} → ${outcomes[f.outcome]}${f.code === null || f.outcome === "lost" ? "" : ` (${f.code})`}, 이벤트 없음.`;
      const moved = f.before === null ? `버전 ${f.after ?? ""}` : `${f.before} → ${f.after ?? ""}`;
      return `${what} → ${outcomes[f.outcome]}, ${moved}, ${f.event} 이벤트.`;
    },
    event: (f: Facts["event"]) => `${code(f.by)}: ${f.type} ${thing(f.ref)}, ${f.before === null ? "버전" : `${f.before} →`} ${f.after}.`,
    listed: (f: Facts["listed"]) => `캐시가 ${f.kind} 목록을 ${f.expired === undefined ? "" : "새로 "}가져왔습니다${f.expired === undefined ? "" : "(마지막으로 본 버전이 만료됨)"}: 오브젝트 ${f.count}개, 리비전 ${f.revision}.`,
    reconnected: (f: Facts["reconnected"]) => `${f.kind} 워치가 다시 열렸고, 이벤트 ${f.missed}건이 재생되었습니다.`,
    delivered: (f: Facts["delivered"]) => `${thing(f.ref)}의 ${f.type} 이벤트가 캐시에 도착했습니다: ${f.before === null ? "버전" : `${f.before} →`} ${f.after}.`,
    resynced: (f: Facts["resynced"]) => `캐시가 ${f.kind} 오브젝트 ${f.count}개를 재생했습니다. 새로운 내용은 없습니다.`,
    predicate: (f: Facts["predicate"]) => (f.passed ? "" : `걸러 낸 곳: ${dropper(f.name)}.`),
    notWoken: (f: Facts["notWoken"]) => `${f.before === f.after ? `${thing(f.ref)} (버전 ${f.after}): 아무도` : "아무도"} 깨우지 않았습니다. 걸러 낸 곳: ${dropper(f.by)}.`,
    enqueued: (f: Facts["enqueued"]) => {
      if (f.merged) return `${josa(code(f.key), "은/는")} 이미 큐에 있었습니다. 이유가 하나 늘었을 뿐, 키는 여전히 하나입니다.`;
      return f.effect === "earlierKept" ? `${code(f.key)}의 더 이른 타이머를 그대로 둡니다.` : `${josa(code(f.key), "이/가")} 큐에 들어갔습니다.`;
    },
    begun: (f: Facts["begun"]) => `${code(f.key)} ${josa(pass(f.pass), "이/가")} 시작되었습니다.`,
    answered: (f: Facts["answered"]) => {
      if (f.read) return f.found ? `캐시에서 ${josa(thing(f.read), "을/를")} 읽었습니다: 버전 ${f.found}.` : `캐시에서 ${josa(thing(f.read), "을/를")} 찾았지만 없습니다.`;
      return f.question === "returned" ? "" : `“${asks[f.question]}”에 답했습니다.`;
    },
    outside: (f: Facts["outside"]) => {
      const what: Record<string, string> = { look: "조회", create: "생성", remove: "제거", break: "고장", heal: "복구" };
      const name = f.name === "" ? "" : ` ${code(f.name)}`;
      return `${f.by === "" ? "" : `${code(f.by)}: `}클러스터 밖의 계정${name} ${what[f.op] ?? f.op}${f.error === undefined ? "." : ` 실패, ${f.error}.`}`;
    },
    sleeping: (f: Facts["sleeping"]) => `조정이 t = ${span(f.until)}까지 기다리고, 워커도 함께 묶여 있습니다.`,
    timedOut: (f: Facts["timedOut"]) => `${pass(f.pass)}의 컨텍스트가 끝났습니다. 요청은 실패했고, 아무 일도 일어나지 않았습니다.`,
    returned: (f: Facts["returned"]) => `${pass(f.pass)}: ${f.decision.returned.panic === undefined ? `${rule(f.decision.rule)} 반환` : "패닉"}. ${decision(f.decision)}`,
    crashed: (f: Facts["crashed"]) =>
      WORKERS[f.controller] === undefined
        ? "컨트롤러가 그 자리에서 죽었습니다. 캐시, 큐, 타이머, 실패 횟수가 모두 사라졌습니다."
        : `${josa(WORKERS[f.controller] ?? "", "이/가")} 죽었습니다.`,
    started: (f: Facts["started"] & { at?: string }) =>
      WORKERS[f.controller] === undefined ? f.at === undefined ? "컨트롤러가 시작합니다. 모든 종류의 목록을 가져와 모든 키를 큐에 넣습니다." : `컨트롤러가 시작합니다. 목록은 리비전 ${f.at} 시점의 서버를 보여 주고, 그 안의 모든 키를 큐에 넣습니다.` : `${josa(WORKERS[f.controller] ?? "", "이/가")} 시작합니다.`,
    habits: (f: Facts["habits"]) => `새 버전을 배포했습니다(${list(Object.entries(f.set).map(([name, value]) => `${code(name)}: ${asIs(value as HabitValue)}`))}). 프로세스가 다시 시작합니다.`,
    collected: (f: Facts["collected"]) => {
      const what = f["ref"] === undefined ? "" : ` ${thing(f["ref"] as Ref)}`;
      const worker = WORKERS[f.worker] ?? f.worker;
      if (f["outcome"] === "observed") return `${worker}: ${String(f["type"])}${what} 확인.`;
      if (f["outcome"] === "requested") return `${worker}: ${code(String(f["method"]))}${what} 요청, 응답 ${String(f["code"])}.`;
      return `${worker}:${what} 할 일 없음.`;
    },
    reported: (f: Facts["reported"]) => (f.sent ? "" : "같은 오브젝트에 대한 Event가 너무 많아 하나를 보내지 않았습니다."),
    elected: (f: Facts["elected"]) => {
      const [who, lease] = [code(f.controller), code(f.name)];
      switch (f.outcome) {
        case "acquired": return `${who}: 리스 ${lease} 획득. 캐시와 워커가 시작합니다.`;
        case "renewed": return `${who}: 리스 ${lease} 갱신.`;
        case "failed": return f.holder === null || f.holder === f.identity ? `${who}: 요청이 실패하여 리스 ${lease} 획득 실패.` : `${who}: 리스 ${lease} 획득 실패, 보유자는 ${code(f.holder)}.`;
        case "lost": return `${who}: 리더 자리를 잃었습니다. 프로세스가 종료됩니다.`;
      }
    },
    stalled: (f: Facts["stalled"]) => `${josa(code(f.controller), "이/가")} 일시 정지되었습니다. 메모리는 남아 있고, 시계는 계속 갑니다.`,
    resumed: (f: Facts["resumed"]) => `${josa(code(f.controller), "이/가")} 멈춘 자리에서 재개합니다.`,
    advanced: (f: Facts["advanced"]) =>
      `${span(f.to - f.from)} 지났습니다.${f.ready.length === 0 ? "" : ` 차례가 된 키: ${list(f.ready.map((one) => code(one.key)))}.`}`,
    held: (f: Facts["held"]) => `${f.kind ?? "모든 종류의"} 이벤트를 보류합니다.`,
    released: (f: Facts["released"]) => `${f.kind ?? "모든 종류의"} 이벤트가 다시 흐릅니다.`,
    watchCut: (f: Facts["watchCut"]) => `${f.kind} 워치가 끊겼습니다. 전송 중이던 이벤트는 사라졌습니다.`,
    compacted: (f: Facts["compacted"]) => `리비전 ${f.revision}에서 etcd가 컴팩션되고 API 서버가 다시 시작했습니다. 서버가 기억하던 이력은 사라졌습니다.`,
    failSet: () => "조건에 맞는 Reconciler의 다음 요청에 실패를 걸어 두었습니다.",
    injected: (f: Facts["injected"]) => (f.applied ? `서버는 요청을 처리했지만 응답이 유실되었습니다(${f.reason}).` : `걸어 둔 대로 요청이 실패했습니다(${f.reason}).`),
  } satisfies { [Name in FactName]: (f: Facts[Name]) => string },

  /** Short name of a move in the log. */
  moveName: {
    request: "요청", edit: "저장", remove: "삭제", deliver: "전달", begin: "꺼내기", answer: "단계", collect: "수집",
    report: "보고", elect: "선출", advance: "시간", resync: "재동기화", hold: "보류", release: "보류 풀기", cutWatch: "끊기",
    compact: "컴팩션", crash: "크래시", start: "시작", stall: "정지", resume: "재개", fail: "실패", outside: "외부",
    habits: "배포", call: "호출", return: "반환",
  } as Record<string, string>,

  report: {
    played: (moves: number, passes: number, writes: number) =>
      `동작 ${moves}개, 조정 ${passes}회, ${writes === 0 ? "쓰기 없음" : `쓰기 ${writes}회`}.`,
    quiet: "잠잠합니다. 남은 일도, 설정된 타이머도 없습니다.",
    stuck: "더 움직이는 것이 없고, 설정된 타이머도 없습니다.",
    held: "저절로 움직이는 것이 없습니다. 보류된 이벤트가 있습니다. 보류를 풀거나 전달하세요.",
    timer: (by: number) => `${span(by)} 뒤의 타이머를 빼면 잠잠합니다.`,
    toTimer: (by: number) => `${span(by)} 기다리기`,
    limit: (moves: number) => `한도인 동작 ${moves}개에서 멈췄습니다. 할 일이 더 남아 있습니다.`,
    goOn: "계속",
    loopTitle: "루프를 만들었습니다",
    loop: (loop: NonNullable<Settled["loop"]>, rate: number | null) =>
      `${code(loop.key)} 조정이 연속 ${loop.passes}회 실행되었고, 매번 깨운 것은 같은 컨트롤러의 쓰기뿐이었습니다(${loop.writes}회).` +
      (rate === null ? "" : ` 가상 시간으로 초당 ${Math.round(rate)}회꼴이며, 끝없이 이어집니다.`),
    fightTitle: "서로를 깨우고 있습니다",
    fight: (fight: NonNullable<Settled["fight"]>) =>
      `${code(fight.key)} 조정이 연속 ${fight.passes}회 실행되었고, 매번 깨운 것은 ${list(fight.controllers.map(code))}의 쓰기뿐이었습니다(${fight.writes}회). 서로 상대가 한 일을 되돌립니다.`,
    finished: (number: number, key: string) => `${code(key)} ${josa(pass(number), "이/가")} 결과를 반환했습니다.`,
    finishedNone: "끝낼 조정이 없습니다.",
    finishedTimer: "지금 끝낼 조정이 없습니다. 다음 조정은 타이머를 기다립니다.",
  },

  problem: {
    title: "할 수 없는 동작입니다",
    refused: (codeName: string, path: string | undefined) => `엔진 코드 ${code(codeName)}${path === undefined || path === "" ? "" : `, 위치 ${code(path)}`}. 바뀐 것은 없습니다.`,
    trapTitle: "엔진이 멈춰서 다시 시작했습니다",
    trapMove: (what: string, position: number) => `다음 동작 중에 실패했습니다: ${what}. 마지막으로 정상이었던 동작 ${position} 시점으로 돌아왔으며, 잃은 것은 없습니다.`,
    trapNoMove: (position: number) => `동작 ${position} 시점으로 돌아왔으며, 잃은 것은 없습니다.`,
    deadTitle: "엔진이 멈췄고, 다시 시작하지 못했습니다",
    dead: "지금까지의 동작은 안전합니다. 파일로 저장한 다음, 페이지를 새로 고치고 그 파일을 여세요.",
    loadTitle: "엔진을 불러오지 못했습니다",
    load: "이 페이지에는 WebAssembly와 페이지 자체의 파일이 필요합니다. 새로 고쳐 다시 시도하세요.",
    part: "페이지의 이 부분을 불러오지 못했습니다. 다시 시도하세요.",
    sourceTitle: { file: "이 파일은 열 수 없습니다", link: "이 링크는 열 수 없습니다" },
    untouched: "바뀐 것은 없습니다.",
    unreadable: (p) => {
      switch (p.why) {
        case "notJson": return "JSON이 아니거나 그 일부입니다.";
        case "notSession": return "세션이 아닙니다. 시나리오와 동작 목록이 있어야 합니다.";
        case "tooLarge": return "8MB를 넘습니다.";
        case "tooLong": return "동작이 50,000개를 넘습니다. 파일로 여세요.";
        case "damaged": return "손상되었거나 중간에 잘렸습니다.";
        case "version": return "이 페이지가 모르는 버전입니다.";
        case "move": return `동작 ${p.move}(${code(p.path ?? "")})의 실행에 실패했습니다.`;
        case "task": return `이름이 ${code(p.name ?? "")}인 과제는 없습니다.`;
        case "report": return `여기에는 보고 ${code(p.name ?? "")} 항목이 없습니다. 재현하는 보고는 **상황**의 **보고**에 모여 있습니다.`;
        case "scenario": return `이름이 ${code(p.name ?? "")}인 상황은 없습니다.`;
        case "digest": return "다시 실행하면 적혀 있는 상태가 되지 않습니다. 손상되었거나 바뀌었습니다.";
        case "refused": return `엔진이 거부했습니다${p.path === undefined || p.path === "" ? "" : `(위치: ${code(p.path)})`}.`;
      }
    },
    save: "세션을 파일로 저장",
    dismiss: "닫기",
    unexpected: "예상하지 못한 오류",
  },

  path: {
    title: "경로",
    stations: {
      server: "API 서버", watch: "워치", cache: "캐시", queue: "작업 큐", reconciler: "Reconciler",
      collector: "가비지 수집기", outside: "클러스터 밖",
    },
    hints: {
      server: "오브젝트가 저장되는 유일한 곳",
      watch: "전송 중인 이벤트",
      cache: "Reconciler가 읽는 곳",
      queue: "키만, 같은 키는 하나만",
      reconciler: "이벤트가 아니라 키를 받음",
      collector: "소유자를 잃은 것을 제거",
      outside: "Kubernetes가 모르는 것",
    },
    /** Where the name has no room. */
    short: {
      server: "API 서버", watch: "워치", cache: "캐시", queue: "큐", reconciler: "Reconciler", collector: "수집기", outside: "밖",
    },
    about: "하나의 순환입니다. API 서버에서 바뀐 것은 워치의 이벤트가 되어 캐시에 닿고, 키를 큐에 넣습니다. Reconciler는 키를 꺼내고, 캐시에서 읽고, API 서버에 씁니다. 각 부분을 열면 내용이 보입니다.",
    arrows: {
      event: "이벤트", deliver: "이벤트", wake: "키", take: "키", read: "읽기", write: "쓰기", call: "호출", collect: "수집",
    },
    cargo: (c: Cargo): string[] => {
      switch (c.code) {
        case "event": return [c.type, c.count > 1 ? `${c.name} 외 ${c.count - 1}건` : c.name];
        case "list": return ["목록", `${c.kind} ${c.count}개`];
        case "key": return [c.key];
        case "dropped": return ["걸러짐"];
        case "read": return [c.name, c.found === null ? "없음" : `리비전 ${c.found}`];
        case "request": return [c.method, c.name, `→ ${c.answer === "lost" ? "유실" : c.answer}`];
        case "outside": return [`${OUTSIDE[c.op] ?? c.op}${c.failed ? ": 실패" : ""}`, c.name];
        case "returned": {
          const { call, delay } = c.decision;
          return call === null ? ["완료"] : [c.decision.rule === "error" ? "재시도" : "다시", `${span(delay ?? 0)} 뒤`];
        }
      }
    },
    lost: "유실",
    says: {
      next: "다음 차례입니다.",
      some: (items: readonly string[], rest: number) => `${list(items)}${rest > 0 ? ` 외 ${rest}개` : ""}`,
      inFlight: (n: number) => `전송 중인 이벤트 ${n}건`,
      held: (kinds: readonly string[]) => `보류 중: ${list(kinds)}.`,
      cache: (kind: string, state: string, objects: number) => `${kind} ${state}, 오브젝트 ${objects}개`,
    },
    lever: {
      label: (kind: string) => `${kind} 이벤트`,
      hold: (kind: string) => `${kind} 이벤트 보류`,
      release: (kind: string) => `${kind} 이벤트 보류 풀기`,
      one: (kind: string) => `${kind} 이벤트 하나 전달`,
      all: (kind: string, n: number) => `${kind} 이벤트 모두 전달(${n}건)`,
    },
    flows: "흐르는 중",
    heldCount: (n: number) => `보류 ${n}건`,
    nothingHere: "–",
    noWatch: "열린 워치가 없습니다.",
    noCache: "캐시가 없습니다.",
    cutShort: "끊김",
    dueShort: (by: number) => (by <= 0 ? "지금" : `${span(by)} 뒤`),
    failedShort: (n: number) => `실패 ${n}회`,
    leakShort: "누수",
    crashHere: "크래시",
    crashHereName: "여기서 크래시: 컨트롤러가 그 자리에서 죽습니다",
    start: "시작",
    startName: "컨트롤러 다시 시작",
    habits: "작성 방식",
    habitsChanged: (n: number) => `방식 ${n}개`,
    close: (station: string) => `${station} 닫기`,
    next: "다음",
    revision: (revision: string) => `리비전 ${revision}`,
    emptyServer: "오브젝트 없음",
    more: (n: number) => `외 ${n}개`,
    emptyWatch: "전송 중인 이벤트가 없습니다.",
    emptyList: "없음",
    due: (by: number) => `${span(by)} 뒤 도착`,
    held: "보류 중",
    unsynced: "목록을 아직 받지 못함",
    cut: "워치 끊김",
    expired: "워치 끊김, 버전 만료됨",
    only: (selector: string) => `${selector}만`,
    stalled: "일시 정지: 아는 것은 그대로지만 아무 일도 하지 않습니다.",
    alongside: (keys: readonly string[]) => `동시에 ${list(keys.map(code))}`,
    inStep: "최신",
    at: (revision: string) => `리비전 ${revision}`,
    atShort: (revision: string) => `리비전 ${revision}`,
    behind: (n: number) => `${n}건 뒤처짐`,
    serverHas: (revision: string) => `서버: ${revision}`,
    ready: "준비됨",
    processing: "처리 중",
    waiting: "대기 중",
    failures: "실패",
    aside: "조정이 끝나면 다시",
    reasons: (n: number) => `이유 ${n}개`,
    low: "낮은 우선순위",
    dueIn: (by: number, at: number) => (by <= 0 ? "지금" : `${span(by)} 뒤(t = ${span(at)})`),
    failed: (n: number) => `실패 ${n}회`,
    idle: "쉬는 중: 키를 기다립니다.",
    crashed: "크래시가 났습니다. 알던 것은 모두 사라졌습니다.",
    pass,
    terminating: "삭제 중",
    generation: (n: number) => `gen ${n}`,
    lane: "쓰기는 API 서버로 곧장 갑니다. 캐시는 되돌아오는 이벤트로만 그 사실을 압니다.",
    collectorIdle: "수집할 것이 없습니다.",
    collectorSees: "살펴볼 이벤트가 있습니다.",
    collectorDown: "크래시가 났습니다.",
    pending: (n: number) => `살펴볼 오브젝트 ${n}개`,
    outsideEmpty: "계정이 없습니다.",
    madeBy: (key: string) => `만든 키: ${code(key)}`,
    madeByOther: "다른 누군가가 만듦",
    broken: "고장",
    leak: "누수: 소유자가 사라짐",
    edit: "편집기에서 열기",
  },

  interfere: {
    label: "개입",
    hold: (kind: string) => `${kind} 보류`,
    release: (kind: string) => `${kind} 보류 풀기`,
    deliver: (kind: string) => `${kind} 하나 전달`,
    deliverAll: (kind: string, n: number) => `${kind} ${n}건 모두 전달`,
    resync: (kind: string) => `${kind} 재동기화`,
    cut: (kind: string) => `${kind} 워치 끊기`,
    crash: "컨트롤러 크래시",
    start: "컨트롤러 시작",
    crashCollector: "수집기 크래시",
    startCollector: "수집기 시작",
    all: "모든 장애…",
    breakAccount: (name: string) => `${name} 고장 내기`,
    healAccount: (name: string) => `${name} 복구`,
    removeAccount: (name: string) => `${name} 제거`,
    createAccount: (name: string) => `${name} 생성`,
  },

  pass: {
    title: "조정",
    none: "아직 조정이 없습니다. 워커가 큐에서 키를 꺼내면 조정이 시작됩니다.",
    heading: (number: number, key: string) => `${code(key)} ${pass(number)}`,
    whose: (controller: string) => `컨트롤러 ${code(controller)}`,
    running: "진행 중",
    returned: "반환됨",
    crashed: "크래시",
    failed: "오류를 반환함",
    panicked: "패닉",
    past: "이전 조정을 보고 있습니다.",
    follow: "최신 조정 보기",
    why: "실행된 이유",
    notWhy: "바로 앞 조정 이후 아무도 깨우지 않은 이벤트",
    whyNote: "보는 사람에게만 보입니다. Reconciler는 키만 받았습니다.",
    merged: "병합됨",
    absorbed: (due: number) => `이 이벤트가 먼저 와서 t = ${span(due)}의 타이머를 흡수했습니다`,
    mergedHint: "이미 기다리던 키에 합쳐졌습니다",
    next: "다음",
    started: (ms: number) => `${span(ms)}에 시작`,
    questions: asks,
    names: { desired: "원하는 상태", observed: "관측한 상태", diff: "차이", action: "조치", requeue: "재큐잉", status: "status" } satisfies Record<Question, string>,
    states: { answered: "답함", failed: "실패", current: "지금", open: "예정", passedOver: "묻지 않음" },
    holds: "Reconciler가 쥐고 있는 복사본",
    holdsFrom: { cache: "캐시에서 읽음", server: "서버에서 읽음", answer: "자신의 쓰기에 대한 서버의 응답" },
  },

  answer: {
    desired: (a: NonNullable<Answers["desired"]>) => {
      if (a.deleting) return "이제 없습니다. 삭제되는 중이므로 정리만 하면 됩니다.";
      const parts: string[] = [];
      const data = a.child?.data as Record<string, string> | undefined;
      if (a.child) {
        const pairs = Object.entries(data ?? {}).map(([key, value]) => code(`${key}: ${value}`));
        parts.push(`ConfigMap ${code(a.child.metadata.name ?? "")}(${pairs.length === 0 ? "데이터 없음" : list(pairs)})`);
      }
      if (a.account !== null) parts.push(`클러스터 밖의 계정 ${code(a.account)}`);
      return parts.length === 0 ? "자식도 계정도 필요 없습니다." : `${list(parts)}.`;
    },
    gone: "오브젝트가 사라졌으므로 있어야 할 것도 없습니다.",
    observed: (a: NonNullable<Answers["observed"]>, looked: { child: boolean; account: "silent" | "unwanted" | "not"; from: "cache" | "server" }) => {
      const required = { present: "필요한 Secret이 있습니다.", absent: "필요한 Secret이 **없습니다**.", notNeeded: "" }[a.required];
      const account = { present: "계정이 있습니다.", absent: "계정이 없습니다.", unknown: { silent: "계정에서 응답이 없었습니다.", unwanted: "필요한 계정이 없어 찾아보지 않았습니다.", not: "계정은 살펴보지 않았습니다." }[looked.account] }[a.account];
      const where = { cache: "캐시", server: "서버" }[looked.from];
      const child = a.child !== null ? `${where}에 ConfigMap이 있습니다: 버전 ${code(a.child)}.` : looked.child ? `${where}에 ConfigMap이 없습니다.` : "ConfigMap은 살펴보지 않았습니다.";
      return [child, required, account].filter((part) => part !== "").join(" ");
    },
    diff: (a: NonNullable<Answers["diff"]>, missing: boolean) => {
      if (missing) return "Secret이 없는 동안에는 비교하지 않고, 아무것도 건드리지 않습니다.";
      if (a.need.length === 0) return "다른 것이 없습니다.";
      const paths = a.paths.filter((path) => path !== "");
      return `할 일: ${list(a.need.map(work))}.${paths.length === 0 ? "" : ` 다른 필드: ${list(paths.map(pointer))}.`}`;
    },
    action: (a: NonNullable<Answers["action"]>, missing: boolean, outcomes: Partial<Record<string, Write["outcome"]>>) => {
      const did = a.did.length === 0 ? "" : `한 일: ${list(a.did.map((name) => (outcomes[name] === "unchanged" ? `${work(name)} 요청(바뀐 것 없음)` : work(name))))}.`;
      if (a.failed !== undefined && outcomes[a.failed] === "lost") return `${did} 실패했다고 들은 일: ${work(a.failed)}. 실제로는 서버가 처리했고 응답만 유실되었습니다.`.trim();
      if (a.failed !== undefined) return `${did} 실패한 일: ${work(a.failed)}.`.trim();
      if (missing && did === "") return "아무것도 하지 않았습니다. 아직 없는 Secret을 기다립니다.";
      return did === "" ? "할 일이 없어 아무것도 하지 않았습니다." : did;
    },
    overturned: "그렇게 되지 않았습니다. 이다음에 조정이 실패하여 오류를 반환했습니다.",
    requeue: (a: NonNullable<Answers["requeue"]>, missing: boolean) => {
      switch (a.rule) {
        case "done":
          if (a.swallowed !== undefined) return "포기했습니다. 이벤트가 아니면 다시 깨우는 것이 없습니다.";
          return missing ? "기다리는 중인데도 아무것도 요청하지 않았습니다. 이벤트가 아니면 다시 깨우는 것이 없습니다." : "예약할 필요가 없습니다. 이벤트가 깨웁니다.";
        case "requeueAfter": return `의도한 대로 ${span(a.delay ?? 0)} 뒤에(\`RequeueAfter\`).`;
        case "error": return "실패했습니다. 백오프가 끝나는 대로 다시 봅니다.";
        case "terminalError": return "다시 해도 소용없는 실패입니다. 이벤트가 오지 않는 한 다시 보지 않습니다.";
        case "requeue": return "오류는 아니지만 백오프 뒤에(`Requeue: true`).";
        default: return `${rule(a.rule)}.`;
      }
    },
    status: (a: NonNullable<Answers["status"]>) =>
      a.write
        ? a.changed.length === 0 ? "다른 내용이 없는데도 씁니다." : `씁니다. 달라진 필드: ${list(a.changed.map(pointer))}.`
        : "status에 이미 그렇게 적혀 있어 쓸 필요가 없습니다.",
  },

  outcome: outcomes,

  evidence: {
    title: (write: Write) => `${write.method} ${thing(write.ref)}${sub(write.subresource)}`,
    revision: "resourceVersion",
    generation: "generation",
    fields: "바뀐 필드",
    added: "추가:",
    removed: "제거됨",
    was: "이전",
    is: "현재",
    event: "워치 이벤트",
    nothing: "—",
    same: "그대로",
    noGeneration: "없음: 이 종류에는 generation이 없습니다",
    explain: {
      created: "새 오브젝트가 첫 버전을 얻었습니다.",
      changed: "",
      unchanged: "내용이 완전히 같으므로 서버는 버전을 그대로 두고 이벤트를 보내지 않았습니다.",
      terminating: "삭제는 받아들여졌지만 아직 남아 있습니다. 누군가 파이널라이저를 뺄 때까지 붙들려 있습니다.",
      deleted: "오브젝트가 사라졌습니다. 이 버전은 삭제의 버전입니다.",
      conflict: "오래된 복사본으로 쓰려고 했습니다. 잠금이 제 역할을 해서 덮어쓴 것이 없습니다.",
      notFound: "오브젝트가 더 이상 없습니다.",
      alreadyExists: "이미 쓰이고 있는 이름입니다.",
      refused: "서버의 규칙이 허용하지 않습니다.",
      failed: "요청이 실패했고 바뀐 것이 없습니다.",
      lost: "서버는 처리했지만 응답이 유실되었습니다. 컨트롤러는 실패로 여깁니다.",
      skipped: "쓸 필요가 없다고 보고 보내지 않았습니다. 새 버전도 이벤트도 없습니다.",
    } satisfies Record<Write["outcome"], string>,
    generationWhy: (write: Write): string => {
      const { generationBefore: before, generationAfter: after } = write;
      if (after === null) return "";
      if (before === null) return "새 오브젝트는 1에서 시작";
      if (after > before) return write.outcome === "terminating" ? "삭제 시작도 변경으로 셈" : "spec이 바뀜";
      return write.subresource === "status" ? "status 쓰기로는 올라가지 않음" : "메타데이터만 바뀜";
    },
    code: (n: number) => `HTTP ${n}`,
    serverSays: "서버의 메시지",
    controllerSees: "응답 대신 컨트롤러가 받은 것",
  },

  fate: (fate: Fate): string => {
    switch (fate.code) {
      case "none": return "이벤트가 없으니 아무도 깨어나지 않음";
      case "notCommitted": return "이벤트 없음";
      case "inFlight": return fate.held ? "캐시로 가던 중 보류됨" : "캐시로 가는 중";
      case "dropped": return `걸러 낸 곳: ${dropper(fate.by)}`;
      case "queued": return `${josa(code(fate.key), "을/를")} 큐에 넣음`;
      case "woke": return fate.merged ? `${pass(fate.pass)}의 이유에 합쳐짐` : `${josa(pass(fate.pass), "을/를")} 깨움`;
      case "lost": return "이벤트는 나왔지만 컨트롤러가 꺼져 있어, 다시 시작해 목록을 가져올 때까지 아무도 보지 못함";
      case "unknown": return "그 뒤의 기록은 더 이상 남아 있지 않음";
    }
  },

  status: {
    title: "status",
    question: "status를 쓴 결과 무슨 일이 일어났는가?",
    none: "이 조정은 아직 status에 이르지 않았습니다.",
    noneEnded: "이 조정은 status를 다루지 않고 끝났습니다.",
    main: "`/status`가 아니라 본 리소스로 보냈습니다. 서버는 status에 관한 내용을 버렸습니다.",
    mainTaken: "`/status`가 아니라 본 리소스로 보냈습니다.",
    sent: "보낸 내용",
    sentNothing: "status에 관한 내용은 없습니다.",
    sentFields: (fields: number, news: number) => `필드 ${fields}개, 그중 ${news === 0 ? "이전과 다른 것은 없음" : `${news}개가 이전과 다름`}.`,
    kept: (kept: number, of: number) => (kept === of ? "서버가 모두 저장했습니다." : kept === 0 ? "서버가 아무것도 저장하지 않았습니다." : `서버가 ${of}개 중 ${kept}개를 저장했습니다.`),
    byField: "필드별로 보기",
    keptNew: "새 값, 저장됨",
    keptSame: "이전과 같음",
    notKept: "저장되지 않음",
    wrote: "쓰기 결과",
    event: "나온 이벤트",
    woke: "Reconciler를 깨웠는가?",
    yes: (number: number) => `예: ${pass(number)}`,
    merged: (number: number) => `${pass(number)}의 이유에 합쳐짐`,
    no: "아니요",
    notYet: "아직 아님",
    on: "서버가 가진 status",
    conditions: (type: string, status: string, reason: string) => `${type}: ${status} (${reason})`,
    observedGeneration: (observed: number | undefined, generation: number | undefined) =>
      observed === undefined ? "" : observed === generation ? `현재 generation ${observed}에 대한 내용` : `generation ${observed}에 대한 내용(현재는 ${generation ?? "?"})`,
    empty: "아직 status가 없습니다.",
  },

  requeue: {
    title: "재큐잉 결정",
    none: "이 조정은 아직 결과를 반환하지 않았습니다.",
    intends: (answer: NonNullable<Answers["requeue"]>) => `예정: ${rule(answer.rule)}${answer.delay === null ? "" : `, ${span(answer.delay)}`}.`,
    crashed: "결과를 반환하기 전에 프로세스가 죽었습니다. 메모리에 있던 것은 사라졌고, 다시 큐에 들어가는 것은 없습니다.",
    sentence: decision,
    steps: { returned: "반환값", rule: "규칙", forget: "Forget", call: "큐 호출", runs: "다음 실행" },
    returned: (d: Decision): string => {
      const parts: string[] = [];
      if (d.returned.panic !== undefined) parts.push(`panic: ${d.returned.panic}`);
      if (d.returned.error) parts.push(`error: ${d.returned.error.message}`);
      if (d.returned.requeueAfter !== undefined) parts.push(`RequeueAfter: ${span(d.returned.requeueAfter)}`);
      if (d.returned.requeue === true) parts.push("Requeue: true");
      return parts.length === 0 ? "Result{}, nil" : parts.join(" + ");
    },
    rule,
    ignored: (names: readonly string[]) => `무시됨: ${list(names)}`,
    forgets: "예: 실패 횟수는 0",
    keeps: (failures: number) => `아니요: 실패 ${failures}회 누적`,
    call: (name: string, delay: number | null) => (delay === null ? name : `${name} ${span(delay)}`),
    noCall: "없음",
    effects: {
      added: "대기 중인 키에 추가됨",
      earlierKept: "더 이른 타이머가 있어 그것을 유지함",
      alreadyReady: "키가 이미 준비되어 있어 그것이 먼저 실행됨",
    } as Record<string, string>,
    runs: (due: number, now: number) => (due <= now ? "지금 바로" : `t = ${span(due)}, 지금부터 ${span(due - now)} 뒤`),
    ran: (due: number) => `t = ${span(due)}`,
    never: "이벤트가 올 때만",
    delays: (delays: readonly number[], failing: boolean) =>
      failing ? `지금까지의 백오프: ${delays.map(span).join(", ")}` : `지금까지의 기다림: ${delays.map(span).join(", ")}. 실패가 아니므로 길어지지 않습니다.`,
    json: "JSON으로 보기",
    copy: "JSON 복사",
    copied: "복사됨",
    copyFailed: "텍스트를 선택해 직접 복사하세요",
  },

  overTime: {
    title: "시간의 흐름",
    tabs: { timeline: "타임라인", passes: "조정", transcript: "기록", compare: "비교" } satisfies Record<Tab, string>,
  },

  history: {
    title: "조정 목록과 실행된 이유",
    none: "아직 끝난 조정이 없습니다.",
    more: (n: number) => `외 이유 ${n}개`,
    noWrite: "쓰기 없음",
    writes: (n: number) => `쓰기 ${n}회`,
    sent: (n: number) => `${n}건 전송`,
    skipped: (n: number) => `${n}건 생략`,
    own: "자신의 쓰기",
    summary: (passes: number, writes: number, unchanged: number, events: number) =>
      `조정 ${passes}회. 사람의 쓰기까지 모두 합쳐 쓰기 ${writes}회, 변경 없음 ${unchanged}회, 이벤트 ${events}건`,
    rate: (rate: number) => `가상 시간 초당 조정 ${Math.round(rate)}회`,
    allPasses: (n: number) => `${n}개 모두 보기`,
    fewer: "접기",
    dropped: "아무도 깨우지 않은 이벤트",
    droppedNone: "아직 없습니다.",
    droppedBy: (by: string) => dropper(by),
    droppedWhat: (type: string, ref: Ref, before: string | null, after: string) =>
      before === after ? `재동기화: ${thing(ref)} 버전 ${after}, 캐시에서 재생` : `${thing(ref)}의 ${type}(${before === null ? `버전 ${after}` : `${before} → ${after}`})`,
    writer: (name: string) => `작성자 ${code(name)}`,
    droppedWhy: (one: NotWoken) =>
      typeof one.generationBefore === "number" && one.generationAfter !== undefined && one.generationBefore === one.generationAfter && one.before !== one.after
        ? ` (generation ${one.generationAfter} 그대로)` : "",
    move: (n: number) => `동작 ${n}`,
  },

  worker: (name: string) => WORKERS[name] ?? name,
  cause,
  /** What a cause changed, beside the sentence. */
  causeDetail: (c: Cause): string => {
    const parts: string[] = [];
    const changed = (c.changed ?? []).filter((path) => path !== "/metadata/generation");
    if (changed.length > 0) {
      const shown = changed.slice(0, 5).map(pointer);
      parts.push(`바뀐 필드: ${list(shown)}${changed.length > shown.length ? ` 외 ${changed.length - shown.length}개` : ""}`);
    }
    if (c.finalStateUnknown) parts.push("목록에서 빠진 것을 보고 앎: 삭제 자체는 보지 못함");
    if (c.generationBefore !== undefined && c.generationAfter !== undefined) {
      parts.push(c.generationBefore === c.generationAfter ? `generation ${c.generationAfter} 그대로` : `generation ${c.generationBefore} → ${c.generationAfter}`);
    }
    return parts.join("; ");
  },
  next: (step: Next) => next(step, (q) => asks[q] ?? q),
  pointer,

  habits: {
    good: "모두 좋은 방식으로 작성됨",
    open: "작성 방식 바꾸기",
    plain: asIs,
  },

  controllers: {
    label: "컨트롤러",
    down: "꺼짐",
    stalled: "일시 정지",
    leads: "리더",
    believes: "리더라고 믿음",
    waits: "리스를 기다림",
    next: "다음",
    passes: (n: number) => `조정 ${n}회`,
    lease: (lease: LeaseView, time: number, { name, sure, stalled }: { name: string; sure: boolean; stalled: boolean }) =>
      lease.holder === null
        ? `리스 ${code(lease.name)}: 보유자 없음.`
        : `리스 ${code(lease.name)}: ${lease.holder === lease.identity ? `${josa(code(name), "이/가")} ${sure ? "보유" : "보유하고 있다고 믿음"}` : `보유자 ${code(lease.holder)}, ${josa(code(name), "은/는")} ${lease.expires <= time ? "지금 가져올 수 있음" : `빨라야 ${span(lease.expires - time)} 뒤에 가져올 수 있음`}`}${stalled ? "" : `; ${code(name)}의 다음 시도는 ${lease.due <= time ? "지금" : `${span(lease.due - time)} 뒤`}${lease.deadline === null ? "" : `, 포기는 ${span(Math.max(0, lease.deadline - time))} 뒤`}`}.`,
  },

  invariants: {
    title: "언제나 지켜져야 하는 것",
    holds: "지켜짐",
    broken: "깨짐",
    allHold: (n: number) => `${n}가지 모두 지켜지고 있습니다.`,
    someBroken: (n: number) => `${n}가지가 깨졌습니다.`,
    expected: (habit: string) => `${code(habit)} 때문에 예상된 결과`,
    since: (n: number) => (n === 0 ? "처음부터" : `동작 ${n}부터`),
    where: (where: string) => `위치 ${code(where)}`,
    name: (name: string) => INVARIANTS[name] ?? name,
  },

  editor: {
    title: "오브젝트",
    tabs: "편집할 오브젝트",
    views: "보는 방식",
    view: { edit: "편집", truths: "세 가지 진실", kubectl: "kubectl" },
    any: "다른 오브젝트…",
    fresh: "새로 만들기",
    freshOne: (kind: string) => `새 ${kind}`,
    text: (what: string) => `${what}의 YAML`,
    notThere: "서버에 없음",
    revision: (revision: string) => `resourceVersion ${revision}`,
    generation: (n: number) => `gen ${n}`,
    save: "저장",
    create: "생성",
    saveHint: "Ctrl+Enter로 저장합니다. Tab 키를 누르면 입력란을 벗어납니다.",
    completeHint: "Ctrl+Space를 누르면 그 자리에 쓸 수 있는 것을 제안합니다.",
    plain: "구문 강조와 제안 기능을 불러오지 못했습니다. 입력란은 그대로 쓸 수 있습니다.",
    long: "이렇게 긴 텍스트는 저장할 때 검사합니다. Ctrl+Space를 누르면 제안은 나옵니다.",
    revert: "되돌리기",
    remove: "삭제",
    show: "표시 범위",
    shows: { written: "직접 쓰는 부분", whole: "오브젝트 전체", managed: "managedFields까지" },
    showLocked: "먼저 저장하거나 되돌리세요. 표시 범위를 바꾸면 입력한 내용이 가려집니다.",
    dirty: "수정됨, 저장 안 됨",
    leave: "편집기에 입력한 내용이 저장되지 않았으며, 새 상황에서는 사라집니다. 계속할까요?",
    moved: (from: string | null, to: string | null) =>
      to === null ? "편집을 시작한 뒤 서버에서 삭제되었습니다." : from === null ? `편집을 시작한 뒤 서버에 생성되었습니다(현재 ${to}).` : `편집을 시작한 뒤 서버에서 바뀌었습니다: ${from} → ${to}.`,
    compare: "차이 보기",
    hideCompare: "차이 숨기기",
    sends: "저장할 때 보내는 내용 보기",
    hideSends: "저장할 때 보내는 내용 숨기기",
    sendsAll: "텍스트 전체가 오브젝트를 대체합니다. −는 지금 서버에 있는 줄, +는 새로 들어갈 줄입니다.",
    sendsNew: "모두 새 내용입니다.",
    theirs: "서버 내용 받기",
    compareMine: "내 편집",
    compareTheirs: "서버",
    terminating: (since: string) => `${since}부터 Terminating 상태입니다. 파이널라이저가 모두 없어질 때까지 남아 있습니다:`,
    noFinalizers: "남은 것이 없습니다",
    removeFinalizers: "파이널라이저 제거",
    removeFinalizersHint: "비상 수단입니다. 제거하면 클러스터 밖은 아무도 정리하지 않습니다.",
    saved: (outcome: string, before: string | null, after: string | null) =>
      before === null || before === after ? `${outcome}${after === null ? "" : `, resourceVersion ${after}`}` : `${outcome}, resourceVersion ${before} → ${after}`,
    refused: (codeNumber: number, reason: string) => `서버가 거부했습니다: ${codeNumber} ${reason}`,
    warned: "서버가 경고와 함께 받아들였지만, 경고한 부분은 저장하지 않았습니다:",
    notSent: "아무것도 보내지 않았습니다:",
    parse: (line: number) => `${line}번째 줄`,
    elsewhere: "텍스트에 표시되지 않는 부분",
    faults: {
      empty: "텍스트에 오브젝트가 없습니다.",
      notAnObject: "텍스트가 오브젝트가 아닙니다. YAML 매핑이어야 합니다.",
      noKind: "`apiVersion`과 `kind`를 문자열로 적어야 합니다.",
      noName: "`metadata.name`을 문자열로 적어야 합니다.",
      many: "오브젝트는 한 번에 하나만 적어 주세요.",
      large: "텍스트가 너무 큽니다. 오브젝트는 1.5MB를 넘을 수 없습니다.",
    } satisfies Record<ParseFault, string>,
  },
};
