// The words of the other views of an object and of the rich editor, in English.

import type { Pass } from "../../contract.ts";
import type { Verb } from "../../kubectl/print.ts";
import type { Cached, Column } from "../../derive/truths.ts";

const FROM: Record<Pass["holds"][number]["from"], string> = {
  cache: "read from the cache", server: "read from the server", answer: "taken from the server's answer to its own write",
};

export const en = {
  kubectl: {
    what: "What kubectl prints",
    verbs: { get: "get", yaml: "-o yaml", describe: "describe", events: "events" } satisfies Record<Verb, string>,
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
    behind: (has: string | null, is: string | null) =>
      has === null ? `The cache has not heard of it yet; the server has it at **${is}**.`
      : is === null ? `It is gone from the server, and the cache still has it at **${has}**.`
      : `The cache is behind the server: it has **${has}**, the server **${is}**.`,
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
