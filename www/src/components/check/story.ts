// The line above a story that a check found: what it shows, and why the move at which it stands is the decisive one.

import { html, type TemplateResult } from "lit-html";
import { goto, moment } from "../../state/run.ts";
import { story, tellStory } from "../../state/story.ts";
import { checkWords } from "../../words/check/index.ts";
import type { CheckWords } from "../../words/check/en.ts";
import type { Language } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const w = await checkWords(language);
  return () => line(w);
}

function line(w: CheckWords): TemplateResult | string {
  const now = story.value;
  if (!now) return "";
  const { property, how, fault, where, decisive, cycle } = now;
  const [name] = w.properties[property];
  return html`
    <section class="banner warn story" aria-labelledby="story-title">
      ${icon("warning")}
      <div class="banner-text">
        <h2 id="story-title" tabindex="-1">${w.storyTitle}</h2>
        <p><strong>${prose(w.fails(name))}</strong></p>
        <p>${w.how[how]} ${fault ? w.wrong[fault] : ""} ${where === "" ? "" : prose(w.where(where))}</p>
        <p>${how === "broken" ? w.decisiveBroken(decisive) : w.decisive(decisive)} ${cycle ? w.cycle(cycle.from + 1, cycle.to) : ""}</p>
        <p class="banner-actions">
          ${way(decisive, w.toDecisive)}
          ${cycle && cycle.from !== decisive ? way(cycle.from, w.toCycle) : ""}
          <button type="button" class="small quiet" @click=${hide}>${w.hide}</button>
        </p>
      </div>
    </section>`;
}

function way(to: number, label: string): TemplateResult {
  return html`<button type="button" class="small" aria-disabled=${moment.value?.view.position === to ? "true" : "false"} @click=${() => void goto(to)}>${label}</button>`;
}

/** The button that was pressed is about to go. */
function hide(): void {
  document.querySelector<HTMLElement>(".dock .step")?.focus({ preventScroll: true });
  tellStory(null);
}
