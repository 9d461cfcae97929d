// The watch: events between the server and the cache.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, InFlight, View, WatchType } from "../../contract.ts";
import { refOf } from "../../derive/names.ts";
import { here, play } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import { icon, type IconName } from "../icons.ts";
import { empty, station } from "./station.ts";

export const EVENT_ICONS: Record<WatchType, IconName> = { ADDED: "plus", MODIFIED: "pencil", DELETED: "trash" };

const SHOWN = 6;

export function watch(view: View, controller: ControllerView, next: boolean): TemplateResult {
  const w = words().path;
  const { inFlight, cache } = controller;
  const held = Object.entries(cache).filter(([, one]) => one.held).map(([kind]) => kind);
  const rest = inFlight.length - SHOWN;
  return station({
    name: "watch",
    icon: "watch",
    next,
    meta: held.length === 0 ? "" : html`<span class="pill warn">${icon("pause")}${w.held}</span>`,
    content: inFlight.length === 0
      ? empty(w.emptyWatch)
      : html`<ol class="rows">${inFlight.slice(0, SHOWN).map((event) => row(event, view, cache[event.kind]?.held ?? false))}</ol>${rest > 0 ? html`<p class="empty">${w.more(rest)}</p>` : ""}`,
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
  const kinds = Object.entries(controller.cache);
  return html`
    ${kinds.map(([kind, one]) => one.held
      ? html`<button type="button" class="small" @click=${() => void play({ release: { ...here(), kind } })}>${w.release(kind)}</button>`
      : html`<button type="button" class="small" ?disabled=${!controller.running} @click=${() => void play({ hold: { ...here(), kind } })}>${w.hold(kind)}</button>`)}
    ${kinds.filter(([kind, one]) => one.held && controller.inFlight.some((event) => event.kind === kind)).map(([kind]) =>
      html`<button type="button" class="small" @click=${() => void play({ deliver: { ...here(), kind, count: 1 } })}>${w.deliver(kind)}</button>`)}
    ${kinds.map(([kind]) => html`<button type="button" class="small" ?disabled=${!controller.running} @click=${() => void play({ cutWatch: { ...here(), kind } })}>${w.cut(kind)}</button>`)}`;
}
