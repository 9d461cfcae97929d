// The objects of a situation in three columns: the version that the server has, the one in the cache, and the one that the
// pass under way holds, or held when it ended.

import { html, type TemplateResult } from "lit-html";
import type { KubeObject } from "../contract.ts";
import { moment, shown } from "../state/run.ts";
import { language } from "../words/index.ts";
import { COURSE } from "../words/course/index.ts";

/** What a controller of AppConfigs has no cache of. */
const BESIDE = new Set(["Namespace", "Event", "Lease", "CustomResourceDefinition"]);

export function objects(): TemplateResult | string {
  const view = moment.value?.view;
  const controller = shown.value?.controller;
  if (!view || !controller) return "";
  const w = COURSE[language.value];
  const named = (kind: string | undefined, { metadata: { name, namespace } }: KubeObject): string => `${kind} ${namespace === undefined || namespace === "default" ? "" : `${namespace}/`}${name}`;
  const cache = new Map(Object.entries(controller.cache).flatMap(([kind, { objects: known }]) => known.map((one) => [named(kind, one), one] as const)));
  const server = new Map(view.objects.filter(({ kind = "" }) => !BESIDE.has(kind)).map((one) => [named(one.kind, one), one] as const));
  const held = new Map(((controller.pass ?? controller.lastPass)?.holds ?? []).map(({ object }) => [named(object.kind, object), object] as const));
  const names = [...new Set([...server.keys(), ...cache.keys(), ...held.keys()])];
  if (names.length === 0) return "";
  const copy = (one: KubeObject | undefined, none: string): TemplateResult => (one ? html`<span class="mono">${one.metadata.resourceVersion}</span> ${contents(one)}` : html`<span class="muted">${none}</span>`);
  return html`
    <div class="stage-objects" role="region" tabindex="0" aria-label=${w.object}>
      <table>
        <thead><tr><th scope="col">${w.object}</th><th scope="col">${w.server}</th><th scope="col">${w.cache}</th><th scope="col">${w.copy}</th></tr></thead>
        <tbody>${names.map((name) => {
          const [there, here] = [server.get(name), cache.get(name)];
          const behind = there?.metadata.resourceVersion !== here?.metadata.resourceVersion;
          return html`<tr data-behind=${behind ? "true" : "false"}><th scope="row">${name}</th><td>${copy(there, w.gone)}</td><td>${copy(here, there ? w.notCached : w.nothing)}</td><td>${copy(held.get(name), "–")}</td></tr>`;
        })}</tbody>
      </table>
    </div>`;
}

/** What it holds, where that is said in a few words. */
function contents(one: KubeObject): TemplateResult | string {
  const data = one.kind === "ConfigMap" ? one["data"] : (one["spec"] as { data?: unknown } | undefined)?.data;
  if (typeof data !== "object" || data === null) return "";
  const text = Object.entries(data).map(([key, value]) => `${key}: ${String(value)}`).join(", ");
  return text.length > 60 ? "" : html`<span class="muted">${text}</span>`;
}
