// The choice of the language. Each is written as it calls itself, so that it is found whatever the page speaks now.

import { html, type TemplateResult } from "lit-html";
import { choose } from "../state/language.ts";
import { language, LANGUAGES, NAMES, words, type Language } from "../words/index.ts";
import { icon } from "./icons.ts";

export function languageMenu(): TemplateResult {
  const now = language.value;
  return html`
    <details class="menu language-menu" @focusout=${left} @keydown=${keyed}>
      <summary class="button" aria-label=${words().page.languageLabel(NAMES[now])}>${icon("globe")}<span class="wide" lang=${now}>${NAMES[now]}</span></summary>
      <div class="menu-body">
        ${LANGUAGES.map((one) => html`<button type="button" class="quiet" lang=${one} aria-current=${one === now ? "true" : "false"} @click=${(event: Event) => chosen(event, one)}>${NAMES[one]}</button>`)}
      </div>
    </details>`;
}

function chosen(event: Event, one: Language): void {
  const menu = (event.currentTarget as Element).closest("details");
  menu?.removeAttribute("open");
  menu?.querySelector("summary")?.focus();
  void choose(one);
}

function left(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (!(event.relatedTarget instanceof Node) || !menu.contains(event.relatedTarget)) menu.open = false;
}

function keyed(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (event.key !== "Escape" || !menu.open) return;
  event.preventDefault();
  menu.open = false;
  menu.querySelector("summary")?.focus();
}
