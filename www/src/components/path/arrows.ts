// The arrows between the stations: what each carries, which is used next, and what the last move sent along it.

import { nothing, svg, type TemplateResult } from "lit-html";
import type { ArrowName, Trip } from "../../derive/travel.ts";
import { words } from "../../words/index.ts";
import type { Arrow, Layout, Point, Slot } from "./layout.ts";
import { fit, widthOf } from "./measure.ts";

export function arrows(layout: Layout, trips: readonly Trip[], next: ArrowName | null): TemplateResult {
  return svg`<g class="arrows" aria-hidden="true">${(Object.keys(layout.arrows) as ArrowName[]).map((name) => arrow(name, layout, trips, name === next))}</g>`;
}

function arrow(name: ArrowName, layout: Layout, trips: readonly Trip[], next: boolean): TemplateResult {
  const w = words().path;
  const { points, both, label, cargo, mate } = layout.arrows[name];
  const trip = trips.find((one) => one.arrow === name);
  const other = trips.some((one) => one.arrow === mate);
  const room = !mate || other ? label.w : label.w + layout.arrows[mate].label.w - (trip ? 0 : widthOf(w.arrows[mate], "label") + 8);
  const carried = trip ? w.cargo(trip.cargo) : null;
  const back = trip?.reverse ?? false;
  const tone = trip ? toneOf(trip) : null;
  return svg`
    <g class="arrow" data-arrow=${name} ?data-used=${trip !== undefined} ?data-next=${next} data-tone=${tone ?? nothing}>
      <path class="arrow-line" d=${pathOf(points)}></path>
      ${back && !both ? nothing : head(points.at(-2)!, points.at(-1)!)}
      ${both || back ? head(points[1]!, points[0]!) : nothing}
      ${trip?.stops ? cross(layout.arrows[name]) : nothing}
      ${(carried && !cargo) || other ? nothing : text("f-label arrow-label", false, [w.arrows[name]], { ...label, w: room, lines: 1 })}
      ${carried ? text("f-cargo arrow-cargo", true, carried, cargo ?? { ...label, w: room }) : nothing}
    </g>`;
}

function toneOf({ cargo, stops }: Trip): string | null {
  if (stops) return "muted";
  if (cargo.code === "request") return cargo.answer === "lost" || cargo.answer >= 400 ? "bad" : null;
  return cargo.code === "outside" && cargo.failed ? "bad" : null;
}

function text(className: string, carried: boolean, parts: readonly string[], slot: Slot): TemplateResult {
  const given = parts.filter((part) => part !== "");
  const [what = "", about = "", end = ""] = given;
  const lines = slot.lines === 1 ? [given.join(" ")] : [`${what} ${end}`.trim(), about].filter((part) => part !== "");
  return svg`<g class=${className}><title>${given.join(" ")}</title>${lines.map((part, at) =>
    svg`<text class=${className} text-anchor=${slot.anchor} x=${slot.x} y=${slot.y + (at - (lines.length - 1) / 2) * 13}>${fit(part, slot.w, carried ? "cargo" : "label")}</text>`)}</g>`;
}

/** Straight, with round corners. */
export function pathOf(points: readonly Point[]): string {
  const [[x, y] = [0, 0], ...rest] = points;
  let path = `M${x} ${y}`;
  for (const [at, point] of rest.entries()) {
    const after = rest[at + 1];
    if (!after) { path += `L${point[0]} ${point[1]}`; continue; }
    const before = at === 0 ? points[0]! : rest[at - 1]!;
    const from = toward(point, before, 9);
    const to = toward(point, after, 9);
    path += `L${from[0]} ${from[1]}Q${point[0]} ${point[1]} ${to[0]} ${to[1]}`;
  }
  return path;
}

function toward([x, y]: Point, [a, b]: Point, far: number): Point {
  const length = Math.hypot(a - x, b - y) || 1;
  const part = Math.min(far, length / 2) / length;
  return [x + (a - x) * part, y + (b - y) * part];
}

function head(before: Point, tip: Point): TemplateResult {
  const turn = (Math.atan2(tip[1] - before[1], tip[0] - before[0]) * 180) / Math.PI;
  return svg`<path class="arrow-head" d="M-7-4.500 0 0-7 4.500" transform="translate(${tip[0]} ${tip[1]}) rotate(${turn})"></path>`;
}

/** Half-way: what was sent is let through no further. */
function cross({ points }: Arrow): TemplateResult {
  const [from, to] = [points[0]!, points.at(-1)!];
  return svg`<path class="arrow-stop" d="M-5-5 5 5M5-5-5 5" transform="translate(${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2})"></path>`;
}
