// The keyboard shortcuts, and the switch that turns them off.

import { html, type TemplateResult } from "lit-html";
import { shortcuts } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { modal } from "./modal.ts";

export const open = (): (() => TemplateResult) => shortcutsDialog;

function shortcutsDialog(): TemplateResult {
  const w = words().controls;
  const rows = (["step", "finish", "settle", "back", "forward", "reset", "time", "check"] as const).map((name) => html`<div><dt><kbd>${w.keys[name]}</kbd></dt><dd>${name === "step" ? w.step : w[name]}</dd></div>`);
  return modal("shortcuts", w.shortcuts, html`
    <label class="check"><input type="checkbox" .checked=${shortcuts.value} @change=${(event: Event) => { shortcuts.value = (event.target as HTMLInputElement).checked; }}>${w.shortcutsOn}</label>
    <p class="muted">${w.shortcutsHint}</p>
    <dl class="keys">${rows}</dl>`);
}
