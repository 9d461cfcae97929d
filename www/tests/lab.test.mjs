// Every task of the lab, played without a browser: its start is not done, its solution is, each wrong way fails just what it
// says. What is said of it is there in each language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { schemas } from "../kit.mjs";
import { engine, LANGUAGES, modules, prove } from "../lesson.mjs";
import { FOLDER, plainTasks, tasks } from "../lab.mjs";
import { load, pressedInVain, sentences } from "./words/catalogs.mjs";

const { Playground } = await engine();
const { faultsAgainst, holds, lengthened, playSteps, reportOf, shortened, subjectHere, valueAt, verdictOf } = await modules(`
  export { faultsAgainst } from "./src/kit/schema.ts";
  export { holds, valueAt } from "./src/derive/claims.ts";
  export { reportOf } from "./src/derive/report.ts";
  export { lengthened, shortened } from "./src/lab/result.ts";
  export { playSteps } from "./src/story.ts";
  export { subjectHere } from "./src/lab/begin.ts";
  export { verdictOf } from "./src/lab/task.ts";`);
const TASKS = await tasks();
const PLAIN = await plainTasks();
const plain = ({ id }) => PLAIN.find((one) => one.id === id);

const known = new Map();

/** What is said of every order, once for the same habits. */
function proved(subject) {
  const key = JSON.stringify(subject);
  if (!known.has(key)) known.set(key, prove(subject));
  return known.get(key);
}

/** What holds when steps were played from a task's start. */
async function tried(task, steps, says = {}) {
  const { scenario, opening = [] } = plain(task);
  const run = new Playground(scenario);
  try {
    await playSteps(run, opening);
    const start = run.position;
    await playSteps(run, steps);
    const proof = task.check?.demand && await proved(subjectHere(plain(task), run.view().controllers));
    return verdictOf(task, run.view(), run.trace(start), says, proof?.verdict === "holds");
  } finally {
    run.free();
  }
}

const failed = ({ checks }) => checks.filter((one) => !one.holds).map(({ id }) => id);

test("there are nine of them, in their order, each named by its id", () => {
  assert.deepEqual(TASKS.map(({ id }) => id), ["create", "noop", "drift", "status", "dependency", "finalizer", "stuck", "loop", "three"]);
  for (const { name, id, version, place } of TASKS) assert.deepEqual([name, version, place], [`${id}.json`, 1, TASKS.findIndex((one) => one.id === id) + 1]);
});

for (const task of TASKS) {
  test(`${task.id}: at its start it is not done, whatever is said`, async () => {
    const verdict = await tried(task, [], task.says);
    assert.equal(verdict.done, false);
    assert.equal(verdict.wrong, null, "nobody went a wrong way yet");
  });

  test(`${task.id}: letting it run does not do it`, async () => {
    for (const steps of [[{ settle: {} }], [{ settle: {} }, { settle: { until: 1_000 } }, { settle: { until: 200_000 } }]]) {
      assert.equal((await tried(task, steps, task.says)).done, false, JSON.stringify(steps));
    }
  });

  test(`${task.id}: its solution does it, and not one step of it is for nothing`, async () => {
    const verdict = await tried(task, task.solution, task.says);
    assert.deepEqual(failed(verdict), []);
    assert.deepEqual([verdict.done, verdict.wrong], [true, null]);
    assert.equal((await tried(task, task.solution.slice(0, -1), task.says)).done, false);
    if (task.asks) assert.deepEqual(failed(await tried(task, task.solution)), task.asks.map(({ id }) => id), "what is asked is to be said");
  });

  for (const wrong of task.wrong) {
    test(`${task.id}: ${wrong.id} fails what it says, and is known by its sign`, async () => {
      const verdict = await tried(task, wrong.steps, wrong.says ?? task.says);
      assert.deepEqual(failed(verdict), wrong.fails);
      if (wrong.sign) assert.equal(verdict.wrong, wrong.id);
    });
  }

  test(`${task.id}: whatever else is said is not right`, async () => {
    for (const { id, options, typed } of task.asks ?? []) {
      for (const other of typed ? ["", "0", null, Number(task.says[id])+1] : options.filter((one) => one !== task.says[id])) {
        assert.deepEqual(failed(await tried(task, task.solution, { ...task.says, [id]: other })), [id], String(other));
      }
      assert.ok(typed || options.includes(task.says[id]));
    }
  });
}

test("each goal is failed by some wrong way, and each task has two at least", () => {
  for (const { id, goals, wrong } of TASKS) {
    assert.ok(wrong.length >= 2, id);
    assert.deepEqual(goals.filter((goal) => !wrong.some(({ fails }) => fails.includes(goal.id))).map((goal) => goal.id), [], id);
  }
});

// ------------------------------------------------------------------------------------------ what is made of the moves

test("the short form of a solution is played to the same run", async () => {
  for (const task of TASKS) {
    const { scenario, opening = [] } = plain(task);
    const run = new Playground(scenario);
    await playSteps(run, opening);
    const [whole, again] = [run.fork(), run.fork()];
    await playSteps(run, task.solution);
    const moves = run.save().moves.slice(whole.position);
    const short = shortened(whole, moves);
    assert.ok(JSON.stringify(short).length < 1_000, task.id);
    assert.deepEqual(lengthened(again, short), moves, task.id);
    assert.equal(again.digest(), run.digest(), task.id);
  }
});

test("the report is of what was played since the process last started", async () => {
  const task = TASKS.find(({ id }) => id === "three");
  const { scenario, opening } = plain(task);
  const run = new Playground(scenario);
  await playSteps(run, opening);
  const start = run.position;
  const report = () => reportOf(run.view(), run.trace(start)).map(({ key, passes, action, child, status, decision }) => [key, passes, action, child?.before, child?.after, status.written, decision?.rule ?? null]);
  assert.deepEqual(report(), [["default/api", 0, "none", "7", "7", false, null], ["default/shop", 0, "none", "9", "9", false, null], ["default/web", 0, "none", "5", "5", false, null]]);
  await playSteps(run, [{ crash: {} }, { start: {} }, { settle: {} }]);
  assert.deepEqual(report(), [["default/api", 1, "unchanged", "7", "7", false, "done"], ["default/shop", 1, "unchanged", "9", "9", false, "done"], ["default/web", 1, "unchanged", "5", "5", false, "done"]]);
  await playSteps(run, task.solution);
  assert.deepEqual(report(), [["default/api", 2, "changed", "7", "13", true, "done"], ["default/shop", 1, "none", "9", "9", true, "requeueAfter"], ["default/web", 1, "none", "5", "5", false, "done"]]);
  await playSteps(run, [{ remove: { kind: "ConfigMap", name: "web-config" } }, { remove: { kind: "AppConfig", name: "api" } }, { settle: {} }]);
  const after = Object.fromEntries(report().map((row) => [row[0], row]));
  assert.deepEqual(after["default/web"].slice(2, 4), ["created", "5"]);
  assert.ok("default/api" in after, "one that is gone had its passes");
});

test("three: of a person who edits `web` it is said as it is, before and after it runs", async () => {
  const task = TASKS.find(({ id }) => id === "three");
  const [edit] = task.wrong.find(({ id }) => id === "webEdited").steps;
  for (const steps of [[edit], [edit, { settle: {} }], [edit, { settle: {} }, ...task.solution], [...task.solution, edit, { settle: {} }]]) {
    assert.equal((await tried(task, steps, task.says)).wrong, "webEdited");
  }
});

// ------------------------------------------------------------------------------------------------------ the files

test("each file is as the schema has it", async () => {
  const all = await schemas();
  const places = (task) => [...new Set(faultsAgainst(all, "lab/schema.json", task).map(({ path }) => path))];
  for (const { name, ...task } of TASKS) assert.deepEqual(places(task), [], name);
  const [{ name: _, ...first }] = TASKS;
  for (const [broken, place] of [
    [{ ...first, more: 1 }, "/more"], [{ ...first, goals: [] }, "/goals"], [{ ...first, version: 2 }, "/version"],
    [{ ...first, goals: [{ id: "a", all: [{ path: "made", op: "eq", value: 1 }] }] }, "/goals/0/all/0/path"],
    [{ ...first, wrong: [first.wrong[0]] }, "/wrong"], [{ ...first, scenario: 5 }, "/scenario"],
    [{ ...first, scenario: { version: 1, controllers: {} } }, "/scenario/controllers"], [{ ...first, solution: [{ until: {} }] }, "/solution/0/until"],
  ]) assert.deepEqual(places(broken), [place]);
});

test("the page gets no solution", () => {
  for (const task of PLAIN) {
    assert.ok(!("solution" in task) && !("says" in task) && task.wrong.every((one) => !("steps" in one) && !("fails" in one)), task.id);
    assert.equal(task.scenario.name, `lab/${task.id}`);
  }
});

// ------------------------------------------------------------------------------------------------------ claims

test("what stands behind something, and what has no such field, can be claimed", () => {
  const list = [{ a: 1 }, { a: 2, b: "x" }, { a: 1, b: "y" }];
  assert.deepEqual(valueAt(list, "/>a=2"), [{ a: 1, b: "y" }]);
  assert.deepEqual(valueAt(list, "/>a=1/a=1"), { a: 1, b: "y" });
  assert.deepEqual(valueAt(list, "/>a=3"), []);
  assert.deepEqual(valueAt([...list, { a: 4 }], "/>>a=1"), [{ a: 4 }]);
  assert.deepEqual(valueAt(list, "/>>a=3"), []);
  assert.deepEqual(valueAt(list, "/*b="), [{ a: 1 }]);
  assert.equal(holds(list, { path: "/>a=3/a=1", op: "absent" }), true);
});

// ------------------------------------------------------------------------------------------------------- the words

test("each task is spoken of in each language: its goals, what it asks, its wrong ways, and three hints or more", async () => {
  for (const language of LANGUAGES) {
    const { items } = await load("src/words/lab", language);
    assert.deepEqual(Object.keys(items), TASKS.map(({ id }) => id), language);
    for (const { id, goals, asks = [], wrong } of TASKS) {
      const text = items[id];
      assert.deepEqual(Object.keys(text.goals), goals.map((one) => one.id), `${language}: ${id}`);
      assert.deepEqual(Object.keys(text.asks ?? {}), asks.map((one) => one.id), `${language}: ${id}`);
      assert.deepEqual(Object.keys(text.wrong).sort(), wrong.map((one) => one.id).sort(), `${language}: ${id}`);
      assert.ok(text.hints.length >= 3 && text.story.length > 0 && text.title && text.done, `${language}: ${id}`);
    }
  }
});

test("what a hint says to press is on the page", async () => {
  for (const language of LANGUAGES) {
    const { items } = await load("src/words/lab", language);
    const page = await load("src/words", language);
    const tries = Object.values(items).flatMap(({ hints }) => hints);
    assert.deepEqual(pressedInVain({ tries }, page), [], language);
    assert.ok(tries.some((one) => one.includes("**")));
  }
});

test("the numbers are the same in each language: what one writes in digits the other has in digits or as a word", async () => {
  const WORDS = { 1: /\b(?:one|once|first|an?)\b/i, 2: /\b(?:two|twice|second|both)\b/i, 3: /\b(?:three|third)\b/i, 9: /\bnine\b/i, 10: /\bten\b/i };
  for (const folder of ["src/words/lab", "src/words/real", "src/words/simulated"]) {
    const texts = async (language) => new Map(sentences(await load(folder, language)).filter(([, text]) => typeof text === "string"));
    const digits = (text) => [...text.replaceAll(/`[^`]*`/g, "").matchAll(/\d+/g)].map(([one]) => one);
    const english = await texts("en");
    for (const language of LANGUAGES.slice(1)) {
      for (const [path, text] of await texts(language)) {
        const [wanted, found] = [digits(english.get(path)), digits(text)];
        assert.deepEqual(wanted.filter((one) => !found.includes(one)), [], `${folder}, ${language}, ${path}: missing`);
        assert.deepEqual(found.filter((one) => !wanted.includes(one) && !WORDS[one]?.test(english.get(path))), [], `${folder}, ${language}, ${path}: of its own`);
      }
    }
  }
});
