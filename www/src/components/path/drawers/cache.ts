// The informer's caches: what the reconciler reads, and how far each is behind the server.

import { html, type TemplateResult } from "lit-html";
import type { CacheView, ControllerView, KubeObject, View } from "../../../contract.ts";
import { findObject, idOf, refOf, revisionOf } from "../../../derive/names.ts";
import type { Fresh } from "../../../derive/fresh.ts";
import { here, play } from "../../../state/run.ts";
import { words } from "../../../words/index.ts";
import { deaf, deafNote } from "../../deaf.ts";
import { icon } from "../../icons.ts";
import { empty, SHOWN, station } from "./drawer.ts";
import { lever } from "./levers.ts";

export function cache(view: View, controller: ControllerView, next: boolean, fresh: Fresh): TemplateResult {
  return station({
    name: "cache",
    icon: "cache",
    next,
    content: html`${Object.entries(controller.cache).map(([kind, one]) => kindCache(kind, one, view, controller, fresh))}`,
    actions: html`${deafNote(controller)}${Object.entries(controller.cache).map(([kind, one]) =>
      html`<button type="button" class="small" ?disabled=${!one.synced || deaf(controller) !== null} @click=${() => void play({ resync: { ...here(), kind } })}>${words().interfere.resync(kind)}</button>`)}`,
  });
}

function kindCache(kind: string, one: CacheView, view: View, controller: ControllerView, fresh: Fresh): TemplateResult {
  const w = words().path;
  return html`
    <div class="kind">
      <p class="kind-head">
        <span><span class="caption">${kind}</span> ${one.synced ? html`<span class="muted">${w.at(one.revision)}</span>` : ""}</span>
        ${!one.synced
          ? html`<span class="pill">${w.unsynced}</span>`
          : html`<span class="pill ${one.behind > 0 ? "warn" : "ok"}">${one.held ? icon("pause") : one.behind > 0 ? icon("hourglass") : icon("check")}${one.behind > 0 ? w.behind(one.behind) : w.inStep}${one.held ? `${words().between.comma}${w.held}` : ""}</span>`}
        ${one.watch === "open" ? "" : html`<span class="pill bad">${one.watch === "expired" ? w.expired : w.cut}</span>`}
        ${one.selector ? html`<span class="pill warn">${w.only(one.selector)}</span>` : ""}
      </p>
      ${lever(kind, one, controller)}
      ${one.objects.length === 0 ? "" : html`<ul class="rows tight">${one.objects.slice(0, SHOWN).map((object) => row(object, view, fresh))}</ul>`}
      ${one.objects.length > SHOWN ? empty(w.more(one.objects.length - SHOWN)) : ""}
    </div>`;
}

function row(object: KubeObject, view: View, fresh: Fresh): TemplateResult {
  const ref = refOf(object);
  const there = revisionOf(findObject(view.objects, ref));
  const here = revisionOf(object);
  return html`
    <li class="row" ?data-fresh=${fresh.cache.has(idOf(ref))}>
      <span class="row-name">${ref.name}</span>
      <span class="row-end">
        ${there !== here ? html`<span class="pill warn">${words().path.serverHas(there ?? "—")}</span>` : ""}
        <span class="version">${here}</span>
      </span>
    </li>`;
}
