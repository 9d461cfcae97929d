// What lies behind the moment and ahead of it: the picture of it, the passes and why each ran, everything that happened. One
// at a time.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, View } from "../contract.ts";
import { tab, type Tab } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { history } from "./history.ts";
import { lazy } from "./lazy.ts";

const TABS: readonly Tab[] = ["timeline", "passes", "transcript", "compare"];

export function overTime(view: View, controller: ControllerView): TemplateResult {
  const w = words().overTime;
  return html`
    <section class="over-time area-history" id="over-time" aria-labelledby="over-time-title">
      <h2 id="over-time-title" class="visually-hidden">${w.title}</h2>
      <div class="switch" role="group" aria-label=${w.title}>
        ${TABS.map((name) => html`<button type="button" aria-pressed=${tab.value === name ? "true" : "false"} @click=${() => { tab.value = name; }}>${w.tabs[name]}</button>`)}
      </div>
      ${tab.value === "passes" ? history(view, controller) : lazy(tab.value)}
    </section>`;
}
