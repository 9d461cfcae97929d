// Starts the page: reads what was remembered, shows the page, starts the first situation.

import { effect } from "@preact/signals-core";
import { render } from "lit-html";
import { page } from "./components/page.ts";
import { followMoves } from "./follow.ts";
import { listenForKeys } from "./keys.ts";
import { startRun } from "./state/run.ts";
import { startUi } from "./state/ui.ts";

const root = document.getElementById("app");
if (root) {
  startUi();
  root.replaceChildren();
  effect(() => { render(page(), root); });
  listenForKeys();
  followMoves();
  void startRun();
}
