// One object, three truths: the server's, the cache's, and the copy that a pass works on, side by side.

import { html, type TemplateResult } from "lit-html";
import type { KubeObject } from "../contract.ts";
import { revisionOf } from "../derive/names.ts";
import { sameContent } from "../derive/proof.ts";
import { agree, COLUMNS, rowsOf, truthsOf, type Column, type Row, type Truths } from "../derive/truths.ts";
import { openRef } from "../state/drafts.ts";
import { shown } from "../state/run.ts";
import { opened, toggle } from "../state/ui.ts";
import { whatIf } from "../state/whatIf.ts";
import { serverObject } from "../state/world.ts";
import { editorWords } from "../words/editor/index.ts";
import type { EditorWords } from "../words/editor/en.ts";
import type { Language } from "../words/index.ts";
import { icon } from "./icons.ts";
import { prose } from "./prose.ts";

type Words = EditorWords["truths"];

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const { truths } = await editorWords(language);
  return () => card(truths);
}

const ALL = "truths-all";

function card(w: Words): TemplateResult | string {
  const at = shown.value;
  if (!at) return "";
  const ref = openRef.value;
  const truths = truthsOf(ref, serverObject(ref), at.controller);
  const same = agree(truths);
  const rows = rowsOf(truths);
  const all = opened.value.has(ALL);
  const visible = all ? rows : rows.filter((row) => row.differs);
  const alike = rows.filter((row) => row.values !== null && !row.differs).length;
  return html`
    <div class="truths">
      <div class="truths-said" data-same=${same ? "true" : "false"}>
        ${icon(same ? "equals" : "info")}
        <div>${sentences(truths, same, at.name, w).map((text) => html`<p>${prose(text)}</p>`)}</div>
      </div>
      ${rows.length === 0 || (same && !all) ? "" : table(truths, visible, w)}
      ${alike === 0 ? "" : html`
        <p class="truths-more"><button type="button" class="small quiet" aria-expanded=${all ? "true" : "false"} @click=${() => toggle(ALL, !all)}>${all ? w.onlyDiffering : w.showAll}</button>
          <span class="muted">${w.alike(alike)}</span></p>`}
    </div>`;
}

function sentences(truths: Truths, same: boolean, controller: string, w: Words): string[] {
  const { server, cache, cached, copy, pass } = truths;
  const is = revisionOf(server);
  if (!server && !cache && !copy) return [w.nobody];
  if (same && cached === "kept") return [copy ? w.allSame(is ?? "") : w.bothSame(is ?? ""), ...(copy ? [] : [w.noCopy(pass?.number ?? null)])];
  const said = [cacheSentence(truths, w)];
  if (!copy) return [...said, w.noCopy(pass?.number ?? null)];
  const holds = revisionOf(copy.object) ?? "";
  said.push(w.copy(pass!.number, holds, copy.from, is, sameContent(copy.object, server)));
  const answer = whatIf(controller, pass!.key, copy.object);
  if (answer) {
    said.push(answer.verdict.code === "taken" ? w.taken(is, answer.verdict.after) : w.refused(answer.verdict.status.code ?? 0, answer.verdict.status.reason ?? ""));
    if (answer.verdict.code === "refused" && answer.next && !answer.next.compares && answer.next.method !== "DELETE") said.push(w.unguarded(answer.next.method));
  }
  return said;
}

function cacheSentence({ server, cache, cached, selector, underway, held, cut }: Truths, w: Words): string {
  if (cached !== "kept") return w.cached[cached](selector ?? "");
  const [has, is] = [revisionOf(cache), revisionOf(server)];
  if (has === is) return sameContent(cache, server) ? w.inStep(is ?? "") : w.spoilt(is ?? "");
  return w.behind(has, is, underway > 0 ? w.underway(underway, held) : cut ? w.cut : "").trimEnd();
}

function table(truths: Truths, rows: Row[], w: Words): TemplateResult {
  return html`
    <table class="truths-table" role="table" aria-label=${w.title}>
      <thead role="rowgroup"><tr role="row">${COLUMNS.map((column) => head(column, truths, w))}</tr></thead>
      <tbody role="rowgroup">${rows.map((row) => line(row, truths, w))}</tbody>
    </table>`;
}

function head(column: Column, truths: Truths, w: Words): TemplateResult {
  const object = holderOf(column, truths);
  const is = revisionOf(truths.server);
  return html`
    <th role="columnheader" scope="col">
      <span class="caption">${w.columns[column]}</span>
      <span class="version">${revisionOf(object) ?? w.nothing}</span>
      ${column === "cache" && truths.underway > 0 ? html`<span class="pill warn">${w.eventsBehind(truths.underway)}</span>` : ""}
      ${column === "copy" && object && revisionOf(object) !== is ? html`<span class="pill warn">${w.old}</span>` : ""}
    </th>`;
}

function holderOf(column: Column, { server, cache, copy }: Truths): KubeObject | undefined {
  return column === "server" ? server : column === "cache" ? cache : copy?.object;
}

function line(row: Row, truths: Truths, w: Words): TemplateResult {
  const { values } = row;
  const label = "  ".repeat(row.depth) + row.label;
  if (!values || !row.differs) {
    const value = values ? COLUMNS.map((column) => values[column]).find((text) => text !== undefined) ?? "" : "";
    return html`<tr role="row" class="truths-same"><td role="cell" colspan="3">${value === "" ? label : `${label} ${value}`}</td></tr>`;
  }
  return html`
    <tr role="row" class="truths-field"><th role="rowheader" colspan="3" scope="rowgroup">${label}<span class="visually-hidden"> ${w.differs}</span></th></tr>
    <tr role="row" class="truths-values">${COLUMNS.map((column) => cell(column, values, truths, w))}</tr>`;
}

function cell(column: Column, values: NonNullable<Row["values"]>, truths: Truths, w: Words): TemplateResult {
  if (!holderOf(column, truths)) return html`<td role="cell" class="truths-none"><span class="truths-who">${w.columns[column]}</span>—<span class="visually-hidden">${w.nothing}</span></td>`;
  const value = values[column];
  const other = column !== "server" && value !== values.server;
  return html`<td role="cell" class=${other ? "truths-other" : ""}><span class="truths-who">${w.columns[column]}</span>${other ? html`<span class="truths-mark" aria-hidden="true">≠</span><span class="visually-hidden">${w.other}</span> ` : ""}${value ?? html`<i>${w.absent}</i>`}</td>`;
}
