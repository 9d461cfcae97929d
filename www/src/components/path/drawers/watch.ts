// The watch: events between the server and the cache.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, InFlight, View } from "../../../contract.ts";
import { refOf } from "../../../derive/names.ts";
import { here, play } from "../../../state/run.ts";
import { words } from "../../../words/index.ts";
import { deafNote } from "../../deaf.ts";
import { icon } from "../../icons.ts";
import { EVENT_ICONS } from "../contents.ts";
import { empty, SHOWN, station } from "./drawer.ts";
import { lever } from "./levers.ts";

export function watch(view: View, controller: ControllerView, next: boolean): TemplateResult {
  const w = words().path;
  const { inFlight, cache } = controller;
  const held = Object.entries(cache).filter(([, one]) => one.held).map(([kind]) => kind);
  return station({
    name: "watch",
    icon: "watch",
    next,
    meta: held.length === 0 ? "" : html`<span class="pill warn">${icon("pause")}${w.held}</span>`,
    content: html`
      ${deafNote(controller)}
      ${Object.entries(cache).map(([kind, one]) => {
        const events = inFlight.filter((event) => event.kind === kind);
        return html`
          <div class="kind">
            <p class="kind-head"><span class="caption">${kind}</span>${one.watch === "open" ? "" : html`<span class="pill bad">${icon("warning")}${one.watch === "expired" ? w.expired : w.cut}</span>`}</p>
            ${lever(kind, one, controller)}
            ${events.length === 0
              ? empty(w.emptyWatch)
              : html`<ol class="rows">${events.slice(0, SHOWN).map((event) => row(event, view, one.held))}</ol>${events.length > SHOWN ? empty(w.more(events.length - SHOWN)) : ""}`}
          </div>`;
      })}
      ${Object.keys(cache).length === 0 ? empty(w.noWatch) : ""}`,
    actions: actions(controller),
  });
}

function row(event: InFlight, view: View, held: boolean): TemplateResult {
  const w = words().path;
  const ref = refOf(event.object);
  return html`
    <li class="row event event-${event.type.toLowerCase()}" ?data-held=${held}>
      <span class="row-open">
        <span class="row-name">${ref.name}</span>
        <span class="row-kind">${icon(EVENT_ICONS[event.type])}${event.type}</span>
      </span>
      <span class="row-end">
        <span class="version">${event.object.metadata.resourceVersion}</span>
        ${held ? html`<span class="pill warn">${w.held}</span>` : event.due > view.time ? html`<span class="muted">${w.due(event.due - view.time)}</span>` : ""}
      </span>
    </li>`;
}

function actions(controller: ControllerView): TemplateResult {
  const w = words().interfere;
  return html`${Object.keys(controller.cache).map((kind) =>
    html`<button type="button" class="small" ?disabled=${!controller.running} @click=${() => void play({ cutWatch: { ...here(), kind } })}>${w.cut(kind)}</button>`)}`;
}
