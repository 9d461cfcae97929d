// The row of the controls that lets time pass: opened, it has the focus; closed, the button that opens it.

import { html, type TemplateResult } from "lit-html";
import { timersOf } from "../derive/deed.ts";
import { letTimePass, moment } from "../state/run.ts";
import { timeOpen } from "../state/ui.ts";
import { words } from "../words/index.ts";

/** The page is drawn at once when this changes. */
export function toggleTime(): void {
  timeOpen.value = !timeOpen.value;
  const place = timeOpen.value ? ".time-panel button[aria-disabled='false'], .time-panel .by" : ".time-button";
  document.querySelector<HTMLElement>(place)?.focus();
}

const AMOUNTS = [1, 1_000, 10_000, 60_000];

export function timePanel(): TemplateResult {
  const w = words().controls;
  const timer = toTimer();
  return html`
    <form class="time-panel" @submit=${submitTime}>
      <button type="button" aria-disabled=${timer === null ? "true" : "false"} @click=${() => void letTimePass(timer ?? 0)}>${timer === null ? w.noTimer : w.toTimer(timer)}</button>
      ${AMOUNTS.map((amount) => html`<button type="button" class="quiet by" @click=${() => void letTimePass(amount)}>${w.by(amount)}</button>`)}
      <label class="inline">${w.custom}<input name="amount" type="number" min="1" max="31622400000" step="1" value="500" required></label>
      <button type="submit" class="quiet">${w.go}</button>
    </form>`;
}

function submitTime(event: SubmitEvent): void {
  event.preventDefault();
  const amount = Number(new FormData(event.target as HTMLFormElement).get("amount"));
  if (Number.isSafeInteger(amount)) void letTimePass(amount);
}

/** Milliseconds to the next timer: of a queue, of a sleeping pass, of a lease. */
function toTimer(): number | null {
  const view = moment.value?.view;
  const first = view && timersOf(view).find((timer) => timer.reason !== "event");
  return first ? Math.max(0, first.due - view.time) : null;
}
