// A new version of the page is there: offered, never taken by itself.

import { html, type TemplateResult } from "lit-html";
import { keeping } from "../state/kept.ts";
import { renewal } from "../state/versions.ts";
import type { Language } from "../words/index.ts";
import { versionWords } from "../words/versions/index.ts";
import { icon } from "./icons.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const w = await versionWords(language);
  return () => {
    const take = renewal.value;
    return take === null ? "" : html`
      <p class="kept">${icon("reset")}<span>${w.renewal} ${keeping.value ? w.kept : w.lost}</span>
        <button type="button" class="small" @click=${take}>${w.reload}</button>
        <button type="button" class="quiet square" aria-label=${w.hide} @click=${hide}>${icon("close")}</button>
      </p>`;
  };
}

function hide(): void {
  renewal.value = null;
  document.querySelector<HTMLElement>(".dock .step")?.focus();
}
