// The pages of the course, one folder for each language: readable as they are, with answers that the engine gave when they
// were built; a script of its own runs the engine in them.
//
// Called by build.mjs; `await course(out)`.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { documentation } from "./habits.mjs";
import { honest, realPage, realTitle, realWords } from "./honest.mjs";
import { tasks } from "./lab.mjs";
import { faults, LANGUAGES, modules, played, readLesson } from "./lesson.mjs";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "course");
const ENGINE = ["pkg/reconcile_playground.js", "pkg/reconcile_playground_bg.wasm"];

export async function course(out, target) {
  const page = await modules(`
    export * from "./src/course/html.ts";
    export { staged, SHOWN } from "./src/lesson/play.ts";
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
  const lessons = await Promise.all([...chapters, ...cases].map(async (id) => ({ id, ...await readLesson(join(folder, id)) })));
  const outcomes = new Map();
  for (const one of lessons) {
    outcomes.set(one.id, await played(one.lesson));
    const found = faults(one, outcomes.get(one.id));
    if (found.length > 0) throw new Error(found.join("\n"));
  }

  const told = await honest();
  await styles(out, target);
  for (const language of LANGUAGES.filter((one) => lessons.every(({ words }) => words[one]))) {
    const script = await scriptFor(language, out, target);
    await mkdir(join(out, "course", language), { recursive: true });
    const write = (file, text) => writeFile(join(out, "course", language, file), text);
    const real = realWords(language);
    const frames = {
      ...Object.fromEntries(await Promise.all(["index", "lab"].filter((id) => existsSync(join(folder, id, `${language}.json`))).map(async (id) => [id, await json(id, `${language}.json`)]))),
      real: { title: realTitle(real), lead: real.real.lead[0] },
    };
    const entries = [
      ...lessons.map(({ id, words }) => ({ file: `${id}.html`, title: words[language].title, lead: words[language].lead, group: cases.includes(id) ? "cases" : "chapters" })),
      ...["lab", "real"].filter((id) => frames[id]).map((id) => ({ file: `${id}.html`, title: frames[id].title, lead: frames[id].lead, group: "after" })),
    ];
    for (const { id, lesson, words } of lessons) {
      const text = words[language];
      const place = { language, file: `${id}.html`, title: text.title, lead: text.lead };
      const ideas = lesson.ideas.map((idea) => ({
        idea, text: text.ideas[idea.id],
        ways: Object.fromEntries([[page.SHOWN, page.staged(idea, scenes)], ...(idea.beside ?? []).map((variant) => [variant.id, page.staged(idea, scenes, variant)])]),
      }));
      const links = Object.fromEntries(await Promise.all(ideas.map(async ({ idea, ways }) => [idea.id, `../../index.html?lang=${language}${await page.pack(start(ways[page.SHOWN].scenario))}`])));
      const code = Object.fromEntries(lesson.ideas.map((idea) => [idea.id, (idea.code ?? []).map(({ habit, value }) => {
        const [go, rust] = CODE[habit]?.[value] ?? missing(`${id}/${idea.id}: there are no lines for ${habit}: ${value}`);
        return { habit, value, go, rust };
      })]));
      const reports = Object.fromEntries(lesson.ideas.map((idea) => [idea.id, (idea.reports ?? []).map((report) => addresses[report] ?? missing(`${id}/${idea.id}: there is no report ${report}`))]));
      const body = page.chapter(place, { lesson, text, outcomes: outcomes.get(id), code, reports, links, entries });
      await write(`${id}.html`, page.frame(place, body, { file: script, data: JSON.stringify({ id, ideas: ideas.map(trim) }), engine: ENGINE }));
    }
    const framed = (id, body) => write(`${id}.html`, page.frame({ language, file: `${id}.html`, ...frames[id] }, body));
    if (frames.index) await framed("index", page.index(frames.index, entries));
    if (frames.lab) {
      const listed = labs.map(({ id }) => ({ id, title: page[language].items[id].title, story: page[language].items[id].story.at(-1) }));
      await framed("lab", page.lab(frames.lab, listed, { language, file: "lab.html", ...frames.lab }, entries));
    }
    await framed("real", page.written(realPage(told, real), { language, file: "real.html", ...frames.real }, entries));
  }
}

function missing(what) {
  throw new Error(what);
}

/** A session that stands at a scenario's beginning. */
function start(scenario) {
  return { version: 1, engine: "", scenario, moves: [] };
}

/** What the script does not say: the paragraphs stand in the page. */
function trim({ idea, text, ways }) {
  return { idea, text: { questions: text.questions, ...(text.variants ? { variants: text.variants } : {}) }, ways };
}

function options(target) {
  return { absWorkingDir: here, bundle: true, format: "esm", target, minify: true, legalComments: "none", charset: "utf8", logLevel: "warning" };
}

async function styles(out, target) {
  await build({ ...options(target), entryPoints: { course: "src/styles/course.css" }, outdir: out });
}

/** One file with everything that a chapter needs, in one language. */
async function scriptFor(language, out, target) {
  const file = `course-${language}.js`;
  const spoken = {
    name: "one language, nothing loaded later",
    setup({ onLoad, onResolve }) {
      const own = { "words/index.ts": "words.ts", "components/lazy.ts": "lazy.ts" };
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind, importer }) => {
        // What the playground loads later a chapter never asks for.
        if (kind === "dynamic-import") return { path, namespace: "never" };
        const at = join(resolveDir, path);
        for (const [whole, stand] of Object.entries(own)) {
          if (kind !== "entry-point" && at === join(here, "src", whole) && importer !== join(here, "src/course", stand)) return { path: join(here, "src/course", stand) };
        }
        return undefined;
      });
      onLoad({ filter: /.*/, namespace: "never" }, () => ({ contents: "" }));
      onResolve({ filter: /^catalog:spoken$/ }, () => ({ path: "spoken", namespace: "catalog" }));
      onLoad({ filter: /.*/, namespace: "catalog" }, () => ({
        contents: `export { ${language} as catalog } from "./src/words/${language}.ts"; export const spoken = "${language}";`, resolveDir: here, loader: "ts",
      }));
    },
  };
  await build({ ...options(target), entryPoints: { [`course-${language}`]: "src/course/main.ts" }, outdir: out, plugins: [spoken] });
  return file;
}
