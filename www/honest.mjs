// What the page "What is real here, and what is not" says, gathered from the tests' own data; and the part of README.md that
// says the same of what is simulated.
//
//   node honest.mjs          writes that part
//   node honest.mjs --check  fails when it is not what would be written
import { readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { modules } from "./lesson.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const at = (...parts) => join(root, ...parts);
const json = async (...parts) => JSON.parse(await readFile(at(...parts), "utf8"));
const text = (...parts) => readFile(at(...parts), "utf8");

const page = await modules(`
  export { stepsOf } from "./src/real/data.ts";
  export { realPage, realTitle } from "./src/real/page.ts";
  export { en as realEn } from "./src/words/real/en.ts";
  export { ja as realJa } from "./src/words/real/ja.ts";
  export { ko as realKo } from "./src/words/real/ko.ts";
  export { en as simulatedEn } from "./src/words/simulated/en.ts";
  export { ja as simulatedJa } from "./src/words/simulated/ja.ts";
  export { ko as simulatedKo } from "./src/words/simulated/ko.ts";`);
const words = {
  en: { real: page.realEn, simulated: page.simulatedEn },
  ja: { real: page.realJa, simulated: page.simulatedJa },
  ko: { real: page.realKo, simulated: page.simulatedKo },
};

/** All that the page tells. */
export async function honest() {
  return {
    release: await release(), golden: await golden(), queues: await queues(), added: await json("tests/golden/unrecorded.json"),
    rules: await rules(), models: await models(),
    not: ["notYet", "never", "different", "chosen"].map((id) => ({ id, entries: words.en.simulated[id].items.length })),
  };
}

/** The inside of the article, as HTML. `words` is what `realWords` gives. */
export function realPage(data, { real, simulated }) {
  return page.realPage(data, real, simulated);
}

/** Its heading, as text. */
export function realTitle({ real }) {
  return page.realTitle(real);
}

/** What it says in a language. */
export function realWords(language) {
  return words[language];
}

/** For sentences that name them: the release, the recorded steps, and how many of those are the same. */
export async function recorded() {
  return { release: await release(), ...page.stepsOf({ golden: await golden() }) };
}

async function release() {
  return /KUBERNETES: &str = "([^"]+)"/.exec(await text("src/lib.rs"))[1];
}

async function golden() {
  const notYet = await json("tests/golden/not_yet.json");
  return Promise.all((await readdir(at("tests/golden/api"))).sort().map(async (name) => {
    const { case: id, title, source, steps } = await json("tests/golden/api", name);
    const failing = notYet.filter((one) => id.startsWith(`${one.case}-`)).map(({ step, why }) => ({ step, why, note: noteOf(steps.find(({ n }) => n === step)) }));
    return { id, title, source, steps: steps.length, failing };
  }));
}

const noteOf = ({ note, request }) => note || `${request.method} ${request.path}`;

async function queues() {
  const names = (await readdir(at("tests/golden"))).filter((name) => name.startsWith("workqueue-")).sort();
  return Promise.all(names.map(async (name) => {
    const { case: id, title, source, runs } = await json("tests/golden", name);
    return { id, title, source, runs: runs.length, steps: runs.reduce((sum, { steps }) => sum + steps.length, 0) };
  }));
}

/** Tests by their names, with what stands above each and the heading above those. */
async function rules() {
  const groups = [];
  for (const [, about, source, name] of (await text("tests/rules.rs")).matchAll(/^\/\/ (\w.*)\.\n|^\/\/\/ (.*)\n#\[test\]\nfn (\w+)/gm)) {
    if (about) groups.push({ about, rules: [] });
    else groups.at(-1).rules.push({ name, source });
  }
  return groups;
}

/** What comments that begin with "Models" name: files, folders and packages of Kubernetes. */
async function models() {
  const files = (await readdir(at("src"), { recursive: true })).filter((name) => name.endsWith(".rs")).sort();
  const found = await Promise.all(files.map(async (name) => {
    const sentences = (await comments(name)).flatMap((comment) => [...comment.matchAll(/\bModels (?:`[^`]*`|[^.`]|\.(?=\w))*/g)].map(([sentence]) => sentence));
    return { file: `src/${name}`, comments: sentences.length, upstream: [...new Set(sentences.flatMap(paths))] };
  }));
  return found.filter(({ upstream }) => upstream.length > 0);
}

/** Each comment of a file as one line. */
async function comments(name) {
  const found = [];
  let inside = false;
  for (const line of (await text("src", name)).split("\n")) {
    const said = /^\s*\/\/[/!]? ?(.*)$/.exec(line)?.[1];
    if (said === undefined) inside = false;
    else if (inside && said !== "") found.push(`${found.pop()} ${said}`);
    else found.push(said);
    inside = said !== undefined && said !== "";
  }
  return found;
}

/** `controller-runtime` before a path is where it lies. */
function paths(sentence) {
  return [...sentence.matchAll(/(?:\b(client-go|controller-runtime|apimachinery|Go) )?`([^`\s]*(?:\/|\.go)[^`\s]*)`/g)].map(([, project, path]) => (project ? `${project} ${path}` : path));
}

// ------------------------------------------------------------------------------------------------------- README.md

const MARKS = ["<!-- Written by `npm run honest --prefix www` out of www/src/words/simulated/en.ts. -->", "<!-- Up to here. -->"];

/** README.md with that part as it should be. */
export async function readme() {
  const whole = await text("README.md");
  const [before, after] = [whole.indexOf(MARKS[0]), whole.indexOf(MARKS[1])];
  if (before < 0 || after < before) throw new Error("README.md has no marks between which the list of what is simulated stands");
  const w = words.en.simulated;
  const { release, steps, same } = await recorded();
  const parts = [w.is, w.notYet, w.never, w.different, w.chosen].map(({ title, items }) => `**${title}**\n\n${items.map((one) => wrapped(`- ${one}`)).join("\n")}`);
  return `${whole.slice(0, before)}${MARKS[0]}\n${[wrapped(w.intro(release, steps, same)), ...parts].join("\n\n")}\n${whole.slice(after)}`;
}

/** In lines that are no longer than the others of the file. */
function wrapped(text) {
  const indent = text.startsWith("- ") ? "  " : "";
  return text.split(" ").reduce((lines, word) => {
    const longer = lines === "" ? word : `${lines} ${word}`;
    return longer.length - longer.lastIndexOf("\n") <= 125 ? longer : `${lines}\n${indent}${word}`;
  }, "");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const text = await readme();
  if (process.argv.includes("--check")) {
    if ((await readFile(at("README.md"), "utf8")) !== text) {
      console.error("README.md is not what `npm run honest` writes.");
      process.exit(1);
    }
  } else await writeFile(at("README.md"), text);
}
