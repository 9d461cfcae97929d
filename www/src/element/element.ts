// <reconcile-playground>: the element as a page's author and its scripts know it.

import { NAME, playground } from "./playground.ts";
import css from "./style.css";

/** Defines the element, once; `folder` is the address of the site. */
export function define(folder: string): void {
  // On a server there are no elements; where there are two scripts, the first has defined it.
  if (!globalThis.customElements || customElements.get(NAME)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);

  customElements.define(NAME, class extends HTMLElement {
    #moved = playground(this, folder, sheet);

    connectedCallback(): void { this.#moved(true); }

    disconnectedCallback(): void { this.#moved(false); }
  });
}
