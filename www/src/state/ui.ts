// What the page itself remembers and the engine does not: what is open, what is looked at, the theme.

import { effect, signal } from "@preact/signals-core";
import { remember, remembered } from "./storage.ts";

export type Theme = "light" | "dark";
export type EditorTab = "edit" | "truths" | "kubectl";
export type Area = "run" | "pass" | "edit" | "history";
/** What is shown of the time behind the moment. */
export type Tab = "timeline" | "passes" | "transcript" | "compare";
export type Dialog = "situations" | "reports" | "habits" | "shortcuts" | "simulated" | "lab" | "share" | "check" | null;

/** What the person chose; null = what the system prefers. */
export const theme = signal<Theme | null>(null);
export const shortcuts = signal(true);
export const dialog = signal<Dialog>(null);
/** Which part a narrow screen shows. */
export const area = signal<Area>("run");
export const tab = signal<Tab>("passes");
/** How the object that is open is looked at. */
export const editorTab = signal<EditorTab>("edit");
export const guideOpen = signal(true);
export const timeOpen = signal(false);
export const faultsOpen = signal(false);
/** What looks into every order at the end of a task did not come. */
export const orderGone = signal(false);
/** Disclosures that are open, by name. */
export const opened = signal<ReadonlySet<string>>(new Set());
/** The pass that is looked at; null = the latest. */
export const chosenPass = signal<number | null>(null);

/** Beyond what one sees first: it is drawn after that, so that the first step can be taken sooner. */
export const whole = signal(false);

export function toggle(name: string, open: boolean): void {
  if (opened.value.has(name) === open) return;
  const next = new Set(opened.value);
  if (open) next.add(name);
  else next.delete(name);
  opened.value = next;
}

const narrowScreen = window.matchMedia("(max-width: 760px)");
/** A phone: what stands beside something on a desk stands below it. */
export const narrow = signal(narrowScreen.matches);
narrowScreen.addEventListener("change", (event) => { narrow.value = event.matches; });

/** Who wants nothing to move. */
export const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

const system = window.matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(system.matches);
system.addEventListener("change", (event) => { systemDark.value = event.matches; });

export function themeNow(): Theme {
  return theme.value ?? (systemDark.value ? "dark" : "light");
}

/** Reads what was remembered, and from then on remembers. */
export function startUi(): void {
  const saved = remembered("theme");
  if (saved === "light" || saved === "dark") theme.value = saved;
  shortcuts.value = remembered("shortcuts") !== "off";
  effect(() => {
    remember("theme", theme.value);
    if (theme.value === null) delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
  effect(() => remember("shortcuts", shortcuts.value ? null : "off"));
}
