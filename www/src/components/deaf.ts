// Why a controller that runs takes nothing in: what it alone can do, a delivery or a resync, is not offered then.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView } from "../contract.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";

/** Null: it does. */
export function deaf({ running, stalled, leader }: ControllerView): string | null {
  const w = words();
  return !running ? w.path.crashed : stalled ? w.path.stalled : leader === false ? w.controllers.waits : null;
}

/** The same, beside what is off because of it. */
export function deafNote(controller: ControllerView): TemplateResult | string {
  const why = deaf(controller);
  return why === null ? "" : html`<p class="muted why-off">${icon(controller.stalled ? "pause" : controller.running ? "hourglass" : "bolt")} ${why}</p>`;
}
