// Where a frame begins: the playground for one situation or task in somebody else's page. It needs no storage, no origin and
// no header, and tells the page around it what happens.

import { drawWhole, start } from "../start.ts";
import { asked } from "../state/address.ts";
import { problem } from "../state/run.ts";
import { theme } from "../state/ui.ts";
import { listen, tell, unknownParts } from "./messages.ts";
import { frame, unknown } from "./page.ts";
import { followSight } from "./sight.ts";

async function begin(root: HTMLElement): Promise<void> {
  const wanted = asked("theme");
  if (wanted === "light" || wanted === "dark") theme.value = wanted;
  // It was there until the style sheet was; from here on the page around may change its mind.
  document.documentElement.style.colorScheme = "";
  followSight();
  if (!await start(root, frame)) return;
  listen();
  tell();
  unknownParts(unknown);
  if (problem.peek()?.code === "load") return;
  await drawWhole();
}

const root = document.getElementById("app");
if (root) void begin(root);
