// The words of the panel of faults, in English. Loaded when the panel is opened.

function code(text: string): string {
  return `\`${text}\``;
}

export const en = {
  title: "Break something",
  titleOf: (controller: string) => `Break something around ${controller}`,
  intro: "Each is one move: it is recorded, can be undone with Back, and the world goes on from there.",
  close: "Close",
  groups: {
    budget: "What the budget still allows",
    process: "The process",
    watches: "Watches and caches",
    requests: "Its requests",
    server: "The API server",
    outside: "The world outside",
  },
  hints: {
    budget: "This scenario bounds the faults that a search may play. These are left, and what ends those that are there.",
    process: "It dies where it stands: cache, queue, timers and counters are gone. What the server has taken stays.",
    watches: "Held events wait until they are released, or delivered one by one. A watch that is cut comes back at the next delivery.",
    requests: "The next requests that fit get this answer instead.",
    server: "Its history is gone: who asks for an old version is told that it has expired.",
    outside: "What Kubernetes does not know of.",
  },
  none: "Nothing is left.",
  noCaches: "It is down: it has neither watches nor caches.",
  crash: (name: string) => `Crash ${name}`,
  start: (name: string) => `Start ${name}`,
  crashIt: "Crash",
  startIt: "Start",
  startAt: "Start it against an older state",
  startAtLabel: "Revision",
  startAtHint: (now: string) => `the server is at ${now}`,
  stall: "Stall it",
  resume: "Let it go on",
  stalled: "stalled: it keeps what it knows, and does nothing",
  held: "held",
  workers: "Workers of the control plane",
  columns: { kind: "Kind", state: "Now", what: "Do" },
  watch: { open: "open", cut: "cut", expired: "cut, and expired" },
  hold: "Hold",
  release: "Release",
  deliver: "Deliver one",
  cut: "Cut",
  expire: "Cut and expire",
  resync: "Resync",
  about: (what: string, kind: string) => `${what}: ${kind}`,
  fail: { target: "Request", reason: "Answer", message: "Its message (optional)", times: "How often", applied: "The server did it, only the answer is lost", go: "Arm" },
  armed: (times: number, target: string, reason: string) => `Armed: the next ${times === 1 ? "" : `${times} `}${code(target)} get${times === 1 ? "s" : ""} ${code(reason)}.`,
  compact: "Compact etcd",
  account: { remove: "Remove", break: "Break", heal: "Heal", create: "Create", name: "Account", broken: "broken", whole: "whole", of: (what: string, name: string) => `${what} account ${name}`, taken: (name: string) => `Account ${code(name)} is there already.` },
};

export type FaultWords = typeof en;
