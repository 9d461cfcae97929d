// What is loaded when it is asked for: one file for all of it, so that what it shares with the page is one file too.

import type { Language } from "../words/index.ts";
import { open as faults } from "./faults/panel.ts";
import { open as habits } from "./habits/dialog.ts";
import type { Part, Shown } from "./lazy.ts";
import { shortcutsDialog } from "./shortcuts.ts";
import { situationsDialog } from "./situations.ts";

type Opening = Promise<Shown> | Shown;

export const open: Record<Part, (language: Language) => Opening> = {
  faults,
  habits,
  shortcuts: () => shortcutsDialog,
  situations: () => situationsDialog,
};
