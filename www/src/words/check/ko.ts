// The words of the check of every order, in Korean. Loaded when it is opened.

import type { Budget, CheckFails, CheckLimits } from "../../contract.ts";
import { josa } from "../particles.ts";
import { big } from "./big.ts";
import type { CheckWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)}ms` : `${(ms / 1000).toFixed(1)}초`;
}

const LIMITS: Record<keyof CheckLimits, string> = { states: "상태 수", depth: "이어지는 동작 수", ms: "시간", bytes: "메모리" };

const FAULTS: Record<keyof Budget, (n: number) => string> = {
  crash: (n) => `크래시 ${n}회`,
  fail: (n) => `실패하거나 응답이 유실되는 요청 ${n}회`,
  stall: (n) => `일시 정지 ${n}회`,
  cutWatch: (n) => `워치 끊김 ${n}회`,
  hold: (n) => `워치 보류 ${n}회`,
};

const HOWS: Record<CheckFails["how"], string> = { broken: "깨짐", deadlock: "교착 상태", livelock: "라이브락" };

export const ko: CheckWords = {
  title: "모든 순서 시도",
  lead: "전달, 조정, 수집기의 작업, 타이머가 일어나는 모든 순서를, 아래에서 고른 장애와 다른 사람의 동작을 모든 시점에 끼워 넣으며 시도합니다. 언제나 올바른 상태에 이르러 유지되거나, 그렇지 않은 가장 짧은 반례를 보여 줍니다.",

  subject: {
    title: "검사 대상",
    whole: (title: string) => `“${title}” 상황을 처음부터 검사합니다.`,
    nameless: "이 실행의 시나리오를 처음부터 검사합니다.",
    good: "작성 방식은 모두 좋은 방식입니다.",
    habits: (habits: readonly string[]) => `좋은 방식이 아닌 것: ${habits.map(code).join(", ")}.`,
    chosen: "작성 방식 창에서 골랐지만 아직 배포하지 않은 것도 포함합니다.",
    moves: (n: number) => `이 실행의 동작 ${big(n)}개는 아래에서 허용한 것 말고는 포함하지 않습니다.`,
    nothing: "처음에 AppConfig가 없어서 조정할 것이 거의 없습니다.",
  },

  budget: {
    title: "장애",
    none: "장애 없음",
    intermediate: "도중에 죽음",
    stale: "오래된 정보로 행동",
    unobserved: "일어난 일을 놓침",
    own: "횟수 직접 지정",
  },
  budgetHint: {
    none: "순서만 시도합니다. 전달은 늦어지고 조정은 언제든 시작됩니다.",
    intermediate: "어디서든 한 번 크래시가 나고, 요청 하나가 실패하거나 응답이 유실됩니다. 남겨진 상태에서 이어 갈 수 있어야 합니다(`intermediate state`).",
    stale: "어디서든 한 번 멈춰 서고, 그동안 바깥은 계속 바뀌며, 다시 움직일 때는 알던 것만 가지고 이어 갑니다(`stale state`).",
    unobserved: "어디서든 워치가 한 번 끊기고 크래시가 한 번 납니다. 그동안 일어난 일은 이벤트로 오지 않습니다(`unobserved state`).",
    own: "각각 몇 번까지, 언제든 일어날 수 있는지 정합니다.",
  },
  fault: { crash: "크래시", fail: "실패하거나 응답이 유실되는 요청", stall: "일시 정지", cutWatch: "워치 끊김", hold: "워치 보류" },

  others: {
    title: "다른 사람이 할 수 있는 일",
    hint: "각각 언제든 한 번 일어나거나, 일어나지 않습니다.",
    spec: (name: string, field: string) => `누군가 ${code(name)}의 spec을 수정: ${code(field)}`,
    child: (name: string, field: string) => `누군가 ConfigMap ${josa(code(name), "을/를")} 직접 수정: ${code(field)}`,
    childGone: (name: string) => `누군가 ConfigMap ${josa(code(name), "을/를")} 삭제`,
    webGone: (name: string) => `누군가 AppConfig ${josa(code(name), "을/를")} 삭제`,
    secretThere: (name: string) => `필요한 Secret ${josa(code(name), "이/가")} 생김`,
    secretGone: (name: string) => `필요한 Secret ${josa(code(name), "이/가")} 삭제됨`,
    accountGone: (name: string) => `누군가 클러스터 밖의 계정 ${josa(code(name), "을/를")} 제거`,
    own: "이 실행에서 한 일",
    tooMany: (n: number, most: number) => `${n}개를 골랐습니다. 최대 ${most}개까지 고를 수 있습니다.`,
  },

  limit: "최대 상태 수",
  limitHint: "진행 중인 일까지 포함한 전체의 한 모습이 상태 하나입니다. 많을수록 시간과 메모리가 더 듭니다.",
  limitWrong: (least: number, most: number) => `${big(least)}부터 ${big(most)}까지의 정수여야 합니다.`,
  numberWrong: (most: number) => `0부터 ${most}까지의 정수여야 합니다.`,

  go: "모든 순서 시도",
  cancel: "취소",
  again: "다시 시도",
  more: (states: number) => `상태 ${big(states)}개까지 늘려 다시 시도`,
  result: "결과",
  waiting: "아직 시도하지 않았습니다.",
  starting: "시작하는 중…",
  progress: (states: number, rate: number | null, depth: number) => `상태 ${big(states)}개${rate === null ? "" : `, 초당 ${big(rate)}개`}, 깊이 ${big(depth)}`,
  frontier: (n: number) => `찾았지만 아직 살펴보지 않은 상태가 ${big(n)}개 있습니다.`,
  heard: (states: number) => `계속 시도하는 중: 상태 ${big(states)}개.`,
  cancelled: "취소했습니다. 아무것도 알 수 없습니다.",
  refused: "엔진이 받아들이지 않습니다",
  unloaded: "시도에 필요한 부분을 불러오지 못했습니다. 실행은 그대로입니다. 다시 시도하세요.",
  died: "시도하는 동안 엔진이 멈췄습니다. 실행은 그대로입니다. 아무것도 알 수 없습니다.",
  before: "앞서 고른 것에 대한 결과입니다. 지금 고른 것과 다릅니다.",

  holds: "성립합니다: 어떤 순서에서도 올바른 상태에 이르러 유지됩니다.",
  fails: (property: string) => `성립하지 않습니다: ${property}`,
  should: (means: string) => `성립해야 하는 것: ${means}`,
  notFinished: "끝나지 않았습니다: 성립하는지 알 수 없습니다.",
  looked: (states: number, transitions: number, depth: number, ms: number) => `상태 ${big(states)}개, 전이 ${big(transitions)}개, 깊이 ${big(depth)}까지 ${seconds(ms)} 동안 살펴보았습니다.`,
  lookedAt: "살펴본 범위",
  quiet: (n: number) => `잠잠한 상태는 ${big(n)}개였습니다.`,
  bounded: (budget, others) => {
    const faults = (Object.keys(FAULTS) as (keyof Budget)[]).filter((one) => budget[one] > 0).map((one) => FAULTS[one](budget[one]));
    return `범위: ${faults.length === 0 ? "장애 없음" : `최대 ${faults.join(", ")}`}. ${others === 0 ? "다른 사람의 동작 없음" : `다른 사람의 동작 ${big(others)}개, 각각 최대 한 번`}.`;
  },
  reduced: "순서가 달라도 결과가 같은 것은 한 번만 살펴보았습니다.",
  leftOut: "살펴보지 않은 것",
  left: {
    latency: "요청에 걸리는 시간. 어차피 모든 순서를 시도합니다.",
    oldServers: "시작하는 프로세스는 지금 있는 것만 보며, 서버의 예전 상태는 보지 않습니다.",
    draws: "우연히 정해지는 것은 한 실행에서 정해진 대로만 따릅니다.",
    backlog: "캐시가 이벤트 여러 개만큼 뒤처진 상태. 그런 순서는 따라가지 않습니다.",
  },
  stopped: (limit) => `${LIMITS[limit]} 한도에 이르렀습니다.`,

  properties: {
    stable: ["결국 안정되는 조정(`eventually stable reconciliation`)", "장애가 끝나면 언제나 spec이 원하는 상태에 이르고, 그대로 유지됩니다."],
    noLoop: ["끝없는 루프가 없다", "아무도 바꾸지 않는데 쓰기가 끝없이 이어지는 일은 없습니다."],
    othersKept: ["다른 사람의 것이 남는다", "다른 사람의 것은 그 사람이 남긴 그대로입니다."],
    oneRunPerKey: ["한 키를 동시에 두 번 조정하지 않는다", "두 워커가 같은 키를 동시에 조정하는 일은 없습니다."],
    cacheIsPast: ["캐시는 언제나 서버의 과거 어느 한 시점과 같다", "캐시에는 한때 사실이었던 것만 있습니다."],
    nothingLeaks: ["클러스터 밖에 남겨진 것이 없다", "AppConfig가 사라지면 클러스터 밖의 계정도 사라집니다."],
    noDuplicates: ["같은 자식이 둘 있지 않다", "AppConfig의 ConfigMap은 하나이고, 둘이 되지 않습니다."],
    readyIsTrue: ["Ready는 기록된 순간 사실이었다", "status는 실제로 있는 것에 대해서만 Ready라고 합니다."],
  },
  how: {
    broken: "동작 하나로 깨집니다.",
    deadlock: "교착 상태: 잠잠하지만 잘못되어 있고, 아무도 다시 보지 않습니다.",
    livelock: "라이브락: 끝없이 돌기만 하고 올바른 상태에 이르지 못합니다.",
  },
  wrong: {
    childMissing: "자식이 없습니다.",
    childDiffers: "자식의 내용이 spec이 원하는 것과 다릅니다.",
    childLeft: "아무도 원하지 않는 자식이 있습니다.",
    accountMissing: "spec이 원하는 클러스터 밖의 계정이 없습니다.",
    accountLeft: "아무도 원하지 않는 계정이 클러스터 밖에 있습니다.",
    statusOld: "status에 지금의 generation에 대한 내용이 없습니다.",
    statusWrong: "status가 실제와 다릅니다.",
    finalizerLeft: "삭제 중인 오브젝트에 파이널라이저가 끝까지 남습니다.",
    othersTaken: "다른 사람이 둔 것을 컨트롤러가 없앴습니다.",
    failing: "어떤 키가 되풀이해서 실패합니다.",
  },
  where: (where: string) => `위치: ${code(where)}.`,
  by: (controller: string) => `컨트롤러: ${code(controller)}.`,
  story: (moves: number, faults: number, others: number) => `가장 짧은 반례는 동작 ${big(moves)}개이고, 장애는 ${faults === 0 ? "없고" : `${big(faults)}개`}, 다른 사람의 동작은 ${others === 0 ? "없습니다" : `${big(others)}개입니다`}.`,
  see: "반례 보기",
  copy: "링크 복사",
  copied: "복사했습니다",
  copyFailed: "복사하지 못했습니다. 브라우저가 허용하지 않습니다",
  seeHint: "결정적인 동작에서 열립니다. 지금 실행을 대신하며, 지금 실행은 남겨 둡니다.",

  fix: "고칠 방법 찾기",
  fixHint: "어떤 작성 방식 때문인지 시도해 봅니다.",
  trying: (tried: number, of: number) => `시도하는 중: ${of}개 가운데 ${tried}개`,
  tryingWhat: (what: string) => `지금은 ${what}`,
  found: (tried: number) => `${tried}개를 시도해 찾았습니다. 이렇게 쓰면 성립합니다.`,
  foundNone: (tried: number) => `시도한 ${tried}개 가운데 성립하게 하는 것은 없었습니다.`,
  undecided: (n: number) => `${n}개는 끝까지 살펴보지 못했습니다. 고쳐지는지 알 수 없습니다.`,
  fixCancelled: "모두 시도하기 전에 취소했습니다.",
  fixFailed: "시도하지 못했습니다.",
  change: (habit: string, value: string) => `${code(habit)} “${value}”`,
  and: ", ",
  ofController: (what: string, controller: string) => `${code(controller)}의 ${what}`,
  apply: "배포",
  applied: "지금 이렇게 실행 중",

  storyTitle: "모든 순서를 시도해 찾은 반례",
  decisive: (move: number) => move === 0 ? "처음부터 정해져 있습니다. 저절로 일어나는 일만으로는 올바르게 되지 않습니다." : `동작 ${move}에서 결정됩니다. 여기서부터는 저절로 일어나는 일만으로 올바르게 되지 않습니다.`,
  decisiveBroken: (move: number) => move === 0 ? "처음부터 성립하지 않습니다." : `동작 ${move}에서 결정됩니다. 이 동작으로 깨집니다.`,
  cycle: (from: number, to: number) => `동작 ${from}부터 ${to}까지 끝없이 되풀이됩니다.`,
  toDecisive: "결정적인 동작으로",
  toCycle: "되풀이가 시작되는 곳으로",
  hide: "숨기기",

  table: {
    title: "세 가지 장애에서 본 모든 작성 방식",
    hint: "모든 순서를 시도해 알아낸 결과입니다. 좋은 방식에는 표시가 있습니다.",
    value: "작성 방식",
    verdicts: { holds: "성립", fails: "성립하지 않음", notFinished: "끝나지 않음" },
    with: (others: readonly string[]) => `함께 쓴 것: ${others.map(code).join(", ")}.`,
    why: (property: string, how, moves: number) => `${property}: 동작 ${big(moves)}개 뒤 ${HOWS[how]}.`,
    inDialog: "모든 순서를 시도하면",
  },
};
