// The words of the other views of an object and of the rich editor, in Japanese.

import type { Pass } from "../../contract.ts";
import type { EditorWords } from "./en.ts";

const FROM: Record<Pass["holds"][number]["from"], string> = {
  cache: "キャッシュから読んだ", server: "サーバーから読んだ", answer: "自分の書き込みへの応答で受け取った",
};

export const ja: EditorWords = {
  phrases: {
    Completions: "候補",
    Diagnostics: "問題点",
    "No diagnostics": "問題はありません",
    close: "閉じる",
    "Selection deleted": "選択範囲を削除しました",
    "Control character": "制御文字",
  },

  complete: {
    required: "必須",
    listOf: (type) => `${type} の並び`,
    mapOf: (type) => `${type} のマップ`,
    oneOf: "このどれか",
    served: "ここで使える",
    there: "今ある",
    itsOwn: "コントローラー自身のもの",
    account: "外部のアカウント",
    fields: {
      apiVersion: "種類のグループとバージョン。",
      kind: "オブジェクトの種類。",
      metadata: "どのオブジェクトにもある名前、ラベル、管理用の情報。",
      "metadata.name": "その種類の中で、名前空間ごとに一意。あとから変えられません。",
      "metadata.namespace": "置かれる場所。あとから変えられません。",
      "metadata.labels": "オブジェクトを選び出すための短い組。",
      "metadata.annotations": "人やツールのための、長さを問わないメモ。",
      "metadata.finalizers": "一つでも残っている間、削除されたオブジェクトは Terminating の印が付くだけで残ります。",
      "metadata.ownerReferences": "だれのものか。オーナーがなくなると、ガベージコレクターが片付けます。",
      "metadata.ownerReferences.[].controller": "イベントを知らされる、ただ一つのオーナー。",
      "metadata.ownerReferences.[].blockOwnerDeletion": "オーナーのフォアグラウンド削除が、これを待ちます。",
      "metadata.ownerReferences.[].uid": "まさにそのオーナー。同じ名前でも別のオブジェクトは別です。",
      "metadata.resourceVersion": "自分が見たバージョン。書いておくと、より新しいものを上書きする保存は拒否されます。",
      "metadata.generateName": "サーバーが続きを決める、名前の先頭部分。",
      "AppConfig.spec": "あるべき状態。変えると generation が進みます。",
      "AppConfig.status": "コントローラーの報告。オブジェクト全体を保存しても変わりません。",
      "AppConfig.spec.data": "ConfigMap が持つべき内容。書かなければ、ConfigMap は要りません。",
      "AppConfig.spec.requires": "先にあるべき Secret。",
      "AppConfig.spec.account": "コントローラーが作って消す、クラスター外部のアカウント。",
      "ConfigMap.data": "名前ごとの文字列。",
      "ConfigMap.binaryData": "名前ごとのバイト列（`base64`）。",
      "ConfigMap.immutable": "`true` にすると、内容は二度と変えられません。",
      "Secret.type": "内容の用途。",
      "Secret.data": "名前ごとのバイト列（`base64`）。",
      "Secret.stringData": "サーバーが `data` に直す文字列。",
      "Secret.immutable": "`true` にすると、内容は二度と変えられません。",
      "Lease.spec.holderIdentity": "今の保持者。",
      "Lease.spec.leaseDurationSeconds": "更新を見てから、ほかの者が待つ時間。",
      "CustomResourceDefinition.spec.names": "種類の呼び名。",
      "CustomResourceDefinition.spec.scope": "オブジェクトを名前空間に置くかどうか。",
    },
  },

  kubectl: {
    what: "kubectl の出力",
    output: (command) => `${command} の出力`,
    managed: "managedFields",
    copy: "コピー",
    copied: "コピーしました。",
    notCopied: "ブラウザーがコピーを許しませんでした。テキストを選択してください。",
  },

  truths: {
    title: "一つのオブジェクト、三つの真実",
    columns: { server: "API サーバー", cache: "キャッシュ", copy: "Reconciler" },
    nothing: "なし",
    eventsBehind: (n) => `${n}件遅れ`,
    old: "古い",
    differs: "違いあり",
    other: "サーバーと違う値：",
    absent: "ない",
    nobody: "だれも持っていません。サーバーになく、キャッシュにも調整の手元にもコピーはありません。",
    allSame: (revision) => `三者とも同じもの、resourceVersion **${revision}** を持っています。だれも遅れていません。`,
    bothSame: (revision) => `サーバーとキャッシュは同じもの、resourceVersion **${revision}** を持っています。キャッシュに遅れはありません。`,
    noCopy: (pass) => (pass === null ? "調整が動いていないので、Reconciler はコピーを持っていません。" : `調整${pass}はコピーを持っていません。`),
    inStep: (revision) => `キャッシュはサーバーと同じ **${revision}** です。`,
    spoilt: (revision) => `キャッシュはサーバーと同じバージョン **${revision}** なのに、中身が違います。調整がキャッシュに書き込みました。`,
    behind: (has, is, then) =>
      has === null ? `キャッシュはまだ知りません。サーバーは **${is}** です。${then}`
      : is === null ? `サーバーにはもうありませんが、キャッシュにはまだ **${has}** があります。${then}`
      : `キャッシュはサーバーより遅れています。キャッシュは **${has}**、サーバーは **${is}** です。${then}`,
    underway: (n, held) => `これについてのイベント${n}件が${held ? "保留中" : "配送中"}です。`,
    cut: "ウォッチが切れているので、配送中のイベントはありません。",
    cached: {
      notRunning: () => "コントローラーが動いていないので、キャッシュもコピーもありません。",
      notKept: () => "コントローラーはこの種類のキャッシュを持たず、見ることもありません。",
      notListed: () => "キャッシュはまだ最初の一覧を取り込んでいません。",
      selected: (selector) => `キャッシュは \`${selector}\` に限られていて、これを知ることはありません。`,
    },
    copy: (pass, has, from, is, same) =>
      same ? `調整${pass}の手元にあるのは、${FROM[from]}、サーバーと同じ **${has}** です。`
      : has === is ? `調整${pass}の手元にあるのは、${FROM[from]} **${has}** のコピーを書き換えたものです。`
      : `調整${pass}の手元にあるのは、${FROM[from]} **${has}** です。${is === null ? "" : `サーバーは **${is}** です。`}`,
    taken: (before, after) =>
      `このコピーを今送れば（\`PUT\`）、サーバーは受け取ります。${before === after ? "何も動きません。" : after === null ? "" : `バージョンは **${after}** になります。`}`,
    refused: (code, reason) => `このコピーを今送れば（\`PUT\`）、サーバーは拒否します：**${code} ${reason}**。`,
    unguarded: (method) => `ただし、次のリクエストは resourceVersion のない \`${method}\` です。何も比べられず、通ってしまいます。`,
    showAll: "すべての行を表示",
    onlyDiffering: "違う行だけ",
    alike: (n) => `${n}行は同じです。`,
  },
};
