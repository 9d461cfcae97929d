// The habits' documentation: every habit and every value of the engine has one, none is for something that does not
// exist, and docs/habits.md says what the page says.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { documentation, markdown } from "../habits.mjs";
import { DIST } from "./serve.mjs";

const { initSync, Playground } = await import(pathToFileURL(join(DIST, "pkg/reconcile_playground.js")));
initSync({ module: await readFile(join(DIST, "pkg/reconcile_playground_bg.wasm")) });
const docs = await documentation();
const { CODE, HABIT_GROUPS, REPORTS, goodValue, kindOf, valuesOf, en } = docs;

const controller = "appconfig-controller";
const playground = new Playground({ version: 1 });
const defaults = playground.view().controllers[controller].habits;
const { HABIT_NAMES } = docs;

/** What the engine says to a habit's value. */
function refusal(name, value) {
  try {
    const run = new Playground({ version: 1, controllers: [{ name: controller, habits: { [name]: value } }] });
    run.free();
    return null;
  } catch (thrown) {
    return thrown;
  }
}

/** The keys of all values that the engine knows: it names them when it is handed another one. */
function known(name) {
  const { message } = refusal(name, "no such value") ?? refusal(name, -1);
  const takes = message.slice(message.indexOf("it takes ") + "it takes ".length);
  if (takes.startsWith('"')) return JSON.parse(`[${takes}]`);
  if (takes === "true, false") return ["true", "false"];
  return [String(defaults[name]), "set"];
}

test("every habit of the engine is documented, with its default as the good value, and no other", () => {
  assert.deepEqual([...HABIT_NAMES].sort(), Object.keys(defaults).sort());
  assert.deepEqual(Object.fromEntries(HABIT_NAMES.map((name) => [name, goodValue(name)])), Object.fromEntries(HABIT_NAMES.map((name) => [name, defaults[name]])));
  assert.deepEqual(Object.values(HABIT_GROUPS).flat().sort(), [...HABIT_NAMES].sort(), "each is in one group");
  assert.deepEqual(Object.keys(en.habits).sort(), [...HABIT_NAMES].sort());
  assert.deepEqual(Object.keys(CODE).sort(), [...HABIT_NAMES].sort());
  for (const name of Object.keys(REPORTS)) assert.ok(HABIT_NAMES.includes(name), name);
});

test("every value of the engine is documented, in words and in code, and no other", () => {
  for (const name of HABIT_NAMES) {
    const values = known(name).sort();
    assert.ok(values.length > 1, name);
    assert.deepEqual(valuesOf(name).map(({ key }) => key).sort(), values, name);
    assert.deepEqual(Object.keys(en.habits[name].values).sort(), values, `the words of ${name}`);
    assert.deepEqual(Object.keys(CODE[name]).sort(), values, `the code of ${name}`);
    for (const key of Object.keys(REPORTS[name] ?? {})) assert.ok(values.includes(key), `a report of ${name}=${key}`);
  }
});

test("each value says what it means, in both libraries, and a good one has nothing wrong with it", () => {
  for (const name of HABIT_NAMES) {
    for (const [at, { key }] of valuesOf(name).entries()) {
      const [label, means, wrong, note] = en.habits[name].values[key];
      const [go, rust] = CODE[name][key];
      assert.ok(label && means, `${name}=${key}`);
      assert.notEqual(go, "", `${name}=${key} in Go`);
      // Where kube-rs has no such thing the page says so, or says what is different.
      if (rust === "") assert.ok(note !== undefined || at > 0, `${name}=${key} in Rust`);
      if (at === 0) assert.equal(wrong, "", `${name}=${key} is the good way`);
      if (at === 0) assert.equal(REPORTS[name]?.[key], undefined, `${name}=${key} is the good way`);
      for (const text of [means, wrong, note ?? ""]) {
        assert.equal((text.match(/`/g) ?? []).length % 2, 0, `marks of ${name}=${key}`);
        assert.ok(text === "" || text.endsWith("."), `${name}=${key}: ${text}`);
      }
      assert.doesNotMatch(`${go}${rust}`, /\t|undefined| $/m);
    }
  }
});

test("a report is the address of a public thread", () => {
  for (const [name, values] of Object.entries(REPORTS)) {
    for (const address of Object.values(values).flat()) assert.match(address, /^https:\/\/[^\s]+$/, name);
  }
});

test("what stands for any number or text is one that the engine takes", () => {
  for (const [name, example] of Object.entries({ workers: 2, missingDelay: 1000, periodic: 60_000, cacheSelector: "team=blue" })) {
    assert.notEqual(typeof kindOf(name), "object");
    assert.equal(refusal(name, example)?.code, undefined, name);
  }
});

test("docs/habits.md says what the page says", async () => {
  assert.equal(await readFile(new URL("../../docs/habits.md", import.meta.url), "utf8"), markdown(docs), "run `npm run habits --prefix www`");
});
