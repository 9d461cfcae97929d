// The two parts of the gallery, each in the other's place: situations, and public reports.

import { html, type TemplateResult } from "lit-html";
import { instead } from "./modal.ts";

type Part = "situations" | "reports";

export function galleryParts(here: Part, situations: string, reports: string): TemplateResult {
  const button = (part: Part, name: string) =>
    html`<button type="button" aria-pressed=${part === here ? "true" : "false"} @click=${() => { if (part !== here) instead(part); }}>${name}</button>`;
  return html`<div class="switch gallery-parts">${button("situations", situations)}${button("reports", reports)}</div>`;
}
