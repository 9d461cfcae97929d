// Where the page begins.

import { page } from "./components/page.ts";
import { followMoves } from "./follow.ts";
import { drawWhole, start } from "./start.ts";
import { somethingTyped } from "./state/drafts.ts";
import { keeping } from "./state/kept.ts";

async function begin(root: HTMLElement): Promise<void> {
  if (!await start(root, page)) return;
  // What is typed and not saved is kept for the next visit, or not lost without a question.
  window.addEventListener("beforeunload", (event) => { if (somethingTyped() && !keeping.value) event.preventDefault(); });
  followMoves();
  await drawWhole();
  void import("./state/autosave.ts").then(({ keepRuns }) => keepRuns(), () => { /* not kept, then */ });
  void import("./state/offline.ts").then(({ workOffline }) => workOffline()).catch(() => { /* online alone, then */ });
}

const root = document.getElementById("app");
if (root) void begin(root);
