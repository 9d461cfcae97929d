// The result of a task handed over: as a file, a code, a link. Nothing leaves the machine.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { codeHere, fileHere, linkOf } from "../../state/lab.ts";
import { moment } from "../../state/run.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { copyText, download } from "../hand-over.ts";
import { icon } from "../icons.ts";

/** What was made last, of which moment, and whether it went to the clipboard. */
const made = signal<{ at: unknown; text: string; copied: boolean } | null>(null);

export function resultTools(w: LabWords): TemplateResult {
  const now = made.value?.at === moment.value ? made.value : null;
  return html`
    <div class="task-result" role="group" aria-label=${w.result}>
      <p><span class="caption">${w.result}</span> ${w.resultHint}</p>
      <p class="task-buttons">
        <button type="button" class="small" @click=${() => void copy((code) => code)}>${icon("copies")}${w.copyCode}</button>
        <button type="button" class="small" @click=${() => void copy(linkOf)}>${icon("copies")}${w.copyLink}</button>
        <button type="button" class="small" @click=${save}>${icon("file")}${w.save}</button>
      </p>
      <div role="status">${now === null ? "" : html`
        <p class="caption">${now.copied ? w.made(now.text.length) : w.notMade(now.text.length)}</p>
        <input type="text" class="mono" readonly aria-label=${w.code} .value=${now.text} @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}>`}</div>
    </div>`;
}

async function copy(of: (code: string) => string): Promise<void> {
  const at = moment.peek();
  const code = await codeHere();
  if (code === null) return;
  const text = of(code);
  made.value = { at, text, copied: await copyText(text) };
}

function save(): void {
  const file = fileHere();
  if (file) download(`${file.task}.result.json`, "application/json", `${JSON.stringify(file, null, 1)}\n`);
}
