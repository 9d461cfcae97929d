// What the page "What is real here, and what is not" is made of: gathered from the tests' own data when the site is built.

export interface Real {
  /** Of Kubernetes, that the recordings were made with. */
  release: string;
  golden: Case[];
  queues: Script[];
  /** Calls that a script must have made and does not show; it is played with them. */
  added: { case: string; run: string; after: number; op: string; item: string }[];
  rules: Rules[];
  models: Model[];
  /** Of what is not here, or other than in a real cluster, how many entries each part of the list has. */
  not: { id: Part; entries: number }[];
}

/** A recording of the API server. */
export interface Case { id: string; title: string; source: string; steps: number; failing: Failing[] }

export interface Failing { step: number; note: string; why: string }

/** A recording of a work queue. */
export interface Script { id: string; title: string; source: string; runs: number; steps: number }

/** Rules that are tests by their names, under the heading that they have there. */
export interface Rules { about: string; rules: { name: string; source: string }[] }

/** What one file of ours says that it follows. */
export interface Model { file: string; comments: number; upstream: string[] }

export type Part = "notYet" | "never" | "different" | "chosen";

/** How many steps were recorded, and how many are answered in the same way. */
export function stepsOf({ golden }: Pick<Real, "golden">): { steps: number; same: number } {
  const steps = golden.reduce((sum, one) => sum + one.steps, 0);
  return { steps, same: steps - golden.reduce((sum, one) => sum + one.failing.length, 0) };
}
