// The status card: what the status write produced, whether its event woke the reconciler, or who dropped it.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, KubeObject, Pass, View, Write } from "../contract.ts";
import { fateOf, type Fate } from "../derive/fate.ts";
import { appConfigOf } from "../derive/names.ts";
import { isStatusWrite } from "../derive/pass.ts";
import { sentStatus, type Sent } from "../derive/proof.ts";
import { proofOf } from "../state/proofs.ts";
import { entries, shown } from "../state/run.ts";
import { opened, toggle } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { literal, moved } from "./evidence.ts";
import { icon, OUTCOME_ICONS } from "./icons.ts";
import { shownPass } from "./pass.ts";
import { prose } from "./prose.ts";
import { whose } from "./whose.ts";

export function statusCard(view: View, controller: ControllerView): TemplateResult {
  const w = words().status;
  const pass = shownPass(controller);
  const writes = pass?.writes.filter((one) => isStatusWrite(one, entries.value)) ?? [];
  const write = writes.at(-1);
  const object = appConfigOf(view.objects, pass?.key ?? "default/web");
  return html`
    <section class="card status-card area-pass" aria-labelledby="status-title">
      <header class="card-head"><h2 id="status-title">${w.title}</h2>${whose()}</header>
      <p class="card-question">${w.question}</p>
      ${write && pass ? produced(write, pass, controller) : html`<p class="empty">${pass?.ended ? w.noneEnded : w.none}</p>`}
      ${object ? held(object) : ""}
    </section>`;
}

function produced(write: Write, pass: Pass, controller: ControllerView): TemplateResult {
  const w = words();
  const fate = fateOf(write, controller);
  const kept = write.changed.some((path) => path.startsWith("/status"));
  const answered = write.code !== null && write.code < 300;
  return html`
    ${write.subresource === "status" || write.outcome === "skipped" ? "" : html`<p>${prose(answered && !kept ? w.status.main : w.status.mainTaken)}</p>`}
    <dl class="steps">
      ${sent(write, pass)}
      <div><dt>${w.status.wrote}</dt><dd><span class="outcome-word">${icon(OUTCOME_ICONS[write.outcome])}${w.outcome[write.outcome]}</span> ${moved(write.before, write.after)}</dd></div>
      <div><dt>${w.status.event}</dt><dd>${write.event === null ? w.evidence.nothing : html`<span class="mono">${write.event}</span>`} <span class="muted">${prose(w.fate(fate))}</span></dd></div>
      <div><dt>${w.status.woke}</dt><dd><strong>${verdict(fate)}</strong></dd></div>
    </dl>
    ${write.message === undefined ? "" : html`<p class="server-words"><span class="caption">${write.outcome === "lost" ? w.evidence.controllerSees : w.evidence.serverSays}</span><span lang="en">${write.message}</span></p>`}`;
}

/** What the request said of the status, and what the server kept of it. */
function sent(write: Write, pass: Pass): TemplateResult | string {
  const proof = proofOf(write, shown.value?.name ?? "", pass.key);
  if (!proof) return "";
  const w = words().status;
  const rows = sentStatus(proof);
  if (rows.length === 0) return html`<div><dt>${w.sent}</dt><dd>${w.sentNothing}</dd></div>`;
  // What was refused was not kept, though the same may stand there.
  const taken = write.outcome === "lost" || (write.code !== null && write.code < 300);
  const kept = taken ? rows.filter((row) => row.kept).length : 0;
  const news = rows.filter((row) => row.news).length;
  return html`
    <div><dt>${w.sent}</dt><dd>${w.sentFields(rows.length, news)} <strong>${w.kept(kept, rows.length)}</strong>
      <details class="json sent" ?open=${opened.value.has("sent")} @toggle=${(event: Event) => toggle("sent", (event.target as HTMLDetailsElement).open)}>
        <summary>${icon("chevron")}<span>${w.byField}</span></summary>
        <ul class="changes">${rows.map((row) => sentRow({ ...row, kept: row.kept && taken }))}</ul>
      </details></dd></div>`;
}

function sentRow(row: Sent): TemplateResult {
  const w = words().status;
  return html`<li class="change"><span class="field">${prose(words().pointer(row.path.slice("/status".length)))}</span> <span class="muted">${row.kept ? icon("check") : icon("ban")}${row.kept ? row.news ? w.keptNew : w.keptSame : w.notKept}</span> <span class="sent-value">${literal(row.sent)}</span></li>`;
}

function verdict(fate: Fate): string {
  const w = words().status;
  switch (fate.code) {
    case "woke": return fate.merged ? w.merged(fate.pass) : w.yes(fate.pass);
    case "queued":
    case "inFlight": return w.notYet;
    default: return w.no;
  }
}

interface Condition { type: string; status: string; reason: string; observedGeneration?: number }

function held(object: KubeObject): TemplateResult {
  const w = words().status;
  const status = object["status"] as { conditions?: Condition[]; observedGeneration?: number } | undefined;
  const conditions = status?.conditions ?? [];
  return html`
    <div class="held">
      <h3 class="caption">${w.on}</h3>
      ${conditions.length === 0 ? html`<p class="empty">${w.empty}</p>` : conditions.map((one) => html`
        <p class="condition"><span class="pill ${one.status === "True" ? "ok" : "warn"}">${icon(one.status === "True" ? "check" : "hourglass")}${w.conditions(one.type, one.status, one.reason)}</span></p>`)}
      ${status?.observedGeneration === undefined ? "" : html`<p class="muted">${w.observedGeneration(status.observedGeneration, object.metadata.generation)}</p>`}
    </div>`;
}
