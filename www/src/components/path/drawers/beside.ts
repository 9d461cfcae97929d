// Beside the path: the garbage collector, and the world that Kubernetes does not know.

import { html, type TemplateResult } from "lit-html";
import type { Ref, View } from "../../../contract.ts";
import { ACCOUNT } from "../../../scenarios.ts";
import { play } from "../../../state/run.ts";
import { words } from "../../../words/index.ts";
import { icon } from "../../icons.ts";
import { COLLECTOR, isLeak } from "../contents.ts";
import { prose } from "../../prose.ts";
import { empty, SHOWN, station } from "./drawer.ts";

export function collector(view: View, next: boolean): TemplateResult | string {
  const worker = view.background[COLLECTOR];
  if (!worker) return "";
  const w = words();
  const { pending, running } = worker;
  return station({
    name: "collector",
    icon: "collector",
    next,
    content: html`
      <div class="kind">${!running
        ? empty(w.path.collectorDown)
        : pending.length === 0 ? empty(next ? w.path.collectorSees : w.path.collectorIdle) : work(pending)}</div>
      ${Object.entries(view.background).map(([name, other]) => name === COLLECTOR || other.pending.length === 0 ? "" : html`
        <div class="kind"><p class="kind-head"><span class="caption">${w.worker(name)}</span></p>${work(other.pending)}</div>`)}`,
    actions: running
      ? html`<button type="button" class="small" @click=${() => void play({ crash: { controller: COLLECTOR } })}>${w.interfere.crashCollector}</button>`
      : html`<button type="button" class="small" @click=${() => void play({ start: { controller: COLLECTOR } })}>${w.interfere.startCollector}</button>`,
  });
}

function work(pending: readonly Ref[]): TemplateResult {
  const w = words().path;
  return html`
    <p class="caption">${w.pending(pending.length)}</p>
    <ul class="rows tight">${pending.slice(0, SHOWN).map((ref) => html`<li class="row"><span class="row-name">${ref.name}</span><span class="row-end muted">${ref.kind}</span></li>`)}</ul>
    ${pending.length > SHOWN ? empty(w.more(pending.length - SHOWN)) : ""}`;
}

export function outside(view: View, next: boolean): TemplateResult {
  const w = words();
  const accounts = view.outside;
  const there = accounts.some((account) => account.name === ACCOUNT);
  return station({
    name: "outside",
    icon: "outside",
    next,
    content: accounts.length === 0 ? empty(w.path.outsideEmpty) : html`
      <ul class="rows tight">${accounts.map((account) => {
        const leaked = isLeak(account, view);
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
