// The panel of faults: where it stands in the page, and how one comes to it from the stations.

import { html, type TemplateResult } from "lit-html";
import { area, faultsOpen } from "../state/ui.ts";
import { whenThere } from "./bring.ts";
import { lazy } from "./lazy.ts";

export function faults(): TemplateResult | string {
  if (!faultsOpen.value) return "";
  return html`<div class="faults-place area-run" id="faults">${lazy("faults")}</div>`;
}

/** Opens it, brings it into sight and the focus to it. */
export function openFaults(): void {
  area.value = "run";
  faultsOpen.value = true;
  whenThere("faults-title", () => faultsOpen.value, (title) => {
    const { top } = title.getBoundingClientRect();
    if (top < 150 || top > window.innerHeight / 2) title.closest("section")?.scrollIntoView({ block: "start" });
  });
}
