// The text of an object: the browser's own text area, and the rich editor once it is there.

import { html, type TemplateResult } from "lit-html";
import { keyed as anew } from "lit-html/directives/keyed.js";
import { live } from "lit-html/directives/live.js";
import type { Shown, YamlEditor } from "../code/element.ts";
import type { Ref } from "../contract.ts";
import { indentAfter } from "../derive/indent.ts";
import { idOf } from "../derive/names.ts";
import { check, draftOf, isLong, save, type as typed, type Draft } from "../state/drafts.ts";
import { enrich, rich } from "../state/rich.ts";
import { language, words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { prose } from "./prose.ts";

export function text(ref: Ref, draft: Draft): TemplateResult {
  const w = words().editor;
  const notSent = draft.answer?.code === "notSent";
  return html`
    <div class="editor-text">
      ${rich.value === "yes" ? editor(ref, draft) : area(ref, draft)}
      ${rich.value === "failed" ? html`<p class="muted hint">${w.plain}</p>` : ""}
      ${isLong(draft) ? html`<p class="muted hint">${w.long}</p>` : ""}
      <div id="yaml-notes">
        <div role="status">${notSent ? "" : notes(draft)}</div>
        <div role="alert">${notSent ? anew(draft.answer, html`<div class="banner bad"><div class="banner-text"><p>${w.notSent}</p>${notes(draft)}</div></div>`) : ""}</div>
      </div>
    </div>`;
}

function notes(draft: Draft): TemplateResult[] {
  const w = words().editor;
  return draft.marks.map((mark) => html`
    <p class="mark">${icon("warning")}<span><strong>${mark.line === null ? w.elsewhere : w.parse(mark.line)}</strong> ${prose(mark.message)}</span></p>`);
}

function area(ref: Ref, draft: Draft): TemplateResult {
  const lines = draft.text.split("\n");
  const bad = new Set(draft.marks.flatMap((mark) => (mark.line === null ? [] : [mark.line])));
  return html`
    <div class="code" data-lines=${lines.length}>
      <div class="gutter" aria-hidden="true">${lines.map((_, at) => html`<span class=${bad.has(at + 1) ? "bad-line" : ""}>${at + 1}</span>`)}</div>
      <textarea id="yaml" class="yaml" rows=${Math.max(12, lines.length)} wrap="off" spellcheck="false" autocomplete="off" autocapitalize="off"
        aria-label=${words().editor.text(`${ref.kind} ${ref.name}`)} aria-describedby="yaml-notes yaml-hint" aria-invalid=${draft.marks.length > 0 ? "true" : "false"}
        .value=${live(draft.text)} @focus=${(event: Event) => void enrich(event.target as HTMLTextAreaElement)}
        @input=${(event: Event) => typed(ref, (event.target as HTMLTextAreaElement).value)} @keydown=${(event: KeyboardEvent) => keyed(event, ref)}></textarea>
    </div>`;
}

function editor(ref: Ref, draft: Draft): TemplateResult {
  const w = words().editor;
  const shown: Shown = {
    id: idOf(ref), base: draft.baseText, text: draft.text, marks: draft.marks, label: w.text(`${ref.kind} ${ref.name}`),
    hint: [...draft.marks.map((mark) => `${mark.line === null ? w.elsewhere : w.parse(mark.line)}${words().between.colon}${mark.message}`), w.saveHint, w.completeHint].join(" "),
    language: language.value,
  };
  return html`
    <div class="code rich">
      <yaml-editor id="yaml" .shown=${shown} @typed=${(event: Event) => typed(ref, (event.target as YamlEditor).value)}
        @paused=${() => check(ref)} @save=${() => void saveText(ref)}></yaml-editor>
    </div>`;
}

/** Saves it; where nothing could be sent, the line that is in the way is gone to. */
export async function saveText(ref: Ref): Promise<void> {
  await save(ref, (fault) => words().editor.faults[fault]);
  const { answer, marks, text: all } = draftOf(ref);
  const line = marks[0]?.line ?? null;
  if (answer?.code !== "notSent" || line === null) return;
  const field = document.querySelector<YamlEditor | HTMLTextAreaElement>("#yaml");
  if (field instanceof HTMLTextAreaElement) {
    const end = all.split("\n").slice(0, line).join("\n").length;
    field.setSelectionRange(end, end);
    field.focus();
  } else field?.goToLine(line);
}

/** Enter keeps the indentation; Ctrl+Enter saves; Tab is left alone, so that it leaves the text. */
function keyed(event: KeyboardEvent, ref: Ref): void {
  if (event.key !== "Enter" || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    void saveText(ref);
    return;
  }
  const area = event.target as HTMLTextAreaElement;
  const before = area.value.slice(0, area.selectionStart);
  const indent = indentAfter(before.slice(before.lastIndexOf("\n") + 1));
  if (indent === "") return;
  event.preventDefault();
  // The command keeps the browser's undo; where it is gone, the text is set and undo starts anew.
  const inserted = `\n${indent}`;
  if (!document.execCommand("insertText", false, inserted)) {
    area.setRangeText(inserted, area.selectionStart, area.selectionEnd, "end");
    typed(ref, area.value);
  }
}
