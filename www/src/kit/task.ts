// A task of the lab, played: its start is not done, nor is it by letting it run; its solution does it, its wrong ways fail
// just what they say.

import { plainTask, subjectHere } from "../lab/begin.ts";
import type { Verdict as Proof } from "../contract.ts";
import { CHECK, nowOf, verdictOf, type Says, type Task, type Verdict } from "../lab/task.ts";
import { holds, valueAt } from "../derive/claims.ts";
import { below } from "../derive/pointer.ts";
import { measured, type Seen } from "../lesson/measure.ts";
import type { Prove, Subject } from "../lesson/every-order.ts";
import type { SceneFile } from "../lesson/play.ts";
import type { Step } from "../story.ts";
import { proved, said } from "./every-order.ts";
import { begun, played, Stopped, twice, type Begin, type Found } from "./found.ts";

export async function checkTask(task: Task, scenes: readonly SceneFile[], begin: Begin, prove: Prove): Promise<Found[]> {
  if (typeof task.scenario === "string" && !scenes.some(({ id }) => id === task.scenario)) return [{ path: "/scenario", what: `there is no scenario "${task.scenario}"` }];
  const found: Found[] = [...twice(task.goals, "/goals"), ...twice(task.asks ?? [], "/asks"), ...twice(task.wrong, "/wrong")];
  for (const [at, { id }] of (task.asks ?? []).entries()) if (task.goals.some((one) => one.id === id)) found.push({ path: `/asks/${at}/id`, what: `"${id}" is a goal` });
  if (typeof task.check?.scenario === "string" && !scenes.some(({ id }) => id === task.check?.scenario)) found.push({ path: "/check/scenario", what: `there is no scenario "${task.check.scenario}"` });
  for (const [path, all] of [["/goals", task.goals], ["/asks", task.asks ?? []]] as const) {
    for (const [at, { id }] of all.entries()) if (id === CHECK && task.check?.demand) found.push({ path: `${path}/${at}/id`, what: `"${id}" is what the check is called` });
  }
  if (found.length > 0) return found;
  const once = onlyOnce(prove);
  const say = (path: string, what: string, way?: string) => found.push({ path, what, ...(way === undefined ? {} : { way }) });
  const attempt = async (steps: readonly Step[], says: Says | undefined, path: string, way: string): Promise<Tried | null> => {
    try {
      return await tried(task, scenes, begin, task.check?.demand || steps === task.solution ? once : null, steps, says, path, way);
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
  if (solved) for (const id of failed(solved)) found.push(...why(task, id, solved, task.says ?? {}, "/says", "the solution"));
  if (solved?.proof?.verdict === "notFinished") say("/check", `is ${said(solved.proof)}`, "the solution");
  const ids = [...[...task.goals, ...(task.asks ?? [])].map(({ id }) => id), ...(task.check?.demand ? [CHECK] : [])];
  for (const [at, wrong] of task.wrong.entries()) {
    const path = `/wrong/${at}`;
    for (const id of wrong.fails) if (!ids.includes(id)) say(`${path}/fails`, `"${id}" is neither a goal nor asked${id === CHECK ? ", and no check is demanded" : ""}`);
    const verdict = await attempt(wrong.steps, wrong.says ?? task.says, `${path}/steps`, `the wrong way ${wrong.id}`);
    if (verdict === null) continue;
    if (!same(failed(verdict), wrong.fails)) {
      say(`${path}/fails`, `says ${list(wrong.fails)}, and what fails is ${list(failed(verdict))}`);
      for (const id of failed(verdict).filter((one) => !wrong.fails.includes(one))) found.push(...why(task, id, verdict, wrong.says ?? task.says ?? {}, wrong.says ? `${path}/says` : "/says", `the wrong way ${wrong.id}`));
    }
    if (wrong.sign && verdict.wrong !== wrong.id) say(`${path}/sign`, `it is not known by it${verdict.wrong === null ? "" : `, but taken for ${verdict.wrong}`}`);
  }
  for (const { id } of task.goals) if (!task.wrong.some(({ fails }) => fails.includes(id))) say(placeOf(task, id), "no wrong way fails it");
  if (task.check?.demand && !task.wrong.some(({ fails }) => fails.includes(CHECK))) say("/check", "no wrong way fails it");
  return found;
}

/** What holds, and what was looked at. */
interface Tried extends Verdict { now: Seen; proof: Proof | null }

/** What of a goal does not hold, or what should have been said instead. */
function why(task: Task, id: string, { now, proof }: Tried, says: Says, saysPath: string, way: string): Found[] {
  if (id === CHECK && task.check?.demand && proof) return [{ path: "/check", way, what: `is ${said(proof)}` }];
  const goal = task.goals.find((one) => one.id === id);
  if (goal) {
    return [...goal.all.entries()].filter(([, claim]) => !holds(now, claim))
      .map(([at, claim]) => ({ path: `${placeOf(task, id)}/all/${at}`, way, claim, there: valueAt(now, claim.path), what: "does not hold" }));
  }
  const ask = task.asks?.find((one) => one.id === id);
  const answer = ask && measured(ask.of, now, now);
  if (!Object.hasOwn(says, id)) return [{ path: below(saysPath, id), way, what: `is missing; the engine says ${JSON.stringify(answer)}` }];
  return [{ path: below(saysPath, id), way, what: `is ${JSON.stringify(says[id])}, and the engine says ${JSON.stringify(answer)}${ask?.typed || !ask ? "" : `; the options are ${JSON.stringify(ask.options ?? [true, false])}`}` }];
}

/** What holds when the steps were played from its start. */
async function tried(task: Task, scenes: readonly SceneFile[], begin: Begin, prove: Prove | null, steps: readonly Step[], says: Says | undefined, path: string, way: string): Promise<Tried> {
  const plain = plainTask(task, scenes);
  const { scenario, opening = [] } = plain;
  const run = begun(begin, scenario, typeof task.scenario === "string" ? "" : "/scenario", way);
  try {
    await played(run, opening, "/opening", way);
    const { position } = run.view();
    await played(run, steps, path, way);
    const [view, trace] = [run.view(), run.trace(position)];
    const subject = subjectHere(plain, view.controllers);
    const proof = subject && prove && await proved(prove, subject, (path) => (path.startsWith("/options") ? path.replace("/options", "/check") : "/check"), way);
    return { ...verdictOf(task, view, trace, says ?? {}, proof?.verdict === "holds"), proof, now: nowOf(task, view, trace) };
  } finally {
    run.free();
  }
}

/** Many ways end with the same habits. */
function onlyOnce(prove: Prove): Prove {
  const known = new Map<string, Promise<Proof>>();
  return (of: Subject) => {
    const key = JSON.stringify(of);
    const now = known.get(key) ?? prove(of);
    known.set(key, now);
    return now;
  };
}

const failed = ({ checks }: Verdict): string[] => checks.filter((one) => !one.holds).map(({ id }) => id);
const list = (ids: readonly string[]): string => ids.join(", ") || "nothing";
const same = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());

function placeOf({ goals, asks = [] }: Task, id: string): string {
  const goal = goals.findIndex((one) => one.id === id);
  return goal >= 0 ? `/goals/${goal}` : `/asks/${asks.findIndex((one) => one.id === id)}`;
}
