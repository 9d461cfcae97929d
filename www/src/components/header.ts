// The top of the page: what this is, where we are, situations, session, theme.

import { html, type TemplateResult } from "lit-html";
import { kind } from "../kind.ts";
import { moment } from "../state/run.ts";
import { dialog, theme, themeNow } from "../state/ui.ts";
import { language, words, type Language } from "../words/index.ts";
import { languageMenu } from "./language.ts";
import { icon } from "./icons.ts";
import { sessionMenu } from "./session-menu.ts";

/** The pages of the course in a language. */
export function courseOf(spoken: Language): string {
  return `course/${spoken}/index.html`;
}

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
        ${kind === "file" ? "" : html`<a class="button wide" href=${courseOf(language.value)}>${icon("book")}<span>${w.page.course}</span></a>`}
        <button type="button" @click=${() => { dialog.value = "situations"; }}>${icon("flag")}<span>${w.page.situations}</span></button>
        <button type="button" aria-label=${w.page.lab} @click=${() => { dialog.value = "lab"; }}>${icon("flask")}<span class="wide">${w.page.lab}</span></button>
        ${sessionMenu()}
        ${languageMenu()}
        <button type="button" class="square" aria-label=${w.page.themeLabel(w.page.themes[now])} title=${now === "dark" ? w.page.themeToLight : w.page.themeToDark}
          @click=${() => { theme.value = now === "dark" ? "light" : "dark"; }}>${icon(now === "dark" ? "sun" : "moon")}</button>
      </div>
    </header>`;
}
