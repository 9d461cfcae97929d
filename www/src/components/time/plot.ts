// The picture: rows of stations, versions, passes per second, over one axis. It is one thing for the keyboard, a slider over
// the moves; what it says of a move stands below it.

import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { Timeline } from "../../derive/timeline.ts";
import { goto } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { plain } from "../prose.ts";
import { fine, roundStep, scaleOf, type Scale } from "./geometry.ts";
import { HEIGHT as RATE, rateOf } from "./rate.ts";
import { heightOf, rowsOf } from "./rows.ts";
import { HEIGHT as STAIRS, stairsOf, type Line } from "./stairs.ts";
import { byTime, frame, look, looked, told, zoom } from "./state.ts";
import { sentencesOf } from "./told.ts";

const AXIS = 22;

export function plot(timeline: Timeline, lines: readonly Line[], position: number, width: number, w: TimelineWords): TemplateResult {
  const roomy = width > 700;
  const scale = scaleOf(frame(), timeline, byTime.value, roomy ? 108 : 78, width - (roomy ? 132 : 4));
  const rows = timeline.rows.reduce((sum, row) => sum + heightOf(row), 0);
  const height = AXIS + rows + 14 + STAIRS + RATE;
  const { length } = timeline.entries;
  const at = told();
  const seen = scale.from < at && at <= scale.to;
  return html`
    <div class="plot" role="slider" tabindex="0" aria-label=${w.plot} aria-describedby="timeline-hint"
      aria-valuemin="0" aria-valuemax=${length} aria-valuenow=${at} aria-valuetext=${plain([w.move(at), ...sentencesOf(timeline.entries, at, w)].join(" "))}
      @keydown=${keys} @blur=${() => look(null)} @pointermove=${(event: PointerEvent) => point(event, scale)} @pointerleave=${() => look(null)}
      @click=${(event: MouseEvent) => { const move = under(event, scale); if (move !== null) void goto(move); }} @wheel=${(event: WheelEvent) => wheel(event, scale)}>
      <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">
        ${axis(timeline, scale, height)}
        ${seen ? svg`<rect class="looked" data-looked=${looked.value !== null} x=${fine(scale.middle(at) - Math.max(scale.unit, 4) / 2)} y=${AXIS} width=${fine(Math.max(scale.unit, 4))} height=${height - AXIS}></rect>` : ""}
        ${rowsOf(timeline, scale, AXIS, w)}
        ${stairsOf(lines, scale, AXIS + rows + 14, roomy, w)}
        ${rateOf(timeline, scale, AXIS + rows + 14 + STAIRS, w)}
        ${here(scale, position, length, height)}
      </svg>
    </div>`;
}

/** What lies ahead is paler; where one stands is a line. */
function here(scale: Scale, position: number, length: number, height: number): SVGTemplateResult {
  const at = Math.max(scale.left, Math.min(scale.x(position), scale.right));
  const end = Math.min(scale.right, scale.x(Math.min(length, scale.to)) + 4);
  return svg`
    ${position < length && end > at ? svg`<rect class="veil" x=${fine(at)} y=${AXIS} width=${fine(end - at)} height=${height - AXIS}></rect>` : ""}
    ${position < scale.from || position > scale.to ? "" : svg`<path class="here" d="M${fine(at)} ${AXIS - 6}V${height}"></path><path class="here-head" d="M${fine(at) - 5} ${AXIS - 10}h10l-5 7z"></path>`}`;
}

function axis({ times, entries }: Timeline, scale: Scale, height: number): SVGTemplateResult {
  const { span } = words();
  const timed = byTime.value;
  const [first, last] = timed ? [times[Math.min(scale.from, entries.length)] ?? 0, times[scale.to] ?? 0] : [scale.from, scale.to];
  const step = roundStep(last - first, (scale.right - scale.left) / (timed ? 84 : 56));
  const ticks: { x: number; text: string }[] = [];
  for (let value = Math.ceil(first / step) * step; value <= last; value += step) {
    const x = timed ? scale.left + 4 + ((value - first) * (scale.right - scale.left - 8)) / Math.max(1, last - first) : scale.x(value);
    ticks.push({ x: fine(x), text: timed ? span(value) : String(value) });
  }
  return svg`
    <g class="axis">
      ${ticks.map(({ x, text }) => svg`<text x=${x} y="10" text-anchor="middle">${text}</text><line class="tick" x1=${x} x2=${x} y1="15" y2=${height}></line>`)}
    </g>`;
}

function under(event: MouseEvent, scale: Scale): number | null {
  const x = event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
  return x < scale.left || x > scale.right ? null : scale.at(x);
}

let pointed: number | null = null;
let waiting = false;

/** At most once a frame. */
function point(event: PointerEvent, scale: Scale): void {
  pointed = under(event, scale);
  if (waiting || event.pointerType === "touch") return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (pointed !== null) looked.value = pointed;
  });
}

function wheel(event: WheelEvent, scale: Scale): void {
  if (!event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  zoom(event.deltaY < 0, under(event, scale) ?? undefined);
}

const KEYS: Record<string, (at: number) => void> = {
  ArrowLeft: (at) => look(at - 1),
  ArrowDown: (at) => look(at - 1),
  ArrowRight: (at) => look(at + 1),
  ArrowUp: (at) => look(at + 1),
  PageDown: (at) => look(at - 10),
  PageUp: (at) => look(at + 10),
  Home: () => look(0),
  End: () => look(Infinity),
  Enter: (at) => void goto(at),
  " ": (at) => void goto(at),
  Escape: () => look(null),
  "+": () => zoom(true),
  "-": () => zoom(false),
};

function keys(event: KeyboardEvent): void {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act(told());
}
