// What is loaded when it is asked for: one file for all of it, so that what it shares with the page is one file too.

import type { TemplateResult } from "lit-html";
import type { Language } from "../words/index.ts";
import { open as faults } from "./faults/panel.ts";
import { open as habits } from "./habits/dialog.ts";
import type { Part } from "./lazy.ts";
import { shortcutsDialog } from "./shortcuts.ts";
import { situationsDialog } from "./situations.ts";

export const open: Record<Part, (language: Language) => Promise<() => TemplateResult | string> | (() => TemplateResult | string)> = {
  faults,
  habits,
  shortcuts: () => shortcutsDialog,
  situations: () => situationsDialog,
};
