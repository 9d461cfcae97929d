// Lessons for the build and the tests: plays them without a browser and says what the engine answers, and what is wrong.
//
//   node lesson.mjs FOLDER…      each with a lesson.json, and en.json, ja.json, ko.json beside it: prints all that it comes to
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** The page's own modules. */
export async function modules(contents) {
  const { outputFiles } = await build({
    absWorkingDir: here, stdin: { resolveDir: here, contents }, bundle: true, format: "esm", platform: "node", write: false, logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

const kit = await modules(`export * from "./src/kit/lesson.ts"; export * from "./src/kit/every-order.ts"; export { Stopped, told } from "./src/kit/found.ts";`);
export const { LANGUAGES } = kit;

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
  const { Playground } = await engine();
  return stopping(lesson, async () => kit.playedLesson(lesson, await scenarios(), (scenario) => new Playground(scenario)));
}

/** The module that looks into every order, as Node takes it. */
export async function checks(pkg = process.env.PKG ?? join(here, "pkg")) {
  const loaded = await import(pathToFileURL(join(resolve(pkg), "reconcile_playground_check.js")));
  loaded.initSync({ module: await readFile(join(resolve(pkg), "reconcile_playground_check_bg.wasm")) });
  return loaded;
}

/** What is said of every order, from a scenario and its options. */
export const prove = kit.proving(checks);

/** What the ways of a lesson's check come to. */
export async function checked(lesson) {
  return stopping(lesson, async () => kit.playedEnding(lesson, await scenarios(), prove));
}

async function stopping({ id }, act) {
  try {
    return await act();
  } catch (thrown) {
    throw thrown instanceof kit.Stopped ? new Error(`${id}: ${kit.told(thrown.found)}`) : thrown;
  }
}

/** What is wrong with a lesson and its words: sentences, each with the place. */
export function faults({ lesson, words }, outcomes, verdicts) {
  return kit.faultsOf(lesson, words, outcomes, undefined, verdicts).map((one) => `${lesson.id}: ${one.file ? `${one.file}: ` : ""}${kit.told(one)}`);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  let bad = 0;
  for (const folder of process.argv.slice(2)) {
    const read = await readLesson(folder);
    const outcomes = await played(read.lesson);
    console.log(`${read.lesson.id}: ${Object.keys(read.words).join(", ")}`);
    const verdicts = await checked(read.lesson);
    console.log(JSON.stringify(outcomes, null, 1));
    for (const [id, { verdict, property, states, session }] of Object.entries(verdicts)) console.log(`${id}: ${verdict}${property ? ` by ${property}, ${session.moves.length} moves` : ""}, ${states} states`);
    for (const fault of faults(read, outcomes, verdicts)) {
      bad += 1;
      console.log(fault);
    }
  }
  process.exitCode = bad > 0 ? 1 : 0;
}
