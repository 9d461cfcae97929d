// One row for each station: marks of moves, what lasts, and the questions of each pass.

import { svg, type SVGTemplateResult } from "lit-html";
import { upTo } from "../../derive/first.ts";
import type { Row, Timeline } from "../../derive/timeline.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { bars, boxes, crosses, fine, type Scale } from "./geometry.ts";

const HEIGHT = 24;
const OF_PASSES = 38;

export function heightOf(row: Row): number {
  return row.station === "reconciler" ? OF_PASSES : HEIGHT;
}

export function rowsOf(timeline: Timeline, scale: Scale, top: number, w: TimelineWords): SVGTemplateResult[] {
  const several = timeline.rows.filter((row) => row.station === "reconciler").length > 1;
  let y = top;
  return timeline.rows.map((row) => {
    const drawn = rowOf(row, scale, y, w, several);
    y += heightOf(row);
    return drawn;
  });
}

function rowOf(row: Row, scale: Scale, top: number, w: TimelineWords, several: boolean): SVGTemplateResult {
  const height = heightOf(row);
  const middle = top + height / 2;
  const label = several && row.of !== null ? row.of : w.rows[row.station];
  const most = Math.floor((scale.left - 6) / 6.4);
  return svg`
    <g class="row-of-${row.station}">
      <line class="grid" x1="0" x2=${scale.right} y1=${top + height} y2=${top + height}></line>
      <text class="row-label" x="0" y=${middle + 4}>${label.length > most ? `${label.slice(0, most - 1)}…` : label}</text>
      ${row.station === "reconciler" ? passes(row, scale, top, w) : marks(row, scale, top)}
    </g>`;
}

function marks({ marks, spans }: Row, scale: Scale, top: number): SVGTemplateResult {
  const middle = top + HEIGHT / 2;
  const lasting = spans.filter((span) => inside(span, scale)).map((span) => place(span, scale)).sort((a, b) => a[0] - b[0]);
  return svg`
    <path class="mark-span" d=${boxes(lasting, middle - 5, 10)}></path>
    <path class="mark-full" d=${bars(marks.full, scale, top + 4, HEIGHT - 8)}></path>
    <path class="mark-flat" d=${bars(marks.flat, scale, middle - 1.5, 3)}></path>
    <path class="mark-cross" d=${crosses(marks.cross, scale, middle)}></path>`;
}

/** Each pass is a bar with its name; below that the questions, then the return. */
function passes({ marks, spans, questions }: Row, scale: Scale, top: number, w: TimelineWords): SVGTemplateResult {
  const shown = spans.filter((span) => inside(span, scale));
  const asked = questions.slice(upTo(questions, scale.from), upTo(questions, scale.to));
  const numbered = scale.unit >= 8;
  const below = top + 17;
  return svg`
    <path class="mark-span mark-pass" d=${bodies(shown, scale, top + 3)}></path>
    ${shown.map((span) => {
      const [from, to] = place(span, scale);
      return to - from < 50 ? "" : svg`<text class="pass-label" x=${fine(from + 5)} y=${top + 14}>${w.pass(span.label)}</text>`;
    })}
    ${numbered
      ? asked.map(({ at, number }) => svg`<text class="question-number" x=${fine(scale.middle(at))} y=${below + 12}>${number}</text>`)
      : svg`<path class="mark-question" d=${bars(asked.map(({ at }) => at), scale, below + 4, 9)}></path>`}
    <path class="mark-full" d=${bars(marks.full, scale, below, 16)}></path>
    <path class="mark-flat" d=${bars(marks.flat, scale, below + 7, 3)}></path>
    <path class="mark-cross" d=${crosses(marks.cross, scale, below + 8)}></path>`;
}

/** Each with an outline of its own, while there is room between them. */
function bodies(passes: readonly Span[], scale: Scale, top: number): string {
  const places = passes.map((span) => place(span, scale));
  const height = OF_PASSES - 6;
  return scale.unit < 1 ? boxes(places, top, height) : places.map((one) => boxes([one], top, height)).join("");
}

type Span = Row["spans"][number];

function inside({ from, to }: Span, scale: Scale): boolean {
  return from <= scale.to && (to === null || to >= scale.from);
}

/** From before its first move to behind its last; one that has not ended goes on to the edge. */
function place({ from, to }: Span, { x, ...scale }: Scale): readonly [number, number] {
  const start = Math.max(scale.left, x(Math.max(scale.from, from - 1)));
  const end = to === null ? scale.end : x(Math.min(to, scale.to));
  return [start, Math.max(start + 1.5, end)];
}
