// Why each pass ran, how much it wrote, and the events that woke nobody.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, Pass, View } from "../contract.ts";
import { committed, endOf, ratePerSecond } from "../derive/pass.ts";
import { passesOf } from "../derive/fate.ts";
import { chosenPass, opened, toggle, area } from "../state/ui.ts";
import { goto, showAllPasses, shown as shownOne } from "../state/run.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { shownPass } from "./pass.ts";
import { plain, prose } from "./prose.ts";
import { whose } from "./whose.ts";

const SHOWN = 8;
/** How many passes the engine keeps. */
const KEPT = 100;

export function history(view: View, controller: ControllerView): TemplateResult {
  const w = words().history;
  const all = passesOf(controller).toReversed();
  const name = shownOne.value?.name ?? "";
  const whole = opened.value.has("passes");
  const rate = ratePerSecond(controller.recentPasses, 20);
  const { passes, writes, unchangedWrites, events } = view.counters;
  return html`
    <section class="card history" aria-labelledby="history-title">
      <header class="card-head">
        <h2 id="history-title">${w.title}</h2>
        ${whose()}
        <span class="muted">${w.summary(passes, writes, unchangedWrites, events)}</span>
        ${rate !== null && rate > 5 ? html`<span class="pill warn">${icon("warning")}${w.rate(rate)}</span>` : ""}
      </header>
      ${all.length === 0 ? html`<p class="empty">${w.none}</p>` : html`
        <ul class="passes">${(whole ? all : all.slice(0, SHOWN)).map((pass) => row(pass, controller, name))}</ul>
        ${all.length <= SHOWN ? "" : html`<button type="button" class="link" @click=${() => showAllPasses(!whole)}>${whole ? w.fewer : w.allPasses(Math.min(KEPT, controller.passes))}</button>`}`}
      ${dropped(controller)}
    </section>`;
}

function row(pass: Pass, controller: ControllerView, name: string): TemplateResult {
  const w = words();
  const shown = pass.causes.slice(0, 2);
  const others = pass.causes.length - shown.length;
  const sent = pass.writes.filter((write) => write.outcome !== "skipped").length;
  const wrote = committed(pass.writes).length;
  const skipped = pass.writes.length - sent;
  const here = shownPass(controller)?.number === pass.number;
  const end = endOf(pass);
  return html`
    <li>
      <button type="button" class="pass-row" aria-pressed=${here ? "true" : "false"} @click=${() => { chosenPass.value = pass.number; area.value = "pass"; }}>
        <span class="pass-number">${w.path.pass(pass.number)}<span class="muted">${w.page.clock(pass.startedAt)}</span></span>
        <span class="pass-why">${shown.map((cause) => html`<span class="pass-cause">${prose(w.cause(cause))}${cause.by === name ? html` <span class="pill">${w.history.own}</span>` : ""}${cause.merged ? html` <span class="pill">${w.pass.merged}</span>` : ""}</span>`)}${others === 0 ? "" : html` <span class="muted">${w.history.more(others)}</span>`}</span>
        <span class="pass-end">
          <span class="pill ${wrote > 0 ? "accent" : ""}">${icon(wrote > 0 ? "pencil" : "equals")}${wrote > 0 ? w.history.writes(wrote) : w.history.noWrite}</span>
          ${sent > wrote ? html`<span class="muted">${w.history.sent(sent)}</span>` : ""}
          ${skipped > 0 ? html`<span class="muted">${w.history.skipped(skipped)}</span>` : ""}
          <span class="muted">${(end === "returned" || end === "failed") && pass.decision ? plain(w.requeue.rule(pass.decision.rule)) : w.pass[end]}</span>
        </span>
      </button>
    </li>`;
}

function dropped(controller: ControllerView): TemplateResult {
  const w = words().history;
  const all = controller.notWoken.toReversed();
  const whole = opened.value.has("dropped");
  return html`
    <div class="dropped">
      <h3>${w.dropped}</h3>
      ${all.length === 0 ? html`<p class="empty">${w.droppedNone}</p>` : html`
        <ul>${(whole ? all : all.slice(0, 5)).map((one) => html`
          <li>${icon("ban")}<span>${prose(w.droppedWhat(one.type, one.ref, one.before, one.after))}${one.writer === undefined ? "" : html`${words().between.comma}${prose(w.writer(one.writer))}`}${words().between.colon}<strong>${prose(w.droppedBy(one.by))}</strong>${prose(w.droppedWhy(one))} <button type="button" class="link" @click=${() => void goto(one.move)}>${w.move(one.move)}</button></span></li>`)}</ul>
        ${all.length <= 5 ? "" : html`<button type="button" class="link" @click=${() => toggle("dropped", !whole)}>${whole ? w.fewer : w.allPasses(all.length)}</button>`}`}
    </div>`;
}
