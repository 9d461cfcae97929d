// The versions of the objects: each write that moves something is a step, one that moves nothing a ring on the line.

import { svg, type SVGTemplateResult } from "lit-html";
import type { KubeObject } from "../../contract.ts";
import { idOf, isScenery, refOf, revisionOf } from "../../derive/names.ts";
import { upTo } from "../../derive/first.ts";
import { revisionAt, UNWATCHED, type Stairs, type Timeline } from "../../derive/timeline.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { fine, type Scale } from "./geometry.ts";

export const HEIGHT = 144;
/** Kinds of lines: by colour and by dashes. */
const LINES = 6;

export interface Line extends Stairs { line: number }

/** Every object of the run; first those that changed last, Events and Leases at the end. */
export function linesOf(timeline: Timeline, objects: readonly KubeObject[]): Line[] {
  const all = [...timeline.stairs.values()];
  for (const object of objects) {
    const ref = refOf(object);
    // What never changed is in the picture too, and always was.
    if (!isScenery(object) && !timeline.stairs.has(idOf(ref))) all.push({ ref, steps: [{ at: 0, revision: Number(revisionOf(object)) }], unchanged: [] });
  }
  const last = ({ steps, unchanged }: Stairs) => Math.max(steps.at(-1)?.at ?? 0, unchanged.at(-1)?.at ?? 0);
  const aside = ({ ref }: Stairs) => (UNWATCHED.includes(ref.kind) ? 1 : 0);
  return all
    .map((stairs, at) => ({ ...stairs, line: at % LINES }))
    .sort((a, b) => aside(a) - aside(b) || last(b) - last(a));
}

export function stairsOf(lines: readonly Line[], scale: Scale, top: number, labels: boolean, w: TimelineWords): SVGTemplateResult {
  const bottom = top + HEIGHT - 8;
  const [low, high] = range(lines, scale);
  const room = HEIGHT - 36;
  const y = (revision: number) => fine(bottom - (high === low ? room / 2 : ((revision - low) * room) / (high - low)));
  const ends = lines
    .map((line) => ({ line, revision: revisionAt(line, scale.to), place: 0 }))
    .filter(({ revision }) => revision > 0)
    .map((end) => ({ ...end, place: y(end.revision) }))
    .sort((a, b) => b.place - a.place);
  // Names that would lie on each other stand above each other.
  ends.forEach((end, at) => { if (at > 0) end.place = Math.min(end.place, ends[at - 1]!.place - 14); });
  const grid = high === low ? [low] : [low, high];
  return svg`
    <g class="stairs">
      <text class="row-label" x="0" y=${top + 12}>${w.stairs}</text>
      ${grid.map((revision) => svg`<line class="grid" x1=${scale.left} x2=${scale.right} y1=${y(revision)} y2=${y(revision)}></line><text class="axis" x=${scale.left - 8} y=${y(revision) + 4} text-anchor="end">${revision}</text>`)}
      ${lines.map((line) => svg`<path class="stair" data-line=${line.line} d=${pathOf(line, scale, y)}></path>`)}
      ${lines.map((line) => rings(line, scale, y, w))}
      ${labels ? ends.map(({ line, place }) => svg`<text class="stair-label" x=${scale.right + 8} y=${place + 4}>${short(line.ref.name)}</text>`) : ""}
    </g>`;
}

function short(name: string): string {
  return name.length > 18 ? `${name.slice(0, 17)}…` : name;
}

/** The lowest and the highest version in the picture. */
function range(lines: readonly Stairs[], { from, to }: Scale): [number, number] {
  let [low, high] = [Infinity, 1];
  for (const line of lines) {
    for (const revision of [revisionAt(line, from), revisionAt(line, to), line.steps.slice(upTo(line.steps, from)).find((step) => step.revision > 0)?.revision ?? 0]) {
      if (revision === 0) continue;
      low = Math.min(low, revision);
      high = Math.max(high, revision);
    }
  }
  return low === Infinity ? [1, 1] : [low, high];
}

function pathOf({ steps }: Stairs, scale: Scale, y: (revision: number) => number): string {
  let at = upTo(steps, scale.from);
  let revision = steps[at - 1]?.revision ?? 0;
  let path = revision > 0 ? `M${fine(scale.x(scale.from))} ${y(revision)}` : "";
  let before = -Infinity;
  for (; at < steps.length && steps[at]!.at <= scale.to; at += 1) {
    const x = fine(scale.middle(steps[at]!.at));
    const next = steps[at]!.revision;
    // Steps within a pixel are one.
    const last = at + 1 === steps.length || steps[at + 1]!.at > scale.to;
    if (x - before < 1 && next > 0 && revision > 0 && !last) { revision = next; continue; }
    before = x;
    if (next === 0) path += `${revision > 0 ? `H${x}` : ""}m-3.5 -3.5l7 7m0 -7l-7 7`;
    else path += revision > 0 ? `H${x}V${y(next)}` : `M${x} ${y(next)}`;
    revision = next;
  }
  return revision > 0 ? `${path}H${fine(scale.end)}` : path;
}

function rings(line: Line, scale: Scale, y: (revision: number) => number, w: TimelineWords): SVGTemplateResult {
  const shown = line.unchanged.slice(upTo(line.unchanged, scale.from), upTo(line.unchanged, scale.to));
  let path = "";
  let before = -Infinity;
  for (const { at, revision } of shown) {
    const x = fine(scale.middle(at));
    if (x - before < 4) continue;
    before = x;
    path += `M${x - 3.5} ${y(revision)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`;
  }
  return svg`
    <path class="ring" data-line=${line.line} d=${path}></path>
    ${shown.length > 4 ? "" : shown.map(({ at, revision }) => svg`<text class="ring-label" x=${fine(scale.middle(at))} y=${y(revision) - 8} text-anchor="middle">${w.unchanged}</text>`)}`;
}
