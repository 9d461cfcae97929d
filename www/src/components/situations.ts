// The gallery of starting situations: the lesson's rows in their order, then the others by what kind of habit they show.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { HABIT_GROUPS, type HabitGroup } from "../documentation/groups.ts";
import type { HabitName } from "../habits.ts";
import { allSituations, FIRST, type Situation } from "../scenarios.ts";
import { situation } from "../state/run.ts";
import { habitWords } from "../words/habits/index.ts";
import { firstText } from "../state/scenes.ts";
import { words, type Language } from "../words/index.ts";
import type { SceneText, ScenarioWords } from "../words/scenarios/en.ts";
import { scenarioWords } from "../words/scenarios/index.ts";
import { matches } from "../derive/matches.ts";
import { galleryParts } from "./gallery-parts.ts";
import { instead, modal } from "./modal.ts";
import { prose } from "./prose.ts";
import { start } from "./starting.ts";

interface Gallery { all: readonly Situation[]; w: ScenarioWords; groups: Record<HabitGroup, string> }

const search = signal("");

export async function open(language: Language): Promise<() => TemplateResult> {
  const [all, w, { ui: { groups } }] = await Promise.all([allSituations(), scenarioWords(language), habitWords(language)]);
  return () => gallery({ all, w, groups });
}

function gallery({ all, w, groups }: Gallery): TemplateResult {
  const { scenarios } = words();
  const found = all.filter((one) => isFound(one, w));
  return modal("situations", scenarios.title, html`
    ${galleryParts("situations", words().page.situations, w.gallery.reports)}
    <p class="lead">${scenarios.intro}</p>
    <div class="gallery-tools">
      <label class="gallery-search"><span class="visually-hidden">${w.gallery.search}</span>
        <input type="search" placeholder=${w.gallery.searchHint} .value=${search.value} @input=${(event: Event) => { search.value = (event.target as HTMLInputElement).value; }}></label>
      <span class="muted" role="status">${w.gallery.found(found.length, all.length)}</span>
    </div>
    ${found.length === 0 ? html`<p class="empty">${w.gallery.nothing}</p>` : ""}
    ${section("lesson", w.gallery.lesson, found.filter(({ rows }) => rows !== undefined), w, w.gallery.rows)}
    ${(Object.keys(HABIT_GROUPS) as HabitGroup[]).map((group) => section(group, groups[group], found.filter((one) => groupOf(one) === group), w))}`,
  html`<button type="button" class="link" @click=${() => instead("lab")}>${words().page.lab}</button>
    <button type="button" class="link" @click=${() => instead("simulated")}>${w.gallery.simulated}</button>`);
}

function section(name: string, title: string, those: readonly Situation[], w: ScenarioWords, hint = ""): TemplateResult | string {
  if (those.length === 0) return "";
  return html`
    <section class="gallery-group" aria-labelledby="gallery-${name}">
      <h3 id="gallery-${name}">${title}</h3>
      ${hint === "" ? "" : html`<p class="gallery-hint">${hint}</p>`}
      <ul class="gallery">${those.map((one) => card(one, w))}</ul>
    </section>`;
}

/** Of a row of the lesson none; else that of the habit that goes wrong first. */
function groupOf({ rows, shows: [shown = {}] = [] }: Situation): HabitGroup | undefined {
  if (rows !== undefined) return undefined;
  const [name] = Object.keys(shown) as HabitName[];
  return (Object.keys(HABIT_GROUPS) as HabitGroup[]).find((group) => name !== undefined && HABIT_GROUPS[group].includes(name));
}

function text({ id }: Situation, w: ScenarioWords): SceneText {
  return (id === FIRST.id ? firstText() : w.items[id]) ?? { title: id, situation: "", see: "" };
}

function isFound(one: Situation, w: ScenarioWords): boolean {
  const { title, situation: what, see } = text(one, w);
  return matches(search.value, [one.id, title, what, see, ...one.rows ?? [], JSON.stringify(one.shows ?? [])]);
}

function card(one: Situation, w: ScenarioWords): TemplateResult {
  const { scenarios } = words();
  const { title, situation: what, see } = text(one, w);
  const here = situation.value?.id === one.id;
  return html`
    <li class="gallery-card" data-id=${one.id} ?data-here=${here}>
      <h4>${one.rows?.map((row) => html`<span class="gallery-row">${w.gallery.row(row)}</span>`)}${title}</h4>
      <p>${prose(what)}</p>
      <p class="gallery-see"><span class="caption">${w.gallery.see}</span> ${prose(see)}</p>
      <p class="gallery-foot">
        <button type="button" aria-label="${scenarios.open}${words().between.colon}${title}" @click=${() => start(one)}>${scenarios.open}</button>
        ${here ? html`<span class="pill accent">${scenarios.current}</span>` : ""}
      </p>
    </li>`;
}
