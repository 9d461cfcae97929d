// The lever of each kind: its events flow, or are held and let through one by one. How far the cache is behind stands beside.

import { html, type TemplateResult } from "lit-html";
import type { CacheView, ControllerView } from "../../../contract.ts";
import { here, play } from "../../../state/run.ts";
import { words } from "../../../words/index.ts";
import { deaf } from "../../deaf.ts";
import { icon } from "../../icons.ts";

export function lever(kind: string, one: CacheView, controller: ControllerView): TemplateResult {
  const w = words().interfere;
  const about = { ...here(), kind };
  const waiting = controller.inFlight.filter((event) => event.kind === kind).length;
  const off = !controller.running;
  const none = waiting === 0 || deaf(controller) !== null;
  return html`
    <div class="lever-row" role="group" aria-label=${words().path.lever.label(kind)}>
      <span class="pill ${one.held ? "warn" : "ok"}">${icon(one.held ? "pause" : "check")}${one.held ? words().path.held : words().path.flows}</span>
      ${one.held
        ? html`<button type="button" class="small" ?disabled=${off} @click=${() => void play({ release: about })}>${icon("play")}${w.release(kind)}</button>`
        : html`<button type="button" class="small" ?disabled=${off} @click=${() => void play({ hold: about })}>${icon("pause")}${w.hold(kind)}</button>`}
      ${one.held ? html`
        <button type="button" class="small" aria-disabled=${none ? "true" : "false"} @click=${() => { if (!none) void play({ deliver: { ...about, count: 1 } }); }}>${icon("step")}${w.deliver(kind)}</button>
        <button type="button" class="small" aria-disabled=${none ? "true" : "false"} @click=${() => { if (!none) void play({ deliver: { ...about, count: waiting } }); }}>${icon("settle")}${w.deliverAll(kind, waiting)}</button>` : ""}
    </div>`;
}
