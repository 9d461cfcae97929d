// Any object of the world, by kind, and the beginning of a new one.

import { html, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Ref } from "../contract.ts";
import { idOf, refOf } from "../derive/names.ts";
import { begin, open } from "../state/drafts.ts";
import { moment } from "../state/run.ts";
import { apiVersions, definitionRefs, resourcesOf, type Resource } from "../state/world.ts";
import { words } from "../words/index.ts";

export function chooser(): TemplateResult {
  const w = words().editor;
  const there = [...(moment.value?.view.objects ?? []).map(refOf), ...definitionRefs()];
  const refs = new Map(there.map((ref) => [idOf(ref), ref]));
  const fresh = new Map(apiVersions().flatMap(resourcesOf).filter(({ kind }) => kind !== "Event").map((one) => [`new ${one.apiVersion} ${one.kind}`, one]));
  return html`
    <label class="chooser"><span class="visually-hidden">${w.any}</span>
      <select .value=${live("")} @change=${(event: Event) => chosen(event.target as HTMLSelectElement, refs, fresh)}>
        <option value="" selected>${w.any}</option>
        ${kindsOf(refs).map(([kind, ids]) => html`<optgroup label=${kind}>${ids.map((id) => option(id, refs.get(id)!))}</optgroup>`)}
        <optgroup label=${w.fresh}>${[...fresh].map(([id, { kind }]) => html`<option value=${id}>${w.freshOne(kind)}</option>`)}</optgroup>
      </select>
    </label>`;
}

function option(id: string, ref: Ref): TemplateResult {
  return html`<option value=${id}>${ref.namespace === undefined || ref.namespace === "default" ? ref.name : `${ref.namespace}/${ref.name}`}</option>`;
}

function kindsOf(refs: ReadonlyMap<string, Ref>): [string, string[]][] {
  const kinds = new Map<string, string[]>();
  for (const [id, { kind }] of refs) kinds.set(kind, [...kinds.get(kind) ?? [], id]);
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
}

function chosen(select: HTMLSelectElement, refs: ReadonlyMap<string, Ref>, fresh: ReadonlyMap<string, Resource>): void {
  const ref = refs.get(select.value);
  const resource = fresh.get(select.value);
  // It names no object of its own: what is open is said by the tabs.
  select.value = "";
  if (ref) open(ref);
  else if (resource) begin(resource);
}
