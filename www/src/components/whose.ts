// With several controllers, each card of a pass says whose it is.

import { html, type TemplateResult } from "lit-html";
import { shown } from "../state/run.ts";
import { words } from "../words/index.ts";
import { prose } from "./prose.ts";

export function whose(): TemplateResult | string {
  const at = shown.value;
  return at?.several ? html`<span class="muted whose">${prose(words().pass.whose(at.name))}</span>` : "";
}
