// The end of a chapter in the page: its situation in every order, written in one way after another. The code that checks comes
// when somebody presses the button, and is a file of its own.

import { html, render } from "lit-html";
import { effect, signal } from "@preact/signals-core";
import { icon } from "../components/icons.ts";
import { language } from "../words/index.ts";
import { COURSE } from "../words/course/index.ts";
import type { EndingData } from "./page-data.ts";

const w = COURSE[language.value].check;

/** What the file of the check gives: it takes the place over, and begins with the first way. */
export interface EveryOrder { open(place: HTMLElement, data: EndingData): void }

export function offerEnding(data: EndingData): void {
  const place = document.querySelector<HTMLElement>("[data-check]")!;
  const built = place.querySelector<HTMLElement>(".ending-built")!;
  const stand = document.createElement("div");
  built.before(stand);
  built.classList.add("ending-paper");
  const at = signal<"idle" | "loading" | "failed">("idle");
  const begin = async (): Promise<void> => {
    if (at.peek() === "loading") return;
    at.value = "loading";
    try {
      const file = new URL(`./course-check-${language.value}.js`, import.meta.url);
      const { open } = await import(file.href) as EveryOrder;
      stop();
      // That file has a renderer of its own, which wants a place of its own.
      const fresh = document.createElement("div");
      stand.replaceWith(fresh);
      open(fresh, data);
      fresh.querySelector<HTMLElement>(".check-go button")?.focus({ preventScroll: true });
    } catch {
      at.value = "failed";
      built.classList.remove("ending-paper");
    }
  };
  const stop = effect(() => {
    render(html`
      <p><button type="button" class="primary" aria-disabled=${at.value === "loading" ? "true" : "false"} @click=${() => void begin()}>${icon("moves")}<span>${w.go}</span></button></p>
      <div role="alert">${at.value === "failed" ? html`<p class="mistake">${icon("warning")} ${w.failed}</p>` : ""}</div>`, stand);
  });
}
