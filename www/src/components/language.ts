// The choice of the language. Each is written as it calls itself, so that it is found whatever the page speaks now.

import { html, type TemplateResult } from "lit-html";
import { choose } from "../state/language.ts";
import { language, LANGUAGES, NAMES, words, type Language } from "../words/index.ts";
import { icon } from "./icons.ts";
import { backToMenu, closeByEscape } from "./menu.ts";

export function languageMenu(): TemplateResult {
  const now = language.value;
  return html`
    <details class="menu language-menu" @focusout=${left} @keydown=${closeByEscape}>
      <summary class="button" aria-label=${words().page.languageLabel(NAMES[now])}>${icon("globe")}<span class="wide" lang=${now}>${NAMES[now]}</span></summary>
      <div class="menu-body">
        ${LANGUAGES.map((one) => html`<button type="button" class="quiet" lang=${one} aria-current=${one === now ? "true" : "false"} @click=${(event: Event) => chosen(event, one)}>${NAMES[one]}</button>`)}
      </div>
    </details>`;
}

function chosen(event: Event, one: Language): void {
  backToMenu(event);
  void choose(one);
}

function left(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (!(event.relatedTarget instanceof Node) || !menu.contains(event.relatedTarget)) menu.open = false;
}
