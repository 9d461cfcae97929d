import { josa } from "../particles.ts";
import type { MissingWords } from "./en.ts";

export const ko: MissingWords = {
  title: "이 페이지는 없습니다",
  lead: "주소가 잘못되었거나 페이지가 옮겨졌습니다.",
  playground: "플레이그라운드",
  course: "강의",
  noVersion: (version) => `${josa(`버전 ${version}`, "은/는")} 여기에 없습니다`,
  noVersionLead: (version) => `이 주소는 플레이그라운드 버전 ${version}의 주소이지만, 이 사이트에는 그 버전이 없습니다.`,
  notInVersion: (version) => `플레이그라운드 ${josa(`버전 ${version}`, "은/는")} 있지만, 그 안에 이 페이지는 없습니다.`,
  latest: (version) => (version === null ? "같은 주소를 최신 버전에서 열기" : `같은 주소를 최신 버전 ${version}에서 열기`),
  latestHint: "링크에 담긴 내용은 그대로 이어지고 그곳에서 다시 실행됩니다. 어디까지 실행되었는지는 페이지가 알려 줍니다.",
  those: "여기에 있는 버전",
  version: (version) => `버전 ${version}`,
};
