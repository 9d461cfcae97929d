// The published list of what is simulated, what is not, and what it was checked against.

import { html, type TemplateResult } from "lit-html";
import type { Language } from "../words/index.ts";
import type { SimulatedWords } from "../words/simulated/en.ts";
import { simulatedWords } from "../words/simulated/index.ts";
import { modal } from "./modal.ts";
import { prose } from "./prose.ts";

/** Counted by the build. */
declare const RECORDED: { release: string; steps: number; same: number };

export async function open(language: Language): Promise<() => TemplateResult> {
  const words = await simulatedWords(language);
  return () => list(words, `course/${language}/real.html`);
}

function list(w: SimulatedWords, more: string): TemplateResult {
  const part = ({ title, items }: { title: string; items: readonly string[] }) => html`
    <section><h3>${title}</h3><ul class="plain-list">${items.map((one) => html`<li>${prose(one)}</li>`)}</ul></section>`;
  return modal("simulated", w.title, html`
    <p>${prose(w.intro(RECORDED.release, RECORDED.steps, RECORDED.same))} <a href=${more}>${w.more}</a></p>
    ${part(w.is)}${part(w.notYet)}${part(w.never)}${part(w.different)}${part(w.chosen)}`);
}
