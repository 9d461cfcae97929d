// What happened in a move, as a short list of sentences: of its facts those that say it best, each through the catalog.

import type { Fact, FactName, Facts, TraceEntry } from "../contract.ts";
import type { Words } from "../words/en.ts";

/** A fact that says the same as a better one beside it: `name` is left out when one of `when` is there. */
const COVERED: Partial<Record<FactName, readonly FactName[]>> = {
  request: ["write", "collected"],
  enqueued: ["returned"],
  event: ["write"],
  predicate: ["notWoken", "enqueued"],
  answered: ["write", "outside", "returned", "sleeping", "timedOut"],
  crashed: ["habits"],
  started: ["habits"],
};

export function nameOf(fact: Fact): FactName {
  return Object.keys(fact)[0] as FactName;
}

export function tell({ facts, move }: Pick<TraceEntry, "facts" | "move">, words: Words): string[] {
  // The fact of a start does not say against which revision; the move does.
  const at = "start" in move ? move.start.at : undefined;
  const names = new Set(facts.map(nameOf));
  const sentences: string[] = [];
  for (const fact of facts) {
    const name = nameOf(fact);
    if (COVERED[name]?.some((better) => names.has(better))) continue;
    const say = words.fact[name] as ((given: Facts[FactName]) => string) | undefined;
    const given = (fact as unknown as Record<FactName, Facts[FactName]>)[name];
    const sentence = say?.(name === "started" && at !== undefined ? { ...(given as Facts["started"]), at } as Facts["started"] : given) ?? "";
    if (sentence !== "" && !sentences.includes(sentence)) sentences.push(sentence);
  }
  return sentences;
}

/** The facts of one name. */
export function factsOf<Name extends FactName>(facts: readonly Fact[], name: Name): Facts[Name][] {
  return facts.flatMap((fact) => (name in fact ? [(fact as unknown as Record<Name, Facts[Name]>)[name]] : []));
}
