// A lesson, played: of each idea what its questions, values and ways come to; and what is wrong with it and its words.

import { below } from "../derive/pointer.ts";
import { HABIT_NAMES } from "../habits.ts";
import { OWN, valuesOf } from "../documentation/values.ts";
import type { Verdict } from "../contract.ts";
import type { Idea, IdeaText, Lesson, LessonText, Value, Variant } from "../lesson/lesson.ts";
import { playIdea, SHOWN, staged, type Outcome, type SceneFile } from "../lesson/play.ts";
import { faultsOfEnding } from "./every-order.ts";
import { begun, played, Stopped, twice, type Begin, type Found } from "./found.ts";

export const LANGUAGES = ["en", "ja", "ko"] as const;

/** What one idea comes to; `table` by way and row. */
export interface IdeaOutcome { answers: Record<string, Value>; values: Record<string, Value>; table: Record<string, Record<string, Value>> }

/** Of each idea, by its id. Stopped where it cannot be played. */
export async function playedLesson(lesson: Lesson, scenes: readonly SceneFile[], begin: Begin): Promise<Record<string, IdeaOutcome>> {
  const ideas: Record<string, IdeaOutcome> = {};
  for (const [at, idea] of lesson.ideas.entries()) {
    const shown = await playedIdea(idea, `/ideas/${at}`, scenes, begin);
    const table: Record<string, Outcome["figures"]> = { [SHOWN]: shown.figures };
    for (const [number, variant] of (idea.beside ?? []).entries()) table[variant.id] = (await playedIdea(idea, `/ideas/${at}`, scenes, begin, variant, `/ideas/${at}/beside/${number}`)).figures;
    ideas[idea.id] = { answers: shown.answers, values: shown.values, table };
  }
  return ideas;
}

async function playedIdea(idea: Idea, path: string, scenes: readonly SceneFile[], begin: Begin, variant?: Variant, variantPath = path): Promise<Outcome> {
  const way = variant && `in the way ${variant.id}`;
  if (typeof idea.scenario === "string" && !scenes.some(({ id }) => id === idea.scenario)) throw new Stopped({ path: `${path}/scenario`, what: `there is no scenario "${idea.scenario}"` });
  const at = staged(idea, scenes, variant);
  const run = begun(begin, at.scenario, `${path}/scenario`, way);
  try {
    return await playIdea(idea, at, run, (part, steps) => {
      const own = (part === "moves" && variant?.moves ? `${variantPath}/moves` : idea[part] && `${path}/${part}`);
      return played(run, steps, own ?? `${path}/scenario: ${String(idea.scenario)}.json: /${part}`, way, undefined, variant !== undefined && !(part === "moves" && variant.moves));
    });
  } finally {
    run.free();
  }
}

/** What is wrong with it; in a file of words where it names one. */
export function faultsOf(lesson: Lesson, words: Partial<Record<string, LessonText>>, outcomes: Record<string, IdeaOutcome>, reports?: readonly string[], verdicts: Record<string, Verdict> = {}): Found[] {
  return [...faultsOfEnding(lesson, verdicts), ...lesson.ideas.flatMap((idea, at) => faultsOfIdea(idea, `/ideas/${at}`, outcomes[idea.id]!, reports)), ...twice(lesson.ideas, "/ideas"), ...faultsOfWords(lesson, words, outcomes)];
}

function faultsOfIdea(idea: Idea, path: string, { answers }: IdeaOutcome, reports?: readonly string[]): Found[] {
  const found: Found[] = [...twice(idea.questions, `${path}/questions`), ...twice(idea.beside ?? [], `${path}/beside`), ...twice(idea.figures ?? [], `${path}/figures`)];
  const say = (below: string, what: string) => found.push({ path: `${path}/${below}`, what });
  for (const [at, { id, options = [true, false] }] of idea.questions.entries()) {
    const answer = answers[id] ?? null;
    if (!options.includes(answer)) say(`questions/${at}`, `the engine says ${JSON.stringify(answer)}, and the options are ${JSON.stringify(options)}`);
    if (new Set(options).size < 2) say(`questions/${at}/options`, "there is nothing to choose");
  }
  for (const id of Object.keys(idea.values ?? {})) if (idea.questions.some((one) => one.id === id)) say(`values/${id}`, "is called like a question");
  for (const [at, { id }] of (idea.beside ?? []).entries()) if (id === SHOWN) say(`beside/${at}/id`, `"${SHOWN}" is what is shown first`);
  for (const [at, { habit, value }] of (idea.code ?? []).entries()) {
    if (!HABIT_NAMES.includes(habit)) say(`code/${at}/habit`, `there is no habit "${habit}"`);
    else if (!valuesOf(habit).some(({ key }) => key === value)) say(`code/${at}/value`, `${habit} has no value "${value}"; there are ${valuesOf(habit).map(({ key }) => (key === OWN ? `"${OWN}"` : key)).join(", ")}`);
  }
  for (const [at, report] of (idea.reports ?? []).entries()) if (reports && !reports.includes(report)) say(`reports/${at}`, `there is no report "${report}"`);
  return found;
}

function faultsOfWords(lesson: Lesson, words: Partial<Record<string, LessonText>>, outcomes: Record<string, IdeaOutcome>): Found[] {
  const found: Found[] = [];
  const numbers = new Map<string, { language: string; digits: string; names: string }>();
  for (const [language, text] of Object.entries(words)) {
    const file = `${language}.json`;
    const say = (path: string, what: string) => found.push({ file, path, what });
    for (const field of ["title", "lead"] as const) if (!text?.[field]) say(`/${field}`, "is missing");
    for (const [path, what] of unclosed(text)) say(path, what);
    for (const id of Object.keys(text?.ideas ?? {})) if (!lesson.ideas.some((idea) => idea.id === id)) say(below("/ideas", id), "is no idea");
    const compared = (path: string, said: object, sentences: readonly string[]): void => {
      const digits = [...JSON.stringify(said).replaceAll(/`[^`]*`/g, "").matchAll(/\d+/g)].map(([one]) => one).sort().join(" ");
      const names = [...new Set([...sentences.join(" ").matchAll(NAMED)].map(([, id]) => `{${id}}`))].sort().join(", ");
      const first = numbers.get(path) ?? { language, digits, names };
      numbers.set(path, first);
      if (first.digits !== digits) say(path, `has the numbers ${digits || "none"}, ${first.language} has ${first.digits || "none"}`);
      if (first.names !== names) say(path, `names ${names || "nothing"}, ${first.language} names ${first.names || "nothing"}`);
    };
    for (const idea of lesson.ideas) {
      const said = text?.ideas?.[idea.id];
      const path = below("/ideas", idea.id);
      if (!said) { say(path, "nothing is said of it"); continue; }
      for (const [where, what] of faultsOfText(idea, said, outcomes[idea.id]!)) say(`${path}${where}`, what);
      compared(path, said, [said.situation ?? [], said.explain ?? []].flat());
    }
    for (const [where, what] of faultsOfEndingText(lesson, text)) say(`/check${where}`, what);
    if (lesson.check && text?.check) compared("/check", text.check, []);
  }
  return found;
}

function faultsOfEndingText({ check }: Lesson, text: LessonText | undefined): [string, string][] {
  const said = text?.check;
  if (!check) return said ? [["", "is said, and nothing is checked"]] : [];
  if (!said) return [["", "nothing is said of it"]];
  const found: [string, string][] = [];
  for (const { id } of check.ways) if (!said.ways?.[id]) found.push(["/ways", `${id} has no words`]);
  for (const id of Object.keys(said.ways ?? {})) if (!check.ways.some((way) => way.id === id)) found.push([below("/ways", id), "is no way"]);
  for (const [, id] of JSON.stringify(said).matchAll(NAMED)) found.push(["", `{${id}} names nothing here`]);
  return found;
}

/** What a text names: an answer or a value. */
const NAMED = /\{(\w+)(?::s)?\}/g;

/** What is opened in a text and not closed. */
function unclosed(text: unknown, path = ""): [string, string][] {
  if (text !== null && typeof text === "object") return Object.entries(text).flatMap(([name, one]) => unclosed(one, below(path, name)));
  if (typeof text !== "string") return [];
  const plain = text.replaceAll(/`[^`]*`/g, "");
  const open = [
    plain.includes("`") ? "`" : [],
    plain.split("**").length % 2 === 0 ? "**" : [],
    plain.replaceAll(/\{[^{}]*\}/g, "").includes("{") ? "{" : [],
  ].flat();
  return open.map((one) => [path, `has ${one} that is not closed`]);
}

/** Answers that are named before they are asked for. */
function givenAway(idea: Idea, said: IdeaText): [string, string][] {
  const before: [string, string | undefined][] = [
    ["/title", said.title],
    ...(said.situation ?? []).map((sentence, at): [string, string] => [`/situation/${at}`, sentence]),
    ...Object.entries(said.questions ?? {}).flatMap(([id, { ask, options = {} }]): [string, string | undefined][] => {
      const at = below("/questions", id);
      return [[`${at}/ask`, ask], ...Object.entries(options).map(([value, words]): [string, string] => [below(`${at}/options`, value), words])];
    }),
  ];
  return before.flatMap(([at, text = ""]) => [...text.matchAll(NAMED)].filter(([, id]) => idea.questions.some((one) => one.id === id)).map(([, id]): [string, string] => [at, `{${id}} gives the answer away`]));
}

function faultsOfText(idea: Idea, said: IdeaText, { answers, values, table }: IdeaOutcome): [string, string][] {
  const found = givenAway(idea, said);
  for (const { id, options = [true, false] } of idea.questions) {
    const question = said.questions?.[id];
    const at = below("/questions", id);
    if (!question?.ask) found.push([at, "is not asked"]);
    for (const option of options) if (typeof option !== "number" && !question?.options?.[String(option)]) found.push([`${at}/options`, `${option} has no words`]);
    for (const key of Object.keys(question?.options ?? {})) if (!options.map(String).includes(key)) found.push([below(`${at}/options`, key), "is no option"]);
  }
  for (const key of Object.keys(said.questions ?? {})) if (!idea.questions.some(({ id }) => id === key)) found.push([below("/questions", key), "is no question"]);
  const ways = idea.figures ? Object.keys(table) : [];
  for (const way of ways) if (!said.variants?.[way]) found.push(["/variants", `${way} has no words`]);
  for (const key of Object.keys(said.variants ?? {})) if (!ways.includes(key)) found.push([below("/variants", key), "is no way"]);
  for (const { id } of idea.figures ?? []) if (!said.figures?.[id]) found.push(["/figures", `${id} has no words`]);
  for (const key of Object.keys(said.figures ?? {})) if (!idea.figures?.some(({ id }) => id === key)) found.push([below("/figures", key), "is no figure"]);
  for (const list of ["situation", "explain"] as const) {
    if (!said[list]?.length) found.push([`/${list}`, "is empty"]);
    for (const [at, sentence] of (said[list] ?? []).entries()) {
      for (const [, id] of sentence.matchAll(NAMED)) if (!(id! in answers) && !(id! in values)) found.push([`/${list}/${at}`, `{${id}} is neither an answer nor a value`]);
    }
  }
  return found;
}
