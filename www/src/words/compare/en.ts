// The words of the comparison, in English. Loaded when it is opened.

import type { Mark } from "../../components/compare/align.ts";
import type { Choice, Group } from "../../components/compare/choices.ts";
import type { Counted, Outcome } from "../../components/compare/outcome.ts";
import type { What } from "../../components/compare/setup-state.ts";
import type { Difference } from "../../components/compare/worlds.ts";

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

export const en = {
  title: "Compare two runs",
  intro: "Two runs side by side from one point, with one thing different. The run in hand stays as it is.",
  a: "A",
  b: "B",
  asItIs: "as it is",
  inHand: "the run in hand",
  what: "What differs",
  whats: { habit: "A habit", move: "A move", branch: "A kept branch" } satisfies Record<What, string>,
  habit: "Habit",
  value: "Written as",
  now: "now",
  good: "good",
  how: "Since when",
  hows: { anew: "from the start: the situation begun anew, with the same moves by people", rollout: "rolled out at a moment: the process restarts with it" },
  from: "From",
  fromNow: (n: number) => (n === 0 ? "now (the beginning)" : `now (after move ${n})`),
  fromStart: "the beginning of the situation",
  fromMove: "after another move",
  moveNumber: "Move",
  move: "Move",
  groups: { next: "What could come next instead", faults: "Faults", people: "What people do" } satisfies Record<Group, string>,
  choices: {
    spec: (name: string) => `change the spec of AppConfig ${code(name)}: color: green`,
    child: (name: string) => `change ConfigMap ${code(name)} by hand: color: red`,
  } satisfies Record<NonNullable<Choice["label"]>, (name: string) => string>,
  noMoves: "Nothing can be tried at this moment.",
  branch: "Branch",
  branchOf: (number: number, from: number, moves: number) => `${number}: from move ${from}, ${count(moves, "move")} of its own`,
  noBranches: "There is no branch yet: a new move in the past leaves one behind.",
  begin: "Compare",
  refused: "That cannot be compared",
  point: (n: number) => (n === 0 ? "From the beginning on." : `From the moment after move ${n} on.`),
  anewPoint: "From the beginning of the situation on, with the same moves by people.",
  anewOtherwise: "From the beginning of the situation on, where people do something else.",
  leftOut: (n: number) => `${count(n, "move")} by people ${n === 1 ? "was" : "were"} not possible in B and left out.`,
  other: {
    anew: (habits: string) => `written with ${habits}`,
    rollout: (habits: string) => `${habits} rolled out`,
    branch: (number: number, from: number) => `branch ${number}, which left at move ${from}`,
    cluster: "in another cluster",
    people: "people do something else",
  },
  pair: (habit: string, value: string) => `${code(habit)}: ${value}`,
  and: " and ",
  do: "In both",
  step: "Step both",
  finish: "Finish pass in both",
  settle: "Run both until quiet",
  timer: "Let time pass to the timer",
  by: (span: string) => `+${span}`,
  back: "Back to the point",
  take: "Take this way",
  takeHint: {
    branch: "B becomes the run in hand; what is in hand now stays a branch.",
    onward: "B becomes the run in hand: the run goes on that way, and leaves no branch.",
    instead: "B begins otherwise, so it takes the place of the run in hand, which is kept until another run begins.",
  },
  taken: {
    branch: "B is the run in hand now. What was in hand before is kept as a branch.",
    onward: "B is the run in hand now. The run goes on that way: no branch was left.",
    instead: "B is the run in hand now. What was in hand before is kept until another run begins.",
  },
  close: "Close the comparison",
  counted: {
    moves: "moves", passes: "passes", writes: "writes", unchangedWrites: "unchanged writes", conflicts: "conflicts", events: "events", time: "virtual time",
  } satisfies Record<Counted, string>,
  state: "state",
  states: { quiet: "quiet", down: "controller down", stalled: "controller stalled", timer: "waits for a timer", loop: "loop", goesOn: "goes on" } satisfies Record<Outcome["code"], string>,
  differs: "differs",
  result: (side: string, passes: number, writes: number, outcome: Outcome, span: (ms: number) => string): string => {
    const sum = `**${side}:** ${count(passes, "pass", "passes")}, ${writes === 0 ? "no write" : count(writes, "write")}`;
    switch (outcome.code) {
      case "quiet": return `${sum}, then quiet.`;
      case "down": return `${sum}, then nothing moves: the controller is down.`;
      case "stalled": return `${sum}, then nothing moves: the controller is stalled.`;
      case "timer": return `${sum}, then quiet until a timer in ${span(outcome.by)}.`;
      case "goesOn": return `${sum}, and more to do.`;
      case "loop": return `**${side}:** never quiet: ${count(outcome.passes, "pass", "passes")} in a row, each woken by its own ${outcome.woken === "status" ? "status write" : "write"}, ${count(writes, "write")} so far.`;
    }
  },
  next: "Next:",
  nothingNext: "Nothing is left to do.",
  stoppedRefused: "It could not do that:",
  stoppedTrap: (what: string | null) => (what === null ? "The engine stopped here, and was started anew. Both stand where they were." : `The engine stopped here, and was started anew. It failed while playing: ${what}. Both stand where they were.`),
  rows: "What happened, move by move",
  rowsNone: "Nothing has happened in either yet. Step both, or run both until quiet.",
  onlyDifferences: "Only where they differ",
  marks: { same: "same", differs: "differs", onlyA: "only in A", onlyB: "only in B" } satisfies Record<Mark, string>,
  nothing: "nothing",
  folded: (n: number, mark: Mark): string => {
    switch (mark) {
      case "same": return `${count(n, "move")} the same in both`;
      case "onlyA": return `${count(n, "more move")} only in A`;
      case "onlyB": return `${count(n, "more move")} only in B`;
      case "differs": return `${count(n, "move")} that differ`;
    }
  },
  why: (causes: readonly string[]) => `Why: ${causes.join("; ")}.`,
  unfold: "Show them",
  allSame: "What happened is the same in both so far.",
  moreRows: (n: number) => `Show ${n} more`,
  worlds: "What is different in the end",
  worldsNone: "The two worlds are the same: objects, queue, accounts.",
  worldsMore: (n: number) => `Show all ${n} differences`,
  where: "Where",
  absent: "not there",
  there: (revision: string) => `there, at version ${revision}`,
  of: { ready: "ready keys", waiting: "waiting keys", failures: "failures" } satisfies Record<Exclude<Difference["of"], "object" | "account">, string>,
  object: (kind: string, name: string) => `${kind} ${code(name)}`,
  queueOf: (what: string, controller: string) => `${what} of ${code(controller)}`,
  accountOf: (name: string) => `account ${code(name)}`,
};

export type CompareWords = typeof en;
