// Parts of the page that are not there at first sight: their code, words and styles come when they are asked for, each
// in files of its own.

import type { TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { kind } from "../kind.ts";
import { problem, situation, task } from "../state/run.ts";
import { tellStory } from "../state/story.ts";
import { foreign, renewal } from "../state/versions.ts";
import { dialog, editorTab, faultsOpen, orderGone, tab, type Dialog, type EditorTab, type Tab } from "../state/ui.ts";
import { drawer } from "./path/state.ts";
import { language, type Language } from "../words/index.ts";

export type Part = NonNullable<Dialog> | "faults" | "drawers" | "foreign" | "order" | "renewal" | "report" | "story" | "task" | Exclude<Tab, "passes"> | Exclude<EditorTab, "edit">;
export type Shown = () => TemplateResult | string;
/** What the file of a part gives: the part in a language, with whatever else it needs. */
export interface PartFile { open: (language: Language) => Promise<Shown> | Shown }

const FILES: Record<Part, () => Promise<PartFile>> = {
  check: () => import("./check/dialog.ts"),
  compare: () => import("./compare/panel.ts"),
  drawers: () => import("./path/drawers/index.ts"),
  faults: () => import("./faults/panel.ts"),
  foreign: () => import("./foreign.ts"),
  habits: () => import("./habits/dialog.ts"),
  kubectl: () => import("./kubectl.ts"),
  lab: () => import("./lab/list.ts"),
  order: () => import("./lab/order.ts"),
  share: () => import("./share/panel.ts"),
  renewal: () => import("./renewal.ts"),
  report: () => import("./reports/guide.ts"),
  reports: () => import("./reports/gallery.ts"),
  shortcuts: () => import("./shortcuts.ts"),
  simulated: () => import("./simulated.ts"),
  situations: () => import("./situations.ts"),
  story: () => import("./check/story.ts"),
  task: () => import("./lab/panel.ts"),
  timeline: () => import("./time/timeline.ts"),
  transcript: () => import("./transcript/panel.ts"),
  truths: () => import("./truths.ts"),
};

const passes = () => { tab.value = "passes"; };
const editing = () => { editorTab.value = "edit"; };

/** What is shown instead of a part that does not come; a dialog is closed. */
const INSTEAD: Partial<Record<Part, () => void>> = {
  compare: passes, timeline: passes, transcript: passes,
  kubectl: editing, truths: editing,
  drawers: () => { drawer.value = null; },
  faults: () => { faultsOpen.value = false; },
  foreign: () => { foreign.value = null; },
  order: () => { orderGone.value = true; },
  renewal: () => { renewal.value = null; },
  report: () => { situation.value = null; },
  story: () => tellStory(null),
  task: () => { task.value = null; },
};

/** Whether there are dialogs to open: on a page of the course there are none. */
export const dialogs = true as boolean;

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
    (INSTEAD[part] ?? (() => { dialog.value = null; }))();
  } finally {
    awaited.value = new Set([...awaited.value].filter((one) => one !== part));
  }
}

const STYLES = kind === "frame" ? "embed/parts.css" : "parts.css";

function styles(): Promise<void> {
  if (kind === "file") return Promise.resolve();
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
