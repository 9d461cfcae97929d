// How many passes began within the last second of virtual time, as a line: a loop climbs, a quiet controller lies at zero.

import { svg, type SVGTemplateResult } from "lit-html";
import type { Timeline } from "../../derive/timeline.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { fine, type Scale } from "./geometry.ts";

export const HEIGHT = 60;

export function rateOf({ rate, entries }: Timeline, scale: Scale, top: number, w: TimelineWords): SVGTemplateResult {
  const bottom = top + HEIGHT - 6;
  const to = Math.min(scale.to, entries.length);
  let most = 1;
  for (let at = scale.from; at <= to; at += 1) most = Math.max(most, rate[at] ?? 0);
  const y = (value: number) => fine(bottom - (value * (HEIGHT - 32)) / most);
  let path = `M${fine(scale.x(scale.from))} ${y(rate[scale.from] ?? 0)}`;
  let before = rate[scale.from];
  let x = -Infinity;
  for (let at = scale.from + 1; at <= to; at += 1) {
    const now = rate[at] ?? 0;
    const here = fine(scale.middle(at));
    if (now === before || (here - x < 1 && at < to)) continue;
    path += `H${here}V${y(now)}`;
    [before, x] = [now, here];
  }
  path += `H${fine(scale.x(to))}`;
  return svg`
    <g class="rate">
      <text class="row-label" x="0" y=${top + 12}>${w.rate}</text>
      <line class="grid" x1=${scale.left} x2=${scale.right} y1=${bottom} y2=${bottom}></line>
      <text class="axis" x=${scale.left - 8} y=${y(most) + 4} text-anchor="end">${most}</text>
      <path class="rate-line" d=${path}></path>
    </g>`;
}
