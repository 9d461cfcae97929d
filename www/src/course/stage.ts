// The running system beside an idea: the parts of the playground that matter to it, and a few buttons. While recorded moves lie
// ahead the main button goes through them; beyond them it makes the move that comes by itself.

import { html, type TemplateResult } from "lit-html";
import { icon } from "../components/icons.ts";
import { passPanel } from "../components/pass.ts";
import { path } from "../components/path/path.ts";
import { prose } from "../components/prose.ts";
import { requeueCard } from "../components/requeue.ts";
import { nextMove, said } from "../components/said.ts";
import { statusCard } from "../components/status.ts";
import { scrubber } from "../components/time/scrubber.ts";
import { deedOf } from "../derive/deed.ts";
import type { Panel } from "../lesson/lesson.ts";
import { busy, entries, finishPass, forward, moment, problem, reset, settle, shown, startPosition, step } from "../state/run.ts";
import { narrow } from "../state/ui.ts";
import { language, words } from "../words/index.ts";
import { COURSE } from "../words/course/index.ts";
import { objects } from "./objects.ts";

export const PANELS: readonly Panel[] = ["path", "pass"];

/** `open`: the answer was given. Before that no card tells of a pass that has ended, since it may be the answer. */
export function stage(panels: readonly Panel[], open: boolean, tools: TemplateResult): TemplateResult | string {
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
  const cards = open || controller.pass ? panels.filter((panel) => !wide.includes(panel)) : [];
  return html`
    ${dock(open, tools)}
    ${wide.map((panel) => drawn[panel]())}
    ${cards.length === 0 ? "" : html`<div class="stage-cards">${cards.map((panel) => html`<div>${drawn[panel]()}</div>`)}</div>`}`;
}

function dock(open: boolean, tools: TemplateResult): TemplateResult {
  const c = words().controls;
  const w = COURSE[language.value];
  const now = moment.value!;
  const ahead = entries.value[now.view.position];
  const off = busy.value || (now.next === null && !ahead) ? "true" : "false";
  return html`
    <div class="stage-dock">
      <div class="stage-bar">
        <button type="button" class="primary" aria-disabled=${off} @click=${() => void (ahead ? forward() : step())}>${icon("step")}<span>${c.step}${words().between.colon}${prose(ahead ? words().deed(deedOf(ahead.move, now.view)) : nextMove())}</span></button>
        <button type="button" aria-disabled=${now.next === null ? "true" : off} aria-label=${c.finish} @click=${() => void finishPass()}>${icon("finish")}<span class="wide">${c.finish}</span><span class="short">${c.finishShort}</span></button>
        <button type="button" aria-disabled=${now.next === null ? "true" : off} aria-label=${c.settle} @click=${() => void settle()}>${icon("settle")}<span>${c.settleShort}</span></button>
        ${narrow.value ? "" : html`<button type="button" class="quiet" aria-disabled=${now.view.position === startPosition.value ? "true" : "false"} @click=${() => void reset()}>${icon("reset")}<span>${w.again}</span></button>`}
        ${tools}
      </div>
      ${scrubber()}
      <div class="stage-said" role="status">${wrong() ?? said()}${open || ahead || now.next ? "" : html`<p class="muted">${w.then}</p>`}</div>
    </div>`;
}

function wrong(): TemplateResult | null {
  const now = problem.value;
  if (!now) return null;
  const message = now.code === "refused" || now.code === "trap" || now.code === "unexpected" ? now.message : "";
  return html`<p class="said-line">${icon("warning")} ${message === "" ? COURSE[language.value].failed : message}</p>`;
}
