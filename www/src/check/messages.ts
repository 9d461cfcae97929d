// What the page and its worker tell each other.

import type { CheckOptions, CheckProgress, Scenario, Verdict } from "../contract.ts";

export interface Asked { scenario: Scenario; options: CheckOptions }

/** `refused`: what the engine says to the scenario or the options. `died`: the engine, and the worker with it. */
export type Said =
  | { said: "ready" }
  | { said: "failed" }
  | { said: "progress"; progress: CheckProgress }
  | { said: "verdict"; verdict: Verdict }
  | { said: "refused"; code: string; message: string; path: string | undefined }
  | { said: "died"; message: string };

/** What a worker has of its page. */
export interface Page {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(said: Said): void;
}
