// The first thing that runs, and little: the words are asked for while the page's own code still comes.

import { preferred } from "./state/preferred.ts";
import { speak } from "./words/index.ts";

const root = document.getElementById("app");
if (root) {
  const spoken = preferred();
  const catalog = speak(spoken);
  // Whoever waits for it hears of a failure; until then nobody does.
  catalog.catch(() => {});
  void import("./app.ts").then(({ start }) => start(root, spoken, catalog));
}
