// Every scenario's file, played without a browser: as it stands, with each value that it shows, with each cure from its
// start, and with each cure that is rolled out at its end. What it says that one will see is seen.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { test } from "node:test";
import { build } from "esbuild";
import { documentation } from "../habits.mjs";
import { prove } from "../lesson.mjs";
import { scenarios } from "../scenarios.mjs";
import { load } from "./words/catalogs.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const pkg = resolve(process.env.DIST ?? join(here, "../../dist"), "pkg");
const { initSync, Playground } = await import(pathToFileURL(join(pkg, "reconcile_playground.js")));
initSync({ module: await readFile(join(pkg, "reconcile_playground_bg.wasm")) });

const { checkScenario, told } = await page(`
  export { checkScenario } from "./src/kit/scenario.ts";
  export { told } from "./src/kit/found.ts";`);
const FILES = await scenarios();
const { HABIT_NAMES, keyOf, valuesOf, en } = await documentation();

/** The page's own modules. */
async function page(contents) {
  const { outputFiles } = await build({
    absWorkingDir: join(here, ".."), stdin: { resolveDir: join(here, ".."), contents }, bundle: true, format: "esm", platform: "node", write: false, logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

for (const file of FILES) {
  test(`${file.id}: what it shows goes wrong and is cured`, async () => {
    const found = await checkScenario(file, (scenario) => new Playground(scenario), prove);
    assert.deepEqual(found.map((one) => `${file.name}: ${told(one)}`), []);
  });
}

test("each file is named by its id, in the engine's scenario too, and has something to check", () => {
  for (const { name, id, version, scenario, expectations, shows, cures, rows } of FILES) {
    assert.equal(name, `${id}.json`);
    assert.deepEqual([version, scenario.version, scenario.name], [1, 1, id], name);
    assert.ok(expectations.length > 0, name);
    assert.ok(rows !== undefined || shows !== undefined, `${name}: neither a row of the lesson nor a habit leads to it`);
    const said = (way) => expectations.some(({ when }) => when === way);
    if (shows !== undefined) assert.ok(cures.length > 0, `${name}: what it shows is not cured`);
    if (cures !== undefined) assert.ok(said("ill") && said("cured"), `${name}: nothing tells the ill from the cured`);
    if (cures?.some(({ anew }) => !anew)) assert.ok(said("healed"), `${name}: nothing says what a roll-out heals`);
  }
});

test("each file keeps to the fields of the schema, and is spoken of in each language, in its cures too", async () => {
  const schema = JSON.parse(await readFile(join(here, "../scenarios/schema.json"), "utf8"));
  for (const { name, ...file } of FILES) {
    for (const field of Object.keys(file)) assert.ok(field in schema.properties, `${name}: ${field}`);
    for (const field of schema.required) assert.ok(field in file, `${name}: ${field}`);
    for (const claim of file.expectations) for (const field of Object.keys(claim)) assert.ok(field in schema.$defs.expectation.properties, `${name}: ${field}`);
  }
  for (const language of ["en", "ja", "ko"]) {
    const { items, cures } = await load("src/words/scenarios", language);
    assert.deepEqual(Object.keys(items).sort(), FILES.map(({ id }) => id).filter((id) => id !== "fresh").sort(), language);
    assert.deepEqual(Object.keys(cures).sort(), [...new Set(FILES.flatMap(({ cures = [] }) => cures.map(({ id }) => id)))].sort(), language);
  }
});

test("each row of the lesson has a scenario", () => {
  const rows = new Set(FILES.flatMap((file) => file.rows ?? []));
  assert.deepEqual([...rows].sort((a, b) => a.slice(1) - b.slice(1)), Array.from({ length: 16 }, (_, at) => `S${at + 1}`));
});

test("each value of a habit that goes wrong has a scenario that shows it, with that value in it", () => {
  const without = [];
  for (const name of HABIT_NAMES) {
    for (const { key } of valuesOf(name)) {
      const [, , wrong] = en.habits[name].values[key];
      const shown = FILES.filter(({ shows = [] }) => shows.some((set) => Object.hasOwn(set, name) && keyOf(name, set[name]) === key));
      if (wrong !== "" && shown.length === 0) without.push(`${name}: ${key}`);
      if (wrong === "") assert.equal(shown.length, 0, `${name}: ${key} is shown, and nothing is said of what goes wrong`);
    }
  }
  assert.deepEqual(without, []);
});
