// The paths that a file names, and whether there can be anything there: what is mistyped would be absent for ever.

import type { Claim } from "../derive/claims.ts";
import { stepsOf } from "../derive/pointer.ts";
import type { Task } from "../lab/task.ts";
import type { Lesson } from "../lesson/lesson.ts";
import type { Measure } from "../lesson/measure.ts";
import type { Step } from "../story.ts";
import { FACTS } from "./facts.ts";
import type { Begin, Found } from "./found.ts";
import type { ScenarioFile } from "./scenario.ts";

/** Where in the file, what, and whether it looks at the view alone. */
interface Named { at: string; path: string; alone?: true }

/** The fields of a view. */
export function fieldsOf(begin: Begin): string[] {
  const run = begin({ version: 1 });
  try {
    return Object.keys(run.view());
  } finally {
    run.free();
  }
}

export function ofScenario({ opening, moves, cures = [], expectations }: ScenarioFile): Named[] {
  return [...ofSteps(opening, "/opening"), ...ofSteps(moves, "/moves"), ...cures.flatMap((cure, at) => ofSteps(cure.moves, `/cures/${at}/moves`)), ...ofClaims(expectations, "/expectations")];
}

export function ofLesson({ ideas }: Lesson): Named[] {
  return ideas.flatMap((idea, number) => {
    const at = `/ideas/${number}`;
    return [
      ...ofSteps(idea.opening, `${at}/opening`), ...ofSteps(idea.moves, `${at}/moves`),
      ...(idea.beside ?? []).flatMap(({ moves }, one) => ofSteps(moves, `${at}/beside/${one}/moves`)),
      ...idea.questions.flatMap(({ of }, one) => ofMeasure(of, `${at}/questions/${one}/of`)),
      ...(idea.figures ?? []).flatMap(({ of }, one) => ofMeasure(of, `${at}/figures/${one}/of`)),
      ...Object.entries(idea.values ?? {}).flatMap(([id, of]) => ofMeasure(of, `${at}/values/${id}`)),
    ];
  });
}

export function ofTask({ opening, goals, asks = [], solution, wrong }: Task): Named[] {
  return [
    ...ofSteps(opening, "/opening"), ...ofSteps(solution, "/solution"),
    ...goals.flatMap(({ all }, at) => ofClaims(all, `/goals/${at}/all`)),
    ...asks.flatMap(({ of }, at) => ofMeasure(of, `/asks/${at}/of`)),
    ...wrong.flatMap(({ steps, sign }, at) => [...ofSteps(steps, `/wrong/${at}/steps`), ...ofClaims(sign, `/wrong/${at}/sign`)]),
  ];
}

function ofSteps(steps: readonly Step[] = [], at: string): Named[] {
  return steps.flatMap((step, number) => ("until" in step ? [{ at: `${at}/${number}/until/path`, path: step.until.path, alone: true as const }] : []));
}

function ofClaims(claims: readonly Claim[] = [], at: string): Named[] {
  return claims.map(({ path }, number) => ({ at: `${at}/${number}/path`, path }));
}

function ofMeasure(of: Measure, at: string): Named[] {
  if ("holds" in of) return ofClaims(of.holds, `${at}/holds`);
  return Object.entries(of).map(([name, path]) => ({ at: `${at}/${name}`, path: path as string }));
}

/** Those that lead nowhere whatever is played. */
export function astray(all: readonly Named[], fields: readonly string[]): Found[] {
  return all.flatMap(({ at, path, alone }) => {
    const known = alone ? fields : [...fields, "settled", "trace"];
    const [first, ...steps] = stepsOf(path);
    if (first === undefined) return [];
    if (!known.includes(first)) return [{ path: at, what: `${JSON.stringify(path)} begins with what is not there: there are ${known.join(", ")}` }];
    const facts = first === "trace" ? steps.flatMap((step) => step.replace(/^[*>]/, "").split("&")).flatMap((one) => /^fact=(.*)$/s.exec(one)?.[1] ?? []) : [];
    return facts.filter((fact) => !FACTS.includes(fact)).map((fact) => ({ path: at, what: `${JSON.stringify(fact)} is no fact: there are ${FACTS.join(", ")}` }));
  });
}
