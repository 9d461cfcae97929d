// Single-key shortcuts. Off while a text field, a select or a dialog has the focus, and off altogether when the person says so.

import { toggleTime } from "./components/time-panel.ts";
import { back, finishPass, forward, reset, settle, shown, step } from "./state/run.ts";
import { dialog, faultsOpen, shortcuts, timeOpen } from "./state/ui.ts";

const ACTIONS: Record<string, () => void> = {
  s: () => void step(),
  f: () => void finishPass(),
  r: () => void settle(),
  ArrowLeft: () => void back(),
  ArrowRight: () => void forward(),
  "0": () => void reset(),
  t: toggleTime,
  c: () => { if (shown.peek()) dialog.value = "check"; },
};

export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (closesFaults(event)) {
      event.preventDefault();
      faultsOpen.value = false;
      document.querySelector<HTMLElement>(".faults-button")?.focus();
      return;
    }
    if (closesTime(event)) {
      event.preventDefault();
      toggleTime();
      return;
    }
    if (!shortcuts.value || dialog.value !== null || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = targetOf(event);
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.key.startsWith("Arrow") && target.closest("[tabindex='0']:not([role='button'])")) return;
    const action = ACTIONS[event.key] ?? ACTIONS[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Escape within the panel of faults, or while no text has the focus. */
function closesFaults(event: KeyboardEvent): boolean {
  if (event.key !== "Escape" || !faultsOpen.value || dialog.value !== null || event.defaultPrevented || event.isComposing) return false;
  const target = targetOf(event);
  return target.closest(".faults") !== null || target.closest("input, textarea, select, [contenteditable]") === null;
}

/** Escape within the row that lets time pass. */
function closesTime(event: KeyboardEvent): boolean {
  return event.key === "Escape" && timeOpen.value && !event.defaultPrevented && targetOf(event).closest(".time-panel") !== null;
}

/** Where it was pressed, within a shadow root too. */
function targetOf(event: Event): Element {
  return (event.composedPath()[0] ?? event.target) as Element;
}
