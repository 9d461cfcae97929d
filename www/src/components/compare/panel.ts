// Two runs side by side from one point: the form that asks for them, and what came of them.

import { html, type TemplateResult } from "lit-html";
import { effect, untracked } from "@preact/signals-core";
import { runNumber } from "../../state/run.ts";
import { compareWords } from "../../words/compare/index.ts";
import type { CompareWords } from "../../words/compare/en.ts";
import { habitWords } from "../../words/habits/index.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import type { Language } from "../../words/index.ts";
import { askedFor } from "../compare.ts";
import { icon } from "../icons.ts";
import { comparison, compare, taken } from "./state.ts";
import { setup, suggest } from "./setup.ts";
import { sides } from "./sides.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const [w, habits] = await Promise.all([compareWords(language), habitWords(language)]);
  listen();
  return () => panel(w, habits);
}

let listening = false;

/** What is asked for elsewhere begins here; a new run has other habits to suggest. */
function listen(): void {
  if (listening) return;
  listening = true;
  effect(() => {
    void runNumber.value;
    untracked(suggest);
  });
  effect(() => {
    const asked = askedFor.value;
    if (asked === null) return;
    queueMicrotask(() => void compare({ code: "anew", ...asked }, 0).then(() => { askedFor.value = null; }));
  });
}

function panel(w: CompareWords, habits: HabitWords): TemplateResult {
  return html`
    <section class="card compare" aria-labelledby="compare-title">
      <header class="card-head"><h2 id="compare-title" tabindex="-1">${w.title}</h2>${comparison.value ? "" : html`<span class="muted">${w.intro}</span>`}</header>
      <div role="status">${taken.value === null ? "" : html`<p class="banner info">${icon("check")}<span class="banner-text">${w.taken[taken.value]}</span></p>`}</div>
      ${comparison.value ? sides(comparison.value, w, habits) : setup(w, habits)}
    </section>`;
}
