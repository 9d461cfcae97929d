// A task of the lab, played: its start is not done, nor is it by letting it run; its solution does it, its wrong ways fail
// just what they say.

import { plainTask } from "../lab/begin.ts";
import { verdictOf, type Says, type Task, type Verdict } from "../lab/task.ts";
import type { SceneFile } from "../lesson/play.ts";
import type { Step } from "../story.ts";
import { begun, played, Stopped, type Begin, type Found } from "./found.ts";

export async function checkTask(task: Task, scenes: readonly SceneFile[], begin: Begin): Promise<Found[]> {
  if (typeof task.scenario === "string" && !scenes.some(({ id }) => id === task.scenario)) return [{ path: "/scenario", what: `there is no scenario "${task.scenario}"` }];
  const found: Found[] = [];
  const say = (path: string, what: string, way?: string) => found.push({ path, what, ...(way === undefined ? {} : { way }) });
  const attempt = async (steps: readonly Step[], says: Says | undefined, path: string, way: string): Promise<Verdict | null> => {
    try {
      return await tried(task, scenes, begin, steps, says, path, way);
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      found.push(thrown.found);
      return null;
    }
  };
  const start = await attempt([], task.says, "", "at its start");
  if (start === null) return found;
  if (start.done) say("/goals", "all of them hold", "at its start");
  if ((await attempt([{ settle: {} }], task.says, "", "letting it run"))?.done) say("/goals", "all of them hold", "letting it run");
  const solved = await attempt(task.solution, task.says, "/solution", "the solution");
  for (const id of solved ? failed(solved) : []) say(placeOf(task, id), "does not hold at its end", "the solution");
  const ids = solved?.checks.map((one) => one.id) ?? [];
  for (const [at, wrong] of task.wrong.entries()) {
    const path = `/wrong/${at}`;
    for (const id of wrong.fails) if (!ids.includes(id)) say(`${path}/fails`, `"${id}" is neither a goal nor asked`);
    const verdict = await attempt(wrong.steps, wrong.says ?? task.says, `${path}/steps`, `the wrong way ${wrong.id}`);
    if (verdict === null) continue;
    if (!same(failed(verdict), wrong.fails)) say(`${path}/fails`, `says ${list(wrong.fails)}, and what fails is ${list(failed(verdict))}`);
    if (wrong.sign && verdict.wrong !== wrong.id) say(`${path}/sign`, `it is not known by it${verdict.wrong === null ? "" : `, but taken for ${verdict.wrong}`}`);
  }
  for (const { id } of task.goals) if (!task.wrong.some(({ fails }) => fails.includes(id))) say(placeOf(task, id), "no wrong way fails it");
  return found;
}

/** What holds when the steps were played from its start. */
async function tried(task: Task, scenes: readonly SceneFile[], begin: Begin, steps: readonly Step[], says: Says | undefined, path: string, way: string): Promise<Verdict> {
  const { scenario, opening = [] } = plainTask(task, scenes);
  const run = begun(begin, scenario, typeof task.scenario === "string" ? "" : "/scenario", way);
  try {
    await played(run, opening, "/opening", way);
    const { position } = run.view();
    await played(run, steps, path, way);
    return verdictOf(task, run.view(), run.trace(position), says ?? {});
  } finally {
    run.free();
  }
}

const failed = ({ checks }: Verdict): string[] => checks.filter((one) => !one.holds).map(({ id }) => id);
const list = (ids: readonly string[]): string => ids.join(", ") || "nothing";
const same = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());

function placeOf({ goals, asks = [] }: Task, id: string): string {
  const goal = goals.findIndex((one) => one.id === id);
  return goal >= 0 ? `/goals/${goal}` : `/asks/${asks.findIndex((one) => one.id === id)}`;
}
