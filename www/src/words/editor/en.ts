// The words of the other views of an object and of the rich editor, in English.

import type { Pass } from "../../contract.ts";
import type { Cached, Column } from "../../derive/truths.ts";

const FROM: Record<Pass["holds"][number]["from"], string> = {
  cache: "read from the cache", server: "read from the server", answer: "taken from the server's answer to its own write",
};

export const en = {
  /** What the rich editor says to a screen reader, by its own words. */
  phrases: {
    Completions: "Completions",
    Diagnostics: "Diagnostics",
    "No diagnostics": "No diagnostics",
    close: "close",
    "Selection deleted": "Selection deleted",
    "Control character": "Control character",
  },

  complete: {
    required: "required",
    listOf: (type: string) => `list of ${type}`,
    mapOf: (type: string) => `map of ${type}`,
    oneOf: "one of these",
    served: "served here",
    there: "is there",
    itsOwn: "the controller's own",
    account: "account outside",
    /** By path, after the kind where it is the kind's own. */
    fields: {
      apiVersion: "Group and version of the kind.",
      kind: "What sort of object this is.",
      metadata: "Names, labels and bookkeeping that every object has.",
      "metadata.name": "Unique in its namespace for the kind; never changes.",
      "metadata.namespace": "Where it lives; never changes.",
      "metadata.labels": "Short pairs to select objects by.",
      "metadata.annotations": "Notes of any length for people and tools.",
      "metadata.finalizers": "While one is left, a deleted object stays and is only marked as terminating.",
      "metadata.ownerReferences": "Whose it is: the garbage collector removes it after its owners.",
      "metadata.ownerReferences.[].controller": "The one owner that is told of its events.",
      "metadata.ownerReferences.[].blockOwnerDeletion": "A foreground deletion of the owner waits for it.",
      "metadata.ownerReferences.[].uid": "Of this very owner: another of the same name is somebody else.",
      "metadata.resourceVersion": "The version that you have seen. With it, a Save that would overwrite a newer one is refused.",
      "metadata.generateName": "The beginning of a name that the server completes.",
      "AppConfig.spec": "What is wanted. A change of it moves the generation.",
      "AppConfig.status": "What the controller reports. A Save of the whole object leaves it as it is.",
      "AppConfig.spec.data": "What the ConfigMap must hold. Left out: no ConfigMap is wanted.",
      "AppConfig.spec.requires": "A Secret that must be there first.",
      "AppConfig.spec.account": "An account outside the cluster, made and removed by the controller.",
      "ConfigMap.data": "Texts by name.",
      "ConfigMap.binaryData": "Bytes by name, as `base64`.",
      "ConfigMap.immutable": "true: its data can never be changed any more.",
      "Secret.type": "What the data is for.",
      "Secret.data": "Bytes by name, as `base64`.",
      "Secret.stringData": "Texts that the server turns into data.",
      "Secret.immutable": "true: its data can never be changed any more.",
      "Lease.spec.holderIdentity": "Who holds it now.",
      "Lease.spec.leaseDurationSeconds": "How long others wait since they saw it renewed.",
      "CustomResourceDefinition.spec.names": "What the kind is called.",
      "CustomResourceDefinition.spec.scope": "Whether its objects live in namespaces.",
    } as Record<string, string>,
  },

  kubectl: {
    what: "What kubectl prints",
    output: (command: string) => `What ${command} prints`,
    managed: "managedFields",
    copy: "Copy",
    copied: "Copied.",
    notCopied: "The browser did not let it be copied: select the text instead.",
  },

  truths: {
    title: "One object, three truths",
    columns: { server: "API server", cache: "Cache", copy: "Reconciler" } satisfies Record<Column, string>,
    nothing: "nothing",
    eventsBehind: (n: number) => `${n} ${n === 1 ? "event" : "events"} behind`,
    old: "old",
    differs: "differs",
    other: "other than the server:",
    absent: "not there",
    nobody: "Nobody holds it: it is not on the server, and no cache and no pass has a copy.",
    allSame: (revision: string) => `All three hold the same, resourceVersion **${revision}**: nobody is behind.`,
    bothSame: (revision: string) => `The server and the cache hold the same, resourceVersion **${revision}**: the cache is not behind.`,
    noCopy: (pass: number | null) => (pass === null ? "No pass runs, so the reconciler holds no copy." : `Pass ${pass} holds no copy of it.`),
    inStep: (revision: string) => `The cache is in step with the server, at **${revision}**.`,
    spoilt: (revision: string) => `The cache has the server's version, **${revision}**, and yet something else in it: a pass has written into the cache.`,
    behind: (has: string | null, is: string | null, then: string) =>
      has === null ? `The cache has not heard of it yet; the server has it at **${is}**. ${then}`
      : is === null ? `It is gone from the server, and the cache still has it at **${has}**. ${then}`
      : `The cache is behind the server: it has **${has}**, the server **${is}**. ${then}`,
    underway: (n: number, held: boolean) => `${n === 1 ? "One event about it is" : `${n} events about it are`} ${held ? "held back" : "on the way"}.`,
    cut: "Its watch is cut, so no event is on the way.",
    cached: {
      notRunning: () => "The controller does not run: it has no cache and no copy.",
      notKept: () => "The controller keeps no cache of this kind: it never looks at it.",
      notListed: () => "The cache has not made its first list yet.",
      selected: (selector: string) => `The cache is restricted to \`${selector}\` and never hears of it.`,
    } satisfies Record<Exclude<Cached, "kept">, (selector: string) => string>,
    copy: (pass: number, has: string, from: Pass["holds"][number]["from"], is: string | null, same: boolean) =>
      same ? `Pass ${pass} works on the server's version, **${has}**, ${FROM[from]}.`
      : has === is ? `Pass ${pass} works on a copy of **${has}**, ${FROM[from]}, and has changed it.`
      : `Pass ${pass} works on **${has}**, ${FROM[from]}${is === null ? "" : `; the server is at **${is}**`}.`,
    taken: (before: string | null, after: string | null) =>
      `If it sent this copy now (\`PUT\`), the server would take it${before === after ? ", and nothing would move" : after === null ? "" : `, as **${after}**`}.`,
    refused: (code: number, reason: string) => `If it sent this copy now (\`PUT\`), the server would refuse it: **${code} ${reason}**.`,
    unguarded: (method: string) => `But its next request is a \`${method}\` without a resourceVersion: nothing compares it, and it goes through.`,
    showAll: "Show all lines",
    onlyDiffering: "Only what differs",
    alike: (n: number) => `${n} ${n === 1 ? "line is" : "lines are"} the same.`,
  },
};

export type EditorWords = typeof en;
