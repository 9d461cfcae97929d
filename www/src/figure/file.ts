// What a figure is made of, where no page is: a session, a scenario or a task as it stands in a file, or a name of the gallery.

import type { Scenario, Session } from "../contract.ts";
import { plainTask } from "../lab/begin.ts";
import type { Task } from "../lab/task.ts";
import type { SceneFile } from "../lesson/play.ts";
import { begunScene, type Begun, type Package, type Scene } from "./begin.ts";
import { isObject } from "../derive/shape.ts";

export interface Gallery { scenes: readonly SceneFile[]; tasks: readonly ({ id: string } & Scene)[] }

/** No figure can be made of it; `path` is the field that is in the way. */
export class Unfit extends Error {
  constructor(readonly path: string, message: string) { super(message); }
}

/** `source`: what was read, or a name. `at`: the move to stand at; null: where it begins, or where a session was saved. */
export async function begin(engine: Package, gallery: Gallery, source: unknown, at: number | null): Promise<Begun> {
  try {
    const begun = await begunBy(engine, gallery, source, at);
    const { run } = begun;
    if (at !== null) {
      if (at > run.length) throw new Unfit("", `--at is ${at}, and the run has ${run.length} moves`);
      run.goto(at);
    }
    return begun;
  } catch (thrown) {
    throw refused(thrown);
  }
}

async function begunBy(engine: Package, { scenes, tasks }: Gallery, source: unknown, at: number | null): Promise<Begun> {
  const scene = (one: Scene): Promise<Begun> => begunScene(engine, one, at !== null);
  if (typeof source === "string") {
    const one = source.startsWith("task.") ? tasks.find(({ id }) => `task.${id}` === source) : scenes.find(({ id }) => id === source);
    if (!one) throw new Unfit("", "is neither a file nor a name of the gallery (--names prints them)");
    return scene(one);
  }
  if (!isObject(source)) throw new Unfit("", "is no JSON object");
  if ("version" in source && source["version"] !== 1) throw new Unfit("/version", `is ${JSON.stringify(source["version"])}; what is known is 1`);
  // A task that was done holds the session of it.
  if ("task" in source && isObject(source["session"])) return session(engine, source["session"]);
  if ("goals" in source) return scene(taskOf(source, scenes));
  if (isObject(source["scenario"])) return "id" in source ? scene(fileOf(source)) : session(engine, source);
  if ("scenario" in source) throw new Unfit("/scenario", "is no object");
  if (!["controllers", "objects", "kinds", "prelude", "name"].some((name) => name in source)) throw new Unfit("", "is no session (it has no scenario and no moves), no scenario and no task");
  return scene({ scenario: source as unknown as Scenario });
}

function session({ Playground }: Package, given: Record<string, unknown>): Begun {
  if (!isObject(given["scenario"])) throw new Unfit("/scenario", "is not there, or is no object");
  if (!Array.isArray(given["moves"])) throw new Unfit("/moves", "is not there, or is no list");
  const { view, ...plain } = given;
  const run = Playground.replay(plain as unknown as Session);
  const saved = isObject(view) ? view["at"] : undefined;
  if (Number.isSafeInteger(saved)) run.goto(Math.min(Math.max(0, saved as number), run.length));
  return { scenario: given["scenario"] as unknown as Scenario, run };
}

/** Of what the file holds only what is played. */
function fileOf(file: Record<string, unknown>): Scene {
  for (const list of ["shows", "opening", "moves"]) if (list in file && !Array.isArray(file[list])) throw new Unfit(`/${list}`, "is no list");
  return file as unknown as Scene;
}

function taskOf(file: Record<string, unknown>, scenes: readonly SceneFile[]): Scene {
  const task = file as unknown as Task;
  if (typeof task.scenario === "string" && !scenes.some(({ id }) => id === task.scenario)) throw new Unfit("/scenario", `is "${task.scenario}", which is no scenario of the gallery`);
  const { scenario, opening = [] } = plainTask({ ...task, wrong: [] }, scenes);
  return { scenario, opening };
}

/** What the engine does not take is said in its words; all else is a fault of this program. */
function refused(thrown: unknown): unknown {
  if (thrown instanceof Unfit || typeof (thrown as { code?: unknown } | null)?.code !== "string") return thrown;
  const { path = "", message } = thrown as { path?: string; message: string };
  return new Unfit(path, message);
}
