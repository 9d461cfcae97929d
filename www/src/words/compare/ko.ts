// The words of the comparison, in Korean. Loaded when it is opened.

import type { CompareWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ko: CompareWords = {
  title: "두 실행 비교",
  intro: "같은 시점에서 한 가지만 다른 두 실행을 나란히 봅니다. 현재 실행은 그대로 남습니다.",
  a: "A",
  b: "B",
  asItIs: "그대로",
  inHand: "현재 실행",
  what: "다르게 할 것",
  whats: { habit: "작성 방식", move: "동작", branch: "남아 있는 분기" },
  habit: "작성 방식",
  value: "값",
  now: "현재",
  good: "좋은 방식",
  how: "언제부터",
  hows: { anew: "처음부터: 상황을 새로 시작해 사람의 동작을 똑같이 반복", rollout: "중간에 배포: 그 시점에 프로세스가 새 방식으로 재시작" },
  from: "시작 시점",
  fromNow: (n) => (n === 0 ? "지금(처음)" : `지금(동작 ${n} 직후)`),
  fromStart: "상황의 처음",
  fromMove: "다른 동작 직후",
  moveNumber: "동작 번호",
  move: "동작",
  groups: { next: "다음에 대신 일어날 수 있는 일", faults: "장애", people: "사람이 하는 일" },
  choices: {
    spec: (name) => `AppConfig ${code(name)}의 spec 변경: \`color: green\``,
    child: (name) => `ConfigMap ${code(name)} 직접 변경: \`color: red\``,
  },
  noMoves: "이 시점에서 해 볼 수 있는 동작이 없습니다.",
  branch: "분기",
  branchOf: (number, from, moves) => `${number}: 동작 ${from}에서 갈라짐, 그 뒤의 동작 ${moves}개`,
  noBranches: "아직 분기가 없습니다. 과거 시점에서 다른 동작을 하면 분기가 남습니다.",
  begin: "비교",
  refused: "비교할 수 없습니다",
  point: (n) => (n === 0 ? "처음부터 비교합니다." : `동작 ${n} 직후부터 비교합니다.`),
  anewPoint: "사람의 동작은 똑같이 두고, 상황의 처음부터 비교합니다.",
  anewOtherwise: "사람의 동작을 달리해 상황의 처음부터 비교합니다.",
  leftOut: (n) => `사람의 동작 ${n}개는 B에서는 할 수 없어 뺐습니다.`,
  other: {
    anew: (habits) => `${habits} 방식으로 작성`,
    rollout: (habits) => `${habits} 방식으로 배포`,
    branch: (number, from) => `동작 ${from}에서 갈라진 분기 ${number}`,
    cluster: "클러스터를 달리함",
    people: "사람의 동작을 달리함",
  },
  pair: (habit, value) => `${code(habit)}: ${value}`,
  and: ", ",
  do: "양쪽 모두",
  step: "양쪽 모두 한 동작",
  finish: "양쪽 조정 끝까지",
  settle: "양쪽 모두 잠잠해질 때까지 실행",
  timer: "타이머까지 시간 보내기",
  by: (span) => `+${span}`,
  back: "시작점으로",
  take: "이쪽으로 가기",
  takeHint: {
    branch: "B가 현재 실행이 되고, 지금까지의 실행은 분기로 남습니다.",
    onward: "B가 현재 실행이 됩니다. 지금의 실행이 그대로 이어지므로 분기는 남지 않습니다.",
    instead: "B는 시작이 다르므로 현재 실행을 대체합니다. 이전 실행은 다른 실행을 시작할 때까지 남아 있습니다.",
  },
  taken: {
    branch: "이제 B가 현재 실행입니다. 이전 실행은 분기로 남아 있습니다.",
    onward: "이제 B가 현재 실행입니다. 지금의 실행이 그대로 이어졌으므로 분기는 남지 않았습니다.",
    instead: "이제 B가 현재 실행입니다. 이전 실행은 다른 실행을 시작할 때까지 남아 있습니다.",
  },
  close: "비교 닫기",
  counted: {
    moves: "동작", passes: "조정", writes: "쓰기", unchangedWrites: "변경 없는 쓰기", conflicts: "충돌", events: "이벤트", time: "가상 시간",
  },
  state: "상태",
  states: { quiet: "잠잠함", down: "컨트롤러 꺼짐", stalled: "일시 정지", timer: "타이머 대기", loop: "루프", goesOn: "계속됨" },
  differs: "다름",
  result: (side, passes, writes, outcome, span) => {
    const sum = `**${side}:** 조정 ${passes}회, 쓰기 ${writes === 0 ? "없음" : `${writes}회`}`;
    switch (outcome.code) {
      case "quiet": return `${sum}. 그 뒤로 잠잠합니다.`;
      case "down": return `${sum}. 그 뒤로 아무것도 움직이지 않습니다. 컨트롤러가 꺼져 있습니다.`;
      case "stalled": return `${sum}. 그 뒤로 아무것도 움직이지 않습니다. 컨트롤러가 일시 정지되어 있습니다.`;
      case "timer": return `${sum}. ${span(outcome.by)} 뒤의 타이머까지 잠잠합니다.`;
      case "goesOn": return `${sum}. 할 일이 더 남아 있습니다.`;
      case "loop": return `**${side}:** 잠잠해지지 않습니다. 조정이 연속 ${outcome.passes}회, 매번 자신의 ${outcome.woken === "status" ? "status " : ""}쓰기에 깨어났습니다. 지금까지 쓰기 ${writes}회.`;
    }
  },
  next: "다음:",
  nothingNext: "남은 일이 없습니다.",
  stoppedRefused: "할 수 없었습니다:",
  stoppedTrap: (what) => (what === null ? "엔진이 여기서 멈춰서 다시 시작했습니다. 양쪽 모두 그 자리에 그대로 있습니다." : `엔진이 여기서 멈춰서 다시 시작했습니다. 실패한 동작: ${what}. 양쪽 모두 그 자리에 그대로 있습니다.`),
  rows: "동작마다 일어난 일",
  rowsNone: "아직 어느 쪽에서도 일어난 일이 없습니다. 양쪽을 한 동작씩, 또는 잠잠해질 때까지 실행하세요.",
  onlyDifferences: "다른 줄만 보기",
  marks: { same: "같음", differs: "다름", onlyA: "A에만", onlyB: "B에만" },
  nothing: "없음",
  folded: (n, mark) => {
    switch (mark) {
      case "same": return `양쪽이 똑같은 동작 ${n}개`;
      case "onlyA": return `A에만 있는 동작 ${n}개 더`;
      case "onlyB": return `B에만 있는 동작 ${n}개 더`;
      case "differs": return `서로 다른 동작 ${n}개`;
    }
  },
  why: (causes) => `이유: ${causes.join("; ")}.`,
  unfold: "보기",
  allSame: "지금까지 양쪽에서 일어난 일은 같습니다.",
  moreRows: (n) => `${n}줄 더 보기`,
  worlds: "결과적으로 달라진 것",
  worldsNone: "두 세계는 오브젝트, 큐, 계정까지 모두 같습니다.",
  worldsMore: (n) => `다른 점 ${n}개 모두 보기`,
  where: "위치",
  absent: "없음",
  there: (revision) => `있음(버전 ${revision})`,
  of: { ready: "준비된 키", waiting: "대기 중인 키", failures: "실패" },
  object: (kind, name) => `${kind} ${code(name)}`,
  queueOf: (what, controller) => `${code(controller)}의 ${what}`,
  accountOf: (name) => `계정 ${code(name)}`,
};
