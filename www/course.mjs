// The pages of the course, one folder for each language: readable as they are, with answers that the engine gave when they
// were built; a script of its own runs the engine in them.
//
// Called by build.mjs; `await course(out)`.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { documentation } from "./habits.mjs";
import { honest, realPage, realTitle, realWords } from "./honest.mjs";
import { instead } from "./inside.mjs";
import { tasks } from "./lab.mjs";
import { checked, faults, LANGUAGES, modules, played, readLesson } from "./lesson.mjs";
import { reportFiles } from "./reports.mjs";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "course");
const ENGINE = ["pkg/reconcile_playground.js", "pkg/reconcile_playground_bg.wasm"];

export async function course(out, target) {
  const page = await modules(`
    export * from "./src/course/html.ts";
    export { staged, SHOWN } from "./src/lesson/play.ts";
    export { subjectOf } from "./src/lesson/every-order.ts";
    export { pack } from "./src/derive/link.ts";
    export { en } from "./src/words/lab/en.ts";
    export { ja } from "./src/words/lab/ja.ts";
    export { ko } from "./src/words/lab/ko.ts";`);
  const labs = await tasks();
  const { CODE } = await documentation();
  const scenes = await scenarios();
  const json = async (...path) => JSON.parse(await readFile(join(folder, ...path), "utf8"));
  const { chapters, cases } = await json("course.json");
  const addresses = await json("reports.json");
  const playable = new Set((await reportFiles()).map(({ id }) => id));
  const lessons = await Promise.all([...chapters, ...cases].map(async (id) => ({ id, ...await readLesson(join(folder, id)) })));
  const outcomes = new Map();
  const verdicts = new Map();
  for (const one of lessons) {
    outcomes.set(one.id, await played(one.lesson));
    verdicts.set(one.id, await checked(one.lesson));
    const found = faults(one, outcomes.get(one.id), verdicts.get(one.id));
    if (found.length > 0) throw new Error(found.join("\n"));
  }

  // What does not depend on the language.
  const chapter = await Promise.all(lessons.map(async ({ id, lesson, words }) => {
    const byIdea = (what) => Object.fromEntries(lesson.ideas.map((idea) => [idea.id, what(idea)]));
    const ways = byIdea((idea) => Object.fromEntries([[page.SHOWN, page.staged(idea, scenes)], ...(idea.beside ?? []).map((variant) => [variant.id, page.staged(idea, scenes, variant)])]));
    return {
      id, lesson, words, ways, outcomes: outcomes.get(id), verdicts: verdicts.get(id),
      subjects: (lesson.check?.ways ?? []).map((way) => ({ id: way.id, subject: page.subjectOf(lesson.check, way, scenes) })),
      starts: Object.fromEntries(await Promise.all(lesson.ideas.map(async (idea) => [idea.id, await page.pack(start(ways[idea.id][page.SHOWN].scenario))]))),
      code: byIdea((idea) => (idea.code ?? []).map(({ habit, value }) => {
        const [go, rust] = CODE[habit]?.[value] ?? missing(`${id}/${idea.id}: there are no lines for ${habit}: ${value}`);
        return { habit, value, go, rust };
      })),
      reports: byIdea((idea) => (idea.reports ?? []).map((report) => ({ address: addresses[report] ?? missing(`${id}/${idea.id}: there is no report ${report}`), id: playable.has(report) ? report : null }))),
    };
  }));
  const told = await honest();
  const head = await sharedHead();
  await styles(out, target);
  for (const language of LANGUAGES) {
    const script = await scriptFor(language, out, target);
    await checkFor(language, out, target);
    await mkdir(join(out, "course", language), { recursive: true });
    const write = (file, text) => writeFile(join(out, "course", language, file), text);
    const real = realWords(language);
    const frames = { index: await json("index", `${language}.json`), lab: await json("lab", `${language}.json`), real: { title: realTitle(real), lead: real.real.lead[0] } };
    const entries = [
      ...lessons.map(({ id, words }) => ({ file: `${id}.html`, title: words[language].title, lead: words[language].lead, group: cases.includes(id) ? "cases" : "chapters" })),
      ...["lab", "real"].map((id) => ({ file: `${id}.html`, title: frames[id].title, lead: frames[id].lead, group: "after" })),
    ];
    for (const { id, lesson, words, ways, starts, subjects, ...rest } of chapter) {
      const text = words[language];
      const place = { language, file: `${id}.html`, title: text.title, lead: text.lead };
      const links = Object.fromEntries(Object.entries(starts).map(([idea, packed]) => [idea, `../../index.html?lang=${language}${packed}`]));
      const body = page.chapter(place, { lesson, text, links, entries, ...rest });
      const ideas = lesson.ideas.map((idea) => trim(idea, text.ideas[idea.id], ways[idea.id]));
      await write(`${id}.html`, page.frame(place, head, body, { file: script, data: JSON.stringify({ id, ideas, ...(lesson.check && { check: { ways: subjects.map((one) => ({ ...one, ...text.check.ways[one.id] })) } }) }), engine: ENGINE }));
    }
    const framed = (id, body) => write(`${id}.html`, page.frame({ language, file: `${id}.html`, ...frames[id] }, head, body));
    await framed("index", page.index(frames.index, entries));
    const listed = labs.map(({ id }) => ({ id, title: page[language].items[id].title, story: page[language].items[id].story.at(-1) }));
    await framed("lab", page.lab(frames.lab, listed, { language, file: "lab.html", ...frames.lab }, entries));
    await framed("real", page.written(realPage(told, real), { language, file: "real.html", ...frames.real }, entries));
  }
}

/** What the playground's own page says of itself in its head, its policy first of all, but for its description. */
async function sharedHead() {
  const page = await readFile(join(here, "src/index.html"), "utf8");
  return [...page.matchAll(/^ *(<meta (?!name="description").*>|<link rel="icon".*>)$/gm)].map(([, line]) => line).join("\n");
}

function missing(what) {
  throw new Error(what);
}

/** A session that stands at a scenario's beginning. */
function start(scenario) {
  return { version: 1, engine: "", scenario, moves: [] };
}

/** What the script does not say: the paragraphs stand in the page. */
function trim(idea, text, ways) {
  return { idea, text: { questions: text.questions, ...(text.variants ? { variants: text.variants } : {}) }, ways };
}

function options(target) {
  return { absWorkingDir: here, bundle: true, format: "esm", target, minify: true, legalComments: "none", charset: "utf8", logLevel: "warning" };
}

async function styles(out, target) {
  await build({ ...options(target), entryPoints: { course: "src/styles/course.css" }, outdir: out });
}

/** What checks at the end of a chapter, in one language: asked for when somebody presses the button. */
async function checkFor(language, out, target) {
  const spoken = {
    name: "one language",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^catalog:check$/ }, () => ({ path: "check", namespace: "catalog" }));
      onLoad({ filter: /.*/, namespace: "catalog" }, () => ({
        contents: `export { ${language} as catalog } from "./src/words/check/${language}.ts"; export const spoken = "${language}";`, resolveDir: here, loader: "ts",
      }));
    },
  };
  await build({ ...options(target), entryPoints: { [`course-check-${language}`]: "src/course/every-order.ts" }, outdir: out, plugins: [spoken] });
}

/** One file with everything that a chapter needs, in one language. */
async function scriptFor(language, out, target) {
  const file = `course-${language}.js`;
  const spoken = {
    name: "one language, nothing loaded later",
    setup({ onLoad, onResolve }) {
      // What the playground loads later a chapter never asks for.
      onResolve({ filter: /^\./ }, ({ path, kind }) => (kind === "dynamic-import" ? { path, namespace: "never" } : undefined));
      onLoad({ filter: /.*/, namespace: "never" }, () => ({ contents: "" }));
      onResolve({ filter: /^catalog:spoken$/ }, () => ({ path: "spoken", namespace: "catalog" }));
      onLoad({ filter: /.*/, namespace: "catalog" }, () => ({
        contents: `export { ${language} as catalog } from "./src/words/${language}.ts"; export const spoken = "${language}";`, resolveDir: here, loader: "ts",
      }));
    },
  };
  await build({ ...options(target), entryPoints: { [`course-${language}`]: "src/course/main.ts" }, outdir: out, plugins: [spoken, instead({ "words/index.ts": "course/words.ts", "components/lazy.ts": "course/lazy.ts" })] });
  return file;
}
