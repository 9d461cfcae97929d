// The rich editor of the text: loaded when the text is first entered. Until then, and where it can't be had, the
// browser's own text area is the editor.

import { signal } from "@preact/signals-core";
import type { Caret, YamlEditor } from "../code/element.ts";

export const rich = signal<"no" | "loading" | "yes" | "failed">("no");

/** Takes the place of the text area, with what was typed meanwhile, its caret and its focus. */
export async function enrich(area: HTMLTextAreaElement): Promise<void> {
  if (rich.peek() === "loading" || rich.peek() === "yes") return;
  rich.value = "loading";
  let composing = false;
  area.addEventListener("compositionstart", () => { composing = true; });
  area.addEventListener("compositionend", () => { composing = false; });
  try {
    await import("../code/element.ts");
  } catch {
    rich.value = "failed";
    return;
  }
  // The area must not go from under a word that is being composed or a selection that is being drawn.
  while (composing || area.matches(":active")) await new Promise((again) => { setTimeout(again, 50); });
  const focused = document.activeElement === area;
  const caret: Caret = { from: area.selectionStart, to: area.selectionEnd, backward: area.selectionDirection === "backward", left: area.scrollLeft };
  // Drawn at once: the page is an effect of this.
  rich.value = "yes";
  document.querySelector<YamlEditor>("yaml-editor")?.takeOver(caret, focused);
}
