// What other people may do while a controller is checked, made from what a scenario holds at its beginning.

import type { KubeObject, Move, View } from "../contract.ts";
import { refOf } from "../derive/names.ts";
import { CHILD, SECRET, WEB } from "../scenarios.ts";

/** `spec`: one value of an AppConfig is changed; `child`: its ConfigMap is, by hand; the others name what comes or goes. */
export type Other =
  | { code: "spec" | "child"; name: string; field: string; move: Move }
  | { code: "childGone" | "webGone" | "secretThere" | "secretGone" | "accountGone"; name: string; move: Move };

/** At most so many are taken by the engine. */
export const MOST_OTHERS = 16;

const API = "/apis/lab.example.com/v1/namespaces";

export function othersIn({ objects, outside }: Pick<View, "objects" | "outside">): Other[] {
  const found = objects.filter((one) => one.kind === WEB.kind && one.apiVersion === WEB.apiVersion).flatMap((web) => ofOne(web, objects));
  for (const { name } of outside) if (!found.some((one) => one.code === "accountGone" && one.name === name)) found.push(accountGone(name));
  // Two AppConfigs may require the same Secret.
  return found.filter((one, at) => found.findIndex((other) => other.code === one.code && other.name === one.name) === at);
}

function ofOne(web: KubeObject, objects: readonly KubeObject[]): Other[] {
  const { name, namespace = WEB.namespace } = refOf(web);
  const { data, requires, account } = (web["spec"] ?? {}) as { data?: Record<string, unknown>; requires?: unknown; account?: unknown };
  const field = Object.keys(data ?? {})[0] ?? "color";
  const child = `${name}-config`;
  const found: Other[] = [
    { code: "spec", name, field, move: patch(`${API}/${namespace}/appconfigs/${name}`, { spec: { data: { [field]: other(data?.[field]) } } }) },
    { code: "child", name: child, field, move: patch(`/api/v1/namespaces/${namespace}/configmaps/${child}`, { data: { [field]: "red" } }) },
    { code: "childGone", name: child, move: { remove: { kind: CHILD.kind, name: child, namespace } } },
    { code: "webGone", name, move: { remove: { kind: WEB.kind, name, namespace } } },
  ];
  if (typeof requires === "string") {
    const there = objects.some((one) => one.kind === SECRET.kind && one.metadata.name === requires && (one.metadata.namespace ?? namespace) === namespace);
    found.push(there
      ? { code: "secretGone", name: requires, move: { remove: { kind: SECRET.kind, name: requires, namespace } } }
      : { code: "secretThere", name: requires, move: { edit: { object: { apiVersion: SECRET.apiVersion, kind: SECRET.kind, metadata: { name: requires, namespace }, type: "Opaque", data: { password: "czNjcjN0" } } } } });
  }
  if (typeof account === "string") found.push(accountGone(account));
  return found;
}

function accountGone(name: string): Other {
  return { code: "accountGone", name, move: { outside: { op: "remove", name } } };
}

function other(value: unknown): string {
  return value === "green" ? "blue" : "green";
}

function patch(path: string, body: unknown): Move {
  return { request: { method: "PATCH", path, contentType: "application/merge-patch+json", body } };
}

const PEOPLES: readonly string[] = ["edit", "request", "remove", "outside", "resync", "compact"];

/** Of moves those that a person made and the world did not, each once; how a controller is written is chosen apart from that. */
export function ownMoves(moves: readonly Move[]): Move[] {
  const own = moves.filter((move) => PEOPLES.includes(Object.keys(move)[0] ?? "") && !("request" in move && move.request.method === "GET"));
  const seen = new Set<string>();
  return own.filter((move) => {
    const text = JSON.stringify(move);
    return !seen.has(text) && seen.add(text);
  });
}
