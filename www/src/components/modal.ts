// A dialog over the page: the browser's own, so focus stays inside and Escape closes it.

import { html, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { dialog, type Dialog } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";

export function modal(name: string, title: string, body: TemplateResult, foot?: TemplateResult): TemplateResult {
  return html`
    <dialog class="modal modal-${name}" aria-labelledby="modal-title" ${ref(show)} @close=${close} @click=${closeOutside}>
      <div class="modal-inner">
        <header class="modal-head">
          <h2 id="modal-title">${title}</h2>
          <button class="quiet square" type="button" aria-label=${words().scenarios.close} @click=${close}>${icon("close")}</button>
        </header>
        <div class="modal-body">${body}</div>
        ${foot ? html`<footer class="modal-foot">${foot}</footer>` : ""}
      </div>
    </dialog>`;
}

function show(element: Element | undefined): void {
  if (!(element instanceof HTMLDialogElement)) return;
  queueMicrotask(() => {
    if (element.isConnected && !element.open) element.showModal();
  });
}

function close(event: Event): void {
  const element = (event.currentTarget as Element).closest("dialog");
  if (element?.open) element.close();
  else dialog.value = null;
}

/** Another dialog takes the place of the one that is open; behind it the focus goes back to where it was before both. */
export function instead(name: Dialog): void {
  const open = document.querySelector("dialog[open]") as HTMLDialogElement | null;
  open?.addEventListener("close", () => { dialog.value = name; }, { once: true });
  open?.close();
}

/** A click on the backdrop hits the dialog itself; one inside hits its content. */
function closeOutside(event: Event): void {
  if (event.target === event.currentTarget) close(event);
}
