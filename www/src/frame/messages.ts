// What a frame says to the page around it, and what it hears from there. Everything that it says is about the run that the
// page around it asked for, so any page may hear it; it hears nobody but the page around it.

import { effect } from "@preact/signals-core";
import { problemText } from "../components/problem.ts";
import type { Move, TraceEntry } from "../contract.ts";
import { digest, entries, goto, moment, problem, reset, runNumber, scenario, task, version, type Problem } from "../state/run.ts";
import { theme } from "../state/ui.ts";
import { foreign, isSerious, type Ended } from "../state/versions.ts";
import { LANGUAGES, language, speak } from "../words/index.ts";

const PREFIX = "reconcile-playground:";

export type Message =
  | { type: "ready"; version: 1; engine: string; scenario: object; position: number; length: number; moves: Move[]; revision: string; digest: string }
  | { type: "step"; position: number; length: number; from: number; moves: Move[]; revision: string; digest: string }
  | { type: "resize"; height: number }
  | { type: "completed"; task: string; digest: string }
  | { type: "problem"; code: string; why?: string; path?: string; message: string };

/** The page around; null: there is none. */
const host = window.parent === window ? null : window.parent;

function say({ type, ...rest }: Message): void {
  host?.postMessage({ type: PREFIX + type, ...rest }, "*");
}

// ------------------------------------------------------------------------------------------------ what it says

export function tell(): void {
  if (!host) return;
  effect(() => {
    void runNumber.value;
    ready();
  });
  effect(() => {
    if (moment.value) step(entries.value);
  });
  effect(() => {
    void problem.value;
    // What a refusal turns into within this moment is what is told.
    setTimeout(() => tellProblem(problem.peek()));
  });
  effect(() => {
    const ended = foreign.value?.ended;
    // Where its own version is to be had is found out later, and is no news here.
    if (!ended || ended === toldEnd || !isSerious()) return;
    toldEnd = ended;
    say({ type: "problem", code: "foreign", why: ended.code, message: "message" in ended ? ended.message : "" });
  });
  effect(() => {
    if (task.value) void followTask();
  });
  new ResizeObserver(() => say({ type: "resize", height: height() })).observe(document.documentElement);
}

let toldEnd: Ended | null = null;
let toldProblem: Problem | null = null;

function tellProblem(now: Problem | null): void {
  if (now === toldProblem) return;
  toldProblem = now;
  if (!now) return;
  const { why, path } = now as { why?: string; path?: string };
  say({ type: "problem", code: now.code, ...(why !== undefined && { why }), ...(path !== undefined && { path }), message: problemText(now) });
}

/** Of the parts that are wanted, those that are none. */
export function unknownParts(names: readonly string[]): void {
  if (names.length > 0) say({ type: "problem", code: "panels", message: `panels: ${names.join(", ")}` });
}

/** The recorded moves that were told. */
let told: readonly TraceEntry[] = [];
let toldAt = -1;

function where(): { position: number; length: number; revision: string; digest: string } {
  const { position, revision } = moment.peek()!.view;
  return { position, length: entries.peek().length, revision, digest: digest() };
}

const movesOf = (those: readonly TraceEntry[]): Move[] => those.map(({ move }) => move);

function ready(): void {
  if (!moment.peek()) return;
  told = entries.peek();
  toldAt = moment.peek()!.view.position;
  say({ type: "ready", version: 1, engine: version.peek()?.playground ?? "", scenario: scenario(), moves: movesOf(told), ...where() });
}

function step(all: readonly TraceEntry[]): void {
  const { position } = moment.peek()!.view;
  let from = 0;
  while (from < all.length && from < told.length && all[from] === told[from]) from += 1;
  if (from === all.length && from === told.length && position === toldAt) return;
  told = all;
  toldAt = position;
  say({ type: "step", from, moves: movesOf(all.slice(from)), ...where() });
}

function height(): number {
  return Math.ceil(document.documentElement.getBoundingClientRect().height);
}

let following = false;

async function followTask(): Promise<void> {
  if (following) return;
  following = true;
  const { verdict } = await import("../state/lab.ts");
  let done: string | null = null;
  effect(() => {
    const now = verdict.value?.done ? `${runNumber.value}/${task.value?.id}` : null;
    if (now !== null && now !== done) say({ type: "completed", task: task.value!.id, digest: digest() });
    done = now;
  });
}

// ------------------------------------------------------------------------------------------------ what it hears

export function listen(): void {
  if (!host) return;
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== host || typeof data !== "object" || data === null) return;
    const { type, ...rest } = data as Record<string, unknown>;
    if (typeof type === "string" && type.startsWith(PREFIX)) hear(type.slice(PREFIX.length), rest);
  });
}

function hear(type: string, { position, session, theme: wanted, lang }: Record<string, unknown>): void {
  switch (type) {
    case "hello": return ready();
    case "reset": return void reset();
    case "goto": return void (Number.isSafeInteger(position) && goto(Math.min(Math.max(position as number, 0), entries.peek().length)));
    case "open": return void import("../state/session.ts").then(({ openSession }) => openSession(session)).then((done) => { if (!done) ready(); });
    case "theme": {
      if (wanted === "light" || wanted === "dark") theme.value = wanted;
      else if (wanted === "auto") theme.value = null;
      return undefined;
    }
    case "lang": {
      const spoken = LANGUAGES.find((one) => one === lang);
      if (spoken && spoken !== language.peek()) speak(spoken).catch(() => { problem.value = { code: "part" }; });
    }
  }
}
