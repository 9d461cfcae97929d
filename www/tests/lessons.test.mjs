// The course without a browser: each lesson is played, its answers are those that the pages give, and each language says the
// same of it.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { faults, LANGUAGES, modules, played, readLesson } from "../lesson.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = resolve(process.env.DIST ?? join(here, "../../dist"));
const folder = join(here, "../course");
const { chapters, cases } = JSON.parse(await readFile(join(folder, "course.json"), "utf8"));
const LESSONS = [...chapters, ...cases];
const { said, COURSE, inline, measured, filled } = await modules(`
  export { said } from "./src/course/say.ts";
  export { prose as inline } from "./src/real/text.ts";
  export { measured } from "./src/lesson/measure.ts";
  export { filled } from "./src/lesson/play.ts";
  export { COURSE } from "./src/words/course/index.ts";`);

for (const id of LESSONS) {
  test(`${id}: the engine's answers are among what can be chosen, and each language says the same of it`, async () => {
    const read = await readLesson(join(folder, id));
    assert.deepEqual(Object.keys(read.words), LANGUAGES);
    assert.equal(read.lesson.id, id);
    const outcomes = await played(read.lesson);
    assert.deepEqual(faults(read, outcomes), []);
    for (const language of LANGUAGES) {
      const html = await readFile(join(dist, "course", language, `${id}.html`), "utf8");
      assert.match(html, new RegExp(`<html lang="${language}">`));
      for (const idea of read.lesson.ideas) {
        const text = read.words[language].ideas[idea.id];
        for (const { id: question } of idea.questions) {
          const answer = inline(COURSE[language].answer(said(outcomes[idea.id].answers[question], text.questions[question], COURSE[language])));
          assert.ok(html.includes(`data-answer="${question}"><span class="asked">${inline(text.questions[question].ask)}</span> <span class="answer-said">${answer}</span>`), `${language}/${id}/${question}: ${answer}`);
        }
      }
      assert.doesNotMatch(html, /<p>[^<]*\{\w+(?::s)?\}/, `${language}/${id}: something that sentences name was not filled in`);
    }
  });
}

test("a lesson whose engine no longer agrees, or whose words are not whole, is found", async () => {
  const [id] = LESSONS;
  const read = await readLesson(join(folder, id));
  const outcomes = await played(read.lesson);
  const broken = async (change) => {
    const copy = structuredClone(read);
    change(copy);
    return faults(copy, await played(copy.lesson));
  };
  const [first] = read.lesson.ideas;
  const [question] = first.questions;
  const wrong = (question.options ?? [true, false]).filter((one) => one !== outcomes[first.id].answers[question.id]);
  assert.match((await broken(({ lesson }) => { lesson.ideas[0].questions[0].options = [...wrong, "never"]; })).join("\n"), /the engine says/);
  assert.match((await broken(({ words }) => { delete words.en.ideas[first.id]; })).join("\n"), /nothing is said of it/);
  assert.match((await broken(({ words }) => { words.en.ideas[first.id].questions[question.id].ask = ""; })).join("\n"), /is not asked/);
  assert.match((await broken(({ words }) => { words.en.ideas[first.id].explain.push("It took {nobody}."); })).join("\n"), /neither an answer nor a value/);
  assert.match((await broken(({ words }) => { words.ja.ideas[first.id].explain.push("4711"); })).join("\n"), /has the numbers/);
  assert.match((await broken(({ words }) => { words.ko.ideas.stray = words.ko.ideas[first.id]; })).join("\n"), /is no idea/);
});

test("what an answer can be is measured as it says", () => {
  const seen = (time, passes, version, trace = []) => ({ time, counters: { passes }, objects: [{ metadata: { name: "web", resourceVersion: version } }], settled: { quiet: true }, trace });
  const before = seen(0, 1, "4");
  const after = seen(2_000, 11, "4", [{ fact: "write", outcome: "created" }, { fact: "write", outcome: "conflict" }, { fact: "write", outcome: "conflict" }]);
  const measure = (of) => measured(of, before, after);
  assert.equal(measure({ moved: "/objects/name=web/metadata/resourceVersion" }), false);
  assert.equal(measure({ moved: "/counters/passes" }), true);
  assert.equal(measure({ more: "/counters/passes" }), 10);
  assert.equal(measure({ perSecond: "/counters/passes" }), 5);
  assert.equal(measure({ at: "/objects/name=web/metadata/resourceVersion" }), "4");
  assert.equal(measure({ at: "/objects/name=none/metadata" }), null);
  assert.equal(measure({ in: "/time" }), 0);
  assert.equal(measure({ in: "/objects/length/due" }), null);
  assert.equal(measure({ count: "/trace/*fact=write&outcome=conflict" }), 2);
  assert.equal(measure({ holds: [{ path: "/settled/quiet", op: "eq", value: true }, { path: "/trace/outcome=created", op: "exists" }] }), true);
  assert.equal(filled("{a}, {b:s} s, {c}", { a: true, b: 2_500 }), "true, 2.5 s, {c}");
});

test("every row of the lesson has a place in the course", async () => {
  const shown = new Map();
  for (const id of LESSONS) shown.set(id, new Set((await readLesson(join(folder, id))).lesson.ideas.flatMap(({ rows = [] }) => rows)));
  const readme = await readFile(join(here, "../../README.md"), "utf8");
  for (let row = 1; row <= 16; row += 1) {
    const [, place] = new RegExp(`^\\| S${row} \\|[^|]*\\| ([^|]*) \\|`, "m").exec(readme) ?? assert.fail(`S${row}`);
    const [, lesson] = /\(www\/course\/(\w+)\//.exec(place) ?? [];
    // The lab is S15, the page of what is real S16.
    if (row < 15) assert.ok(shown.get(lesson)?.has(`S${row}`), `S${row}: ${place}`);
    else assert.ok(existsSync(join(here, "../..", /\((www\/[^)]+)\)/.exec(place)[1])), `S${row}: ${place}`);
  }
});

test("a reader of Japanese or Korean finds nothing left in English", async () => {
  const letters = { ja: /[\u3040-\u30ff\u4e00-\u9fff]/, ko: /[\uac00-\ud7af]/ };
  const texts = (value, path) => typeof value === "string" ? [[path, value]] : Object.entries(value).flatMap(([key, one]) => texts(one, `${path}/${key}`));
  for (const id of [...LESSONS, "index", "lab"]) {
    for (const [language, letter] of Object.entries(letters)) {
      const words = JSON.parse(await readFile(join(folder, id, `${language}.json`), "utf8"));
      const english = texts(words, "").filter(([, text]) => !letter.test(text) && /[a-z]{2}.*\s/i.test(text.replaceAll(/`[^`]*`|\{\w+(?::s)?\}/g, "")));
      assert.deepEqual(english, [], `${id}, ${language}`);
    }
  }
});

test("each link within the site leads somewhere, in each language", async () => {
  const pages = (await readdir(join(dist, "course"), { recursive: true })).filter((file) => file.endsWith(".html"));
  assert.equal(pages.length, LANGUAGES.length * (LESSONS.length + 3));
  for (const page of pages) {
    const html = await readFile(join(dist, "course", page), "utf8");
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^(?:https?:|data:)/.test(address)) continue;
      const [path, fragment] = address.split("#");
      const file = path === "" ? join(dist, "course", page) : join(dist, "course", dirname(page), path.split("?")[0]);
      assert.ok(existsSync(file), `${page}: ${address}`);
      if (fragment && !fragment.startsWith("v1=")) assert.match(await readFile(file, "utf8"), new RegExp(`id="${fragment}"`), `${page}: ${address}`);
    }
  }
});

test("each page of the course has the playground's own policy, asks nobody else for anything, and has no script or style within it", async () => {
  const policy = (html) => /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
  const wanted = policy(await readFile(join(dist, "index.html"), "utf8"));
  assert.match(wanted, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/);
  for (const page of (await readdir(join(dist, "course"), { recursive: true })).filter((file) => file.endsWith(".html"))) {
    const html = await readFile(join(dist, "course", page), "utf8");
    assert.equal(policy(html), wanted, page);
    assert.deepEqual([...html.matchAll(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(https?:)?\/\//g)], [], page);
    assert.doesNotMatch(html, /<style|\sstyle="|\son\w+="/, page);
    for (const [, attributes] of html.matchAll(/<script([^>]*)>/g)) assert.match(attributes, /src="|type="application\/json"/, page);
  }
});

test("every folder of the course is a chapter of it, or a page's frame", async () => {
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.filter((name) => !["index", "lab", "real"].includes(name)).sort(), [...LESSONS].sort());
});
