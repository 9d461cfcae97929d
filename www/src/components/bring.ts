// Something is brought into sight, and the focus to it: its part may have to be loaded first.

import { area, tab, type Tab } from "../state/ui.ts";

/** The title `id`, as soon as it is there and shown; given up where it is not wanted any more. */
export function whenThere(id: string, wanted: () => boolean, show: (title: HTMLElement) => void, ready: () => boolean = () => true): void {
  let tries = 0;
  const look = () => {
    const title = document.getElementById(id);
    if (title && wanted() && ready()) {
      title.focus({ preventScroll: true });
      show(title);
    } else if ((tries += 1) < 200 && wanted()) setTimeout(look, 20);
  };
  requestAnimationFrame(look);
}

/** Of the time behind the moment. `ready`: what has to be so before. */
export function bring(part: Tab, id: string, block: ScrollLogicalPosition, ready?: () => boolean): void {
  area.value = "history";
  tab.value = part;
  whenThere(id, () => tab.value === part, (title) => title.scrollIntoView({ block }), ready);
}
