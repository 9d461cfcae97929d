// Something of the time behind the moment is brought into sight, and the focus to it: its part may have to be loaded first.

import { area, tab, type Tab } from "../state/ui.ts";

/** `ready`: what has to be so before. */
export function bring(part: Tab, id: string, block: ScrollLogicalPosition, ready: () => boolean = () => true): void {
  area.value = "history";
  tab.value = part;
  let tries = 0;
  const look = () => {
    const title = document.getElementById(id);
    if (title && ready()) {
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block });
    } else if ((tries += 1) < 200 && tab.value === part) setTimeout(look, 20);
  };
  requestAnimationFrame(look);
}
