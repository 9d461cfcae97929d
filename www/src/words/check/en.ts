// The words of the check of every order. Loaded when it is opened.

import type { Budget, CheckFails, CheckFault, CheckLimits, CheckProperty } from "../../contract.ts";
import type { BudgetName } from "../../check/budgets.ts";
import { big } from "./big.ts";

function code(text: string): string {
  return `\`${text}\``;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${big(n)} ${n === 1 ? one : many}`;
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const LIMITS: Record<keyof CheckLimits, string> = { states: "of states", depth: "of moves in a row", ms: "of time", bytes: "of memory" };

const FAULTS: Record<keyof Budget, (n: number) => string> = {
  crash: (n) => count(n, "crash", "crashes"),
  fail: (n) => count(n, "failed or lost request"),
  stall: (n) => count(n, "stall"),
  cutWatch: (n) => count(n, "broken watch", "broken watches"),
  hold: (n) => count(n, "held watch", "held watches"),
};

const HOWS: Record<CheckFails["how"], string> = { broken: "broken", deadlock: "a deadlock", livelock: "a livelock" };

export const en = {
  title: "Try every order",
  lead: "Tries every order of deliveries, passes, collector steps and timers, with the faults and the moves of others below at every point. Either it always comes right and stays so, or you get the shortest story in which it does not.",

  subject: {
    title: "What is checked",
    whole: (title: string) => `The situation “${title}”, from its beginning.`,
    nameless: "This run’s scenario, from its beginning.",
    good: "All habits are the good ones.",
    habits: (habits: readonly string[]) => `Written otherwise than the good way: ${list(habits.map(code))}.`,
    chosen: "What is chosen in the dialog of the habits and not rolled out yet counts.",
    moves: (n: number) => `The ${count(n, "move")} of this run ${n === 1 ? "does" : "do"} not count, but for what you allow below.`,
    nothing: "There is no AppConfig at the beginning: there is hardly anything to reconcile.",
  },

  budget: {
    title: "Faults",
    none: "No faults",
    intermediate: "It dies half way",
    stale: "It acts on old knowledge",
    unobserved: "It misses what happened",
    own: "Your own numbers",
  },
  budgetHint: {
    none: "Only the order is tried: deliveries come late, passes begin at any time.",
    intermediate: "One crash and one failed or lost request, anywhere: it must go on from whatever was left (intermediate state).",
    stale: "It stands still once, anywhere, while the world goes on, and then goes on with what it knew (stale state).",
    unobserved: "One broken watch and one crash, anywhere: what happens meanwhile comes as no event (unobserved state).",
    own: "How many of each may happen, each at any time.",
  } satisfies Record<BudgetName | "own", string>,
  fault: { crash: "Crashes", fail: "Failed or lost requests", stall: "Stalls", cutWatch: "Broken watches", hold: "Held watches" } satisfies Record<keyof Budget, string>,

  others: {
    title: "What others may do",
    hint: "Each may happen once, at any time, or never.",
    spec: (name: string, field: string) => `Somebody edits the spec of ${code(name)}: ${code(field)}`,
    child: (name: string, field: string) => `Somebody edits ConfigMap ${code(name)} by hand: ${code(field)}`,
    childGone: (name: string) => `Somebody deletes ConfigMap ${code(name)}`,
    webGone: (name: string) => `Somebody deletes AppConfig ${code(name)}`,
    secretThere: (name: string) => `The required Secret ${code(name)} appears`,
    secretGone: (name: string) => `The required Secret ${code(name)} is deleted`,
    accountGone: (name: string) => `Somebody removes the account ${code(name)} outside`,
    own: "What you did in this run",
    tooMany: (n: number, most: number) => `${n} are chosen; at most ${most} can be.`,
  },

  limit: "States at most",
  limitHint: "A world, with all that is under way in it, is a state. More take longer and more memory.",
  limitWrong: (least: number, most: number) => `A whole number from ${big(least)} to ${big(most)}.`,
  numberWrong: (most: number) => `Whole numbers from 0 to ${most}.`,

  go: "Try every order",
  cancel: "Cancel",
  again: "Try again",
  more: (states: number) => `Try again with up to ${big(states)} states`,
  result: "Result",
  waiting: "Nothing tried yet.",
  starting: "Starting…",
  progress: (states: number, rate: number | null, depth: number) => `${count(states, "state")}${rate === null ? "" : `, ${big(rate)} a second`}, ${count(depth, "move")} deep`,
  frontier: (n: number) => `${big(n)} known and not looked into yet.`,
  heard: (states: number) => `Still trying: ${count(states, "state")}.`,
  cancelled: "Cancelled: nothing is known.",
  refused: "The engine does not take this",
  unloaded: "What tries it could not be loaded. Your run is unharmed. Try again.",
  died: "The engine stopped while it tried. Your run is unharmed. Nothing is known.",
  before: "This is about what was asked before; what is chosen now is something else.",

  holds: "It holds: whatever the order, it comes right and stays so.",
  fails: (property: string) => `It fails: ${property}`,
  should: (means: string) => `What should hold: ${means}`,
  notFinished: "Not finished: it is not known whether it holds.",
  looked: (states: number, transitions: number, depth: number, ms: number) => `${count(states, "state")}, ${count(transitions, "transition")}, ${count(depth, "move")} deep, in ${seconds(ms)}.`,
  lookedAt: "What was looked into",
  quiet: (n: number) => `${count(n, "quiet world")} reached.`,
  bounded: (budget: Required<Budget>, others: number) => {
    const faults = (Object.keys(FAULTS) as (keyof Budget)[]).filter((one) => budget[one] > 0).map((one) => FAULTS[one](budget[one]));
    return `Bounded: ${faults.length === 0 ? "no faults" : `at most ${list(faults)}`}; ${others === 0 ? "no moves of others" : `${count(others, "move")} of others, each at most once`}.`;
  },
  reduced: "What comes to the same in another order was looked into once.",
  leftOut: "Not followed",
  left: {
    latency: "How long requests take: every order comes up anyway.",
    oldServers: "A process that starts sees what is there, never an older state of the server.",
    draws: "What is drawn by chance is followed as one run draws it.",
    backlog: "A cache that is more than a few events behind: such worlds are left out.",
  } as Record<string, string>,
  stopped: (limit: keyof CheckLimits) => `It ran into the limit ${LIMITS[limit]}.`,

  properties: {
    stable: ["Eventually stable reconciliation", "Once the faults are over, it always comes to what the spec wants, and stays there."],
    noLoop: ["No endless loop", "Nobody goes on writing for ever while nobody changes anything."],
    othersKept: ["Others’ work is kept", "What belongs to others is as they left it."],
    oneRunPerKey: ["No key runs twice at once", "Two workers never reconcile the same key at the same time."],
    cacheIsPast: ["Each cache is a past state of the server", "A cache holds only what was once true."],
    nothingLeaks: ["Nothing outside is left behind", "When an AppConfig is gone, so is its account outside."],
    noDuplicates: ["No child is there twice", "An AppConfig has one ConfigMap, never two."],
    readyIsTrue: ["Ready was true when it was written", "A status says Ready only of what is really there."],
  } satisfies Record<CheckProperty, readonly [string, string]>,
  how: {
    broken: "Broken: one move makes it untrue.",
    deadlock: "Deadlock: all is quiet, it is wrong, and nobody will look again.",
    livelock: "Livelock: it goes round for ever and never comes right.",
  } satisfies Record<CheckFails["how"], string>,
  wrong: {
    childMissing: "The child is missing.",
    childDiffers: "The child holds something else than the spec wants.",
    childLeft: "A child is there that nobody wants.",
    accountMissing: "The account outside that the spec wants is missing.",
    accountLeft: "An account outside is there that nobody wants.",
    statusOld: "The status says nothing of this generation.",
    statusWrong: "The status does not say how things are.",
    finalizerLeft: "The object is being deleted and keeps the finalizer for ever.",
    othersTaken: "A controller took away what somebody else had put there.",
    failing: "A key fails again and again.",
  } satisfies Record<CheckFault, string>,
  where: (where: string) => `It is about ${code(where)}.`,
  by: (controller: string) => `Controller: ${code(controller)}.`,
  story: (moves: number, faults: number, others: number) => `The shortest story has ${count(moves, "move")}, ${faults === 0 ? "no fault" : count(faults, "fault")} and ${others === 0 ? "no move of others" : `${count(others, "move")} of others`}.`,
  see: "See it",
  copy: "Copy link",
  copied: "Copied",
  copyFailed: "Not copied: the browser does not allow it",
  seeHint: "Opens the story at its decisive move, in place of your run, which is kept.",

  fix: "Fix it",
  fixHint: "Tries which habit is to blame.",
  trying: (tried: number, of: number) => `Trying: ${tried} of ${of}`,
  tryingWhat: (what: string) => `Now ${what}`,
  found: (tried: number) => `Found by trying ${tried}: written so, it holds.`,
  foundNone: (tried: number) => `None of the ${tried} that were tried makes it hold.`,
  undecided: (n: number) => `${n} could not be looked into to the end: they may heal or not.`,
  fixCancelled: "Cancelled before all were tried.",
  fixFailed: "It could not be tried.",
  change: (habit: string, value: string) => `${code(habit)} “${value}”`,
  and: " and ",
  ofController: (what: string, controller: string) => `${what} in ${code(controller)}`,
  apply: "Roll out",
  applied: "Runs now",

  storyTitle: "A story found by trying every order",
  decisive: (move: number) => move === 0 ? "It is decided from the beginning: nothing that happens by itself makes it right." : `Move ${move} is the decisive one: from here on, nothing that happens by itself makes it right.`,
  decisiveBroken: (move: number) => move === 0 ? "It is untrue at the beginning." : `Move ${move} is the decisive one: it makes it untrue.`,
  cycle: (from: number, to: number) => `Moves ${from} to ${to} repeat for ever.`,
  toDecisive: "To the decisive move",
  toCycle: "To where it begins to repeat",
  hide: "Hide",

  table: {
    title: "Every habit under each of the three budgets",
    hint: "Found by trying every order. The good values are marked.",
    value: "Habit",
    verdicts: { holds: "holds", fails: "fails", notFinished: "not finished" },
    with: (others: readonly string[]) => `Tried with ${list(others.map(code))}.`,
    why: (property: string, how: CheckFails["how"], moves: number) => `${property}: ${HOWS[how]} after ${count(moves, "move")}.`,
    inDialog: "When every order is tried",
  },
};

export type CheckWords = typeof en;
