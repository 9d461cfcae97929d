// A sentence of the catalog as elements: `code` and **strong**. Never HTML: everything else is text.

import { html, type TemplateResult } from "lit-html";

export function prose(text: string): TemplateResult {
  const parts = text.split(/(`[^`]*`|\*\*[^*]+\*\*)/);
  return html`${parts.map((part) => {
    if (part.length > 1 && part.startsWith("`") && part.endsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4) return html`<strong>${part.slice(2, -2)}</strong>`;
    return part;
  })}`;
}

/** The same without marks, for names that only a screen reader hears. */
export function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll("**", "");
}
