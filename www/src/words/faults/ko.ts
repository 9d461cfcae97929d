// The words of the panel of faults, in Korean.

import type { FaultWords } from "./en.ts";
import { josa } from "../particles.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ko: FaultWords = {
  title: "고장 내 보기",
  titleOf: (controller: string) => `${controller} 주변에서 고장 내 보기`,
  intro: "모두 동작 하나로 기록됩니다. ‘뒤로’를 눌러 되돌릴 수 있고, 시뮬레이션은 그 상태에서 이어집니다.",
  close: "닫기",
  groups: {
    budget: "예산에 남은 것",
    process: "프로세스",
    watches: "워치와 캐시",
    requests: "컨트롤러의 요청",
    server: "API 서버",
    outside: "클러스터 밖",
  },
  hints: {
    budget: "이 시나리오는 탐색이 일으킬 수 있는 장애의 수를 제한합니다. 아직 남은 장애와, 이미 일어난 장애를 끝내는 동작입니다.",
    process: "그 자리에서 죽습니다. 캐시, 큐, 타이머, 실패 횟수는 사라지고, 서버가 받아들인 것은 남습니다.",
    watches: "보류된 이벤트는 보류를 풀거나 하나씩 전달할 때까지 기다립니다. 끊긴 워치는 다음 전달 때 다시 열립니다.",
    requests: "조건에 맞는 다음 요청이 원래 응답 대신 이 응답을 받습니다.",
    server: "서버의 이력이 사라집니다. 예전 버전을 요청하면 만료되었다는 응답을 받습니다.",
    outside: "Kubernetes가 모르는 것들입니다.",
  },
  none: "남은 것이 없습니다.",
  noCaches: "꺼져 있어서 워치도 캐시도 없습니다.",
  crash: (name: string) => `${name} 크래시`,
  start: (name: string) => `${name} 시작`,
  crashIt: "크래시",
  startIt: "시작",
  startAt: "예전 상태로 시작",
  startAtLabel: "리비전",
  startAtHint: (now: string) => `서버는 현재 ${now}`,
  stall: "일시 정지",
  resume: "재개",
  stalled: "일시 정지: 아는 것은 그대로지만 아무 일도 하지 않음",
  held: "보류 중",
  workers: "컨트롤 플레인의 워커",
  columns: { kind: "종류", state: "현재 상태", what: "할 일" },
  watch: { open: "열림", cut: "끊김", expired: "끊김, 버전 만료됨" },
  hold: "보류",
  release: "보류 풀기",
  deliver: "하나 전달",
  cut: "끊기",
  expire: "끊고 만료시키기",
  resync: "재동기화",
  about: (what: string, kind: string) => `${what}: ${kind}`,
  fail: { target: "요청", reason: "응답", message: "메시지(선택)", times: "횟수", applied: "서버는 처리하고 응답만 유실", go: "걸기" },
  armed: (times: number, target: string, reason: string) => `걸어 두었습니다. 다음 ${code(target)}${times === 1 ? "" : ` ${times}번`}에 ${code(reason)} 응답이 갑니다.`,
  compact: "etcd 컴팩션",
  account: { remove: "제거", break: "고장 내기", heal: "복구", create: "생성", name: "계정", broken: "고장", whole: "정상", of: (what: string, name: string) => `계정 ${name} ${what}`, taken: (name: string) => `계정 ${josa(code(name), "은/는")} 이미 있습니다.` },
};
