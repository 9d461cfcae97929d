// The running system beside an idea: the parts of the playground that matter to it, and a few buttons.

import { html, type TemplateResult } from "lit-html";
import { icon } from "../components/icons.ts";
import { passPanel } from "../components/pass.ts";
import { path } from "../components/path/path.ts";
import { prose } from "../components/prose.ts";
import { requeueCard } from "../components/requeue.ts";
import { statusCard } from "../components/status.ts";
import { scrubber } from "../components/time/scrubber.ts";
import { tell } from "../derive/tell.ts";
import type { Panel } from "../lesson/lesson.ts";
import { busy, finishPass, lastEntries, moment, problem, settle, shown, startPosition, step } from "../state/run.ts";
import { language, words } from "../words/index.ts";
import { COURSE } from "../words/course/index.ts";
import { objects } from "./objects.ts";

export const PANELS: readonly Panel[] = ["path", "pass"];

export function stage(panels: readonly Panel[], tools: TemplateResult): TemplateResult | string {
  const now = moment.value;
  const controller = shown.value?.controller;
  if (!now || !controller) return "";
  const drawn: Record<Panel, () => TemplateResult | string> = {
    path,
    objects,
    pass: () => passPanel(controller),
    status: () => statusCard(now.view, controller),
    requeue: () => requeueCard(now.view, controller),
  };
  const wide: readonly Panel[] = panels.filter((panel) => panel === "path" || panel === "objects");
  const cards = panels.filter((panel) => !wide.includes(panel));
  return html`
    ${dock(tools)}
    ${wide.map((panel) => drawn[panel]())}
    ${cards.length === 0 ? "" : html`<div class="stage-cards" data-cards=${cards.length}>${cards.map((panel) => html`<div>${drawn[panel]()}</div>`)}</div>`}`;
}

function dock(tools: TemplateResult): TemplateResult {
  const c = words().controls;
  const now = moment.value!;
  const off = busy.value || now.next === null ? "true" : "false";
  return html`
    <div class="stage-dock">
      <div class="stage-bar">
        <button type="button" class="primary" aria-disabled=${off} @click=${() => void step()}>${icon("step")}<span>${c.step}: ${now.next ? prose(words().deed(now.next)) : c.nothing}</span></button>
        <button type="button" aria-disabled=${off} @click=${() => void finishPass()}>${icon("finish")}<span>${c.finishShort}</span></button>
        <button type="button" aria-disabled=${off} @click=${() => void settle()}>${icon("settle")}<span>${c.settleShort}</span></button>
        ${tools}
      </div>
      ${scrubber()}
      <p class="stage-said" role="status">${said()}</p>
    </div>`;
}

function said(): TemplateResult | string {
  const w = words();
  if (problem.value) return html`${icon("warning")} ${problem.value.code === "refused" || problem.value.code === "trap" ? problem.value.message : COURSE[language.value].failed}`;
  const [only] = lastEntries.value;
  const position = moment.value?.view.position ?? 0;
  if (!only || position === 0) return html`<span class="muted">${position === startPosition.value ? w.controls.begins : w.controls.at(position)}</span>`;
  return html`<span class="caption">${w.controls.at(position)}</span> ${tell(only, w).map((sentence) => html`<span>${prose(sentence)} </span>`)}`;
}
