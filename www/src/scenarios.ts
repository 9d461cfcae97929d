// Starting situations, as data: a scenario for the engine, what is played before the learner takes over, and the
// changes of habit that cure it. What to say about each is in the catalog of words.

import type { ControllerSpec, Habits, KubeObject, Move, Scenario } from "./contract.ts";

export type ScenarioId = "fresh" | "drift" | "waiting" | "failing" | "counterLoop" | "clockLoop" | "staleStatus" | "deletion" | "stuck";
export type ScenarioGroup = "start" | "waiting" | "status" | "deletion";
export type CureId = "waitInstead" | "generation" | "onlyWhenChanged" | "stable" | "wholeSeconds" | "fresh" | "idempotent";

export interface Cure {
  id: CureId;
  set: Partial<Habits>;
  /** The situation is begun anew with it: a rollout restarts the process, and that alone would undo what was staged. */
  anew?: true;
}

export interface Situation {
  id: ScenarioId;
  group: ScenarioGroup;
  scenario: Scenario;
  /** Run until quiet first, so that the learner starts from a cluster at rest. */
  settled: boolean;
  /** Then played, before the learner takes over. */
  opening: Move[];
  cures: Cure[];
}

export const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", namespace: "default", name: "web" } as const;
export const CHILD = { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "web-config" } as const;
export const SECRET = { apiVersion: "v1", kind: "Secret", namespace: "default", name: "web-credentials" } as const;
export const ACCOUNT = "web-db";

export function appConfig(spec: Record<string, unknown> = {}): KubeObject {
  return {
    apiVersion: WEB.apiVersion,
    kind: WEB.kind,
    metadata: { name: WEB.name, namespace: WEB.namespace },
    spec: { data: { color: "blue", level: "info" }, ...spec },
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

/** The caches are in step and empty before the first object is created, so that its event is the first thing seen. */
const LISTS: Move[] = ["AppConfig", "ConfigMap", "Secret"].map((kind) => ({ deliver: { kind } }));

function scenario(name: ScenarioId, spec: Record<string, unknown>, habits: Partial<Habits> = {}): Scenario {
  const controller: ControllerSpec = { name: "appconfig-controller" };
  if (Object.keys(habits).length > 0) controller.habits = habits;
  return {
    version: 1,
    name,
    controllers: [controller],
    prelude: [...LISTS, { edit: { object: appConfig(spec) } }],
  };
}

function patch(path: string, body: unknown): Move {
  return { request: { method: "PATCH", path, contentType: "application/merge-patch+json", body } };
}

const WEB_PATH = "/apis/lab.example.com/v1/namespaces/default/appconfigs/web";
const CHILD_PATH = "/api/v1/namespaces/default/configmaps/web-config";

export const SITUATIONS: readonly Situation[] = [
  { id: "fresh", group: "start", scenario: scenario("fresh", {}), settled: false, opening: [], cures: [] },
  {
    id: "drift", group: "start", scenario: scenario("drift", {}), settled: true,
    opening: [patch(CHILD_PATH, { data: { color: "red" } })], cures: [],
  },
  { id: "waiting", group: "waiting", scenario: scenario("waiting", { requires: SECRET.name }), settled: false, opening: [], cures: [] },
  {
    id: "failing", group: "waiting", scenario: scenario("failing", { requires: SECRET.name }, { onMissing: "error" }),
    settled: false, opening: [], cures: [{ id: "waitInstead", set: { onMissing: "requeueAfter" } }],
  },
  {
    id: "counterLoop", group: "status",
    scenario: scenario("counterLoop", {}, { statusContent: "counter", statusWhen: "always", predicate: "none" }),
    settled: false, opening: [],
    cures: [
      { id: "generation", set: { predicate: "generation" } },
      { id: "onlyWhenChanged", set: { statusWhen: "changed", statusContent: "stable" } },
      { id: "stable", set: { statusContent: "stable" } },
    ],
  },
  {
    id: "clockLoop", group: "status",
    scenario: scenario("clockLoop", {}, { statusContent: "timeNano", statusWhen: "always", predicate: "none" }),
    settled: false, opening: [],
    cures: [
      { id: "generation", set: { predicate: "generation" } },
      { id: "wholeSeconds", set: { statusContent: "time" } },
      { id: "onlyWhenChanged", set: { statusWhen: "changed", statusContent: "stable" } },
    ],
  },
  {
    id: "staleStatus", group: "status", scenario: scenario("staleStatus", {}, { statusWhen: "always" }), settled: true,
    opening: [
      { hold: { kind: "AppConfig" } },
      patch(WEB_PATH, { metadata: { labels: { team: "blue" } } }),
      patch(CHILD_PATH, { data: { color: "red" } }),
    ],
    cures: [{ id: "fresh", set: { statusBase: "fresh" }, anew: true }],
  },
  { id: "deletion", group: "deletion", scenario: scenario("deletion", { account: ACCOUNT }), settled: true, opening: [], cures: [] },
  {
    id: "stuck", group: "deletion", scenario: scenario("stuck", { account: ACCOUNT }, { cleanup: "failsOnMissing" }), settled: true,
    opening: [{ outside: { op: "remove", name: ACCOUNT } }, { remove: { kind: WEB.kind, name: WEB.name, namespace: WEB.namespace } }],
    cures: [{ id: "idempotent", set: { cleanup: "idempotent" } }],
  },
];

/** The same scenario, written differently from its start. */
export function withHabits(scenario: Scenario, set: Partial<Habits>): Scenario {
  return {
    ...scenario,
    controllers: (scenario.controllers ?? []).map((one) => ({ ...one, habits: { ...one.habits, ...set } })),
  };
}

export function situationOf(id: ScenarioId): Situation {
  return SITUATIONS.find((one) => one.id === id) ?? SITUATIONS[0]!;
}
