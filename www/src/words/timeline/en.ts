// The catalog of the timeline, in English.

import type { Ref } from "../../contract.ts";
import type { Shape, Station } from "../../derive/timeline.ts";

export const en = {
  title: "Timeline",
  empty: "No move yet. Each move becomes a mark in the row of the station where it happens.",
  hint: "Every mark is a move. Point at one, or use the arrow keys: it says what happened. Click, or press Enter, to go there; + and − zoom.",
  plot: "The moves, one after the other",
  scale: "Scale",
  byMoves: "by moves",
  byTime: "by virtual time",
  shown: (from: number, to: number, of: number) => (to - from >= of ? `all ${of} moves` : `moves ${from + 1} to ${to} of ${of}`),
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  all: "All moves",
  earlier: "Earlier",
  later: "Later",
  rows: {
    people: "People", server: "API server", watch: "Watch", cache: "Cache", queue: "Queue", reconciler: "Reconciler",
    collector: "Workers", outside: "Outside", faults: "Faults", clock: "Clock",
  } satisfies Record<Station, string>,
  shapes: {
    full: "it happened",
    flat: "it changed nothing, or woke nobody",
    cross: "refused, failed or died",
  } satisfies Record<Shape, string>,
  span: "lasts: an event on its way, a key in the queue, a pass",
  numbers: "1 to 6: the pass's questions",
  pass: (number: number) => `Pass ${number}`,
  move: (number: number) => `Move ${number}`,
  moment: (number: number, clock: string) => `Move ${number}, ${clock}`,
  /** Who makes a move, before what it does. */
  by: (controller: string) => `\`${controller}\`:`,
  object: (ref: Ref) => `${ref.kind} \`${ref.name}\``,
  start: "The beginning: no move yet.",
  ahead: "ahead",
  stairs: "resourceVersion",
  unchanged: "unchanged",
  unchangedMark: "a write that changed nothing: the version stays",
  absent: "not there",
  moreObjects: (n: number) => `${n} more`,
  fewerObjects: "Show fewer",
  rate: "Passes per second",
  rateIs: (n: number) => `${n} within the last 1 s of virtual time`,
  branches: {
    title: "Branches",
    none: "None. Go back and make another move: the way you leave is kept here.",
    here: (moves: number, at: number) => `The run in hand: ${moves} ${moves === 1 ? "move" : "moves"}, you are at ${at}`,
    one: (number: number, moves: number, from: number) => `Branch ${number}: ${moves} ${moves === 1 ? "move" : "moves"} from move ${from} on`,
    begins: (move: string, sentence: string) => `It begins with: ${move}${sentence === "" ? "" : `, ${sentence}`}`,
    goThere: "Go there",
    goThereName: (number: number, moves: number, from: number) => `Go there: branch ${number}, ${moves} ${moves === 1 ? "move" : "moves"} from move ${from} on`,
    dismiss: "Dismiss",
    dismissName: (number: number, moves: number, from: number) => `Dismiss branch ${number}, ${moves} ${moves === 1 ? "move" : "moves"} from move ${from} on`,
    dismissAll: "Dismiss all",
    notKept: (n: number) => `${n === 1 ? "The oldest is" : `The oldest ${n} are`} not kept for your next visit: together they are too long.`,
    all: (n: number) => `Show all ${n}`,
  },
};

export type TimelineWords = typeof en;
