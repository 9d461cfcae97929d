// The moves that can be tried instead: what could happen next, the faults, what a person could do. Read at the point.

import type { KubeObject, Move, View } from "../../contract.ts";
import { actorOf } from "../../derive/deed.ts";
import { isScenery, refOf } from "../../derive/names.ts";
import { askAt, entries, runNumber } from "../../state/run.ts";
import { pathOf } from "../../state/world.ts";
import { ACCOUNT, CHILD, SECRET, secret, WEB } from "../../scenarios.ts";

export type Group = "next" | "faults" | "people";
/** `label`: what it is, where the move itself says too little. */
export interface Choice { group: Group; move: Move; label?: "spec" | "child" }
export interface Choices { view: View; list: readonly Choice[] }

let known: { id: string; choices: Choices } | null = null;

export function choicesAt(point: number): Choices | null {
  const id = `${runNumber.value} ${point} ${entries.value.length} ${JSON.stringify(entries.value[point - 1]?.move ?? null)}`;
  if (known?.id === id) return known.choices;
  const choices = askAt(point, (run): Choices => {
    const view = run.view({ passes: 1 });
    const [, ...others] = run.moves();
    return { view, list: [...others.map((move): Choice => ({ group: "next", move })), ...faults(view), ...people(view)] };
  });
  if (choices) known = { id, choices };
  return choices;
}

function faults(view: View): Choice[] {
  const all: Choice[] = [];
  const add = (move: Move) => all.push({ group: "faults", move });
  for (const [controller, { running, stalled, cache, habits }] of Object.entries(view.controllers)) {
    if (!running) {
      add({ start: { controller } });
      continue;
    }
    add({ crash: { controller } });
    add(stalled ? { resume: { controller } } : { stall: { controller } });
    for (const [kind, { held, watch }] of Object.entries(cache)) {
      add(held ? { release: { controller, kind } } : { hold: { controller, kind } });
      if (watch === "open") add({ cutWatch: { controller, kind } });
    }
    const method = habits.statusBase === "patch" || habits.statusBase === "apply" ? "PATCH" : "PUT";
    add({ fail: { controller, method, kind: WEB.kind, subresource: "status", reason: "Conflict" } });
    add({ fail: { controller, method: "POST", kind: CHILD.kind, reason: "InternalError" } });
  }
  add({ compact: {} });
  return all;
}

function people(view: View): Choice[] {
  const all: Choice[] = [];
  const add = (move: Move, label?: Choice["label"]) => all.push({ group: "people", move, ...(label ? { label } : {}) });
  const things = view.objects.filter((object) => !isScenery(object));
  for (const object of things) if (object.kind === WEB.kind) add(patch(object, { spec: { data: { color: "green" } } }), "spec");
  for (const object of things) if (object.kind === CHILD.kind) add(patch(object, { data: { color: "red" } }), "child");
  for (const object of things) {
    const { kind, name, namespace } = refOf(object);
    if ([WEB.kind, CHILD.kind, SECRET.kind].includes(kind as typeof WEB.kind)) add({ remove: { kind, name, ...(namespace === undefined ? {} : { namespace }) } });
  }
  if (!things.some(({ kind }) => kind === SECRET.kind)) add({ edit: { object: secret() } });
  add(view.outside.some(({ name }) => name === ACCOUNT) ? { outside: { op: "remove", name: ACCOUNT } } : { outside: { op: "create", name: ACCOUNT } });
  for (const [controller, { running, stalled, cache }] of Object.entries(view.controllers)) {
    if (running && !stalled) for (const [kind, { synced }] of Object.entries(cache)) if (synced) add({ resync: { controller, kind } });
  }
  return all;
}

function patch(object: KubeObject, body: unknown): Move {
  return { request: { method: "PATCH", path: pathOf(refOf(object)), contentType: "application/merge-patch+json", body } };
}

/** Whose move it is, where there are several. */
export function whose(choice: Choice, view: View): string | null {
  return Object.keys(view.controllers).length > 1 ? actorOf(choice.move) : null;
}
