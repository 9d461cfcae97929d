// Claims and measures: the same cases as natively, where `tests/kit.rs` reads them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { modules } from "../lesson.mjs";

const { holds, valueAt, flat, measured } = await modules(`
  export { holds, valueAt } from "./src/derive/claims.ts";
  export { flat, measured } from "./src/lesson/measure.ts";`);
const { roots, paths, claims, measures, traces } = JSON.parse(await readFile(new URL("../../tests/data/claims.json", import.meta.url), "utf8"));

test("a path leads where it leads natively", () => {
  for (const { root, path, value } of paths) assert.deepEqual(valueAt(roots[root], path) ?? null, value, `${root} ${path}`);
});

test("a claim holds where it holds natively", () => {
  for (const { root, claim, holds: expected } of claims) assert.equal(holds(roots[root], claim), expected, `${root} ${JSON.stringify(claim)}`);
});

test("an answer is what it is natively", () => {
  for (const { of, value } of measures.cases) assert.deepEqual(measured(of, measures.before, measures.after), value, JSON.stringify(of));
  assert.deepEqual(flat(traces.entries), traces.flat);
});
