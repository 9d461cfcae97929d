// The drawer of a station: its name, what it is for, all that it holds, and what can be done to it.

import { html, nothing, type TemplateResult } from "lit-html";
import { words } from "../../../words/index.ts";
import { icon, type IconName } from "../../icons.ts";
import { closeDrawer, type Named } from "../state.ts";

export interface DrawerParts {
  name: Named;
  icon: IconName;
  meta?: string | TemplateResult;
  next: boolean;
  content: TemplateResult | TemplateResult[] | string;
  actions?: TemplateResult;
}

/** More than these are counted. */
export const SHOWN = 60;

export function station(parts: DrawerParts): TemplateResult {
  const w = words().path;
  const { name } = parts;
  return html`
    <section class="card station station-${name}" id="drawer" aria-labelledby="drawer-title">
      <header class="card-head">
        ${icon(parts.icon)}
        <h3 id="drawer-title" tabindex="-1">${w.stations[name]}</h3>
        ${parts.next ? html`<span class="pill next-pill">${w.next}</span>` : ""}
        <span class="hint">${w.hints[name]}</span>
        <span class="spring"></span>
        ${parts.meta ? html`<span class="station-meta">${parts.meta}</span>` : ""}
        <button type="button" class="quiet square" aria-label=${w.close(w.stations[name])} @click=${closeDrawer}>${icon("close")}</button>
      </header>
      <div class="station-body">${parts.content}</div>
      ${parts.actions ? html`<div class="interfere" role="group" aria-label=${words().interfere.label}>${parts.actions}</div>` : nothing}
    </section>`;
}

export function empty(text: string): TemplateResult {
  return html`<p class="empty">${text}</p>`;
}
