// What of the run is in the picture, and which move one looks at.

import { signal } from "@preact/signals-core";
import { entries, moment } from "../../state/run.ts";

/** Fewer moves do not fill the picture: they would be mistaken for long ones. */
const LEAST = 24;
const AT_FIRST = 120;
const NEAREST = 12;

export const byTime = signal(false);
/** How many moves are in the picture; null = all. */
export const size = signal<number | null>(AT_FIRST);
/** The first of them comes behind this position. */
const first = signal(0);
/** The move that is looked at; null = the one behind which one stands. */
export const looked = signal<number | null>(null);

export interface Frame { from: number; to: number }

export function frame(): Frame {
  const length = Math.max(LEAST, entries.value.length);
  const shown = Math.min(size.value ?? length, length);
  const from = Math.max(0, Math.min(first.value, length - shown));
  return { from, to: from + shown };
}

/** The move that is told: looked at, or the last one. */
export function told(): number {
  return Math.min(looked.value ?? position(), entries.value.length);
}

function position(): number {
  return moment.value?.view.position ?? 0;
}

/** Turns the pages so that this moment is in the picture, with what comes next. */
export function follow(at: number): void {
  const { from, to } = frame();
  const shown = to - from;
  const margin = Math.ceil(shown / 12);
  if (at - margin < from && from > 0) first.value = Math.max(0, at - Math.ceil(shown * 0.75));
  else if (at + margin > to) first.value = at - Math.ceil(shown * 0.25);
}

export function look(at: number | null): void {
  looked.value = at === null ? null : Math.max(0, Math.min(at, entries.value.length));
  if (looked.value !== null) follow(looked.value);
}

/** Half as many moves in the picture, or twice as many; the one at `at` stays where it is. */
export function zoom(closer: boolean, at: number = told()): void {
  const { from, to } = frame();
  const shown = to - from;
  const length = Math.max(LEAST, entries.value.length);
  const next = Math.max(NEAREST, closer ? Math.round(shown / 2) : shown * 2);
  const place = at >= from && at <= to ? (at - from) / shown : 0.5;
  first.value = Math.max(0, Math.round(at - place * next));
  size.value = next >= length ? null : next;
}

export function turn(direction: -1 | 1): void {
  const { from, to } = frame();
  first.value = Math.max(0, from + direction * Math.ceil((to - from) / 2));
}
