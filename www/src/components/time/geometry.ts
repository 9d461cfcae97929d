// Where a move stands in the picture. By moves each has the same room; by virtual time those that take none stand on one spot.

import { firstWhere } from "../../derive/first.ts";
import type { Timeline } from "../../derive/timeline.ts";
import type { Frame } from "./state.ts";

export interface Scale extends Frame {
  left: number;
  right: number;
  /** Behind the last move that is in the picture. */
  end: number;
  /** The room of one move. */
  unit: number;
  /** The moment behind so many moves. */
  x: (position: number) => number;
  /** The middle of a move. */
  middle: (move: number) => number;
  /** The move nearest to a place. */
  at: (x: number) => number;
}

export function scaleOf({ from, to }: Frame, { times, entries }: Timeline, byTime: boolean, left: number, right: number): Scale {
  const length = entries.length;
  if (!byTime) {
    const unit = (right - left) / (to - from);
    const x = (position: number) => left + (position - from) * unit;
    return { from, to, left, right, end: x(Math.min(to, length)), unit, x, middle: (move) => x(move - 0.5), at: (place) => clamp(Math.floor((place - left) / unit) + from + 1, 1, length) };
  }
  const last = Math.min(to, length);
  const begin = times[Math.min(from, length)] ?? 0;
  const whole = Math.max(1, (times[last] ?? 0) - begin);
  const room = right - left - 8;
  const x = (position: number) => left + 4 + ((times[Math.max(from, Math.min(position, last))]! - begin) * room) / whole;
  const at = (place: number) => {
    const found = firstWhere(Math.min(from + 1, length), last, (move) => x(move) >= place);
    return found > from + 1 && place - x(found - 1) < x(found) - place ? found - 1 : found;
  };
  return { from, to: last, left, right, end: x(last), unit: 3, x, middle: x, at };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(least, most), Math.min(value, most));
}

/** Half a pixel is as fine as one sees, and keeps the paths short. */
export function fine(value: number): number {
  return Math.round(value * 2) / 2;
}

/** Bars of moves that stand in order; those that touch become one. */
export function bars(moves: readonly number[], scale: Scale, top: number, height: number): string {
  const width = Math.max(1.5, Math.min(scale.unit - 2, 9));
  const runs: [number, number][] = [];
  for (let at = firstBehind(moves, scale.from); at < moves.length && moves[at]! <= scale.to; at += 1) {
    const middle = scale.middle(moves[at]!);
    runs.push([middle - width / 2, middle + width / 2]);
  }
  return boxes(runs, top, height);
}

/** Boxes that stand in the order of their beginnings; those that touch become one. */
export function boxes(runs: readonly (readonly [number, number])[], top: number, height: number): string {
  let path = "";
  let [start, end] = [NaN, NaN];
  const put = () => { if (!Number.isNaN(start)) path += `M${fine(start)} ${top}H${fine(end)}v${height}H${fine(start)}z`; };
  for (const [from, to] of runs) {
    if (from <= end + 0.5) end = Math.max(end, to);
    else {
      put();
      [start, end] = [from, to];
    }
  }
  put();
  return path;
}

export function crosses(moves: readonly number[], scale: Scale, middle: number): string {
  let path = "";
  let before = -Infinity;
  for (let at = firstBehind(moves, scale.from); at < moves.length && moves[at]! <= scale.to; at += 1) {
    const x = fine(scale.middle(moves[at]!));
    if (x - before < 3) continue;
    before = x;
    path += `M${x - 3.5} ${middle - 3.5}l7 7m0 -7l-7 7`;
  }
  return path;
}

/** The place in an ordered list of the first one behind a position. */
function firstBehind(moves: readonly number[], position: number): number {
  return firstWhere(0, moves.length, (at) => moves[at]! > position);
}

/** 1, 2 or 5 times a power of ten, so that at most so many stand between. */
export function roundStep(span: number, most: number): number {
  const rough = Math.max(1, span / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough)!;
}
