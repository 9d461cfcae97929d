// The words of the other views of an object and of the rich editor, in Korean.

import type { Pass } from "../../contract.ts";
import { josa } from "../particles.ts";
import type { EditorWords } from "./en.ts";

const FROM: Record<Pass["holds"][number]["from"], string> = {
  cache: "캐시에서 읽은", server: "서버에서 읽은", answer: "자신의 쓰기에 대한 서버의 응답으로 받은",
};

export const ko: EditorWords = {
  phrases: {
    Completions: "제안 목록",
    Diagnostics: "문제",
    "No diagnostics": "문제가 없습니다",
    close: "닫기",
    "Selection deleted": "선택한 부분을 삭제했습니다",
    "Control character": "제어 문자",
  },

  complete: {
    required: "필수",
    listOf: (type) => `${type} 목록`,
    mapOf: (type) => `${type} 맵`,
    oneOf: "이 중 하나",
    served: "여기서 쓸 수 있음",
    there: "지금 있음",
    itsOwn: "컨트롤러 자신의 것",
    account: "클러스터 밖의 계정",
    fields: {
      apiVersion: "종류의 그룹과 버전입니다.",
      kind: "오브젝트의 종류입니다.",
      metadata: "모든 오브젝트에 있는 이름, 레이블, 관리 정보입니다.",
      "metadata.name": "같은 종류 안에서 네임스페이스마다 하나뿐이며, 바꿀 수 없습니다.",
      "metadata.namespace": "오브젝트가 놓이는 곳이며, 바꿀 수 없습니다.",
      "metadata.labels": "오브젝트를 골라내는 데 쓰는 짧은 쌍입니다.",
      "metadata.annotations": "사람과 도구를 위한, 길이 제한 없는 메모입니다.",
      "metadata.finalizers": "하나라도 남아 있으면 삭제된 오브젝트는 Terminating으로 표시만 된 채 남습니다.",
      "metadata.ownerReferences": "누구의 것인지 나타냅니다. 소유자가 없어지면 가비지 수집기가 지웁니다.",
      "metadata.ownerReferences.[].controller": "이벤트를 전해 받는 단 하나의 소유자입니다.",
      "metadata.ownerReferences.[].blockOwnerDeletion": "소유자의 포그라운드 삭제가 이것을 기다립니다.",
      "metadata.ownerReferences.[].uid": "바로 그 소유자입니다. 이름이 같아도 다른 오브젝트는 남입니다.",
      "metadata.resourceVersion": "내가 본 버전입니다. 적어 두면 더 새로운 것을 덮어쓰는 저장은 거부됩니다.",
      "metadata.generateName": "서버가 나머지를 정하는 이름의 앞부분입니다.",
      "AppConfig.spec": "원하는 상태입니다. 바꾸면 generation이 올라갑니다.",
      "AppConfig.status": "컨트롤러의 보고입니다. 오브젝트 전체를 저장해도 그대로입니다.",
      "AppConfig.spec.data": "ConfigMap에 있어야 할 내용입니다. 없으면 ConfigMap이 필요 없다는 뜻입니다.",
      "AppConfig.spec.requires": "먼저 있어야 하는 Secret입니다.",
      "AppConfig.spec.account": "컨트롤러가 만들고 지우는, 클러스터 밖의 계정입니다.",
      "ConfigMap.data": "이름별 문자열입니다.",
      "ConfigMap.binaryData": "이름별 바이트이며, `base64`로 적습니다.",
      "ConfigMap.immutable": "`true`로 두면 내용을 다시는 바꿀 수 없습니다.",
      "Secret.type": "내용의 용도입니다.",
      "Secret.data": "이름별 바이트이며, `base64`로 적습니다.",
      "Secret.stringData": "서버가 `data`로 바꾸는 문자열입니다.",
      "Secret.immutable": "`true`로 두면 내용을 다시는 바꿀 수 없습니다.",
      "Lease.spec.holderIdentity": "지금 가진 쪽입니다.",
      "Lease.spec.leaseDurationSeconds": "갱신을 본 뒤로 다른 쪽이 기다리는 시간입니다.",
      "CustomResourceDefinition.spec.names": "종류를 부르는 이름들입니다.",
      "CustomResourceDefinition.spec.scope": "오브젝트가 네임스페이스에 놓이는지 여부입니다.",
    },
  },

  kubectl: {
    what: "kubectl의 출력",
    output: (command) => `${command}의 출력`,
    managed: "managedFields",
    copy: "복사",
    copied: "복사했습니다.",
    notCopied: "브라우저가 복사를 허용하지 않았습니다. 텍스트를 선택해 직접 복사하세요.",
  },

  truths: {
    title: "오브젝트 하나, 진실 셋",
    columns: { server: "API 서버", cache: "캐시", copy: "Reconciler" },
    nothing: "없음",
    eventsBehind: (n) => `${n}건 뒤처짐`,
    old: "오래됨",
    differs: "다름",
    other: "서버와 다른 값:",
    absent: "없음",
    nobody: "어디에도 없습니다. 서버에 없고, 캐시에도 조정에도 복사본이 없습니다.",
    allSame: (revision) => `셋 모두 resourceVersion **${revision}**, 같은 내용입니다. 뒤처진 곳이 없습니다.`,
    bothSame: (revision) => `서버와 캐시가 모두 resourceVersion **${revision}**, 같은 내용입니다. 캐시는 뒤처지지 않았습니다.`,
    noCopy: (pass) => (pass === null ? "진행 중인 조정이 없어 Reconciler에 복사본이 없습니다." : `조정 ${pass}에는 이 오브젝트의 복사본이 없습니다.`),
    inStep: (revision) => `캐시는 서버와 같은 버전 **${revision}**입니다.`,
    spoilt: (revision) => `캐시는 서버와 같은 버전 **${revision}**인데 내용이 다릅니다. 조정이 캐시에 직접 썼기 때문입니다.`,
    behind: (has, is, then) =>
      has === null ? `캐시는 이 오브젝트를 아직 모릅니다. 서버에는 버전 **${is}** 상태로 있습니다. ${then}`
      : is === null ? `서버에는 이미 없는데, 캐시에는 아직 버전 **${has}** 상태로 있습니다. ${then}`
      : `캐시가 서버보다 뒤처져 있습니다. 캐시는 버전 **${has}**, 서버는 버전 **${is}**입니다. ${then}`,
    underway: (n, held) => `이 오브젝트에 대한 이벤트 ${n}건이 ${held ? "보류 중" : "전송 중"}입니다.`,
    cut: "워치가 끊겨 전송 중인 이벤트가 없습니다.",
    cached: {
      notRunning: () => "컨트롤러가 실행되고 있지 않아 캐시도 복사본도 없습니다.",
      notKept: () => "컨트롤러는 이 종류를 캐시하지 않으며, 살펴보는 일도 없습니다.",
      notListed: () => "캐시가 아직 첫 목록을 받지 않았습니다.",
      selected: (selector) => `캐시가 \`${selector}\`로 제한되어 있어 이 오브젝트를 알 수 없습니다.`,
    },
    copy: (pass, has, from, is, same) =>
      same ? `조정 ${pass}에는 ${FROM[from]} 복사본이 있으며, 서버와 같은 버전 **${has}**입니다.`
      : has === is ? `조정 ${pass}에는 ${FROM[from]} 버전 **${has}** 복사본이 있으며, 그 내용을 고쳤습니다.`
      : `조정 ${pass}에는 ${FROM[from]} 버전 **${has}** 복사본이 있습니다.${is === null ? "" : ` 서버는 버전 **${is}**입니다.`}`,
    taken: (before, after) =>
      `이 복사본을 지금 보내면(\`PUT\`) 서버가 받아들입니다.${before === after ? " 움직이는 것은 없습니다." : after === null ? "" : ` 버전은 ${josa(`**${after}**`, "이/가")} 됩니다.`}`,
    refused: (code, reason) => `이 복사본을 지금 보내면(\`PUT\`) 서버가 거부합니다: **${code} ${reason}**.`,
    unguarded: (method) => `하지만 다음 요청은 resourceVersion이 없는 \`${method}\`입니다. 비교할 버전이 없으므로 그대로 통과합니다.`,
    showAll: "모든 줄 보기",
    onlyDiffering: "다른 줄만 보기",
    alike: (n) => `${n}줄은 같습니다.`,
  },
};
