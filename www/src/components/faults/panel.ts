// Every fault in one place: the process, its watches, its requests, the API server, the world outside. What the engine
// refuses is said beside the button.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Move, View } from "../../contract.ts";
import { actorOf, deedOf } from "../../derive/deed.ts";
import { budgeted, faultsLeft, here, moment, shown, type Shown } from "../../state/run.ts";
import { faultsOpen } from "../../state/ui.ts";
import { faultWords } from "../../words/faults/index.ts";
import type { FaultWords } from "../../words/faults/en.ts";
import { words, type Language } from "../../words/index.ts";
import { deaf, deafNote } from "../deaf.ts";
import { icon, type IconName } from "../icons.ts";
import { prose } from "../prose.ts";
import { requests } from "./requests.ts";
import { fault, refused, say, type Group } from "./state.ts";

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const w = await faultWords(language);
  return () => panel(w);
}

function panel(w: FaultWords): TemplateResult | string {
  const at = shown.value;
  const view = moment.value?.view;
  if (!at || !view) return "";
  return html`
    <section class="card faults" aria-labelledby="faults-title">
      <header class="card-head">
        <h2 id="faults-title" tabindex="-1">${at.several ? w.titleOf(at.name) : w.title}</h2>
        <span class="muted">${w.intro}</span>
        <span class="spring"></span>
        <button type="button" class="quiet square" aria-label=${w.close} @click=${() => { faultsOpen.value = false; }}>${icon("close")}</button>
      </header>
      <div class="faults-groups">
        ${budgeted() ? group("budget", w, budget(w, view)) : ""}
        ${group("process", w, process(w, at, view))}
        ${group("watches", w, watches(w, at))}
        ${group("requests", w, requests(w))}
        ${group("server", w, html`<div class="faults-row">${press("server", w.compact, { compact: {} })}</div>`)}
        ${group("outside", w, outside(w, view))}
      </div>
    </section>`;
}

function group(name: Group, w: FaultWords, content: TemplateResult): TemplateResult {
  const wrong = refused.value?.group === name ? refused.value.message : null;
  return html`
    <section class="faults-group faults-${name}" aria-labelledby="faults-${name}">
      <h3 id="faults-${name}">${w.groups[name]}</h3>
      <p class="muted">${w.hints[name as keyof FaultWords["hints"]]}</p>
      ${content}
      <div role="alert">${wrong === null ? "" : html`<p class="mistake">${icon("warning")}<span>${prose(wrong)}</span></p>`}</div>
    </section>`;
}

function press(of: Group, label: string, move: Move, about: { label?: string; off?: boolean; icon?: IconName } = {}): TemplateResult {
  return html`<button type="button" class="small" aria-label=${about.label ?? nothing} ?disabled=${about.off ?? false} @click=${() => void fault(of, move)}>${about.icon ? icon(about.icon) : ""}${label}</button>`;
}

/** By whom they hit, so that none needs to say it. */
function budget(w: FaultWords, view: View): TemplateResult {
  const moves = faultsLeft();
  if (moves.length === 0) return html`<p class="empty">${w.none}</p>`;
  const several = Object.keys(view.controllers).length > 1;
  const actors = [...new Set(moves.map(actorOf))];
  return html`${actors.map((actor) => html`
    ${several && actor !== null ? html`<p class="caption mono">${actor}</p>` : ""}
    <ul class="faults-row">${moves.filter((move) => actorOf(move) === actor).map((move) => html`
      <li><button type="button" class="small" @click=${() => void fault("budget", move)}>${prose(words().deed(deedOf(move, view)))}</button></li>`)}</ul>`)}`;
}

function process(w: FaultWords, at: Shown, view: View): TemplateResult {
  const { name, controller } = at;
  const { running, stalled } = controller;
  return html`
    <div class="faults-row">
      ${running ? press("process", w.crash(name), { crash: here() }, { icon: "bolt" }) : press("process", w.start(name), { start: here() }, { icon: "step" })}
      ${!running ? "" : stalled ? press("process", w.resume, { resume: here() }, { icon: "step" }) : press("process", w.stall, { stall: here() }, { icon: "pause" })}
      ${stalled ? html`<span class="pill warn">${icon("pause")}${w.stalled}</span>` : ""}
    </div>
    ${running ? "" : html`
      <form class="faults-row" @submit=${(event: SubmitEvent) => startAt(event)}>
        <label class="inline">${w.startAtLabel}<input name="at" inputmode="numeric" pattern="[0-9]+" size="6" required placeholder=${view.revision}></label>
        <button type="submit" class="small">${w.startAt}</button>
        <span class="muted">${w.startAtHint(view.revision)}</span>
      </form>`}
    <h4 class="caption">${w.workers}</h4>
    <table class="faults-table faults-workers"><tbody>
      ${Object.entries(view.background).map(([worker, one]) => html`
        <tr>
          <th scope="row">${words().worker(worker)}</th>
          <td><div class="faults-row">
            ${one.running
              ? press("process", w.crashIt, { crash: { controller: worker } }, { label: w.crash(words().worker(worker)) })
              : press("process", w.startIt, { start: { controller: worker } }, { label: w.start(words().worker(worker)) })}
            ${one.held
              ? press("process", w.release, { release: { controller: worker } }, { label: w.about(w.release, words().worker(worker)), off: !one.running })
              : press("process", w.hold, { hold: { controller: worker } }, { label: w.about(w.hold, words().worker(worker)), off: !one.running })}
          </div></td>
        </tr>`)}
    </tbody></table>`;
}

function startAt(event: SubmitEvent): void {
  event.preventDefault();
  const at = String(new FormData(event.target as HTMLFormElement).get("at"));
  void fault("process", { start: { ...here(), at } });
}

function watches(w: FaultWords, at: Shown): TemplateResult {
  const { controller } = at;
  const { running } = controller;
  if (Object.keys(controller.cache).length === 0) return html`<p class="empty">${w.noCaches}</p>`;
  const off = deaf(controller) !== null;
  return html`
    ${deafNote(controller)}
    <table class="faults-table">
      <thead><tr><th scope="col">${w.columns.kind}</th><th scope="col">${w.columns.state}</th><th scope="col">${w.columns.what}</th></tr></thead>
      <tbody>${Object.entries(controller.cache).map(([kind, one]) => {
        const about = { ...here(), kind };
        const named = (label: string) => ({ label: w.about(label, kind), off: !running });
        const flying = controller.inFlight.some((event) => event.kind === kind);
        return html`
          <tr>
            <th scope="row">${kind}</th>
            <td>
              <span class="pill ${one.watch === "open" ? "ok" : "bad"}">${w.watch[one.watch]}</span>
              ${one.held ? html`<span class="pill warn">${icon("pause")}${w.held}</span>` : ""}
            </td>
            <td><div class="faults-row">
              ${one.held ? press("watches", w.release, { release: about }, named(w.release)) : press("watches", w.hold, { hold: about }, named(w.hold))}
              ${one.held && flying ? press("watches", w.deliver, { deliver: { ...about, count: 1 } }, { ...named(w.deliver), off }) : ""}
              ${press("watches", w.cut, { cutWatch: about }, named(w.cut))}
              ${press("watches", w.expire, { cutWatch: { ...about, expired: true } }, named(w.expire))}
              ${press("watches", w.resync, { resync: about }, { ...named(w.resync), off: off || !one.synced })}
            </div></td>
          </tr>`;
      })}</tbody>
    </table>`;
}

function outside(w: FaultWords, view: View): TemplateResult {
  const { account } = w;
  return html`
    ${view.outside.length === 0 ? "" : html`
      <ul class="faults-accounts">${view.outside.map(({ name, broken }) => html`
        <li class="faults-row">
          <span class="mono">${name}</span>
          ${broken ? html`<span class="pill bad">${icon("bolt")}${account.broken}</span>` : html`<span class="pill ok">${account.whole}</span>`}
          ${broken
            ? press("outside", account.heal, { outside: { op: "heal", name } }, { label: account.of(account.heal, name) })
            : press("outside", account.break, { outside: { op: "break", name } }, { label: account.of(account.break, name) })}
          ${press("outside", account.remove, { outside: { op: "remove", name } }, { label: account.of(account.remove, name) })}
        </li>`)}</ul>`}
    <form class="faults-row" @submit=${(event: SubmitEvent) => create(event, w, view)}>
      <label class="inline">${account.name}<input name="account" size="12" required value="web-db" spellcheck="false" autocapitalize="off"></label>
      <button type="submit" class="small">${account.create}</button>
    </form>`;
}

function create(event: SubmitEvent, w: FaultWords, view: View): void {
  event.preventDefault();
  const name = String(new FormData(event.target as HTMLFormElement).get("account"));
  if (view.outside.some((one) => one.name === name)) {
    say("outside", w.account.taken(name));
    return;
  }
  void fault("outside", { outside: { op: "create", name } });
}
