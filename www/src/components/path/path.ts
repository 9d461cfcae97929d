// The path as a whole: API server → watch → cache → queue → reconciler, the lane of writes back, and what stands beside.

import { html, type TemplateResult } from "lit-html";
import { stationOf, type Station } from "../../derive/deed.ts";
import { freshOf } from "../../derive/fresh.ts";
import { lastEntries, moment, shown } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { controllers } from "../controllers.ts";
import { collector, outside } from "./beside.ts";
import { cache } from "./cache.ts";
import { queue } from "./queue.ts";
import { reconciler } from "./reconciler.ts";
import { server } from "./server.ts";
import { watch } from "./watch.ts";

export function path(): TemplateResult | string {
  const now = moment.value;
  const one = shown.value;
  if (!now || !one) return "";
  const { controller } = one;
  const w = words().path;
  const at: Station | null = now.next && (now.by === null || now.by === one.name) ? stationOf(now.next) : null;
  const fresh = freshOf(lastEntries.value, one.name);
  const arrow = (active: boolean) => html`<li class="arrow" aria-hidden="true" ?data-active=${active}>${icon("arrow")}</li>`;
  const writing = at !== null && now.next?.code === "ask" && "method" in now.next.next;
  return html`
    <section class="path area-run" aria-labelledby="path-title">
      <h2 id="path-title" class="visually-hidden">${w.title}</h2>
      ${controllers()}
      <ol class="stations">
        <li>${server(now.view, at === "server", fresh)}</li>
        ${arrow(false)}
        <li>${watch(now.view, controller, at === "watch")}</li>
        ${arrow(at === "watch")}
        <li>${cache(now.view, controller, at === "cache", fresh)}</li>
        ${arrow(false)}
        <li>${queue(now.view, controller, at === "queue", fresh)}</li>
        ${arrow(at === "queue")}
        <li>${reconciler(controller, at === "reconciler")}</li>
      </ol>
      <div class="beside">
        ${collector(now.view, at === "collector")}
        <p class="lane" ?data-active=${writing}><span class="lane-line" aria-hidden="true"></span><span class="lane-text">${w.lane}</span></p>
        ${outside(now.view, at === "outside")}
      </div>
    </section>`;
}
