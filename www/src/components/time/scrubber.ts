// Back and forth over the whole run: a slider over its moves, with buttons beside it.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { back, branches, busy, entries, forward, goto, moment, reset, startPosition } from "../../state/run.ts";
import { narrow } from "../../state/ui.ts";
import { words } from "../../words/index.ts";
import { icon, type IconName } from "../icons.ts";
import { beginnings } from "./beginnings.ts";
import { openBranches } from "./kept.ts";
import { seek, sought } from "./seek.ts";

/** More marks than this are a grey band that says nothing. */
const MARKS = 120;

export function scrubber(): TemplateResult {
  const w = words().time;
  const c = words().controls;
  const { view } = moment.value!;
  const length = entries.value.length;
  const at = sought() ?? view.position;
  const off = busy.value;
  const button = (name: IconName, label: string, go: () => void, there: boolean, key: string | null) => html`
    <button type="button" class="square" title=${label} aria-label=${label} aria-keyshortcuts=${key ?? nothing} aria-disabled=${off || there ? "true" : "false"} @click=${() => { if (!there) go(); }}>${icon(name)}</button>`;
  return html`
    <div class="scrubber" role="group" aria-label=${w.label}>
      ${narrow.value
        // There is no room for both: the slider itself goes to the beginning.
        ? button("reset", c.reset, () => void reset(), at === startPosition.value, "0")
        : button("first", w.first, () => void goto(0), at === 0, null)}
      ${button("back", c.back, () => void back(), at === 0, "ArrowLeft")}
      <span class="track">
        ${marks(length)}
        <input type="range" min="0" max=${length} step="1" aria-label=${w.scrubber} aria-valuetext=${w.at(at, length, view.time)} .value=${live(String(at))} ?disabled=${length === 0} @input=${(event: Event) => seek(Number((event.target as HTMLInputElement).value))}>
      </span>
      ${button("forward", c.forward, () => void forward(), at >= length, "ArrowRight")}
      ${button("last", w.last, () => void goto(length), at >= length, null)}
      <span class="scrubber-at" aria-hidden="true">${w.at(at, length, view.time)}</span>
      ${branches.value.length === 0 ? "" : html`<button type="button" class="branches-button" aria-label=${w.branches(branches.value.length)} @click=${openBranches}>${icon("branch")}<span class="wide">${w.branches(branches.value.length)}</span><span class="short">${branches.value.length}</span></button>`}
    </div>`;
}

/** Where passes began. */
function marks(length: number): TemplateResult | string {
  const found = beginnings(entries.value);
  if (found.length === 0 || found.length > MARKS) return "";
  return html`<svg class="track-marks" viewBox="0 0 ${length} 1" preserveAspectRatio="none" aria-hidden="true"><path d=${found.map((at) => `M${at} 0v1`).join("")}></path></svg>`;
}
