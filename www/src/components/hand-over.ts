// A text of the page handed over: to the clipboard, or as a file. Nothing leaves the machine.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { icon } from "./icons.ts";

/** What was copied last, for as long as it is said, and whether the browser allowed it. */
const copied = signal<{ what: string; done: boolean } | null>(null);

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyWords { copy: string; copied: string; copyFailed: string }

/** A button that copies and says how it went; `what` tells it from the page's other ones. */
export function copyButton(what: string, text: () => string, w: CopyWords): TemplateResult {
  const now = copied.value?.what === what ? copied.value : null;
  return html`<button type="button" class="small" @click=${() => void copy(what, text())}>${icon("copies")}<span aria-live="polite">${now === null ? w.copy : now.done ? w.copied : w.copyFailed}</span></button>`;
}

async function copy(what: string, text: string): Promise<void> {
  const outcome = { what, done: await copyText(text) };
  copied.value = outcome;
  setTimeout(() => { if (copied.value === outcome) copied.value = null; }, 2500);
}

export function download(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
