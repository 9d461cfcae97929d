// The table of habits is what the engine says now, and says something of every habit and value that there is.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { FILE, README, stages, table, text, within } from "../check-table.mjs";
import { documentation } from "../habits.mjs";

const { HABIT_NAMES, OWN, goodValue, valuesOf } = await documentation();
const stored = JSON.parse(await readFile(FILE, "utf8"));

test("each habit and value has a row, the good one first", () => {
  assert.deepEqual(Object.keys(stages.rows).sort(), [...HABIT_NAMES].sort());
  for (const habit of HABIT_NAMES) {
    const { values } = stages.rows[habit];
    assert.deepEqual(values[0], goodValue(habit), habit);
    for (const { key, value } of valuesOf(habit)) {
      assert.ok(key === OWN ? values.length > 1 : values.includes(value), `${habit}: ${key}`);
    }
  }
});

test("the good values hold under all budgets; of each other one it is told how it fails or what it costs", () => {
  for (const { habit, value, verdicts, why } of stored.rows) {
    assert.equal(verdicts.length, stored.budgets.length);
    if (value === stages.rows[habit].values[0]) assert.deepEqual([habit, ...verdicts], [habit, ...stored.budgets.map(() => "holds")]);
    else if (verdicts.every((verdict) => verdict === "holds")) assert.ok(stages.remarks[`${habit}: ${value}`], `${habit}: ${value}`);
    else assert.ok(why.some(Boolean), `${habit}: ${value} is not finished`);
  }
  for (const remark of Object.keys(stages.remarks)) {
    const row = stored.rows.find(({ habit, value }) => `${habit}: ${value}` === remark);
    assert.ok(row?.verdicts.every((verdict) => verdict === "holds"), `${remark} fails, and has a remark`);
  }
});

test("the table that the page and the README show is what the engine says, and each story can be played", async () => {
  const made = await table();
  assert.equal(text(made), await readFile(FILE, "utf8"), "node www/check-table.mjs --write");
  const readme = await readFile(README, "utf8");
  assert.equal(within(readme, made), readme, "node www/check-table.mjs --write");
});
