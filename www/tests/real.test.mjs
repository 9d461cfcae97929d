// The page "What is real here, and what is not": it says in numbers what the tests use, in three languages, and nothing of
// what it lists is taken for HTML.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { honest, readme, realPage, realTitle, realWords, recorded } from "../honest.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (...parts) => readFile(join(root, ...parts), "utf8");
const data = await honest();
const LANGUAGES = ["en", "ja", "ko"];
const pages = LANGUAGES.map((language) => [language, realPage(data, realWords(language))]);
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
/** The table with that id, as rows of plain texts. */
const tableOf = (html, id) => [...html.slice(html.indexOf(`<caption id="${id}">`)).split("</table>")[0].matchAll(/<tr><th scope="row">(.*?)<\/tr>/gs)]
  .map(([, row]) => row.split(/<\/t[hd]>/).slice(0, -1).map((cell) => cell.replace(/<[^>]*>/g, "")));

test("the recorded cases are those of the test that plays them, step by step", async () => {
  const names = await readdir(join(root, "tests/golden/api"));
  assert.equal(data.golden.length, names.length);
  assert.match(await read("tests/golden_api.rs"), new RegExp(`assert_eq!\\(files\\.len\\(\\), ${names.length},`));
  const steps = await Promise.all(names.sort().map(async (name) => JSON.parse(await read("tests/golden/api", name)).steps.length));
  const notYet = JSON.parse(await read("tests/golden/not_yet.json"));
  for (const [language, html] of pages) {
    const rows = tableOf(html, "real-cases");
    assert.deepEqual(rows.map(([, , count]) => Number(count)), steps, language);
    assert.equal(sum(rows.map(([, , , same]) => Number(same))), sum(steps) - notYet.length, language);
    const failing = tableOf(html, "real-failing");
    assert.deepEqual(failing.map(([step]) => step), notYet.map(({ case: of, step }) => `${of} ${step}`), language);
    assert.ok(failing.every(([, note, why]) => note !== "" && why !== ""), language);
    assert.deepEqual(tableOf(html, "real-numbers").slice(0, 3).map(([, many]) => Number(many)), [names.length, sum(steps), sum(steps) - notYet.length], language);
  }
  assert.deepEqual(await recorded(), { release: data.release, steps: sum(steps), same: sum(steps) - notYet.length });
  assert.ok(data.golden.every(({ source }) => source.includes(`kube-apiserver v${data.release} `)));
});

test("the scripts of the queues have as many steps as the test compares", async () => {
  const compared = [...(await read("tests/golden_workqueue.rs")).matchAll(/assert_eq!\(compared, (\d+)\)|play\("[^"]+", Flavour::\w+, (\d+)\)/g)].map(([, a, b]) => Number(a ?? b));
  assert.equal(compared.length, 6);
  for (const [language, html] of pages) {
    assert.deepEqual(tableOf(html, "real-queues").map((row) => Number(row[3])), compared, language);
    assert.deepEqual(tableOf(html, "real-numbers").slice(3, 5).map(([, many]) => Number(many)), [6, sum(compared)], language);
    for (const { run } of data.added) assert.ok(html.includes(run), language);
  }
});

test("each rule that is a test is named, with where it is known from", async () => {
  const names = [...(await read("tests/rules.rs")).matchAll(/#\[test\]\nfn (\w+)/g)].map(([, name]) => name);
  assert.ok(names.length >= 60);
  assert.deepEqual(data.rules.flatMap(({ rules }) => rules.map(({ name }) => name)), names);
  for (const [language, html] of pages) {
    const rows = data.rules.flatMap((_, at) => tableOf(html, `real-rules-${at + 1}`));
    assert.deepEqual(rows.map(([name]) => name), names.map((name) => name.replaceAll("_", " ")), language);
    assert.ok(rows.every(([, source]) => source !== ""), language);
    assert.equal(Number(tableOf(html, "real-numbers")[5][1]), names.length, language);
  }
});

test("each file that says what it models is there, with a path of Kubernetes", async () => {
  const expected = [];
  for (const name of (await readdir(join(root, "src"), { recursive: true })).sort()) {
    if (name.endsWith(".rs") && /^\s*\/\/.*\bModels [^`\n]*`[^`]*(\/|\.go)[^`]*`/m.test(await read("src", name))) expected.push(`src/${name}`);
  }
  const listed = data.models.map(({ file }) => file);
  assert.deepEqual(expected.filter((file) => !listed.includes(file)), []);
  for (const [language, html] of pages) {
    assert.deepEqual(tableOf(html, "real-models").map(([file]) => file), listed, language);
    assert.equal(Number(tableOf(html, "real-numbers")[6][1]), listed.length, language);
  }
  const { upstream } = data.models.find(({ file }) => file === "src/cluster/read.rs");
  assert.ok(upstream.includes("apiserver/pkg/registry/generic/registry/store.go"), "a sentence over two lines is read whole");
});

test("what is not here is listed in full in each language, and the reasons have words", () => {
  for (const language of LANGUAGES) {
    const { simulated, real } = realWords(language);
    assert.deepEqual(data.not, ["notYet", "never", "different", "chosen"].map((id) => ({ id, entries: simulated[id].items.length })), language);
    assert.equal(realTitle({ real, simulated }), real.title);
    assert.ok(data.golden.every(({ failing }) => failing.every(({ why }) => real.why[why] !== undefined)), language);
    const html = realPage(data, realWords(language));
    const items = ["is", "notYet", "never", "different", "chosen"].flatMap((id) => simulated[id].items);
    const listed = [...html.slice(html.lastIndexOf("<h2>")).matchAll(/<li>(.*?)<\/li>/g)].map(([, one]) => one);
    assert.equal(listed.length, items.length, language);
  }
});

test("it is HTML that closes what it opens; tables have captions, headings skip no rank", () => {
  for (const [language, html] of pages) {
    const open = [];
    for (const [, close, tag] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (tag === "br") continue;
      if (close) assert.equal(open.pop(), tag, language);
      else open.push(tag);
    }
    assert.deepEqual(open, [], language);
    const count = (pattern) => html.match(pattern)?.length ?? 0;
    assert.equal(count(/<table>/g), count(/<table>\n<caption id=/g), language);
    assert.equal(count(/<th>/g), 0, language);
    assert.match(html.match(/<h\d>/)[0], /h2/);
    assert.ok(!/<h[1456]|style=|undefined|NaN|\[object/.test(html), language);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, language);
  }
});

test("what the data holds stays text", () => {
  const bad = `<script>alert("1")</script>&`;
  const html = realPage({
    ...data, release: bad, golden: [{ id: bad, title: bad, source: bad, steps: 1, failing: [{ step: 1, note: bad, why: "bodyInYaml" }] }],
    queues: [{ id: bad, title: bad, source: bad, runs: 1, steps: 1 }], added: [{ case: bad, run: bad, after: 1, op: bad }],
    rules: [{ about: bad, rules: [{ name: bad, source: bad }] }], models: [{ file: bad, upstream: [bad] }],
  }, realWords("en"));
  assert.ok(!html.includes("<script"));
  assert.ok(html.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;"));
});

test("README.md says the same of what is simulated", async () => {
  assert.equal(await read("README.md"), await readme(), "run `npm run honest --prefix www`");
});
