// Starting situations: files of data in `scenarios/`, each a scenario for the engine, what is played before the learner
// takes over, what then goes wrong, and the changes of habit that cure it. The first comes with the page, the others when
// they are asked for. What to say about each is in the catalogs of words.

import type { Habits, KubeObject, Scenario } from "./contract.ts";
import { dataFile } from "./data-file.ts";
import type { Reported } from "./reports.ts";
import type { Step } from "./story.ts";
import fresh from "../scenarios/fresh.json";

export interface Cure {
  id: string;
  set: Partial<Habits>;
  /** The situation is begun anew with it: a rollout restarts the process, and that alone would undo what was staged. */
  anew?: true;
}

/** One file, without what the tests check. `scenarios/README.md` says what the fields mean. */
export interface Situation {
  version: 1;
  id: string;
  /** Of the lesson. */
  rows?: string[];
  /** The list of what is simulated opens with it. */
  list?: true;
  /** Ways of writing that go wrong here, each laid over the scenario; the first one where none is chosen. */
  shows?: Partial<Habits>[];
  scenario: Scenario;
  opening?: Step[];
  moves: Step[];
  cures?: Cure[];
}

export const FIRST = fresh as Situation;

const inFiles = dataFile<Situation[]>("scenarios.json");
/** Public reports, played as situations are. */
export const allReports = dataFile<readonly Reported[]>("reports.json");

/** All of them, in the order of the gallery: the lesson's rows, then the others by the habit that they show. */
export async function allSituations(): Promise<readonly Situation[]> {
  return (await inFiles()).map((one) => (one.id === FIRST.id ? FIRST : one));
}

/** The one that a scenario was begun from, by its name; null = none, or the files cannot be had. */
export async function situationNamed(name: unknown): Promise<Situation | null> {
  if (name === FIRST.id) return FIRST;
  if (typeof name !== "string" || name === "") return null;
  const all: readonly Situation[] = await (/^R\d/.test(name) ? allReports() : allSituations()).catch(() => []);
  return all.find((one) => one.id === name) ?? null;
}

export const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", namespace: "default", name: "web" } as const;
export const CHILD = { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "web-config" } as const;
export const SECRET = { apiVersion: "v1", kind: "Secret", namespace: "default", name: "web-credentials" } as const;
export const ACCOUNT = "web-db";

export function appConfig(): KubeObject {
  return {
    apiVersion: WEB.apiVersion,
    kind: WEB.kind,
    metadata: { name: WEB.name, namespace: WEB.namespace },
    spec: { data: { color: "blue", level: "info" } },
  };
}

export function secret(): KubeObject {
  return {
    apiVersion: SECRET.apiVersion,
    kind: SECRET.kind,
    metadata: { name: SECRET.name, namespace: SECRET.namespace },
    type: "Opaque",
    data: { password: "czNjcjN0" },
  };
}

export function childTemplate(): KubeObject {
  return {
    apiVersion: CHILD.apiVersion,
    kind: CHILD.kind,
    metadata: { name: CHILD.name, namespace: CHILD.namespace },
    data: { color: "blue", level: "info" },
  };
}

/** The same scenario, written differently from its start; where a controller is named, that one alone. */
export function withHabits(scenario: Scenario, set: Partial<Habits>, only?: string): Scenario {
  const controllers = scenario.controllers ?? (only === undefined ? [] : [{ name: only }]);
  return {
    ...scenario,
    controllers: controllers.map((one) => (only === undefined || one.name === only ? { ...one, habits: { ...one.habits, ...set } } : one)),
  };
}

/** Whether a controller is written so already. */
export function isWritten(habits: Partial<Habits>, set: Partial<Habits>): boolean {
  return Object.entries(set).every(([name, value]) => habits[name as keyof Habits] === value);
}
