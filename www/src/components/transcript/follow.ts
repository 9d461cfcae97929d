// The line of the moment stays in sight of the list; the page itself is never scrolled by it.

import { moment, runNumber } from "../../state/run.ts";
import { form } from "./state.ts";

let seen = "";

/** Brings the line of the moment into the list's sight when the moment, or the form, is another one. */
export function follow(): void {
  const now = `${runNumber.value} ${moment.value?.view.position ?? 0} ${form.value}`;
  if (now === seen) return;
  seen = now;
  requestAnimationFrame(() => { scroll(); });
}

/** The same at a press of a button, with the focus. */
export function toHere(): void {
  const line = scroll();
  line?.focus({ preventScroll: true });
  line?.scrollIntoView({ block: "nearest" });
}

function scroll(): HTMLElement | null {
  const list = document.querySelector<HTMLElement>(".transcript .log-lines");
  const line = list?.querySelector<HTMLElement>("[aria-current='step']") ?? null;
  if (!list || !line) return null;
  const above = line.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const below = above + line.offsetHeight - list.clientHeight;
  if (above < 40 || below > -8) list.scrollTop += above - Math.max(40, list.clientHeight - line.offsetHeight - 72);
  return line;
}

/** Up and down along the lines, which are one stop of the Tab key. */
export function rove(event: KeyboardEvent): void {
  const lines = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>(".log-line button")];
  const at = lines.indexOf(event.target as HTMLElement);
  const to = at < 0 ? undefined : { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 }[event.key];
  if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  lines[to]?.focus();
}
