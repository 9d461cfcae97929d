// The work queue: keys only, each at most once; timers and failures beside them.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, View } from "../../../contract.ts";
import type { Fresh } from "../../../derive/fresh.ts";
import { words } from "../../../words/index.ts";
import { queueHabit, queueName } from "../../../words/queues.ts";
import { icon } from "../../icons.ts";
import { prose } from "../../prose.ts";
import { empty, SHOWN, station } from "./drawer.ts";

export function queue(view: View, controller: ControllerView, next: boolean, fresh: Fresh): TemplateResult {
  const w = words().path;
  const { ready, processing, waiting, failures, aside } = controller.queue;
  const failed = Object.entries(failures).filter(([, count]) => count > 0);
  return station({
    name: "queue",
    icon: "queue",
    next,
    meta: html`<span title=${queueHabit(controller.habits.queue)}>${queueName(controller.habits.queue)}</span>`,
    content: html`
      ${part(w.ready, ready.map((item) => html`
        <li class="row" ?data-fresh=${fresh.queue.has(item.key)}>
          <span class="row-open">
            <span class="row-name">${item.key}</span>
            ${item.causes.slice(0, 2).map((cause) => html`<span class="row-reason">${prose(words().cause(cause))}</span>`)}
          </span>
          <span class="row-end muted">${item.priority < 0 ? html`<span>${w.low}</span>` : ""}${item.causes.length > 2 ? html`<span>${w.reasons(item.causes.length)}</span>` : ""}</span>
        </li>`))}
      ${part(w.processing, processing.map((key) => html`<li class="row"><span class="row-name">${key}</span></li>`))}
      ${aside.length === 0 ? "" : part(w.aside, aside.map((item) => html`
        <li class="row"><span class="row-open"><span class="row-name">${item.key}</span>${item.causes.slice(0, 2).map((cause) => html`<span class="row-reason">${prose(words().cause(cause))}</span>`)}</span></li>`))}
      ${part(w.waiting, waiting.map((item) => html`
        <li class="row" ?data-fresh=${fresh.queue.has(item.key)}>
          <span class="row-name">${item.key}</span>
          <span class="row-end muted">${icon("clock")}${w.dueIn(item.due - view.time, item.due)}</span>
        </li>`))}
      ${failed.length === 0 ? "" : part(w.failures, failed.map(([key, count]) => html`
        <li class="row"><span class="row-name">${key}</span><span class="row-end"><span class="pill bad">${w.failed(count)}</span></span></li>`))}`,
  });
}

function part(name: string, rows: TemplateResult[]): TemplateResult {
  return html`
    <div class="kind">
      <p class="kind-head"><span class="caption">${name}</span>${rows.length === 0 ? html`<span class="empty">${words().path.emptyList}</span>` : ""}</p>
      ${rows.length === 0 ? "" : html`<ul class="rows tight">${rows.slice(0, SHOWN)}</ul>`}
      ${rows.length > SHOWN ? empty(words().path.more(rows.length - SHOWN)) : ""}
    </div>`;
}
