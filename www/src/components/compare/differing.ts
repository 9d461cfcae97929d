// Where the two worlds differ in the end, as a table.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import type { CompareWords } from "../../words/compare/en.ts";
import { words } from "../../words/index.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";
import type { Comparison } from "./state.ts";
import { differencesOf, type Difference } from "./worlds.ts";

const all = signal(false);
const SHOWN = 24;

export function worlds({ a, b }: Comparison, w: CompareWords): TemplateResult {
  const found = differencesOf(a.view, b.view);
  const shown = all.value ? found : found.slice(0, SHOWN);
  return html`
    <section class="compare-worlds" aria-labelledby="compare-worlds">
      <h3 id="compare-worlds">${w.worlds}</h3>
      ${found.length === 0 ? html`<p class="empty">${icon("equals")} ${w.worldsNone}</p>` : html`
        <table class="compare-table">
          <thead><tr><th scope="col">${w.where}</th><th scope="col">${w.a}</th><th scope="col">${w.b}</th></tr></thead>
          <tbody>${shown.map((one) => html`<tr><th scope="row">${prose(nameOf(one, w))}</th><td data-side=${w.a}>${valueOf(one, one.a, w)}</td><td data-side=${w.b}>${valueOf(one, one.b, w)}</td></tr>`)}</tbody>
        </table>
        ${found.length > shown.length ? html`<button type="button" class="link" @click=${() => { all.value = true; }}>${w.worldsMore(found.length)}</button>` : ""}`}
    </section>`;
}

export function nameOf({ of, name, path }: Difference, w: CompareWords): string {
  if (of === "account") return w.accountOf(name);
  if (of !== "object") return w.queueOf(w.of[of], name);
  const [kind = "", object = ""] = name.split(" ");
  const thing = w.object(kind, object);
  return path === "" ? thing : `${thing} ${words().pointer(path)}`;
}

function valueOf({ of, path }: Difference, value: string | null, w: CompareWords): TemplateResult {
  if (value === null || (value === "" && of !== "account")) return html`<span class="muted">${w.absent}</span>`;
  if (of === "object" && path === "") return html`${w.there(value)}`;
  return html`<span class="mono">${value}</span>`;
}
