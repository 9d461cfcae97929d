// The editors: an object as YAML, saved by a real request; what the server says stands beside the text.

import { html, nothing, type TemplateResult } from "lit-html";
import { keyed as anew } from "lit-html/directives/keyed.js";
import { live } from "lit-html/directives/live.js";
import type { KubeObject, Ref } from "../contract.ts";
import { compareLines } from "../derive/differences.ts";
import { idOf, isTerminating, revisionOf } from "../derive/names.ts";
import { CHILD, SECRET, WEB } from "../scenarios.ts";
import {
  comparing, detail, draftOf, hasTyped, isDirty, open, openId, openRef, remove, removeFinalizers, revert, sending, shown, type Detail, type Draft,
} from "../state/drafts.ts";
import { editorTab, type EditorTab } from "../state/ui.ts";
import { pathOf, serverObject } from "../state/world.ts";
import { words } from "../words/index.ts";
import { printObject } from "../yaml.ts";
import { chooser } from "./chooser.ts";
import { icon } from "./icons.ts";
import { lazy } from "./lazy.ts";
import { saveText, text } from "./text.ts";

const USUAL: readonly Ref[] = [WEB, CHILD, SECRET];

export function editor(): TemplateResult {
  const w = words().editor;
  const ref = openRef.value;
  const object = serverObject(ref);
  const tabs = USUAL.some((one) => idOf(one) === openId.value) ? USUAL : [...USUAL, ref];
  return html`
    <section class="card editor area-edit" aria-labelledby="editor-title">
      <h2 id="editor-title" class="visually-hidden">${w.title}</h2>
      <div class="tabs" role="group" aria-label=${w.tabs}>${tabs.map((one) => tab(one))}</div>
      <div class="editor-views">
        <div class="segments" role="group" aria-label=${w.views}>${VIEWS.map((view) => segment(view))}</div>
        ${chooser()}
      </div>
      ${editorTab.value === "edit" ? edit(ref, object, draftOf(ref)) : html`<div class="editor-view">${lazy(editorTab.value)}</div>`}
    </section>`;
}

function edit(ref: Ref, object: KubeObject | undefined, draft: Draft): TemplateResult {
  return html`
    ${state(object, draft)}
    ${object && isTerminating(object) ? terminating(object, ref) : ""}
    ${moved(object, draft, ref)}
    ${text(ref, draft)}
    ${answer(draft)}
    ${buttons(ref, object, draft)}
    ${sent(ref, object, draft)}`;
}

const VIEWS = ["edit", "truths", "kubectl"] as const;

function segment(view: EditorTab): TemplateResult {
  return html`<button type="button" aria-pressed=${editorTab.value === view ? "true" : "false"} @click=${() => { editorTab.value = view; }}>${words().editor.view[view]}</button>`;
}

function tab(ref: Ref): TemplateResult {
  const here = idOf(ref) === openId.value;
  const object = serverObject(ref);
  const dirty = hasTyped(ref);
  return html`
    <button type="button" class="tab" aria-pressed=${here ? "true" : "false"} @click=${() => open(ref)}>
      <span class="tab-kind">${ref.kind}</span>
      <span class="tab-name ${object ? "" : "absent"}">${ref.name}${dirty ? html`<span class="tab-dirty" title=${words().editor.dirty}>●<span class="visually-hidden">${words().editor.dirty}</span></span>` : ""}</span>
    </button>`;
}

function state(object: KubeObject | undefined, draft: Draft): TemplateResult {
  const w = words().editor;
  const dirty = isDirty(draft);
  return html`
    <div class="editor-state">
      ${object
        ? html`<span class="version">${w.revision(revisionOf(object) ?? "")}</span>${object.metadata.generation === undefined ? "" : html`<span>${w.generation(object.metadata.generation)}</span>`}`
        : html`<span class="pill">${w.notThere}</span>`}
      ${dirty ? html`<span class="pill accent">${icon("pencil")}${w.dirty}</span>` : ""}
      <label class="editor-show" title=${dirty ? w.showLocked : ""}><span class="visually-hidden">${w.show}</span>
        <select ?disabled=${dirty} .value=${live(detail.value)} @change=${(event: Event) => { detail.value = (event.target as HTMLSelectElement).value as Detail; }}>
          ${(["written", "whole", "managed"] as const).map((how) => html`<option value=${how} ?selected=${detail.value === how}>${w.shows[how]}</option>`)}
        </select>
      </label>
    </div>`;
}

function terminating(object: KubeObject, ref: Ref): TemplateResult {
  const w = words().editor;
  const finalizers = object.metadata.finalizers ?? [];
  return html`
    <div class="banner warn">
      ${icon("hourglass")}
      <div class="banner-text">
        <p>${w.terminating(object.metadata.deletionTimestamp ?? "")}</p>
        <p>${finalizers.length === 0 ? w.noFinalizers : finalizers.map((name) => html`<code>${name}</code> `)}</p>
        ${finalizers.length === 0 ? "" : html`<p><button type="button" class="small" @click=${() => void removeFinalizers(ref)}>${w.removeFinalizers}</button> <span class="muted">${w.removeFinalizersHint}</span></p>`}
      </div>
    </div>`;
}

function moved(object: KubeObject | undefined, draft: Draft, ref: Ref): TemplateResult | string {
  const now = revisionOf(object);
  if (!isDirty(draft) || now === draft.baseRevision) return "";
  const w = words().editor;
  return html`
    <div class="banner info">
      ${icon("info")}
      <div class="banner-text">
        <p>${w.moved(draft.baseRevision, now)}</p>
        <p>
          ${object ? html`<button type="button" class="small" aria-expanded=${comparing.value ? "true" : "false"} @click=${() => { comparing.value = !comparing.value; }}>${comparing.value ? w.hideCompare : w.compare}</button>` : ""}
          <button type="button" class="small" @click=${() => revert(ref)}>${w.theirs}</button>
        </p>
        ${comparing.value && object
          ? html`<p class="muted">− ${w.compareMine}, + ${w.compareTheirs}</p>${difference(draft.text, printObject(shown(object, detail.value)), w.compare)}`
          : ""}
      </div>
    </div>`;
}

function difference(mine: string, theirs: string, name: string): TemplateResult {
  const signs = { same: "  ", mine: "− ", theirs: "+ " };
  return html`
    <pre class="difference" tabindex="0" aria-label=${name}>${compareLines(mine, theirs).map((line) => html`<span class="line-${line.mark}">${signs[line.mark]}${line.text}
</span>`)}</pre>`;
}

/** What the server has, and what it is asked to have instead. */
function sent(ref: Ref, object: KubeObject | undefined, draft: Draft): TemplateResult | string {
  if (!sending.value || !isDirty(draft)) return "";
  const w = words().editor;
  return html`
    <div class="sent" id="sent">
      <p><code>${object ? "PUT" : "POST"} ${object ? pathOf(ref) : pathOf(ref).replace(/\/[^/]*$/, "")}</code></p>
      <p class="muted">${object ? w.sendsAll : w.sendsNew}</p>
      ${difference(object ? printObject(shown(object, detail.value)) : "", draft.text, w.sends)}
    </div>`;
}

function answer(draft: Draft): TemplateResult {
  return html`<div role="status" class="editor-answer">${anew(draft.answer, said(draft))}</div>`;
}

function said(draft: Draft): TemplateResult | string {
  const w = words();
  const now = draft.answer;
  if (!now || now.code === "notSent") return "";
  if (now.code === "refused") {
    return html`<div class="banner bad">${icon("ban")}<div class="banner-text"><p>${w.editor.refused(now.status.code ?? 0, now.status.reason ?? "")}</p><p class="server-words" lang="en">${now.status.message ?? ""}</p></div></div>`;
  }
  const outcome = w.outcome[now.outcome as keyof typeof w.outcome] ?? now.outcome;
  const warned = now.warnings.length === 0 ? "" : html`<div class="banner warn">${icon("warning")}<div class="banner-text"><p>${w.editor.warned}</p>${now.warnings.map((warning) => html`<p class="server-words" lang="en">${warning}</p>`)}</div></div>`;
  return html`${warned}<p class="saved">${icon(now.outcome === "unchanged" ? "equals" : "check")}${w.editor.saved(outcome, now.before, now.after)}${now.outcome === "unchanged" ? html` <span class="muted">${w.evidence.explain.unchanged}</span>` : ""}</p>`;
}

function buttons(ref: Ref, object: KubeObject | undefined, draft: Draft): TemplateResult {
  const w = words().editor;
  const dirty = isDirty(draft);
  return html`
    <div class="editor-buttons">
      <button type="button" class=${dirty || !object ? "primary" : ""} @click=${() => void saveText(ref)}>${object ? w.save : w.create}</button>
      <button type="button" class="quiet" ?disabled=${!dirty} @click=${() => revert(ref)}>${w.revert}</button>
      <span class="spring"></span>
      <button type="button" class="quiet danger" ?disabled=${!object} @click=${() => void remove(ref)}>${icon("trash")}${w.remove}</button>
    </div>
    <div class="editor-foot">
      <p id="yaml-hint" class="muted hint">${w.saveHint}</p>
      ${dirty ? html`<button type="button" class="small quiet" aria-expanded=${sending.value ? "true" : "false"} aria-controls=${sending.value ? "sent" : nothing} @click=${() => { sending.value = !sending.value; }}>${sending.value ? w.hideSends : w.sends}</button>` : ""}
    </div>`;
}
