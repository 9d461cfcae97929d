// Where everything stands in the picture: one row on a desk, two rows on a tablet, a ring on a phone. The same stations and
// the same arrows each time.

import type { ArrowName } from "../../derive/travel.ts";
import type { Named } from "./state.ts";

export interface Box { x: number; y: number; w: number; h: number }
export type Point = readonly [x: number, y: number];

/** Room for a word: `y` is the middle of it. */
export interface Slot { x: number; y: number; w: number; anchor: "start" | "middle" | "end"; lines: 1 | 2 }

export interface Arrow {
  points: readonly Point[];
  /** A head at both ends. */
  both?: boolean;
  label: Slot;
  /** Where what travelled is written; left out: in place of the label. */
  cargo?: Slot;
  /** Shares its room: the label of the other gives way to what travelled here. */
  mate?: ArrowName;
}

export interface Layout {
  name: "wide" | "middle" | "narrow";
  width: number;
  height: number;
  boxes: Record<Named, Box>;
  arrows: Record<ArrowName, Arrow>;
  /** Room for a sentence under the arrow of the writes. */
  lane: Slot | null;
  /** Of a station: its head, one line, the distance to its edge. */
  head: number;
  row: number;
  /** One with a lever in it. */
  leverRow: number;
  pad: number;
}

export function layoutFor(width: number): Layout {
  // Where there is room to spare the whole is drawn a little larger.
  return width >= 1300 ? wide(width / 1.05) : width >= 1090 ? wide(width) : width >= 600 ? middle(width) : narrow(width);
}

const middleOf = (from: number, to: number): number => (from + to) / 2;
const right = (box: Box): number => box.x + box.w;
const bottom = (box: Box): number => box.y + box.h;
const centre = (box: Box): number => box.x + box.w / 2;

/** One row, left to right; the reads above it, the writes below. */
function wide(width: number): Layout {
  const gap = width < 1200 ? 66 : 80;
  const shares = { server: 1, watch: 1.16, cache: 1.06, queue: 1, reconciler: 1.12 };
  const unit = (width - 4 * gap) / Object.values(shares).reduce((sum, share) => sum + share, 0);
  const [top, high] = [28, 190];
  let x = 0;
  const place = (share: number): Box => {
    const box = { x, y: top, w: share * unit, h: high };
    x += box.w + gap;
    return box;
  };
  const server = place(shares.server);
  const watch = place(shares.watch);
  const cache = place(shares.cache);
  const queue = place(shares.queue);
  const reconciler = place(shares.reconciler);
  const [low, short] = [top + high + 46, 66];
  const side = 0.87;
  const collector = { x: 0, y: low, w: server.w * side, h: short };
  const outside = { x: right(reconciler) - reconciler.w * side, y: low, w: reconciler.w * side, h: short };
  const between = (from: Box, to: Box, y = top + 74): Arrow => ({
    points: [[right(from) + 4, y], [to.x - 4, y]],
    label: { x: middleOf(right(from), to.x), y: y - 12, w: gap - 6, anchor: "middle", lines: 1 },
    cargo: { x: middleOf(right(from), to.x), y: y + 24, w: gap - 4, anchor: "middle", lines: 2 },
  });
  const writes: [number, number] = [reconciler.x + reconciler.w * (1 - side) / 2, server.x + server.w * (1 + side) / 2];
  const lane = low + 20;
  const upright = (box: Box, x: number): Arrow => ({
    points: [[x, top + high + 4], [x, low - 4]],
    both: true,
    label: { x: x + 9, y: middleOf(top + high, low), w: right(box) - x - 9, anchor: "start", lines: 2 },
  });
  const read = 9;
  return {
    name: "wide", width, height: low + short + 2, head: 38, row: 22, leverRow: 24, pad: 13,
    boxes: { server, watch, cache, queue, reconciler, collector, outside },
    arrows: {
      event: between(server, watch),
      deliver: between(watch, cache),
      wake: between(cache, queue),
      take: between(queue, reconciler),
      read: {
        points: [[centre(cache), top - 3], [centre(cache), read], [centre(reconciler), read], [centre(reconciler), top - 3]],
        label: { x: centre(queue), y: read + 11, w: queue.w, anchor: "middle", lines: 1 },
      },
      write: {
        points: [[writes[0], top + high + 3], [writes[0], lane], [writes[1], lane], [writes[1], top + high + 3]],
        label: { x: middleOf(...writes), y: lane - 11, w: writes[0] - writes[1] - 40, anchor: "middle", lines: 1 },
      },
      call: upright(outside, centre(outside) - 20),
      collect: upright(collector, centre(collector) - 20),
    },
    lane: { x: middleOf(...writes), y: lane + 18, w: writes[0] - writes[1] - 40, anchor: "middle", lines: 1 },
  };
}

/** A figure is not pressed: no room for levers, more for words. */
export function figureLayout(name: Layout["name"], width: number): Layout {
  return name === "wide" ? wide(width) : name === "middle" ? middle(width, 62, [117, 119, 118, 148], 84) : narrow(width);
}

/** Two rows: to the right above, back to the left below; what stands beside the loop is `short`. */
function middle(width: number, gap = 66, shares = [0.82, 1, 1.2, 1.1], short = 80): Layout {
  const unit = (width - 3 * gap) / shares.reduce((sum, share) => sum + share, 0);
  const columns: { x: number; w: number }[] = [];
  let x = 0;
  for (const share of shares) {
    columns.push({ x, w: share * unit });
    x += share * unit + gap;
  }
  const at = (column: number, y: number, h: number): Box => ({ x: columns[column]!.x, w: columns[column]!.w, y, h });
  const [high, space] = [180, 56];
  const low = high + space;
  const collector = at(0, 48, short);
  const outside = at(0, low + 48, short);
  const server = at(1, 0, high);
  const watch = at(2, 0, high);
  const cache = at(3, 0, high);
  const queue = at(3, low, high);
  const reconciler = { x: server.x, y: low, w: right(watch) - server.x - 34, h: high };
  const level = (from: number, to: number, y: number): Arrow => {
    const [start, end] = [Math.min(from, to), Math.max(from, to)];
    return {
      points: [[from + Math.sign(to - from) * 4, y], [to - Math.sign(to - from) * 4, y]],
      label: { x: middleOf(start, end), y: y - 12, w: end - start - 4, anchor: "middle", lines: 1 },
      cargo: { x: middleOf(start, end), y: y + 24, w: end - start - 2, anchor: "middle", lines: 2 },
    };
  };
  const upright = (x: number, from: number, to: number, w: number): Arrow => ({
    points: [[x, from], [x, to]],
    label: { x: x + 9, y: middleOf(from, to), w, anchor: "start", lines: 2 },
  });
  const reads = reconciler.x + reconciler.w - 22;
  return {
    name: "middle", width, height: low + high + 2, head: 36, row: 21, leverRow: 23, pad: 11,
    boxes: { server, watch, cache, queue, reconciler, collector, outside },
    arrows: {
      event: level(right(server), watch.x, 70),
      deliver: level(right(watch), cache.x, 70),
      wake: upright(centre(cache), high + 4, low - 4, cache.w / 2 - 9),
      take: level(queue.x, right(reconciler), low + 74),
      read: {
        points: [[cache.x + 18, high + 4], [cache.x + 18, high + 22], [reads, high + 22], [reads, low - 4]],
        label: { x: reads - 9, y: high + 30, w: reads - centre(server) - 100, anchor: "end", lines: 2 },
      },
      write: upright(centre(server), low - 4, high + 4, 100),
      call: { ...level(reconciler.x, right(outside), low + 88), both: true },
      collect: { ...level(right(collector), server.x, 88), both: true },
    },
    lane: null,
  };
}

/** A ring: down on the right, up on the left; what stands beside the loop is above and below. */
function narrow(width: number): Layout {
  const gap = 22;
  const w = (width - gap) / 2;
  const [short, space] = [58, 42];
  const left = (y: number, h: number): Box => ({ x: 0, y, w, h });
  const collector = left(0, short);
  const server = left(bottom(collector) + space, 116);
  const reconciler = left(bottom(server) + space, 208);
  const outside = left(bottom(reconciler) + space, short);
  const height = bottom(outside);
  const rightside = (y: number, h: number): Box => ({ x: w + gap, y, w, h });
  const watch = rightside(0, 176);
  const tall = (height - watch.h - 2 * 34) / 2;
  const cache = rightside(bottom(watch) + 34, tall);
  const queue = rightside(bottom(cache) + 34, tall);
  const down = (from: Box, to: Box): Arrow => ({
    points: [[from.x + 26, bottom(from) + 3], [from.x + 26, to.y - 3]],
    label: { x: from.x + 36, y: middleOf(bottom(from), to.y), w: w - 40, anchor: "start", lines: 2 },
  });
  const half = w / 2 - 12;
  const upright = (x: number, from: number, to: number, mate: ArrowName, both = false): Arrow => ({
    points: [[x, from], [x, to]],
    both, mate,
    label: { x: x + 8, y: middleOf(from, to), w: half, anchor: "start", lines: 2 },
  });
  const corner = w - 12;
  const beside = (y: number): Slot => ({ x: corner - 8, y, w: half - 12, anchor: "end", lines: 2 });
  return {
    name: "narrow", width, height: height + 2, head: 32, row: 19, leverRow: 23, pad: 9,
    boxes: { server, watch, cache, queue, reconciler, collector, outside },
    arrows: {
      event: {
        points: [[corner, server.y - 3], [corner, server.y - 14], [watch.x - 3, server.y - 14]],
        label: beside(server.y - space / 2), mate: "collect",
      },
      deliver: down(watch, cache),
      wake: down(cache, queue),
      take: {
        points: [[queue.x - 3, bottom(reconciler) + 14], [corner, bottom(reconciler) + 14], [corner, bottom(reconciler) + 3]],
        label: beside(bottom(reconciler) + space / 2), mate: "call",
      },
      read: {
        points: [[cache.x - 3, reconciler.y - 14], [corner, reconciler.y - 14], [corner, reconciler.y - 3]],
        label: beside(reconciler.y - space / 2), mate: "write",
      },
      write: upright(14, reconciler.y - 3, bottom(server) + 3, "read"),
      call: upright(14, bottom(reconciler) + 3, outside.y - 3, "take", true),
      collect: upright(14, bottom(collector) + 3, server.y - 3, "event", true),
    },
    lane: null,
  };
}
