// One station of the path: a card with its name, what it is for, its contents, and what can be done to it.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Station } from "../../derive/deed.ts";
import { opened, toggle } from "../../state/ui.ts";
import { words } from "../../words/index.ts";
import { icon, type IconName } from "../icons.ts";

export type Named = Exclude<Station, "clock">;

export interface StationParts {
  name: Named;
  icon: IconName;
  meta?: string | TemplateResult;
  next: boolean;
  content: TemplateResult | TemplateResult[] | string;
  actions?: TemplateResult;
}

export function station(parts: StationParts): TemplateResult {
  const w = words().path;
  const { name } = parts;
  const hint = name in w.hints ? w.hints[name as keyof typeof w.hints] : "";
  return html`
    <section class="station station-${name}" aria-labelledby="station-${name}" ?data-next=${parts.next}>
      <header class="station-head">
        ${icon(parts.icon)}
        <h3 id="station-${name}">${w.stations[name]}</h3>
        ${parts.next ? html`<span class="pill next-pill">${w.next}</span>` : ""}
        ${parts.meta ? html`<span class="station-meta">${parts.meta}</span>` : ""}
      </header>
      ${hint === "" ? nothing : html`<p class="hint">${hint}</p>`}
      <div class="station-body">${parts.content}</div>
      ${parts.actions ? interfere(name, parts.actions) : nothing}
    </section>`;
}

function interfere(name: Named, actions: TemplateResult): TemplateResult {
  const key = `interfere-${name}`;
  return html`
    <details class="interfere" ?open=${opened.value.has(key)} @toggle=${(event: Event) => toggle(key, (event.target as HTMLDetailsElement).open)}>
      <summary>${icon("chevron")}<span>${words().interfere.label}</span><span class="visually-hidden">: ${words().path.stations[name]}</span></summary>
      <div class="interfere-body">${actions}</div>
    </details>`;
}

export function empty(text: string): TemplateResult {
  return html`<p class="empty">${text}</p>`;
}
