// Beside the main button: what else could happen by itself now, each one press away. Faults have a panel of their own.

import { html, type TemplateResult } from "lit-html";
import { actorOf, deedOf } from "../derive/deed.ts";
import { moment, play, shown } from "../state/run.ts";
import type { Move } from "../contract.ts";
import { words } from "../words/index.ts";
import { openFaults } from "./faults.ts";
import { icon } from "./icons.ts";
import { backToMenu, closeByEscape, closeMenu, closeWhenLeft } from "./menu.ts";
import { prose } from "./prose.ts";

export function others(): TemplateResult {
  const w = words().controls;
  const now = moment.value;
  const moves = now?.moves.slice(1) ?? [];
  return html`
    <details class="menu others" @focusout=${closeWhenLeft} @keydown=${closeByEscape}>
      <summary class="button" title=${w.othersHint}>${icon("moves")}<span class="wide">${w.others(moves.length)}</span><span class="short">${w.othersShort(moves.length)}</span></summary>
      <div class="menu-body">
        <p class="muted">${moves.length === 0 ? w.othersNone : w.othersHint}</p>
        ${now ? moves.map((move) => html`<button type="button" class="quiet" @click=${(event: Event) => choose(event, move)}>${icon("step")}<span>${what(move)}</span></button>`) : ""}
        <button type="button" class="quiet others-faults" @click=${(event: Event) => { closeMenu(event); openFaults(); }}>${icon("bolt")}<span>${w.othersFaults}</span></button>
      </div>
    </details>`;
}

function what(move: Move): TemplateResult {
  const view = moment.value?.view;
  const by = actorOf(move);
  return prose(`${shown.value?.several && by ? words().controls.of(by) : ""}${view ? words().deed(deedOf(move, view)) : ""}`);
}

function choose(event: Event, move: Move): void {
  backToMenu(event);
  void play(move);
}
