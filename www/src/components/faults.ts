// The panel of faults: where it stands in the page, and how one comes to it from the stations.

import { html, type TemplateResult } from "lit-html";
import { area, faultsOpen } from "../state/ui.ts";
import { lazy } from "./lazy.ts";

export function faults(): TemplateResult | string {
  if (!faultsOpen.value) return "";
  return html`<div class="faults-place area-run" id="faults">${lazy("faults")}</div>`;
}

/** Opens it, brings it into sight and the focus to it. */
export function openFaults(): void {
  area.value = "run";
  faultsOpen.value = true;
  let tries = 0;
  const look = () => {
    const title = document.getElementById("faults-title");
    if (title) {
      title.focus({ preventScroll: true });
      const { top } = title.getBoundingClientRect();
      if (top < 150 || top > window.innerHeight / 2) title.closest("section")?.scrollIntoView({ block: "start" });
    } else if ((tries += 1) < 200 && faultsOpen.value) setTimeout(look, 20);
  };
  requestAnimationFrame(look);
}
