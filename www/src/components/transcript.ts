// The way to the transcript from the top of the page: for whom a list says more than a picture.

import { area, tab } from "../state/ui.ts";

export function toTranscript(event: Event): void {
  event.preventDefault();
  area.value = "history";
  tab.value = "transcript";
  let tries = 0;
  const look = () => {
    const title = document.getElementById("transcript-title");
    if (title) {
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block: "start" });
    } else if ((tries += 1) < 200 && tab.value === "transcript") setTimeout(look, 20);
  };
  requestAnimationFrame(look);
}
