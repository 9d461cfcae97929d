// One line on whether the run is kept: the last one is back, or this one will not be.

import { html, type TemplateResult } from "lit-html";
import { keptNote } from "../state/kept.ts";
import { isSlight, renewal } from "../state/versions.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { lazy } from "./lazy.ts";
import { leaving } from "./leaving.ts";

export function keptLine(): TemplateResult {
  const note = keptNote.value;
  const w = words().session;
  return html`
    <div class="kept-place" role="status">${note === null ? "" : html`
      <p class="kept">${icon(note === "back" ? "clock" : "info")}<span>${w.kept[note]}</span>
        ${note === "back" ? html`<button type="button" class="link" @click=${afresh}>${w.afresh}</button>` : ""}
        <button type="button" class="quiet square" aria-label=${w.hide} @click=${() => { keptNote.value = null; }}>${icon("close")}</button>
      </p>`}${isSlight() ? lazy("foreign") : ""}${renewal.value ? lazy("renewal") : ""}</div>`;
}

async function afresh(): Promise<void> {
  if (leaving()) await (await import("../state/session.ts")).afresh();
}
