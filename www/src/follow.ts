// On a narrow screen one part is longer than the screen: after a move, what comes next is brought into sight.

import { effect } from "@preact/signals-core";
import { moment, startPosition } from "./state/run.ts";
import { area, calm, dialog, narrow } from "./state/ui.ts";

const PLACES: Partial<Record<typeof area.value, string>> = {
  run: ".path-station[data-next]",
  pass: ".question[data-state='current']",
};

export function followMoves(): void {
  effect(() => {
    const position = moment.value?.view.position;
    if (position === undefined || position === startPosition.peek() || dialog.peek() !== null || !narrow.peek()) return;
    const place = PLACES[area.peek()];
    if (place === undefined) return;
    requestAnimationFrame(() => {
      document.querySelector(place)?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "instant" : "smooth" });
    });
  });
}
