import { josa } from "../particles.ts";
import type { VersionWords } from "./en.ts";

const madeBy = (engine: string | null): string => (engine === null ? "다른 버전" : `버전 ${engine}`);

export const ko: VersionWords = {
  made: (from, engine, here) => {
    switch (from) {
      case "link": return `이 링크는 플레이그라운드 ${madeBy(engine)}에서 만들어졌습니다. 지금은 버전 ${here}입니다.`;
      case "file": return `이 파일은 플레이그라운드 ${madeBy(engine)}에서 만들어졌습니다. 지금은 버전 ${here}입니다.`;
      case "result": return `이 결과는 플레이그라운드 ${madeBy(engine)}에서 만들어졌습니다. 지금은 버전 ${here}입니다.`;
      case "kept": return `지난번 실행은 플레이그라운드 ${madeBy(engine)}에서 만들어졌습니다. 지금은 버전 ${here}입니다.`;
    }
  },
  same: "여기서 다시 실행해도 같은 상태가 됩니다.",
  played: "모든 동작을 여기서도 실행했습니다.",
  digestTitle: "이 버전에서는 다른 상태가 됩니다",
  digest: "모든 동작을 실행했지만, 마지막 다이제스트가 저장될 때의 것과 다릅니다.",
  moveTitle: (move, of) => `동작 ${of}개 중 ${move - 1}개까지 실행했습니다`,
  move: (move, what) => `${what === "" ? josa(`동작 ${move}`, "은/는") : `동작 ${move}(${what})의 실행은`} 이 버전에서 할 수 없습니다. 그 직전에 멈춰 있습니다.`,
  beginTitle: "이 버전에서는 열 수 없습니다",
  begin: (path) => `처음 상태가 거부되었습니다${path === "" ? "" : `(위치: \`${path}\`)`}. 바뀐 것은 없습니다.`,
  open: (engine) => `버전 ${engine}에서 열기`,
  absent: (engine) => (engine === null ? "어떤 버전인지는 적혀 있지 않습니다." : `${josa(`버전 ${engine}`, "은/는")} 이 사이트에 없습니다.`),
  hide: "이 안내 닫기",
  renewal: "새 버전이 있습니다.",
  kept: "새로 고쳐도 하던 실행이 이어집니다.",
  lost: "이 실행은 브라우저에 남지 않습니다. 먼저 파일로 저장하세요.",
  reload: "새로 고침",
};
