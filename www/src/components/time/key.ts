// What the marks mean, and the versions behind the move that is looked at.

import { html, svg, type TemplateResult } from "lit-html";
import { revisionAt, type Timeline } from "../../derive/timeline.ts";
import { opened, toggle } from "../../state/ui.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { prose } from "../prose.ts";
import type { Line } from "./stairs.ts";

const SHOWN = 6;
const MORE = "timeline-objects";

/** The lines that are drawn: a few, until all are asked for. */
export function drawn(lines: readonly Line[]): readonly Line[] {
  return opened.value.has(MORE) ? lines : lines.slice(0, SHOWN);
}

export function versions(lines: readonly Line[], { rate }: Timeline, at: number, w: TimelineWords): TemplateResult {
  const all = opened.value.has(MORE);
  return html`
    <ul class="timeline-versions">
      ${drawn(lines).map((line) => {
        const revision = revisionAt(line, at);
        const still = line.unchanged.some((one) => one.at === at);
        return html`<li>${sample(line.line)}<span>${prose(w.object(line.ref))}</span> ${revision === 0 ? html`<span class="muted">${w.absent}</span>` : html`<span class="version">${revision}</span>`}${still ? html` <span class="pill">${w.unchanged}</span>` : ""}</li>`;
      })}
      ${lines.length <= SHOWN ? "" : html`<li><button type="button" class="link" @click=${() => toggle(MORE, !all)}>${all ? w.fewerObjects : w.moreObjects(lines.length - SHOWN)}</button></li>`}
      <li><svg class="sample" viewBox="0 0 24 10" aria-hidden="true">${svg`<path class="rate-line" d="M1 8H9V2H23"></path>`}</svg><span>${w.rate}</span> <strong>${w.rateIs(rate[at] ?? 0)}</strong></li>
    </ul>`;
}

function sample(line: number): TemplateResult {
  return html`<svg class="sample" viewBox="0 0 24 10" aria-hidden="true">${svg`<path class="stair" data-line=${line} d="M1 5H23"></path>`}</svg>`;
}

const SHAPES = {
  full: svg`<path class="mark-full" d="M9 1h6v12h-6z"></path>`,
  flat: svg`<path class="mark-flat" d="M7 5.500h10v3H7z"></path>`,
  cross: svg`<path class="mark-cross" d="M8.500 3.500l7 7m0 -7l-7 7"></path>`,
};

export function meanings(w: TimelineWords): TemplateResult {
  const item = (drawing: unknown, text: string) => html`<li><svg class="sample" viewBox="0 0 24 14" aria-hidden="true">${drawing}</svg>${text}</li>`;
  return html`
    <ul class="timeline-meanings">
      ${item(SHAPES.full, w.shapes.full)}${item(SHAPES.flat, w.shapes.flat)}${item(SHAPES.cross, w.shapes.cross)}
      ${item(svg`<path class="mark-span" d="M1 2H23v10H1z"></path>`, w.span)}
      ${item(svg`<text class="question-number" x="12" y="11">3</text>`, w.numbers)}
      ${item(svg`<path class="ring" data-line="0" d="M1 7H8.500M15.500 7H23M8.500 7a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0 -7 0"></path>`, w.unchangedMark)}
    </ul>`;
}
