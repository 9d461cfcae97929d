// The API server: the only place where objects are stored.

import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { KubeObject, View } from "../../../contract.ts";
import { idOf, isScenery, isTerminating, refOf } from "../../../derive/names.ts";
import type { Fresh } from "../../../derive/fresh.ts";
import { open } from "../../../state/drafts.ts";
import { area } from "../../../state/ui.ts";
import { words } from "../../../words/index.ts";
import { icon } from "../../icons.ts";
import { told } from "../contents.ts";
import { empty, SHOWN, station } from "./drawer.ts";

export function server(view: View, next: boolean, fresh: Fresh): TemplateResult {
  const w = words().path;
  const objects = view.objects.filter((object) => !isScenery(object));
  return station({
    name: "server",
    icon: "server",
    meta: w.revision(view.revision),
    next,
    content: objects.length === 0
      ? empty(w.emptyServer)
      : html`<ul class="rows">${repeat(objects.slice(0, SHOWN), (object) => idOf(refOf(object)), (object) => row(object, fresh))}</ul>${objects.length > SHOWN ? empty(w.more(objects.length - SHOWN)) : ""}`,
  });
}

function row(object: KubeObject, fresh: Fresh): TemplateResult {
  const w = words().path;
  const ref = refOf(object);
  const touched = fresh.server.has(idOf(ref));
  const { resourceVersion, generation } = object.metadata;
  return html`
    <li class="row" ?data-fresh=${touched}>
      <button type="button" class="row-open" @click=${() => { open(ref); area.value = "edit"; }}>
        <span class="row-name">${ref.name}</span>
        <span class="row-kind">${ref.kind}${generation === undefined ? "" : html` · ${w.generation(generation)}`}${told(object)}</span>
        ${isTerminating(object) ? html`<span class="pill warn">${icon("hourglass")}${w.terminating}</span>` : ""}
        <span class="visually-hidden">${w.edit}</span>
      </button>
      <span class="row-end"><span class="version">${resourceVersion}</span></span>
    </li>`;
}
