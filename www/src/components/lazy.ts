// Parts of the page that are not there at first sight: their code, words and styles come when they are asked for, each
// in files of its own.

import type { TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { problem } from "../state/run.ts";
import { dialog, faultsOpen, type Dialog } from "../state/ui.ts";
import { language, type Language } from "../words/index.ts";

export type Part = NonNullable<Dialog> | "faults";
export type Shown = () => TemplateResult | string;
/** What the file of a part gives: the part in a language, with whatever else it needs. */
export interface PartFile { open: (language: Language) => Promise<Shown> | Shown }

const FILES: Record<Part, () => Promise<PartFile>> = {
  faults: () => import("./faults/panel.ts"),
  habits: () => import("./habits/dialog.ts"),
  shortcuts: () => import("./shortcuts.ts"),
  simulated: () => import("./simulated.ts"),
  situations: () => import("./situations.ts"),
};

/** What is there already, each in the language in which it was asked for. */
const parts = signal<Partial<Record<Part, { in: Language; shown: Shown }>>>({});
/** What is on its way. */
export const awaited = signal<ReadonlySet<Part>>(new Set());

/** The part; nothing until it is there. After a change of the language it stays as it is until its new words are there. */
export function lazy(part: Part): TemplateResult | string {
  const now = parts.value[part];
  if (now?.in !== language.value && !awaited.peek().has(part)) queueMicrotask(() => void load(part));
  return now?.shown() ?? "";
}

async function load(part: Part): Promise<void> {
  if (awaited.peek().has(part)) return;
  awaited.value = new Set([...awaited.value, part]);
  const spoken = language.value;
  try {
    const [file] = await Promise.all([FILES[part](), styles()]);
    const shown = await file.open(spoken);
    parts.value = { ...parts.value, [part]: { in: spoken, shown } };
  } catch {
    problem.value = { code: "part" };
    if (part === "faults") faultsOpen.value = false;
    else dialog.value = null;
  } finally {
    awaited.value = new Set([...awaited.value].filter((one) => one !== part));
  }
}

const STYLES = "parts.css";

function styles(): Promise<void> {
  return new Promise((resolve, reject) => {
    const found = document.querySelector<HTMLLinkElement>(`link[href="${STYLES}"]`);
    if (found?.sheet) return resolve();
    const link = found ?? document.createElement("link");
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => { link.remove(); reject(new Error(STYLES)); });
    if (found) return;
    link.rel = "stylesheet";
    link.href = STYLES;
    document.head.append(link);
  });
}
