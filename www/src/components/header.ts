// The top of the page: what this is, where we are, situations, session, theme.

import { html, type TemplateResult } from "lit-html";
import { moment, openSession, session } from "../state/run.ts";
import { dialog, theme, themeNow } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { languageMenu } from "./language.ts";
import { leaving } from "./leaving.ts";
import { icon } from "./icons.ts";

export function header(): TemplateResult {
  const w = words();
  const view = moment.value?.view;
  const now = themeNow();
  return html`
    <header class="top">
      <div class="brand">
        <svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"></rect><path d="M23.500 12.500a8.200 8.200 0 1 0 .6 5.500M23.700 6.800v5.700h-5.700"></path></svg>
        <div>
          <h1>${w.page.name}</h1>
          <p class="tagline">${w.page.tagline}</p>
        </div>
      </div>
      <div class="top-tools">
        ${view
          ? html`<p class="clock"><span title=${w.page.clockHint}>${w.page.clock(view.time)}</span><span>${w.page.position(view.position, view.length)}</span></p>`
          : ""}
        <button type="button" @click=${() => { dialog.value = "situations"; }}>${icon("flag")}<span>${w.page.situations}</span></button>
        <details class="menu">
          <summary class="button" aria-label=${w.page.session}>${icon("file")}<span class="wide">${w.page.session}</span></summary>
          <div class="menu-body">
            <button type="button" class="quiet" @click=${(event: Event) => { saveSession(); closeMenu(event); }}>${w.page.saveSession}</button>
            <label class="button quiet">
              ${w.page.openSession}
              <input class="visually-hidden" type="file" accept=".json,application/json" @change=${chooseSession}>
            </label>
          </div>
        </details>
        ${languageMenu()}
        <button type="button" class="square" aria-label=${w.page.themeLabel(w.page.themes[now])} title=${now === "dark" ? w.page.themeToLight : w.page.themeToDark}
          @click=${() => { theme.value = now === "dark" ? "light" : "dark"; }}>${icon(now === "dark" ? "sun" : "moon")}</button>
      </div>
    </header>`;
}

/** Hands the session over as a file; nothing leaves the machine. */
export function saveSession(): void {
  const file = new Blob([`${JSON.stringify(session(), null, 1)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "reconcile-session.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const LARGEST_FILE = 8_000_000;

async function chooseSession(event: Event): Promise<void> {
  const input = event.target as HTMLInputElement;
  const [file] = input.files ?? [];
  if (file && leaving()) await openSession(file.size > LARGEST_FILE ? "" : await file.text());
  input.value = "";
  closeMenu(event);
}

function closeMenu(event: Event): void {
  (event.target as Element).closest("details")?.removeAttribute("open");
}
