// The guide is hidden and shown again: what was pressed is gone with it, so the focus goes on to what is there instead.

import { guideOpen } from "../state/ui.ts";
import { whenThere } from "./bring.ts";

export function hideGuide(): void {
  guideOpen.value = false;
  whenThere("guide-closed", () => !guideOpen.value, () => {});
}

export function showGuide(title: "guide-title" | "report-title"): void {
  guideOpen.value = true;
  whenThere(title, () => guideOpen.value, () => {});
}
