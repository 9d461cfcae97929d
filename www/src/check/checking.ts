// One check as a box shows it: what it is at, what came of it, and what would heal. As signals, so that whoever shows it is
// drawn anew.

import { batch, signal } from "@preact/signals-core";
import type { CheckOptions, CheckProgress, Scenario, Verdict } from "../contract.ts";
import { Refusal } from "../engine.ts";
import { tryFixes, type Tried, type Trying } from "./fixes.ts";
import { Ended, Unloaded } from "./runner.ts";
import { startCheck, type Started } from "./start.ts";

export interface Subject { scenario: Scenario; options: CheckOptions }

/** `rate`: states a second, of late. */
export interface Pace { progress: CheckProgress; rate: number | null; ms: number }

/** What every outcome but the verdict is about goes with the verdict: `of` is what was asked. */
export type State =
  | { code: "idle" }
  | { code: "running"; of: Subject; pace: Pace | null }
  | { code: "cancelled"; of: Subject; pace: Pace | null }
  | { code: "refused"; of: Subject; message: string; path: string | undefined }
  | { code: "unloaded"; of: Subject }
  | { code: "died"; of: Subject; message: string }
  | { code: "verdict"; of: Subject; verdict: Verdict };

export type Fixing =
  | { code: "none" }
  | { code: "trying"; tried: Tried | null }
  | { code: "cancelled" | "done"; tried: Tried | null }
  | { code: "failed"; message: string };

/** The pace is told of the last while. */
const WHILE = 2_000;
/** Who only hears is told seldom. */
const SELDOM = 15_000;

export class Checking {
  readonly state = signal<State>({ code: "idle" });
  readonly fixing = signal<Fixing>({ code: "none" });
  /** The states that somebody was told of who only hears. */
  readonly heard = signal<number | null>(null);
  #started: Started | null = null;
  #trying: Trying | null = null;
  /** Which of them, one after another, is listened to. */
  #turn = 0;

  begin(of: Subject): void {
    this.cancel();
    this.cancelFix();
    const from = performance.now();
    const seen: { at: number; states: number }[] = [{ at: from, states: 0 }];
    let pace: Pace | null = null;
    let heard = from;
    batch(() => {
      this.state.value = { code: "running", of, pace: null };
      this.fixing.value = { code: "none" };
      this.heard.value = null;
    });
    const started = startCheck(of.scenario, of.options, {
      onProgress: (progress) => {
        if (this.#started !== started) return;
        const at = performance.now();
        while (seen.length > 1 && seen[1]!.at < at - WHILE) seen.shift();
        const [first] = seen;
        seen.push({ at, states: progress.states });
        const rate = at > first!.at ? (progress.states - first!.states) / (at - first!.at) * 1000 : null;
        pace = { progress, rate, ms: at - from };
        this.state.value = { code: "running", of, pace };
        if (at - heard < SELDOM) return;
        heard = at;
        this.heard.value = progress.states;
      },
    });
    this.#started = started;
    started.verdict.then(
      (verdict) => { if (this.#started === started) this.#end({ code: "verdict", of, verdict }); },
      (thrown: unknown) => { if (this.#started === started) this.#end(ended(thrown, of, pace)); },
    );
  }

  cancel(): void {
    const now = this.state.peek();
    if (!this.#started || now.code !== "running") return;
    this.#started.cancel();
    this.#end({ code: "cancelled", of: now.of, pace: now.pace });
  }

  #end(state: State): void {
    this.#started = null;
    this.state.value = state;
  }

  /** Tries what would heal, of a verdict that fails. */
  fix(): void {
    const now = this.state.peek();
    if (now.code !== "verdict") return;
    this.cancelFix();
    this.fixing.value = { code: "trying", tried: null };
    const turn = this.#turn += 1;
    this.#trying = tryFixes(now.of.scenario, now.of.options, (tried) => {
      if (this.#turn === turn) this.fixing.value = { code: tried.now === null ? "done" : "trying", tried };
    });
    this.#trying.done.catch((thrown: unknown) => {
      if (this.#turn === turn) this.fixing.value = { code: "failed", message: messageOf(thrown) };
    });
  }

  cancelFix(): void {
    const now = this.fixing.peek();
    if (!this.#trying || now.code !== "trying") return;
    this.#trying.cancel();
    this.#trying = null;
    this.#turn += 1;
    this.fixing.value = { code: "cancelled", tried: now.tried };
  }
}

function ended(thrown: unknown, of: Subject, pace: Pace | null): State {
  if (thrown instanceof Refusal) return { code: "refused", of, message: thrown.message, path: thrown.path };
  if (thrown instanceof Ended) return { code: "cancelled", of, pace };
  if (thrown instanceof Unloaded) return { code: "unloaded", of };
  return { code: "died", of, message: messageOf(thrown) };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
