// The delays of a key so far: bars that grow with a backoff, and stay level with RequeueAfter.

import { html, svg, type TemplateResult } from "lit-html";
import type { ControllerView, Pass } from "../contract.ts";
import { delaysOf } from "../derive/delays.ts";
import { words } from "../words/index.ts";
import { widthOf } from "./path/measure.ts";

const WIDTH = 300;
const HEIGHT = 56;

export function backoff(pass: Pass, controller: ControllerView): TemplateResult | string {
  const delays = delaysOf(pass, controller);
  if (delays.length < 2) return "";
  const w = words().requeue;
  const longest = Math.max(...delays.map(({ delay }) => delay));
  const step = WIDTH / delays.length;
  const said = places(delays.map(({ delay }) => words().span(delay)), step);
  return html`
    <figure class="backoff">
      <figcaption class="caption">${w.delays(delays.map(({ delay }) => delay), delays.at(-1)!.failure)}</figcaption>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
        ${delays.map(({ delay, failure, number }, at) => {
          // Doubling would leave the first ones invisible: what is drawn is how often it doubled.
          const high = Math.max(3, ((HEIGHT - 16) * Math.log2(1 + delay)) / Math.log2(1 + longest));
          return svg`<rect class=${failure ? "bad" : "calm"} x=${at * step + 2} y=${HEIGHT - high} width=${Math.max(2, step - 4)} height=${high} rx="2" ?data-here=${number === pass.number}></rect>
            ${said[at] === null ? "" : svg`<text x=${said[at]!} y=${HEIGHT - high - 4} text-anchor="middle">${words().span(delay)}</text>`}`;
        })}
      </svg>
    </figure>`;
}

/** The size of the labels, of which widths are known at another; small letters are set a little wider. */
const SMALLER = (9 / 11) * 1.06;
const BETWEEN = 5;

/** The middle of each label; null where it would touch the one behind it. The last one is always there. */
function places(labels: readonly string[], step: number): (number | null)[] {
  let end = WIDTH;
  return labels.map((label, at) => ({ at, wide: widthOf(label, "label") * SMALLER })).reverse().map(({ at, wide }) => {
    const middle = at === labels.length - 1 ? Math.min(at * step + step / 2, WIDTH - wide / 2) : at * step + step / 2;
    if (middle + wide / 2 > end) return null;
    end = middle - wide / 2 - BETWEEN;
    return middle;
  }).reverse();
}
