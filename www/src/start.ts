// How a page begins, on the site and in a frame: its words are asked for, its engine started, and when both are there it is
// shown.

import { effect } from "@preact/signals-core";
import { render, type TemplateResult } from "lit-html";
import { followTokens } from "./components/path/token.ts";
import { followAddress } from "./components/session-menu.ts";
import { listenForKeys } from "./keys.ts";
import { followRuns } from "./state/drafts.ts";
import { followLanguage } from "./state/language.ts";
import { preferred } from "./state/preferred.ts";
import { startRun } from "./state/run.ts";
import { startUi, whole } from "./state/ui.ts";
import { fallback } from "./words/fallback.ts";
import { speak, type Language } from "./words/index.ts";

/** True: it is shown. */
export async function start(root: HTMLElement, page: () => TemplateResult): Promise<boolean> {
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
    return false;
  }
  followLanguage();
  root.replaceChildren();
  effect(() => { render(page(), root); });
  listenForKeys();
  followAddress();
  followTokens();
  followRuns();
  return true;
}

/** Beyond what is seen first, when that was seen. */
export async function drawWhole(): Promise<void> {
  await frame();
  performance.mark("interactive");
  whole.value = true;
  void frame().then(() => performance.mark("whole"));
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
