// Starts the page: reads what was remembered, shows the page, starts the first situation.

import { effect } from "@preact/signals-core";
import { render } from "lit-html";
import { page } from "./components/page.ts";
import { followTokens } from "./components/path/token.ts";
import { followMoves } from "./follow.ts";
import { listenForKeys } from "./keys.ts";
import { startRun } from "./state/run.ts";
import { followRuns, somethingTyped } from "./state/drafts.ts";
import { startUi } from "./state/ui.ts";

const root = document.getElementById("app");
if (root) {
  startUi();
  root.replaceChildren();
  effect(() => { render(page(), root); });
  listenForKeys();
  // What is typed and not saved is not lost without a question.
  window.addEventListener("beforeunload", (event) => { if (somethingTyped()) event.preventDefault(); });
  followMoves();
  followTokens();
  followRuns();
  void startRun();
}
