// Public reports of reconcile trouble as files of data: situations whose cure may lie outside of the controller, in the
// cluster or in what people do. `tests/reports/schema.json` says what the fields mean.

import type { Scenario } from "./contract.ts";
import type { Cure, Situation } from "./scenarios.ts";
import type { Step } from "./story.ts";
import { isObject } from "./derive/shape.ts";

/** One that lies elsewhere is from the start. */
export interface Remedy extends Cure {
  /** A merge patch over the scenario. */
  scenario?: Record<string, unknown>;
  /** In place of the file's. */
  moves?: Step[];
}

/** What is common to a report's file and to what the page has of it. */
export interface Reported extends Omit<Situation, "cures"> {
  /** The address of the public thread, and others about the same. */
  report: string;
  also?: string[];
  /** Behind so many of its moves it goes wrong. */
  at: number;
  cures: Remedy[];
}

/** What is said of one: what people saw, why, what is right, where this differs from it, and of each cure what is different
 *  beside the habits ("": nothing). */
export interface ReportText { title: string; symptom: string; cause: string; right: string; notes?: string[]; cures?: string[] }

export function isReported(one: Situation | null): one is Reported {
  return one !== null && "report" in one;
}

/** Whether it cannot be rolled out. */
export function fromTheStart({ anew, scenario, moves }: Remedy): boolean {
  return anew === true || scenario !== undefined || moves !== undefined;
}

/** The same with what of a cure lies outside of the controller. */
export function remedied<File extends { scenario: Scenario; moves: Step[] }>(file: File, { scenario, moves }: Remedy): File {
  return { ...file, ...(scenario && { scenario: merged(file.scenario, scenario) as Scenario }), ...(moves && { moves }) };
}

/** RFC 7386. */
function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const whole: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [name, one] of Object.entries(patch)) {
    if (one === null) delete whole[name];
    else whole[name] = merged(whole[name], one);
  }
  return whole;
}
