// Parts of the page that are not there at first sight: their code, words and styles come when they are asked for, each
// in a file of its own.

import type { TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { problem } from "../state/run.ts";
import { dialog, faultsOpen, type Dialog } from "../state/ui.ts";
import { language, type Language } from "../words/index.ts";

export type Part = NonNullable<Dialog> | "faults";
export type Shown = () => TemplateResult | string;

/** What is there already, each in the language in which it was asked for. */
const parts = signal<Partial<Record<Part, { in: Language; shown: Shown }>>>({});
/** What is on its way. */
export const awaited = signal<Part | null>(null);

/** The part; nothing until it is there. After a change of the language it stays as it is until its new words are there. */
export function lazy(part: Part): TemplateResult | string {
  const now = parts.value[part];
  if (now?.in !== language.value && awaited.peek() !== part) queueMicrotask(() => void load(part));
  return now?.shown() ?? "";
}

async function load(part: Part): Promise<void> {
  awaited.value = part;
  try {
    const [loaded] = await Promise.all([import("./parts.ts"), styles()]);
    const spoken = language.value;
    const shown = await loaded.open[part](spoken);
    parts.value = { ...parts.value, [part]: { in: spoken, shown } };
  } catch {
    problem.value = { code: "part" };
    faultsOpen.value = false;
    dialog.value = null;
  } finally {
    awaited.value = null;
  }
}

const STYLES = "parts.css";

function styles(): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${STYLES}"]`)) return resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = STYLES;
    link.onload = () => resolve();
    link.onerror = () => { link.remove(); reject(new Error(STYLES)); };
    document.head.append(link);
  });
}
