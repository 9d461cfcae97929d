// Where the page begins: its words are asked for, its engine started, and when both are there it is shown.

import { effect } from "@preact/signals-core";
import { render } from "lit-html";
import { page } from "./components/page.ts";
import { followTokens } from "./components/path/token.ts";
import { followAddress } from "./components/session-menu.ts";
import { followMoves } from "./follow.ts";
import { listenForKeys } from "./keys.ts";
import { followRuns, somethingTyped } from "./state/drafts.ts";
import { keeping } from "./state/kept.ts";
import { followLanguage } from "./state/language.ts";
import { preferred } from "./state/preferred.ts";
import { startRun } from "./state/run.ts";
import { startUi, whole } from "./state/ui.ts";
import { fallback } from "./words/fallback.ts";
import { speak, type Language } from "./words/index.ts";

async function start(root: HTMLElement): Promise<void> {
  const spoken = preferred();
  const catalog = speak(spoken);
  // Whoever waits for it hears of a failure; until then nobody does.
  catalog.catch(() => {});
  startUi();
  await startRun();
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
  followMoves();
  followTokens();
  followRuns();
  await frame();
  performance.mark("interactive");
  whole.value = true;
  void frame().then(() => performance.mark("whole"));
  void import("./state/autosave.ts").then(({ keepRuns }) => keepRuns(), () => { /* not kept, then */ });
  void import("./state/offline.ts").then(({ workOffline }) => workOffline()).catch(() => { /* online alone, then */ });
}

/** What was changed is drawn; in a tab that nobody sees nothing is. */
function frame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === "hidden") setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
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

const root = document.getElementById("app");
if (root) void start(root);
