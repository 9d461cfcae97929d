// What is said of every order at the end of a chapter, a task and a scenario, without a browser: the engine says what the words
// promise, within what somebody waits for, and a promise that is not kept is found.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { checked, faults, LANGUAGES, modules, played, prove, readLesson } from "../lesson.mjs";
import { plainTasks, tasks } from "../lab.mjs";
import { scenarios } from "../scenarios.mjs";
import { changed, checked as checkedFiles } from "./checker.mjs";

const www = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(process.env.DIST ?? join(www, "../dist"));
const { MOST_STATES, subjectOf, COURSE, en, ja, ko } = await modules(`
  export { MOST_STATES, subjectOf } from "./src/lesson/every-order.ts";
  export { COURSE } from "./src/words/course/index.ts";
  export { en } from "./src/words/check/en.ts";
  export { ja } from "./src/words/check/ja.ts";
  export { ko } from "./src/words/check/ko.ts";`);
const { cases } = JSON.parse(await readFile(join(www, "course/course.json"), "utf8"));
const SCENES = await scenarios();
const read = (id) => readLesson(join(www, "course", id));

/** By way what the engine says: the verdict, the property, and what the shortest story needs of faults and of others. */
const WANTED = {
  endlessLoop: { ill: "fails noLoop 0 0", later: "fails noLoop 0 0", global: "fails stable 0 1", generation: "holds", changed: "holds" },
  conflict: { patch: "fails othersKept 0 1", cached: "holds", fresh: "holds", apply: "holds" },
  notSeen: { generated: "fails noDuplicates 0 1", readBack: "holds", sleep: "holds", shown: "holds" },
  terminating: { byHand: "fails nothingLeaks 1 2", none: "fails nothingLeaks 1 1", fragile: "fails stable 1 1", shown: "holds" },
};

test("every case from the field ends with a check", () => assert.deepEqual(cases, Object.keys(WANTED)));

for (const id of cases) {
  test(`${id}: what goes wrong in some order and what holds in all, as its words say and its pages show`, async () => {
    const { lesson, words } = await read(id);
    const verdicts = await checked(lesson);
    const said = ({ verdict, property, faults: many, othersMoves }) => [verdict, property, many, othersMoves].filter((one) => one !== undefined).join(" ");
    assert.deepEqual(Object.fromEntries(Object.entries(verdicts).map(([way, one]) => [way, said(one)])), WANTED[id]);
    for (const [way, { states }] of Object.entries(verdicts)) assert.ok(states < MOST_STATES / 4, `${way}: ${states} states`);
    for (const language of LANGUAGES) {
      const html = await readFile(join(dist, "course", language, `${id}.html`), "utf8");
      const w = { en, ja, ko }[language];
      const rows = html.split("<tr>").map(plain);
      assert.ok(html.includes(`<th scope="col">${COURSE[language].check.says}</th>`));
      for (const [way, verdict] of Object.entries(verdicts)) {
        const row = rows.find((one) => one.includes(plain(words[language].check.ways[way].why)));
        const told = verdict.verdict === "holds" ? w.holds : w.fails(w.properties[verdict.property][0]);
        assert.ok(row?.includes(plain(told)), `${language}, ${way}`);
      }
    }
  });
}

test("no other's move replaces an object that a controller has written to", async () => {
  for (const id of cases) {
    const { check } = (await read(id)).lesson;
    for (const move of [...check.others, ...check.ways.flatMap(({ others = [] }) => others)]) assert.ok(!("edit" in move), JSON.stringify(move));
  }
  for (const { check } of await tasks()) for (const move of check.others) assert.ok(!("edit" in move) || move.edit.object.kind === "Secret", JSON.stringify(move));
});

test("a promise that the engine does not keep is found, and words that are not whole", async () => {
  const whole = await read("notSeen");
  const outcomes = await played(whole.lesson);
  const broken = async (change) => {
    const copy = structuredClone(whole);
    change(copy);
    return faults(copy, outcomes, await checked(copy.lesson)).join("\n");
  };
  assert.equal(await broken(() => {}), "");
  assert.equal(await broken(({ lesson }) => { lesson.check.ways[3].set = { afterCreate: "trust", naming: "generated" }; }), 'notSeen: /check/ways/3: is promised to be "holds", and the engine says "fails" by noDuplicates');
  assert.equal(await broken(({ lesson }) => { lesson.check.ways[0].property = "stable"; }), 'notSeen: /check/ways/0: is promised to be "fails" by stable, and the engine says "fails" by noDuplicates');
  assert.match(await broken(({ lesson }) => { lesson.check.budget = { crash: 3, fail: 3, stall: 2 }; lesson.check.ways.splice(1, 2); }), /"notFinished" after 3\d{4} states/);
  assert.match(await broken(({ lesson }) => { lesson.check.ways.shift(); }), /\/check\/ways\/0: is to be one that fails/);
  assert.match(await broken(({ lesson }) => { lesson.check.ways.splice(1); }), /\/check\/ways: none of them holds/);
  assert.match(await broken(({ words }) => { delete words.ja.check.ways.sleep; }), /ja\.json: \/check\/ways: sleep has no words/);
  assert.match(await broken(({ words }) => { delete words.ko.check; }), /ko\.json: \/check: nothing is said of it/);
  assert.match(await broken(({ words }) => { words.en.check.ways.other = { name: "x", why: "y" }; }), /en\.json: \/check\/ways\/other: is no way/);
  assert.match(await broken(({ words }) => { words.ja.check.ways.sleep.why += "4711"; }), /ja\.json: \/check: has the numbers 4711/);
  assert.match(await broken(({ words }) => { words.en.check.ways.sleep.why += " {states}"; }), /\{states\} names nothing here/);
  assert.match(await broken(({ lesson }) => { delete lesson.check; }), /en\.json: \/check: is said, and nothing is checked/);
  await assert.rejects(broken(({ lesson }) => { lesson.check.others.push({ deliver: {} }); }), /\/check\/others\/1: in the way generated: is refused: "deliver" happens by itself/);
  await assert.rejects(broken(({ lesson }) => { lesson.check.ways[1].others = [{ crash: {} }]; }), /\/check\/ways\/1\/others\/0: in the way readBack: is refused/);
  await assert.rejects(broken(({ lesson }) => { lesson.check.scenario = "nowhere"; }), /\/check\/scenario: there is no scenario "nowhere"/);
});

test("the shortest stories are about what the words of their ways tell", async () => {
  const story = async (id, way) => {
    const { lesson } = await read(id);
    const found = await prove(subjectOf(lesson.check, lesson.check.ways.find((one) => one.id === way), SCENES));
    return found.session.moves.map((move) => Object.keys(move)[0]);
  };
  // The finalizers are taken off while the process is away.
  const byHand = await story("terminating", "byHand");
  assert.deepEqual(byHand.filter((name) => ["crash", "remove", "request"].includes(name)).sort(), ["crash", "remove", "request"]);
  assert.ok((await story("terminating", "none")).includes("crash"));
  assert.ok(!(await story("endlessLoop", "ill")).includes("request"));
  assert.ok((await story("conflict", "patch")).includes("request"));
});

// ------------------------------------------------------------------------------------------------------------- tasks

test("each task can be looked into in every order; those that demand it are about how a controller is written", async () => {
  const all = await tasks();
  assert.deepEqual(all.filter(({ check }) => check.demand).map(({ id }) => id), ["drift", "status", "finalizer"]);
  for (const { id, check, wrong } of all) {
    assert.ok(check, id);
    assert.equal(wrong.some(({ fails }) => fails.includes("check")), check.demand === true, id);
  }
  for (const { id, check } of await plainTasks()) assert.ok(check.scenario === undefined || typeof check.scenario === "object", id);
});

// ----------------------------------------------------------------------------------------------------------- authors

/** What the checker says of files in a folder of their own. */
const told = async (files) => (await checkedFiles(files)).lines;
const json = async (...path) => JSON.parse(await readFile(join(www, ...path), "utf8"));

test("the checker of the package does it for an author's task", async () => {
  const task = await json("lab/tasks/status.json");
  assert.deepEqual(await told({ "status.json": task }), ["status.json: task status holds"]);
  const one = async (change) => (await told({ "status.json": changed(task, change) })).join("\n");
  assert.match(await one(({ wrong }) => { wrong[0].fails.pop(); }), /^status\.json: \/wrong\/0\/fails: says landed, followed, once, and what fails is landed, followed, once, check\n/);
  assert.match(await one((file) => { file.check.budget = { crash: 1.5 }; }), /\/check\/budget\/crash/);
  assert.match(await one((file) => { file.check.others.push({ settle: {} }); }), /\/check\/others\/1\/settle: is a field that is not known here/);
  assert.match(await one((file) => { delete file.check.demand; }), /\/wrong\/0\/fails: "check" is neither a goal nor asked, and no check is demanded/);
  assert.match(await one((file) => { file.goals[0].id = "check"; }), /\/goals\/0\/id: "check" is what the check is called/);
  assert.match(await one((file) => { file.check.scenario = "nowhere"; }), /\/check\/scenario: there is no scenario "nowhere"/);
  assert.match(await one((file) => { file.check.others = [{ deliver: {} }]; }), /\/check\/others\/0: .*is refused: "deliver" happens by itself/);
  // A solution that reaches the goals and does not hold.
  const drift = await json("lab/tasks/drift.json");
  const fragile = changed(drift, (file) => { file.check.others = [{ request: { ...file.check.others[0].request, body: { data: { theme: "dark" } } } }]; });
  assert.match((await told({ "drift.json": fragile })).join("\n"), /^drift\.json: \/check: the solution: is "fails" by readyIsTrue$/m);
});

test("the checker of the package does it for an author's scenario", async () => {
  const scene = await json("scenarios/clockLoop.json");
  assert.deepEqual(await told({ "clockLoop.json": scene }), ["clockLoop.json: scenario clockLoop holds"]);
  const one = async (change) => (await told({ "clockLoop.json": changed(scene, change) })).join("\n");
  assert.match(await one(({ check }) => { check.holds.push("wholeSeconds"); }), /\/check\/holds: with .*cured from its start by wholeSeconds: says that it holds, and the engine says "fails" by noLoop/);
  assert.match(await one(({ check }) => { check.holds.pop(); }), /by onlyWhenChanged: says that it fails, and the engine says "holds"/);
  assert.match(await one(({ check }) => { check.fails = "stable"; }), /\/check\/fails: with .*: is "stable", and the engine says "fails" by noLoop/);
  assert.match(await one(({ check }) => { check.holds.push("x"); }), /\/check\/holds\/2: there is no cure "x"/);
});

function plain(text) {
  return text.replace(/<[^>]+>|[`*]/g, "").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&").replace(/\s+/g, " ").trim();
}
