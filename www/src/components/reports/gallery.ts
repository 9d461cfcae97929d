// The gallery's second part: public reports, by what goes wrong in them.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { matches } from "../../derive/matches.ts";
import { threadOf } from "../../derive/thread.ts";
import { groupOf, REPORT_GROUPS, REPORT_SYMPTOMS, symptomsOf, type ReportGroup, type ReportSymptom } from "../../documentation/report-groups.ts";
import type { Reported, ReportText } from "../../reports.ts";
import { allReports } from "../../scenarios.ts";
import { beginReport, reportTexts } from "../../state/reports.ts";
import { situation } from "../../state/run.ts";
import { words, type Language } from "../../words/index.ts";
import type { ReportWords } from "../../words/reports/en.ts";
import { reportWords } from "../../words/reports/index.ts";
import { galleryParts } from "../gallery-parts.ts";
import { leaving } from "../leaving.ts";
import { instead, modal } from "../modal.ts";
import { prose } from "../prose.ts";
import { whenThere } from "../bring.ts";

const SYMPTOMS = Object.keys(REPORT_SYMPTOMS) as readonly ReportSymptom[];

interface Gallery { all: readonly Reported[]; texts: Record<string, ReportText>; w: ReportWords }

const search = signal("");
const symptom = signal<ReportSymptom | null>(null);

export async function open(language: Language): Promise<() => TemplateResult> {
  const [all, texts, w] = await Promise.all([allReports(), reportTexts(language), reportWords(language)]);
  return () => gallery({ all, texts, w });
}

function gallery(g: Gallery): TemplateResult {
  const { all, w } = g;
  const found = all.filter((one) => isFound(one, g));
  return modal("situations", w.title, html`
    ${galleryParts("reports", w.situations, w.reports)}
    <p class="lead">${w.intro}</p>
    <div class="gallery-tools">
      <label class="gallery-search"><span class="visually-hidden">${w.search}</span>
        <input type="search" placeholder=${w.searchHint} .value=${search.value} @input=${(event: Event) => { search.value = (event.target as HTMLInputElement).value; }}></label>
      <label class="gallery-symptom"><span class="visually-hidden">${w.symptoms}</span>
        <select @change=${(event: Event) => { symptom.value = SYMPTOMS[(event.target as HTMLSelectElement).selectedIndex - 1] ?? null; }}>
          <option .selected=${symptom.value === null}>${w.anySymptom}</option>
          ${SYMPTOMS.map((one) => html`<option .selected=${symptom.value === one}>${w.seen[one][0]}</option>`)}
        </select></label>
      <span class="muted" role="status">${w.found(found.length, all.length)}</span>
    </div>
    ${found.length === 0 ? html`<p class="empty">${w.nothing}</p>` : ""}
    ${(Object.keys(REPORT_GROUPS) as ReportGroup[]).map((group) => section(group, found.filter(({ id }) => groupOf(id) === group), g))}`);
}

function section(group: ReportGroup, those: readonly Reported[], g: Gallery): TemplateResult | string {
  if (those.length === 0) return "";
  return html`
    <section class="gallery-group" aria-labelledby="gallery-${group}">
      <h3 id="gallery-${group}">${g.w.groups[group]}</h3>
      <ul class="gallery">${those.map((one) => card(one, g))}</ul>
    </section>`;
}

function isFound({ id, report, also = [], shows = [] }: Reported, { texts, w }: Gallery): boolean {
  const { title = "", symptom: seen = "", cause = "", right = "" } = texts[id] ?? {};
  const group = groupOf(id);
  const hurts = symptomsOf(id);
  if (symptom.value !== null && !hurts.includes(symptom.value)) return false;
  return matches(search.value, [id, title, seen, cause, right, report, ...also, JSON.stringify(shows), group ? w.groups[group] : "", ...hurts.flatMap((one) => w.seen[one])]);
}

function card(one: Reported, { texts, w }: Gallery): TemplateResult {
  const { title = one.id, symptom: seen = "" } = texts[one.id] ?? {};
  const here = situation.value?.id === one.id;
  return html`
    <li class="gallery-card" data-id=${one.id} ?data-here=${here}>
      <h4><span class="gallery-row">${w.report(one.id)}</span>${prose(title)}</h4>
      <p>${prose(seen)}</p>
      <p class="gallery-see"><a href=${one.report} target="_blank" rel="noopener noreferrer external">${threadOf(one.report)}</a></p>
      <p class="gallery-foot">
        <button type="button" aria-label="${w.open}${words().between.colon}${title.replaceAll("`", "")}" @click=${() => begin(one)}>${w.open}</button>
        ${here ? html`<span class="pill accent">${words().scenarios.current}</span>` : ""}
      </p>
    </li>`;
}

function begin(one: Reported): void {
  if (!leaving()) return;
  instead(null);
  void beginReport(one).then((done) => {
    if (done) whenThere("report-title", () => situation.peek()?.id === one.id, (title) => title.scrollIntoView({ block: "center" }));
  });
}
