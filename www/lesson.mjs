// Plays lessons without a browser and says what the engine answers; the build and the tests use the same.
//
//   node lesson.mjs FOLDER…      each with a lesson.json, and en.json, ja.json, ko.json beside it
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const LANGUAGES = ["en", "ja", "ko"];

/** The page's own modules. */
export async function modules(contents) {
  const { outputFiles } = await build({
    absWorkingDir: here, stdin: { resolveDir: here, contents }, bundle: true, format: "esm", platform: "node", write: false, logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

/** The engine, as Node takes it. */
export async function engine(pkg = process.env.PKG ?? join(here, "pkg")) {
  const loaded = await import(pathToFileURL(join(resolve(pkg), "reconcile_playground.js")));
  loaded.initSync({ module: await readFile(join(resolve(pkg), "reconcile_playground_bg.wasm")) });
  return loaded;
}

export async function readLesson(folder) {
  const read = async (name) => JSON.parse(await readFile(join(folder, name), "utf8"));
  const words = {};
  for (const language of LANGUAGES) if (existsSync(join(folder, `${language}.json`))) words[language] = await read(`${language}.json`);
  return { lesson: await read("lesson.json"), words };
}

/** Of each idea what its questions, values and ways come to. */
export async function played(lesson) {
  const { playIdea, staged, SHOWN } = await modules(`export * from "./src/lesson/play.ts";`);
  const { Playground } = await engine();
  const scenes = await scenarios();
  const ideas = {};
  for (const idea of lesson.ideas) {
    const play = async (variant) => {
      const at = staged(idea, scenes, variant);
      const playground = new Playground(at.scenario);
      const outcome = await playIdea(idea, at, playground);
      playground.free();
      return outcome;
    };
    const shown = await play();
    const table = { [SHOWN]: shown.figures };
    for (const variant of idea.beside ?? []) table[variant.id] = (await play(variant)).figures;
    ideas[idea.id] = { answers: shown.answers, values: shown.values, table };
  }
  return ideas;
}

/** What is wrong with a lesson and its words: sentences, each with the place. */
export function faults({ lesson, words }, outcomes) {
  const found = [];
  const say = (place, what) => found.push(`${lesson.id}: ${place}: ${what}`);
  if (lesson.ideas.length < 1 || lesson.ideas.length > 3) say("ideas", `${lesson.ideas.length} of them, and 1 to 3 are meant`);
  const numbers = new Map();
  for (const idea of lesson.ideas) {
    const { answers, values, table } = outcomes[idea.id];
    for (const { id, options = [true, false] } of idea.questions) {
      if (!options.includes(answers[id])) say(`${idea.id}/${id}`, `the engine says ${JSON.stringify(answers[id])}, and the options are ${JSON.stringify(options)}`);
      if (new Set(options).size < 2) say(`${idea.id}/${id}`, "there is nothing to choose");
    }
    for (const [language, text] of Object.entries(words)) {
      const said = text.ideas?.[idea.id];
      const at = `${language}/${idea.id}`;
      if (!said) { say(at, "nothing is said of it"); continue; }
      for (const { id, options = [true, false] } of idea.questions) {
        const question = said.questions?.[id];
        if (!question?.ask) say(`${at}/${id}`, "is not asked");
        for (const option of options) if (typeof option !== "number" && !question?.options?.[String(option)]) say(`${at}/${id}`, `option ${option} has no words`);
        for (const key of Object.keys(question?.options ?? {})) if (!options.map(String).includes(key)) say(`${at}/${id}`, `option ${key} is none`);
      }
      for (const key of Object.keys(said.questions ?? {})) if (!idea.questions.some(({ id }) => id === key)) say(`${at}/${key}`, "is no question");
      const ways = idea.figures ? Object.keys(table) : [];
      for (const way of ways) if (!said.variants?.[way]) say(`${at}/variants`, `${way} has no words`);
      for (const { id } of idea.figures ?? []) if (!said.figures?.[id]) say(`${at}/figures`, `${id} has no words`);
      for (const sentence of [...said.situation ?? [], ...said.explain ?? []]) {
        for (const [, id] of sentence.matchAll(/\{(\w+)(?::s)?\}/g)) if (!(id in answers) && !(id in values)) say(at, `{${id}} is neither an answer nor a value`);
      }
      for (const list of ["situation", "explain"]) if (!said[list]?.length) say(at, `${list} is empty`);
      const digits = [...JSON.stringify(said).replaceAll(/`[^`]*`/g, "").matchAll(/\d+/g)].map(([one]) => one).sort().join(" ");
      const first = numbers.get(idea.id) ?? { language, digits };
      numbers.set(idea.id, first);
      if (first.digits !== digits) say(at, `has the numbers ${digits || "none"}, ${first.language} has ${first.digits || "none"}`);
    }
  }
  for (const [language, text] of Object.entries(words)) {
    for (const field of ["title", "lead"]) if (!text[field]) say(language, `${field} is missing`);
    for (const id of Object.keys(text.ideas ?? {})) if (!lesson.ideas.some((idea) => idea.id === id)) say(`${language}/${id}`, "is no idea");
  }
  return found;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  let bad = 0;
  for (const folder of process.argv.slice(2)) {
    const read = await readLesson(folder);
    const outcomes = await played(read.lesson);
    console.log(`${read.lesson.id}: ${Object.keys(read.words).join(", ")}`);
    console.log(JSON.stringify(outcomes, null, 1));
    for (const fault of faults(read, outcomes)) {
      bad += 1;
      console.log(fault);
    }
  }
  process.exitCode = bad > 0 ? 1 : 0;
}
