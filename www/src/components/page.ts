// The page as a whole: one function of the view and of what the page itself remembers.

import { html, type TemplateResult } from "lit-html";
import { kind } from "../kind.ts";
import { moment, shown, task, version } from "../state/run.ts";
import { story } from "../state/story.ts";
import { area, dialog, whole, type Area } from "../state/ui.ts";
import { language, words } from "../words/index.ts";
import { bring } from "./bring.ts";
import { controls } from "./controls.ts";
import { editor } from "./editor.ts";
import { guide } from "./guide.ts";
import { faults } from "./faults.ts";
import { courseOf, header } from "./header.ts";
import { keptLine } from "./kept.ts";
import { invariants } from "./invariants.ts";
import { lazy } from "./lazy.ts";
import { overTime } from "./over-time.ts";
import { passPanel } from "./pass.ts";
import { path } from "./path/path.ts";
import { problemBanner } from "./problem.ts";
import { requeueCard } from "./requeue.ts";
import { statusCard } from "./status.ts";

export function page(): TemplateResult {
  const w = words();
  const now = moment.value;
  const controller = shown.value?.controller;
  return html`
    <div class="page" data-area=${area.value}>
      <a class="skip" href="#controls">${w.page.skip}</a>
      <a class="skip" href="#over-time" @click=${toTranscript}>${w.page.skipToTranscript}</a>
      ${header()}
      <main>
        ${problemBanner()}
        ${keptLine()}
        ${story.value && whole.value ? lazy("story") : ""}
        ${now && controller
          ? html`
            ${task.value ? lazy("task") : guide()}
            ${controls()}
            ${areas()}
            ${faults()}
            ${path()}
            ${whole.value ? html`<div class="columns">
              <div class="column">${editor()}</div>
              <div class="column">${passPanel(controller)}</div>
              <div class="column">${statusCard(now.view, controller)}${requeueCard(now.view, controller)}${invariants(now.view)}</div>
            </div>
            ${overTime(now.view, controller)}` : ""}`
          : now ? html`<p class="boot">${w.page.noController}</p>` : ""}
      </main>
      ${foot()}
      ${dialog.value === null ? "" : lazy(dialog.value)}
    </div>`;
}

/** On a narrow screen one part shows at a time. */
function areas(): TemplateResult {
  const w = words().page.areas;
  const names: Area[] = ["run", "pass", "edit", "history"];
  return html`
    <nav class="areas" aria-label=${w.label}>
      ${names.map((name) => html`<button type="button" aria-current=${area.value === name ? "true" : "false"} @click=${() => { area.value = name; }}>${w[name]}</button>`)}
    </nav>`;
}

function foot(): TemplateResult {
  const w = words().page;
  return html`
    <footer class="foot">
      <p>${w.private} ${version.value ? w.versions(version.value.playground, version.value.kubernetes) : ""} ${kind === "file" ? w.licencesInside : html`<a href=${courseOf(language.value)}>${w.course}</a> · <a href="licences.txt">${w.licences}</a>`}</p>
    </footer>`;
}

/** For whom a list says more than a picture. */
function toTranscript(event: Event): void {
  event.preventDefault();
  bring("transcript", "transcript-title", "start");
}
