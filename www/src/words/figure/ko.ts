import type { FigureWords } from "./en.ts";

function code(text: string): string {
  return `\`${text}\``;
}

export const ko: FigureWords = {
  own: "이름 없는 실행",
  beginning: "여기가 처음입니다. 아직 아무 동작도 하지 않았습니다.",
  standing: (move, controller) => `어디에 무엇이 있는가(${move}${controller === null ? "" : `, ${controller}`}):`,
  picture: (title, move, said) => `${title}. ${move}: ${said}`,
  page: {
    see: "볼 것",
    asked: "과제 내용",
    open: "플레이그라운드에서 열기",
    inWords: "글로 읽기",
    place: "내 페이지에 넣기",
    placeHint: "이 요소는 그림을 보여 주고, 클릭하면 실행됩니다. 스크립트가 제거되는 곳에서도 그림과 링크는 남습니다.",
    element: "요소",
    frame: "프레임",
    markdown: "Markdown 그림",
    relative: (file) => `주소는 ${code(file)} 파일이 있는 이 사이트의 폴더를 기준으로 합니다. 앞에 사이트 주소를 붙이십시오.`,
    files: "파일",
    picture: "그림(너비 720)",
    narrow: "그림(너비 360)",
    text: "텍스트",
    card: "링크 카드",
  },
};
