// A sentence of the catalog as elements. Never HTML: everything but its marks is text.

import { html, type TemplateResult } from "lit-html";
import { marked } from "../derive/marks.ts";

export { plain } from "../derive/marks.ts";

export function prose(text: string): TemplateResult {
  return html`${marked(text).map((part) => (part.as === "code" ? html`<code>${part.text}</code>` : part.as === "strong" ? html`<strong>${part.text}</strong>` : part.text))}`;
}
