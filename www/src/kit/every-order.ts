// What is said of every order, played: at the end of a lesson each way comes to what the words promise of it.

import { refusalIn } from "../engine.ts";
import type { Checks } from "../check/package.ts";
import { runCheck } from "../check/played.ts";
import type { Runner } from "../check/runner.ts";
import type { Verdict } from "../contract.ts";
import type { Lesson } from "../lesson/lesson.ts";
import { subjectOf, type Ending, type EndingWay, type Prove, type Subject } from "../lesson/every-order.ts";
import type { SceneFile } from "../lesson/play.ts";
import { Stopped, twice, type Found } from "./found.ts";

/** With the package's class, which is loaded when it is first asked for. */
export function proving(load: () => Promise<Checks>): Prove {
  let loaded: Promise<Checks> | null = null;
  const runner: Runner = {
    where: "page",
    async run(scenario, options) {
      const { Check } = await (loaded ??= load());
      try {
        const check = new Check(scenario, options);
        try {
          while (!check.run(2_000).done);
          return check.verdict()!;
        } finally {
          check.free();
        }
      } catch (thrown) {
        throw refusalIn(thrown) ?? thrown;
      }
    },
    end() {},
  };
  return ({ scenario, options }) => runCheck(runner, scenario, options, () => {});
}

/** The verdict; what the engine does not take is said with its place in the file. */
export async function proved(prove: Prove, of: Subject, place: (path: string) => string, way: string): Promise<Verdict> {
  try {
    return await prove(of);
  } catch (thrown) {
    const { code, path = "", message } = thrown as { code?: string; path?: string; message: string };
    throw new Stopped({ path: place(path), what: code === undefined ? `the engine broke: ${message}` : `is refused: ${message}`, way });
  }
}

/** By the ids of its ways. Stopped where the engine does not take one. */
export async function playedEnding({ check }: Lesson, scenes: readonly SceneFile[], prove: Prove): Promise<Record<string, Verdict>> {
  if (!check) return {};
  if (typeof check.scenario === "string" && !scenes.some(({ id }) => id === check.scenario)) throw new Stopped({ path: "/check/scenario", what: `there is no scenario "${check.scenario}"` });
  const verdicts: Record<string, Verdict> = {};
  for (const [at, way] of check.ways.entries()) {
    verdicts[way.id] = await proved(prove, subjectOf(check, way, scenes), (path) => placeOf(check, at, path), `in the way ${way.id}`);
  }
  return verdicts;
}

/** Where in the file stands what the engine names by a path in what was handed to it. */
function placeOf({ others = [], scenario }: Ending, way: number, path: string): string {
  const [, number, rest = ""] = /^\/options\/others\/(\d+)(.*)$/.exec(path) ?? [];
  if (number !== undefined) return Number(number) < others.length ? `/check/others/${number}${rest}` : `/check/ways/${way}/others/${Number(number) - others.length}${rest}`;
  if (/^\/scenario\/controllers\/\d+\/habits/.test(path)) return `/check/ways/${way}`;
  return path.startsWith("/options") ? path.replace("/options", "/check") : typeof scenario === "string" ? "/check/scenario" : `/check${path}`;
}

/** Where the engine says something else than is promised. */
export function faultsOfEnding({ check }: Lesson, verdicts: Record<string, Verdict>): Found[] {
  if (!check) return [];
  const found: Found[] = twice(check.ways, "/check/ways");
  for (const [at, way] of check.ways.entries()) {
    const path = `/check/ways/${at}`;
    const there = verdicts[way.id];
    if (there && !kept(way, there)) found.push({ path, what: `is promised to be ${said(way)}, and the engine says ${said(there)}` });
    if (way.verdict === "holds" && way.property !== undefined) found.push({ path: `${path}/property`, what: "is of a way that fails, and this one is to hold" });
    if (way.verdict === "fails" && way.property === undefined) found.push({ path, what: "fails, and its property is not named" });
  }
  if (check.ways[0]?.verdict !== "fails") found.push({ path: "/check/ways/0", what: "is to be one that fails" });
  if (!check.ways.some(({ verdict }) => verdict === "holds")) found.push({ path: "/check/ways", what: "none of them holds" });
  return found;
}

function kept(way: EndingWay, there: Verdict): boolean {
  return there.verdict === way.verdict && (there.verdict !== "fails" || there.property === way.property);
}

/** A verdict in a few words. */
export function said(of: { verdict: Verdict["verdict"]; property?: string; states?: number }): string {
  if (of.verdict === "notFinished") return `"notFinished" after ${of.states} states`;
  return of.property === undefined ? `"${of.verdict}"` : `"${of.verdict}" by ${of.property}`;
}
