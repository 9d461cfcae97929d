// The path: API server → watch → cache → queue → reconciler and back, as one picture; below it what one station holds in full.

import { html, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { moment, shown } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import { controllers } from "../controllers.ts";
import { lazy } from "../lazy.ts";
import { picture } from "./picture.ts";
import { closeDrawer, drawer, watchWidth } from "./state.ts";

export function path(): TemplateResult | string {
  const now = moment.value;
  const one = shown.value;
  if (!now || !one) return "";
  const w = words().path;
  return html`
    <section class="path area-run" aria-labelledby="path-title" ${ref(watchWidth)} @keydown=${escape}>
      <h2 id="path-title" class="visually-hidden">${w.title}</h2>
      <p id="path-about" class="visually-hidden">${w.about}</p>
      ${controllers()}
      ${picture(now, one)}
      ${drawer.value === null ? "" : html`<div class="drawer-place">${lazy("drawers")}</div>`}
    </section>`;
}

function escape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || drawer.value === null || event.isComposing) return;
  event.preventDefault();
  closeDrawer();
}
