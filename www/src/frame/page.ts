// A frame as a whole: the situation or the task, the controls, and one part of the playground at a time.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { controls } from "../components/controls.ts";
import { editor } from "../components/editor.ts";
import { faults } from "../components/faults.ts";
import { guide } from "../components/guide.ts";
import { icon } from "../components/icons.ts";
import { invariants } from "../components/invariants.ts";
import { keptLine } from "../components/kept.ts";
import { lazy } from "../components/lazy.ts";
import { overTime } from "../components/over-time.ts";
import { passPanel } from "../components/pass.ts";
import { path } from "../components/path/path.ts";
import { problemBanner } from "../components/problem.ts";
import { plain, prose } from "../components/prose.ts";
import { requeueCard } from "../components/requeue.ts";
import { statusCard } from "../components/status.ts";
import { asked } from "../state/address.ts";
import { moment, problem, shown, task } from "../state/run.ts";
import { story } from "../state/story.ts";
import { area, dialog, whole, type Area } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { frameWords } from "../words/frame/index.ts";
import { asking } from "./consent.ts";
import { copyButton, handed } from "./hand-over.ts";

const AREAS: readonly Area[] = ["run", "pass", "edit", "history"];

/** The parts that the page around wants; without a wish all. `guide` is what to try; alone it has the controls beside it. */
const wanted = asked("panels")?.split(",").map((one) => one.trim().toLowerCase()).filter((one) => one !== "").map((one) => (one === "path" ? "run" : one)) ?? [];
export const unknown = wanted.filter((one) => one !== "guide" && !AREAS.some((known) => known === one));
const chosen = AREAS.filter((one) => wanted.includes(one));
const guideAlone = chosen.length === 0 && wanted.includes("guide");
const panels = chosen.length > 0 ? chosen : guideAlone ? [] : AREAS;
const guided = chosen.length === 0 || wanted.includes("guide");

export function frame(): TemplateResult {
  const w = words();
  const now = moment.value;
  const controller = shown.value?.controller;
  const at = panels.includes(area.value) ? area.value : panels[0] ?? "none";
  return html`
    <div class="page in-frame" data-area=${at} ?data-guided=${wanted.includes("guide")}>
      ${head()}
      <main>
        ${problemBanner()}
        ${keptLine()}
        ${story.value && whole.value ? lazy("story") : ""}
        ${question()}
        ${handedOver()}
        ${now && controller
          ? html`
            ${task.value ? lazy("task") : guided ? guide() : ""}
            ${controls()}
            ${panels.length < 2 ? "" : html`<nav class="areas" aria-label=${w.page.areas.label}>${panels.map((name) => html`<button type="button" aria-current=${at === name ? "true" : "false"} @click=${() => { area.value = name; }}>${w.page.areas[name]}</button>`)}</nav>`}
            ${at === "run" ? html`${faults()}${path()}` : ""}
            ${whole.value && at === "pass" ? html`<div class="columns"><div class="column">${passPanel(controller)}</div><div class="column">${statusCard(now.view, controller)}${requeueCard(now.view, controller)}</div></div>` : ""}
            ${whole.value && at === "edit" ? editor() : ""}
            ${whole.value && at === "history" ? html`${overTime(now.view, controller)}${invariants(now.view)}` : ""}`
          : now ? html`<p class="boot">${w.page.noController}</p>` : ""}
      </main>
      ${dialog.value === null ? "" : lazy(dialog.value)}
    </div>`;
}

function head(): TemplateResult {
  const w = frameWords();
  const view = moment.value?.view;
  return html`
    <header class="frame-head">
      <h1>${words().page.name}</h1>
      ${view ? html`<p class="clock"><span title=${words().page.clockHint}>${words().page.clock(view.time)}</span><span>${words().page.position(view.position, view.length)}</span></p>` : ""}
      <button type="button" class="quiet small frame-full" title=${w.fullHint} aria-label=${w.full} @click=${() => void full()}>${icon("out")}<span>${w.full}</span></button>
    </header>`;
}

/** The address of this run, where no other page may be opened. */
const address = signal<{ of: unknown; link: string } | null>(null);

async function full(): Promise<void> {
  let link: string;
  try {
    link = await (await import("../state/session.ts")).linkHere();
  } catch {
    problem.value = { code: "part" };
    return;
  }
  // In a sandbox it may not be opened, and the browser would complain.
  if (window.origin === "null" || !window.open(link, "_blank")) address.value = { of: moment.peek(), link };
}

function handedOver(): TemplateResult | string {
  const w = frameWords();
  if (address.value?.of === moment.value && address.value) return toCopy(w.address, address.value.link, () => { address.value = null; });
  if (handed.value) return toCopy(w.file(handed.value.name), handed.value.text, () => { handed.value = null; });
  return "";
}

function toCopy(said: string, text: string, close: () => void): TemplateResult {
  return html`
    <div class="card frame-text" role="status">
      <p>${prose(said)}</p>
      <textarea readonly rows=${text.includes("\n") ? 6 : 2} aria-label=${plain(said)} .value=${text} @focus=${(event: Event) => { (event.target as HTMLTextAreaElement).select(); }}></textarea>
      <p class="frame-text-tools">${copyButton("frame", () => text, frameWords())}<button type="button" class="small" @click=${close}>${frameWords().close}</button></p>
    </div>`;
}

/** What somebody is asked before something is given up. */
function question(): TemplateResult {
  const text = asking.value;
  return html`<div class="frame-question" role="alert">${text === null ? "" : html`<p class="banner warn">${icon("warning")}<span class="banner-text">${text} <strong>${frameWords().again}</strong></span></p>`}</div>`;
}
