// The branches, each as a lane that leaves the run in hand, with the way there and the way to forget it.

import { html, svg, type TemplateResult } from "lit-html";
import type { Branch } from "../../branches.ts";
import { tell } from "../../derive/tell.ts";
import { keeping, latest } from "../../state/kept.ts";
import { dismiss, leftRun, takeBranch } from "../../state/run.ts";
import { opened, toggle } from "../../state/ui.ts";
import { words } from "../../words/index.ts";
import type { TimelineWords } from "../../words/timeline/en.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";
import { goBack } from "./kept.ts";
import { nameOf } from "./told.ts";

const SHOWN = 8;
const MORE = "timeline-branches";

export function ways(branches: readonly Branch[], length: number, position: number, texts: TimelineWords): TemplateResult {
  const w = texts.branches;
  const left = leftRun.value;
  const all = opened.value.has(MORE);
  const shown = branches.toReversed().slice(0, all ? branches.length : SHOWN);
  const older = keeping.value ? branches.length - latest(branches).length : 0;
  const longest = Math.max(1, length, ...shown.map((one) => one.from + one.tail.length));
  return html`
    <section class="ways" aria-labelledby="branches-title">
      <header class="ways-head">
        <h3 id="branches-title" tabindex="-1">${w.title}</h3>
        ${branches.length < 2 ? "" : html`<button type="button" class="small" @click=${() => { toTitle(); dismiss(); }}>${w.dismissAll}</button>`}
      </header>
      ${left === null ? "" : html`
        <p class="way left-run">${icon("branch")}<span class="way-what">${words().time.left(left.moves.length)}</span>
          <button type="button" class="small" @click=${() => { toTitle(); goBack(); }}>${words().time.goBack}</button>
          <button type="button" class="small quiet" @click=${() => { toTitle(); leftRun.value = null; }}>${w.dismiss}</button></p>`}
      ${branches.length === 0 ? html`<p class="empty">${w.none}</p>` : html`
        <ul>
          <li class="way">${lane(longest, 0, length, position)}<span class="way-what">${w.here(length, position)}</span></li>
          ${shown.map((one) => way(one, longest, w))}
        </ul>
        ${older === 0 ? "" : html`<p class="muted">${w.notKept(older)}</p>`}
        ${branches.length <= SHOWN ? "" : html`<button type="button" class="link" @click=${() => toggle(MORE, !all)}>${all ? texts.fewerObjects : w.all(branches.length)}</button>`}`}
    </section>`;
}

function way({ id, from, tail, at }: Branch, longest: number, w: TimelineWords["branches"]): TemplateResult {
  const first = tail[0]!;
  const [sentence = ""] = tell(first, words());
  return html`
    <li class="way">
      ${lane(longest, from, from + tail.length, at)}
      <span class="way-what"><strong>${w.one(id, tail.length, from + 1)}</strong> <span class="muted">${prose(w.begins(nameOf(first), sentence))}</span></span>
      <button type="button" class="small" aria-label=${w.goThereName(id, tail.length, from + 1)} @click=${() => { toTitle(); void takeBranch(id); }}>${w.goThere}</button>
      <button type="button" class="small quiet" aria-label=${w.dismissName(id, tail.length, from + 1)} @click=${() => { toTitle(); dismiss(id); }}>${w.dismiss}</button>
    </li>`;
}

/** The button that was pressed is about to go. */
function toTitle(): void {
  document.getElementById("branches-title")?.focus({ preventScroll: true });
}

/** What it shares with the run in hand is thin, its own thick; a dot where one stood in it. */
function lane(longest: number, from: number, to: number, at: number): TemplateResult {
  const x = (moves: number) => 4 + (moves * 192) / longest;
  return html`<svg class="lane-of-way" viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true">${svg`
    ${from === 0 ? "" : svg`<path class="way-shared" d="M${x(0)} 4H${x(from)}"></path>`}
    <path class="way-own" d=${from === 0 ? `M${x(0)} 10H${x(to)}` : `M${x(from)} 4L${Math.min(x(to), x(from) + 5)} 14H${x(to)}`}></path>
    <path class="way-at" d="M${x(at)} ${from === 0 ? 5 : at > from ? 9 : 0}v10"></path>`}</svg>`;
}
