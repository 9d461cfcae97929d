// What the picture itself remembers: how wide it may be, and which station's drawer is open.

import { effect, signal } from "@preact/signals-core";
import type { Station } from "../../derive/deed.ts";
import { runNumber } from "../../state/run.ts";
import { narrow } from "../../state/ui.ts";
import { whenThere } from "../bring.ts";

export type Named = Exclude<Station, "clock">;

/** One at a time; nothing is open at the start. */
export const drawer = signal<Named | null>(null);

/** In units of the picture: CSS pixels at the usual size of text, fewer where the person has chosen larger text. */
export const pictureWidth = signal(guess());

function scale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** Before anything is drawn: the width of the page, less its margins. */
function guess(): number {
  return Math.max(240, Math.min(document.documentElement.clientWidth, 1520) - (narrow.peek() ? 32 : 48));
}

const observer = new ResizeObserver((found) => {
  const width = found.at(-1)?.contentRect.width ?? 0;
  if (width > 0) pictureWidth.value = Math.max(240, Math.round(width / scale()));
});

export function watchWidth(element: Element | undefined): void {
  observer.disconnect();
  if (element) observer.observe(element);
}

let run = -1;
effect(() => {
  if (run !== runNumber.value) drawer.value = null;
  run = runNumber.value;
});

export function openDrawer(name: Named): void {
  drawer.value = name;
  whenThere("drawer-title", () => drawer.peek() === name, (title) => title.closest("section")?.scrollIntoView({ block: "nearest" }));
}

/** The focus goes back to the station. */
export function closeDrawer(): void {
  const name = drawer.peek();
  drawer.value = null;
  document.querySelector<SVGElement>(`.path-station[data-name="${name}"] .path-button`)?.focus();
}
