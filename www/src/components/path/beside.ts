// Beside the path: the garbage collector, and the world that Kubernetes does not know.

import { html, type TemplateResult } from "lit-html";
import type { View } from "../../contract.ts";
import { ACCOUNT } from "../../scenarios.ts";
import { play } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";
import { empty, station } from "./station.ts";

const COLLECTOR = "garbage-collector";

export function collector(view: View, next: boolean): TemplateResult | string {
  const worker = view.background[COLLECTOR];
  if (!worker) return "";
  const w = words();
  const { pending, running } = worker;
  return station({
    name: "collector",
    icon: "collector",
    next,
    content: !running
      ? empty(w.path.collectorDown)
      : pending.length === 0
        ? empty(next ? w.path.collectorSees : w.path.collectorIdle)
        : html`<p class="caption">${w.path.pending(pending.length)}</p><ul class="rows tight">${pending.slice(0, 3).map((ref) => html`<li class="row"><span class="row-name">${ref.name}</span><span class="row-end muted">${ref.kind}</span></li>`)}</ul>`,
    actions: running
      ? html`<button type="button" class="small" @click=${() => void play({ crash: { controller: COLLECTOR } })}>${w.interfere.crashCollector}</button>`
      : html`<button type="button" class="small" @click=${() => void play({ start: { controller: COLLECTOR } })}>${w.interfere.startCollector}</button>`,
  });
}

export function outside(view: View, next: boolean): TemplateResult {
  const w = words();
  const accounts = view.outside;
  const keys = new Set(view.objects.filter((object) => object.kind === "AppConfig").map((object) => `${object.metadata.namespace ?? ""}/${object.metadata.name ?? ""}`));
  const there = accounts.some((account) => account.name === ACCOUNT);
  return station({
    name: "outside",
    icon: "outside",
    next,
    content: accounts.length === 0 ? empty(w.path.outsideEmpty) : html`
      <ul class="rows tight">${accounts.map((account) => {
        const leaked = account.madeBy !== null && !keys.has(account.madeBy);
        return html`
          <li class="row">
            <span class="row-open"><span class="row-name">${account.name}</span><span class="row-kind">${account.madeBy === null ? w.path.madeByOther : prose(w.path.madeBy(account.madeBy))}</span></span>
            <span class="row-end">
              ${account.broken ? html`<span class="pill bad">${icon("bolt")}${w.path.broken}</span>` : ""}
              ${leaked ? html`<span class="pill bad">${icon("warning")}${w.path.leak}</span>` : ""}
            </span>
          </li>`;
      })}</ul>`,
    actions: html`
      ${accounts.map((account) => html`
        ${account.broken
          ? html`<button type="button" class="small" @click=${() => void play({ outside: { op: "heal", name: account.name } })}>${w.interfere.healAccount(account.name)}</button>`
          : html`<button type="button" class="small" @click=${() => void play({ outside: { op: "break", name: account.name } })}>${w.interfere.breakAccount(account.name)}</button>`}
        <button type="button" class="small" @click=${() => void play({ outside: { op: "remove", name: account.name } })}>${w.interfere.removeAccount(account.name)}</button>`)}
      ${there ? "" : html`<button type="button" class="small" @click=${() => void play({ outside: { op: "create", name: ACCOUNT } })}>${w.interfere.createAccount(ACCOUNT)}</button>`}`,
  });
}
