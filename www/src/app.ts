// The page, from the moment on at which its code is there: when the words are there too it is shown.

import { effect } from "@preact/signals-core";
import { render } from "lit-html";
import { page } from "./components/page.ts";
import { followTokens } from "./components/path/token.ts";
import { followAddress } from "./components/session-menu.ts";
import { followMoves } from "./follow.ts";
import { listenForKeys } from "./keys.ts";
import { keeping } from "./state/kept.ts";
import { followLanguage } from "./state/language.ts";
import { startRun } from "./state/run.ts";
import { followRuns, somethingTyped } from "./state/drafts.ts";
import { startUi } from "./state/ui.ts";
import { fallback } from "./words/fallback.ts";
import type { Language } from "./words/index.ts";

/** `catalog` is on its way already. */
export async function start(root: HTMLElement, spoken: Language, catalog: Promise<void>): Promise<void> {
  startUi();
  void startRun();
  try {
    await catalog;
  } catch {
    wordless(root, spoken);
    return;
  }
  followLanguage();
  root.replaceChildren();
  effect(() => { render(page(), root); });
  listenForKeys();
  // What is typed and not saved is kept for the next visit, or not lost without a question.
  window.addEventListener("beforeunload", (event) => { if (somethingTyped() && !keeping.value) event.preventDefault(); });
  followAddress();
  void import("./state/autosave.ts").then(({ keepRuns }) => keepRuns(), () => { /* not kept, then */ });
  followMoves();
  followTokens();
  followRuns();
}

/** Without a catalog there is nothing to show but that. */
function wordless(root: HTMLElement, spoken: Language): void {
  const { failed, again } = fallback[spoken];
  document.documentElement.lang = spoken;
  const text = document.createElement("p");
  text.append(failed, " ");
  text.className = "boot";
  text.setAttribute("role", "alert");
  const button = document.createElement("button");
  button.textContent = again;
  button.onclick = () => location.reload();
  text.append(button);
  root.replaceChildren(text);
}
