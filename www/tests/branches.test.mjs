// The ways that were left, against a model that keeps each of them whole: many random forks, returns and dismissals.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const { outputFiles: [file] } = await build({ entryPoints: [join(here, "../src/branches.ts")], bundle: true, format: "esm", write: false });
const { goOn, take, sharedLength } = await import(`data:text/javascript,${encodeURIComponent(file.text)}`);

/** Reproducible chance. */
function chance(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

const entry = (name) => ({ move: { advance: { by: name } }, time: 0, revision: "1", facts: [] });
const names = (entries) => entries.map((one) => one.move.advance.by);
const begins = (whole, beginning) => beginning.every((name, at) => whole[at] === name);

/** What the engine does with the pure functions, and beside it the whole lists. */
function run(random, kinds) {
  let [ways, position, last] = [{ entries: [], branches: [] }, 0, 0];
  let [list, kept] = [[], new Map()];
  const forget = () => { for (const [id, whole] of kept) if (begins(list, whole)) kept.delete(id); };
  return {
    play() {
      const added = Array.from({ length: 1 + random(4) }, () => random(kinds));
      ways = goOn(ways, position, added.map(entry), last + 1);
      const ahead = list.slice(position);
      const same = added.findIndex((name, at) => name !== ahead[at]);
      if (same >= 0) {
        if (same < ahead.length) kept.set(last += 1, list);
        list = [...list.slice(0, position + same), ...added.slice(same)];
        forget();
      }
      position += added.length;
    },
    goto() { position = random(list.length + 1); },
    take() {
      if (kept.size === 0) return;
      const id = [...kept.keys()][random(kept.size)];
      const { entries, branches, at } = take(ways, position, id);
      ways = { entries, branches };
      position = at;
      const old = list;
      list = kept.get(id);
      kept.delete(id);
      if (!begins(list, old)) kept.set(id, old);
      forget();
    },
    dismiss() {
      if (kept.size === 0) return;
      const id = [...kept.keys()][random(kept.size)];
      kept.delete(id);
      ways = { ...ways, branches: ways.branches.filter((one) => one.id !== id) };
    },
    check() {
      assert.deepEqual(names(ways.entries), list);
      assert.ok(position <= list.length);
      assert.deepEqual(new Set(ways.branches.map((one) => one.id)), new Set(kept.keys()));
      for (const { id, from, tail, at } of ways.branches) {
        assert.deepEqual([...list.slice(0, from), ...names(tail)], kept.get(id), "a branch gives back its whole way");
        assert.ok(tail.length > 0 && at <= from + tail.length);
        assert.notEqual(tail[0].move.advance.by, list[from], "it leaves where it really differs");
      }
    },
  };
}

test("whatever is played, gone back, taken and dismissed: every way that was left is there whole, and none twice", () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = chance(seed);
    const one = run(random, 2 + (seed % 4));
    for (let turn = 0; turn < 60; turn += 1) {
      one[["play", "goto", "play", "goto", "take", "play", "goto", "dismiss"][random(8)]]();
      one.check();
    }
  }
});

test("the same way again is no new way, and a beginning of it neither", () => {
  const [a, b, c] = [1, 2, 3].map(entry);
  const ways = { entries: [a, b, c], branches: [] };
  assert.deepEqual(goOn(ways, 0, [entry(1), entry(2)], 1), ways);
  const longer = goOn(ways, 1, [entry(2), entry(3), entry(4)], 1);
  assert.deepEqual(names(longer.entries), [1, 2, 3, 4]);
  assert.deepEqual(longer.branches, []);
  assert.equal(longer.entries[1], b, "what was there stays the very same");
});

test("going by hand where a branch goes shortens it, until the run holds it whole", () => {
  let ways = goOn({ entries: [1, 2, 3].map(entry), branches: [] }, 1, [entry(9)], 1);
  assert.deepEqual(ways.branches.map((one) => [one.id, one.from, names(one.tail)]), [[1, 1, [2, 3]]]);
  ways = goOn(ways, 1, [entry(2)], 2);
  assert.deepEqual(ways.branches.map((one) => [one.id, one.from, names(one.tail)]), [[1, 2, [3]], [2, 1, [9]]]);
  ways = goOn(ways, 2, [entry(3)], 3);
  assert.deepEqual(ways.branches.map((one) => [one.id, one.from, names(one.tail)]), [[2, 1, [9]]]);
});

test("what two ways share is found without reading them", () => {
  const whole = Array.from({ length: 10_000 }, (_, at) => entry(at));
  for (const shared of [0, 1, 4_999, 9_999, 10_000]) {
    assert.equal(sharedLength(whole, [...whole.slice(0, shared), entry(-1), entry(-2)]), shared);
  }
});
