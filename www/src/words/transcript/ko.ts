// The words of the transcript, in Korean. Loaded when the transcript is opened.

import type { TranscriptWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ko: TranscriptWords = {
  title: "일어난 모든 일",
  hint: "오래된 것부터입니다. 줄을 고르면 그 동작 직후로 갑니다. ↑와 ↓로 줄을 오갈 수 있습니다.",
  forms: { sentences: "문장", kubectl: "`kubectl get -w`", log: "컨트롤러 로그" },
  form: "형식",
  none: "아직 동작이 없습니다.",
  start: "처음",
  before: "첫 조정 전",
  pass: (pass, key, why) => `${code(key)} 조정 ${pass}: ${why}`,
  passOf: (pass, key, by, why) => `${code(by)}의 ${code(key)} 조정 ${pass}: ${why}`,
  after: (pass, key) => `${code(key)} 조정 ${pass} 이후`,
  afterOf: (pass, key, by) => `${code(by)}의 ${code(key)} 조정 ${pass} 이후`,
  more: (n) => `외 이유 ${n}개`,
  inPass: (pass) => `조정 ${pass}`,
  earlier: (n) => `이전 ${n}줄 보기`,
  later: (n) => `다음 ${n}줄 보기`,
  here: "현재 위치로",
  ahead: "되돌림",
  copy: "전체 복사",
  copied: "복사됨",
  copyFailed: "복사하지 못했습니다. 내려받기를 사용하세요",
  download: "내려받기",
  kind: "종류",
  events: "`--output-watch-events` 사용",
  kubectlHint: "처음부터 켜 두었다면 출력되었을 내용입니다. 표는 API 서버가 만든 그대로이고, 경과 시간은 각 이벤트 시점의 값입니다.",
  kubectlNone: (plural) => `출력이 없습니다. ${code(plural)} 종류의 오브젝트가 아직 없습니다.`,
  kubectlEnded: "API 서버가 워치를 끝냈습니다:",
  verbose: "모든 조정 포함(`--zap-log-level=5`)",
  logHint: (name) => `${code(name)} 컨트롤러가 controller-runtime으로 출력하는 내용입니다. 시각은 가상 시간이고 스택 트레이스는 생략했습니다.`,
  logNone: "출력이 없습니다. 이 로그 수준에서는 시작과 문제가 생긴 일만 출력됩니다. 계속 성공하는 루프는 아무 말도 하지 않습니다.",
  died: "프로세스가 여기서 죽었습니다. 이제부터 다른 프로세스의 로그입니다",
  rolledOut: (set) => `새 버전이 배포되었습니다(${set}). 이제부터 그 버전의 로그입니다`,
};
