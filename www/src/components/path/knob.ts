// A button within the picture: as a button of the page in name, keyboard and states.

import { nothing, svg, type TemplateResult } from "lit-html";
import { glyph, type IconName } from "../icons.ts";
import { fit, widthOf } from "./measure.ts";

export interface Knob {
  class: string;
  x: number;
  y: number;
  w: number;
  h: number;
  icon: IconName;
  /** Written on it, if there is room; the name says more. */
  text?: string;
  name: string;
  off?: boolean;
  press: () => void;
}

export function knob(one: Knob): TemplateResult {
  const { x, y, w, h, text = "" } = one;
  const size = 13;
  const shown = text === "" ? "" : fit(text, w - size - 18, "small");
  const wide = size + (shown === "" ? 0 : 5 + widthOf(shown, "small"));
  const start = x + (w - wide) / 2;
  const press = () => { if (!(one.off ?? false)) one.press(); };
  return svg`
    <g class="knob ${one.class}" ?data-off=${one.off ?? false}>
      <g class="knob-button" role="button" tabindex="0" aria-label=${one.name} aria-disabled=${one.off ? "true" : "false"} @click=${press} @keydown=${(event: KeyboardEvent) => pressed(event, press)}>
        <title>${one.name}</title>
        <rect class="knob-face" x=${x} y=${y} width=${w} height=${h} rx="6"></rect>
      </g>
      <g class="drawn-on" aria-hidden="true">
        ${glyph(one.icon, start, y + (h - size) / 2, size)}
        ${shown === "" ? nothing : svg`<text class="f-small" x=${start + size + 5} y=${y + h / 2}>${shown}</text>`}
      </g>
      <rect class="focus-ring" x=${x - 3} y=${y - 3} width=${w + 6} height=${h + 6} rx="8"></rect>
    </g>`;
}

/** Enter and Space press; a key that is held down presses once. */
export function pressed(event: KeyboardEvent, press: () => void): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (!event.repeat) press();
}
