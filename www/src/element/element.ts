// <reconcile-playground>: the element as a page's author and its scripts know it.

import type { Session } from "../contract.ts";
import { NAME, playground } from "./playground.ts";
import css from "./style.css";
import { isText } from "./told.ts";

/** Defines the element, once; `folder` is the address of the site. */
export function define(folder: string): void {
  // On a server there are no elements; where there are two scripts, the first has defined it.
  if (!globalThis.customElements || customElements.get(NAME)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);

  customElements.define(NAME, class extends HTMLElement {
    #inside = playground(this, folder, sheet);

    run(): Promise<void> { return this.#inside.run(); }

    reset(): void { this.#inside.order("reset"); }

    goto(position: number): void { this.#inside.order("goto", { position }); }

    get position(): number | null { return this.#inside.position(); }

    get session(): Session | null { return this.#inside.session(); }

    /** A session; or the text of a link, since frameworks set as a property whatever can be set. */
    set session(session: Session | string | null) {
      if (isText(session)) this.setAttribute("session", session);
      else this.#inside.open(session);
    }

    connectedCallback(): void { this.#inside.join(); }

    disconnectedCallback(): void { this.#inside.leave(); }
  });
}
