import type { FrameWords } from "./en.ts";

export const ko: FrameWords = {
  full: "전체 페이지",
  fullHint: "이 실행을 지금 단계 그대로 별도 페이지에서 엽니다",
  address: "이 페이지에서는 다른 페이지를 열 수 없습니다. 주소를 복사하세요.",
  file: (name) => `이 페이지에서는 파일을 저장할 수 없습니다. \`${name}\`의 내용을 복사하세요.`,
  again: "그래도 하려면 한 번 더 누르세요.",
  copy: "복사",
  copied: "복사했습니다",
  copyFailed: "복사하지 못했습니다. 글자를 선택하세요",
  close: "닫기",
};
