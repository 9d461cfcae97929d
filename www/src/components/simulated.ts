// The published list of what is simulated, what is not, and what it was checked against.

import { html, type TemplateResult } from "lit-html";
import type { Language } from "../words/index.ts";
import type { ScenarioWords } from "../words/scenarios/en.ts";
import { scenarioWords } from "../words/scenarios/index.ts";
import { modal } from "./modal.ts";
import { prose } from "./prose.ts";

export async function open(language: Language): Promise<() => TemplateResult> {
  const { simulated } = await scenarioWords(language);
  return () => list(simulated);
}

function list(w: ScenarioWords["simulated"]): TemplateResult {
  const items = (those: readonly string[]) => html`<ul class="plain-list">${those.map((one) => html`<li>${prose(one)}</li>`)}</ul>`;
  return modal("simulated", w.title, html`
    <p>${prose(w.intro)}</p>
    <section><h3>${w.yes}</h3>${items(w.is)}</section>
    <section><h3>${w.no}</h3>${items(w.isNot)}</section>
    <p>${prose(w.quirk)}</p>
    <p class="muted">${w.source}</p>`);
}
