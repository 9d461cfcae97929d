// Files of authors with anything wrong in them: each gets a report, and nothing is thrown.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { known } from "../kit.mjs";
import { engine, modules, prove } from "../lesson.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (...path) => readFile(join(root, ...path), "utf8");
const { check } = await modules(`export { check } from "./src/kit/check.ts";`);
const { Playground } = await engine();
const kit = { begin: (scenario) => new Playground(scenario), prove, ...await known() };
const TIMES = Number(process.env.WILD_FILES ?? 150);

/** The same numbers each time. */
function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

const STRANGE = [null, true, -1, 1.5, 1e9, "", "x", "/", "/*=", "a".repeat(200), [], {}, [[]], { settle: {} }, { until: {} }, { try: { try: {} } }, { __proto__: null, a: { a: 1 } }];

/** Something in it is taken away, is another thing, or is there twice. */
function spoilt(data, draw) {
  const places = [];
  const walk = (value) => {
    if (value === null || typeof value !== "object") return;
    for (const key of Object.keys(value)) {
      places.push([value, key]);
      walk(value[key]);
    }
  };
  walk(data);
  const [parent, key] = places[draw(places.length)];
  const what = draw(4);
  if (what === 0 && Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (what === 0) delete parent[key];
  else if (what === 1 && Array.isArray(parent)) parent.push(structuredClone(parent[key]));
  else if (what === 1) parent[`${key}x`] = parent[key];
  else parent[key] = structuredClone(STRANGE[draw(STRANGE.length)]);
}

for (const [file, words] of [["www/scenarios/sameAgain.json"], ["www/scenarios/stuck.json"], ["www/lab/tasks/create.json"], ["www/lab/tasks/stuck.json"], ["examples/lesson/lesson.json", "examples/lesson/en.json"]]) {
  test(`${file}: whatever is wrong, it is reported`, async () => {
    const [text, said] = [await read(file), words && await read(words)];
    const draw = random(file.length * 7919);
    let wrong = 0;
    for (let time = 0; time < TIMES; time += 1) {
      const [data, beside] = [JSON.parse(text), said && JSON.parse(said)];
      for (let more = draw(3); more >= 0; more -= 1) spoilt(beside && draw(2) === 0 ? beside : data, draw);
      const spoiltText = JSON.stringify(data);
      const report = await check(spoiltText, async (name) => (name === "en.json" && beside ? JSON.stringify(beside) : undefined), kit).catch((thrown) => assert.fail(`${thrown.stack}\n${spoiltText}\n${JSON.stringify(beside)}`));
      for (const { path, what } of report.found) {
        assert.ok(typeof path === "string" && what.length > 0, spoiltText);
        assert.ok(!what.startsWith("the engine broke"), `${what}\n${spoiltText}`);
      }
      if (report.found.length > 0) wrong += 1;
    }
    assert.ok(wrong > TIMES / 2, "most of it is noticed");
  });
}
