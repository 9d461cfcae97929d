// The checker as authors have it, out of the package: what holds, what does not and where; and the schemas.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { documentation } from "../habits.mjs";
import { SCHEMAS, schemas } from "../kit.mjs";
import { modules } from "../lesson.mjs";
import { changed, checked, run } from "./checker.mjs";

const www = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(process.env.DIST ?? join(www, "../dist"));
const { faultsAgainst } = await modules(`export { faultsAgainst } from "./src/kit/schema.ts";`);
const ALL = await schemas();
const json = async (...path) => JSON.parse(await readFile(join(www, ...path), "utf8"));
const jsonsIn = async (folder) => (await readdir(join(www, folder))).filter((name) => name.endsWith(".json") && name !== "schema.json").map((name) => join(folder, name));
const lessons = async () => (await readdir(join(www, "course"))).map((name) => join("course", name)).filter((folder) => existsSync(join(www, folder, "lesson.json")));

const scenario = await json("scenarios/sameAgain.json");
const task = await json("lab/tasks/create.json");
const asking = await json("lab/tasks/noop.json");
const lesson = await json("course/key/lesson.json");
const words = await json("course/key/en.json");
const table = await json("../examples/lesson/lesson.json");
const heads = await json("../examples/lesson/en.json");

test("every scenario, task and lesson of the project holds, and it says so of each", async () => {
  const files = [...await jsonsIn("scenarios"), ...await jsonsIn("lab/tasks"), ...await lessons()];
  const { code, lines } = await run(files);
  assert.deepEqual(lines.filter((line) => !/ holds(, in [a-z, ]+)?$/.test(line)), []);
  assert.deepEqual([code, lines.length], [0, files.length]);
  assert.match(lines[0], /^scenarios\/\w+\.json: scenario \w+ holds$/);
});

test("a lesson is checked with the words beside it, by its folder or by its file", async () => {
  const both = await run(["course/key", "course/key/lesson.json"]);
  assert.equal(both.code, 0, both.out);
  assert.match(both.lines[0], /^course\/key\/lesson\.json: lesson key holds, in en/);
  assert.equal(both.lines[0], both.lines[1]);
});

test("it runs where only the package is, and can be asked for JSON", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kit-"));
  try {
    await cp(join(dist, "pkg"), join(folder, "pkg"), { recursive: true });
    await writeFile(join(folder, "sameAgain.json"), JSON.stringify(scenario));
    await writeFile(join(folder, "bad.json"), JSON.stringify(changed(scenario, (one) => { one.expectations[1].value = 7; })));
    const said = await new Promise((done) => execFile(process.execPath, ["pkg/check.mjs", "--json", "sameAgain.json", "bad.json"], { cwd: folder }, (error, out) => done({ code: error?.code ?? 0, out })));
    const { ok, files: [good, bad] } = JSON.parse(said.out);
    assert.deepEqual([said.code, ok, good.ok, bad.ok], [1, false, true, false]);
    assert.deepEqual(good, { file: "sameAgain.json", ok: true, kind: "scenario", id: "sameAgain", found: [] });
    assert.deepEqual(bad.found[0], {
      path: "/expectations/1", way: `with {"compare":"always"}`, after: 2, move: { settle: {} }, claim: { path: "/settled/writes", op: "eq", value: 7 }, there: 0, what: "does not hold",
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the package offers it", async () => {
  const { bin, files } = JSON.parse(await readFile(join(dist, "pkg/package.json"), "utf8"));
  assert.deepEqual(bin, { "reconcile-playground-check": "check.mjs", "reconcile-playground-picture": "picture.mjs" });
  assert.ok(files.includes("check.mjs"));
  assert.match(await readFile(join(dist, "pkg/check.mjs"), "utf8"), /^#!\/usr\/bin\/env node\n/);
});

test("the example lesson holds in three languages, and names its schemas", async () => {
  const { code, lines } = await run(["../examples/lesson"]);
  assert.deepEqual([code, lines], [0, ["../examples/lesson/lesson.json: lesson strangers holds, in en, ja, ko"]]);
  for (const name of ["lesson.json", "en.json", "ja.json", "ko.json"]) {
    const { $schema } = await json("../examples/lesson", name);
    assert.equal(resolve(www, "../examples/lesson", $schema), join(www, name === "lesson.json" ? "course/schema.json" : "course/words.schema.json"));
  }
});

test("what the guide for authors shows holds, and fails as it says", async () => {
  const guide = await readFile(join(www, "../docs/authors.md"), "utf8");
  const shown = [...guide.matchAll(/```json\n(\{\n.*?\n\})\n```/gs)].map(([, text]) => JSON.parse(text));
  assert.deepEqual(shown.map(({ id }) => id), ["secondLook", "report", "makeOne"]);
  const { code, lines } = await checked(Object.fromEntries(shown.map((file) => [`${file.id}.json`, file])));
  assert.deepEqual([code, lines], [0, ["secondLook.json: scenario secondLook holds", "report.json: report report holds, in en", "makeOne.json: task makeOne holds"]]);
  const wrong = await checked({ "secondLook.json": changed(shown[0], (one) => { one.expectations[0].value = 2; }) });
  assert.ok(guide.includes(`\`\`\`text\n${wrong.lines[0]}\n\`\`\``), wrong.lines[0]);
  assert.deepEqual(shown[1], await json("../examples/report.json"));
  for (const name of Object.values(SCHEMAS)) assert.ok(/\{scenario,report,lesson,lesson-words,task\}\.schema\.json/.exec(guide)[0].includes(name.replace(".schema.json", "")));
});

test("the guide's way to look at a run works", async () => {
  const guide = await readFile(join(www, "../docs/authors.md"), "utf8");
  const [, code] = /```js\n(.*?)```/s.exec(guide);
  const folder = await mkdtemp(join(tmpdir(), "kit-"));
  try {
    await writeFile(join(folder, "look.mjs"), code.replaceAll("./dist/", `${dist}/`));
    const { error, out } = await new Promise((done) => { execFile(process.execPath, [join(folder, "look.mjs")], { maxBuffer: 1 << 24 }, (error, out) => done({ error, out })); });
    assert.equal(error, null);
    assert.match(out, /"name": "web-config"[^]*"write": \{/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

// ------------------------------------------------------------------------------------------------------ what is wrong

test("what does not hold is told with its way, move, path, what was wanted and what was there", async () => {
  const { code, lines } = await checked({ "sameAgain.json": changed(scenario, (one) => { one.expectations[0].value = 99; }) });
  assert.equal(code, 1);
  assert.equal(lines[0], `sameAgain.json: /expectations/0: with {"compare":"always"}: after move 2, {"settle":{}}: /settled/passes should be eq 99, and is 1`);
  assert.ok(lines.some((line) => line.includes(`with {"statusWhen":"always"}, cured from its start by good: after move 2`)));
});

test("a cure that changes nothing, and a roll-out that heals nothing, are told", async () => {
  const same = await checked({ "sameAgain.json": changed(scenario, (one) => { one.cures[0].set = { queue: "classic" }; }) });
  assert.ok(same.lines.some((line) => line === `sameAgain.json: /cures/0: with {"compare":"always"}: with good all is as it is without`), same.out);
  const silent = await checked({ "sameAgain.json": changed(scenario, (one) => { delete one.cures[0].anew; }) });
  assert.deepEqual(silent.lines, ["sameAgain.json: /expectations: nothing says what a roll-out heals: there must be one with `when` healed"]);
  const healed = await checked({ "sameAgain.json": changed(scenario, (one) => { delete one.cures[0].anew; one.expectations.push({ after: 2, path: "/time", op: "eq", value: -1, when: "healed" }); }) });
  assert.ok(healed.lines.every((line) => /then good rolled out: after move 2, .*: \/time should be eq -1, and is \d+$/.test(line)), healed.out);
});

for (const [what, file, expected] of [
  ["is not JSON", `{"version": 1,`, /^a\.json: is not JSON: /],
  ["is a list", "[1]", /^a\.json: is no JSON object$/],
  ["is none of the four", { version: 1 }, /^a\.json: is no report \(it has no report\), no scenario \(no expectations\), no lesson \(no ideas\), and no task \(no goals\)$/],
  ["is the words of a lesson", words, /^a\.json: are the words of a lesson/],
  ["has another version", changed(scenario, (one) => { one.version = 2; }), /^a\.json: \/version: version 2 is not known; this checker knows 1$/],
  ["has a wrong type", changed(scenario, (one) => { one.moves = "x"; }), /^a\.json: \/moves: is string, and should be array$/],
  ["has an unknown field", changed(scenario, (one) => { one.scenario.colour = 1; }), /^a\.json: \/scenario\/colour: is a field that is not known here$/],
  ["has an unknown habit", changed(scenario, (one) => { one.shows[1].compair = "x"; }), /^a\.json: \/shows\/1\/compair: is a field that is not known here$/],
  ["has an unknown value", changed(scenario, (one) => { one.shows[1].compare = "x"; }), /^a\.json: \/shows\/1\/compare: is "x", and should be one of "fields", "always", "whole", "hash"$/],
  ["has an unknown move", changed(scenario, (one) => { one.moves[1] = { jump: {} }; }), /^a\.json: \/moves\/1\/jump: is a field that is not known here$/],
  ["has two moves in one step", changed(scenario, (one) => { one.moves[1].answer = {}; }), /^a\.json: \/moves\/1: has settle and answer, and should have one of them$/],
  ["has no value to compare with", changed(scenario, (one) => { delete one.expectations[0].value; }), /^a\.json: \/expectations\/0: value is missing$/],
  ["has a path that is none", changed(scenario, (one) => { one.expectations[0].path = "settled"; }), /^a\.json: \/expectations\/0\/path: is not written as it should be: "settled"$/],
  ["looks behind its end", changed(scenario, (one) => { one.expectations[0].after = 9; }), /^a\.json: \/expectations\/0\/after: is 9, and there are 2 moves$/],
  ["has a move that cannot be played", changed(scenario, (one) => { one.moves[0].resync.kind = "Pod"; }), /^a\.json: \/moves\/0\/resync\/kind: with .*: cannot be played: /],
  ["has an opening that cannot be played", changed(scenario, (one) => { one.opening.push({ start: {} }); }), /^a\.json: \/opening\/1.*: cannot be played: /],
  ["has a scenario that the engine refuses", changed(scenario, (one) => { one.scenario.start = "yesterday"; }), /^a\.json: \/scenario\/start: .*: is refused: /],
  ["has a path that begins with nothing", changed(scenario, (one) => { one.expectations.push({ after: 2, path: "/object/name=x", op: "absent" }); }), /^a\.json: \/expectations\/\d+\/path: "\/object\/name=x" begins with what is not there: there are background, .*objects, .*settled, trace$/],
  ["waits at a path that begins with nothing", changed(scenario, (one) => { one.moves.push({ until: { path: "/trace/fact=write", op: "absent" } }); }), /^a\.json: \/moves\/2\/until\/path: "\/trace\/fact=write" begins with what is not there: there are background, .*objects, [a-z, ]*time$/],
  ["asks the trace for what is no fact", changed(scenario, (one) => { one.expectations.push({ after: 2, path: "/trace/*kind=x&fact=wrote/length", op: "eq", value: 0 }); }), /^a\.json: \/expectations\/\d+\/path: "wrote" is no fact: there are request, write, .*injected$/],
  ["has a cure twice", changed(scenario, (one) => { one.cures.push(one.cures[0]); }), /^a\.json: \/cures\/1\/id: "good" is there twice$/],
  ["is named otherwise than by its id", scenario, /^a\.json: \/id: is "sameAgain", so that the file should be named sameAgain\.json$/],
]) {
  test(`a file that ${what} is refused with its place`, async () => {
    const { code, lines } = await checked({ "a.json": file });
    assert.match(lines[0], expected);
    assert.equal(code, 1);
  });
}

test("what is nested too deeply, or breaks the checker, is one line, and the files after it are checked", async () => {
  const deep = (levels) => JSON.stringify(changed(scenario, (one) => { one.expectations[0].value = "DEEP"; })).replace('"DEEP"', "[".repeat(levels) + "]".repeat(levels));
  for (const levels of [120, 5000, 200000]) {
    const { code, lines } = await checked({ "deep.json": deep(levels), "sameAgain.json": scenario });
    assert.deepEqual([code, ...lines], [1, "deep.json: is too deeply nested: 100 levels at most", "sameAgain.json: scenario sameAgain holds"]);
  }
});

test("a byte order mark is no fault", async () => {
  const { code } = await checked({ "sameAgain.json": `\uFEFF${JSON.stringify(scenario)}` });
  assert.equal(code, 0);
});

test("behind a solution that cannot be played nothing else is said of it", async () => {
  const { lines } = await checked({ "create.json": changed(task, (one) => { one.solution.unshift({ stall: { controller: "x" } }); }) });
  assert.equal(lines.length, 1, lines.join("\n"));
});

test("what is waited for must come as it is shown; with a cure it need not", async () => {
  const never = { until: { path: "/counters/passes", op: "eq", value: -1 } };
  const { lines } = await checked({ "sameAgain.json": changed(scenario, (one) => { one.moves.push(never); }) });
  assert.match(lines[0], /^sameAgain\.json: \/moves\/2\/until: with {"compare":"always"}: \/counters\/passes should be eq -1, and is \d+: it was waited for in vain$/);
});

test("a settle that stopped at its limit is told with what fails", async () => {
  const loop = await json("scenarios/clockLoop.json");
  const { lines } = await checked({ "clockLoop.json": changed(loop, (one) => { Object.assign(one.expectations[0], { op: "eq", value: -1 }); }) });
  assert.ok(lines[0].endsWith(": settle stopped after 1000 moves"), lines[0]);
});

test("a file that is not there is told, and the others are checked all the same", async () => {
  const { code, lines } = await checked({ "sameAgain.json": scenario }, ["none.json", "sameAgain.json", "."]);
  assert.deepEqual(lines, ["none.json: is not there", "sameAgain.json: scenario sameAgain holds", "lesson.json: is not there"]);
  assert.equal(code, 1);
});

test("asked in a way that it does not know, it says how to ask", async () => {
  const [none, wrong, help] = [await run([]), await run(["--colour", "a.json"]), await run(["--help"])];
  assert.deepEqual([none.code, wrong.code, help.code], [2, 2, 0]);
  assert.match(wrong.err, /^--colour is not known\.\n\nChecks scenarios/);
  assert.match(help.out, /check\.mjs \[--json\] FILE…/);
});

const idea = (change) => changed(lesson, ({ ideas: [first] }) => change(first));
const said = (change) => changed(words, (text) => change(text, text.ideas[lesson.ideas[0].id]));
const id = lesson.ideas[0].id;
for (const [what, files, expected] of [
  ["has no words", { "lesson.json": lesson }, /^lesson\.json: there are no words beside it: en\.json, ja\.json, ko\.json$/],
  ["names a scenario that is not there", { "lesson.json": idea((one) => { one.scenario = "nowhere"; }), "en.json": words }, /^lesson\.json: \/ideas\/0\/scenario: there is no scenario "nowhere"$/],
  ["has four ideas", { "lesson.json": changed(lesson, ({ ideas }) => { while (ideas.length < 4) ideas.push(ideas[0]); }), "en.json": words }, /^lesson\.json: \/ideas: has too many entries \(4\)$/],
  ["asks for what is no measure", { "lesson.json": idea((one) => { one.questions[0].of = { guess: "/time" }; }), "en.json": words }, /^lesson\.json: \/ideas\/0\/questions\/0\/of\/guess: is a field that is not known here$/],
  ["measures at a mistyped path", { "lesson.json": idea((one) => { one.questions[0].of = { count: "/trace/*fact=wrote" }; }), "en.json": words }, /^lesson\.json: \/ideas\/0\/questions\/0\/of\/count: "wrote" is no fact/],
  ["has no right option", { "lesson.json": idea((one) => { one.questions[0].options = ["a", "b"]; }), "en.json": words }, /^lesson\.json: \/ideas\/0\/questions\/0: the engine says .*, and the options are \["a","b"\]$/],
  ["plays what cannot be played", { "lesson.json": idea((one) => { one.moves = [{ release: { controller: "nobody" } }]; }), "en.json": words }, /^lesson\.json: \/ideas\/0\/moves\/0\/release\/controller: cannot be played: /],
  ["shows code that there is not", { "lesson.json": idea((one) => { one.code = [{ habit: "compare", value: "rarely" }]; }), "en.json": words }, /^lesson\.json: \/ideas\/0\/code\/0\/value: compare has no value "rarely"/],
  ["names a report that there is not", { "lesson.json": idea((one) => { one.reports = ["R0"]; }), "en.json": words }, /^lesson\.json: \/ideas\/0\/reports\/0: there is no report "R0"$/],
  ["has an idea twice", { "lesson.json": changed(table, ({ ideas }) => { ideas[1].id = ideas[0].id; }), "en.json": heads }, /^lesson\.json: \/ideas\/1\/id: "key" is there twice$/],
  ["has a question twice", { "lesson.json": changed(table, ({ ideas: [one] }) => { one.questions[1].id = one.questions[0].id; }), "en.json": heads }, /^lesson\.json: \/ideas\/0\/questions\/1\/id: "stays" is there twice$/],
  ["calls another way as the first", { "lesson.json": changed(table, ({ ideas: [one] }) => { one.beside[0].id = "shown"; }), "en.json": heads }, /^lesson\.json: \/ideas\/0\/beside\/0\/id: "shown" is what is shown first$/],
  ["has another way that cannot be played", { "lesson.json": changed(table, ({ ideas: [one] }) => { one.beside[0].moves = [{ resume: {} }]; }), "en.json": heads }, /^lesson\.json: \/ideas\/0\/beside\/0\/moves\/0.*: in the way keeps: cannot be played: /],
  ["has a way without words", { "lesson.json": table, "en.json": changed(heads, ({ ideas }) => { delete ideas.key.variants.keeps; }) }, /^en\.json: \/ideas\/key\/variants: keeps has no words$/],
  ["has words of no way", { "lesson.json": table, "en.json": changed(heads, ({ ideas }) => { ideas.key.variants.other = "x"; }) }, /^en\.json: \/ideas\/key\/variants\/other: is no way$/],
  ["has a row without words", { "lesson.json": table, "en.json": changed(heads, ({ ideas }) => { delete ideas.key.figures.note; }) }, /^en\.json: \/ideas\/key\/figures: note has no words$/],
  ["has an option without words", { "lesson.json": table, "en.json": changed(heads, ({ ideas }) => { delete ideas.key.questions.stays.options.false; }) }, /^en\.json: \/ideas\/key\/questions\/stays\/options: false has no words$/],
  ["has words of no option", { "lesson.json": table, "en.json": changed(heads, ({ ideas }) => { ideas.key.questions.stays.options.maybe = "x"; }) }, /^en\.json: \/ideas\/key\/questions\/stays\/options\/maybe: is no option$/],
  ["has words that are not JSON", { "lesson.json": lesson, "en.json": words, "ja.json": "{" }, /^ja\.json: is not JSON: /],
  ["has words with an unknown field", { "lesson.json": lesson, "en.json": said((text) => { text.subtitle = "x"; }) }, /^en\.json: \/subtitle: is a field that is not known here$/],
  ["says nothing of an idea", { "lesson.json": lesson, "en.json": changed(words, (text) => { delete text.ideas[id]; }) }, new RegExp(`^en\\.json: /ideas/${id}: nothing is said of it$`)],
  ["names what is no answer", { "lesson.json": lesson, "en.json": said((_, one) => { one.explain.push("It was {nothing}."); }) }, new RegExp(`^en\\.json: /ideas/${id}/explain/\\d: \\{nothing\\} is neither an answer nor a value$`)],
  ["gives its answer away before it is asked", { "lesson.json": table, "en.json": changed(heads, ({ ideas: { key } }) => { key.situation.push("So {passes} and {writes}."); }) }, /^en\.json: \/ideas\/key\/situation\/2: \{writes\} gives the answer away$/],
  ["gives its answer away in its title", { "lesson.json": table, "en.json": changed(heads, ({ ideas: { key } }) => { key.title = "{writes:s}"; }) }, /^en\.json: \/ideas\/key\/title: \{writes\} gives the answer away$/],
  ["gives its answer away in an option", { "lesson.json": table, "en.json": changed(heads, ({ ideas: { key } }) => { key.questions.stays.options.true = "{stays}"; }) }, /^en\.json: \/ideas\/key\/questions\/stays\/options\/true: \{stays\} gives the answer away$/],
  ["has a language that there is not", { "lesson.json": lesson, "en.json": words, "de.json": words }, /^de\.json: is no language that there is: en, ja, ko$/],
  ["has three questions", { "lesson.json": changed(table, ({ ideas: [one] }) => { one.questions.push({ ...one.questions[0], id: "third" }); }), "en.json": heads }, /^lesson\.json: \/ideas\/0\/questions: has too many entries \(3\)$/],
  ["has another way twice", { "lesson.json": changed(table, ({ ideas: [one] }) => { one.beside.push(one.beside[0]); }), "en.json": heads }, /^lesson\.json: \/ideas\/0\/beside\/1\/id: "keeps" is there twice$/],
  ["has a row twice", { "lesson.json": changed(table, ({ ideas: [one] }) => { one.figures.push(one.figures[0]); }), "en.json": heads }, /^lesson\.json: \/ideas\/0\/figures\/2\/id: "passes" is there twice$/],
  ["has a value called like an answer", { "lesson.json": changed(table, ({ ideas: [one] }) => { one.values.stays = { at: "/time" }; }), "en.json": heads }, /^lesson\.json: \/ideas\/0\/values\/stays: is called like a question$/],
  ["has code that is not closed", { "lesson.json": lesson, "en.json": said((_, one) => { one.explain.push("This `is, `so` it goes."); }) }, new RegExp(`^en\\.json: /ideas/${id}/explain/\\d: has \` that is not closed$`)],
  ["has what is strong and not closed", { "lesson.json": lesson, "en.json": said((text) => { text.lead = "**So it goes."; }) }, /^en\.json: \/lead: has \*\* that is not closed$/],
  ["has a name that is not closed", { "lesson.json": lesson, "en.json": said((_, one) => { one.explain.push("There are {passes of them."); }) }, new RegExp(`^en\\.json: /ideas/${id}/explain/\\d: has \\{ that is not closed$`)],
  ["names in one language what it does not in another", { "lesson.json": table, "en.json": heads, "ja.json": changed(heads, ({ ideas: { key } }) => { key.explain = key.explain.map((one) => one.replace("{writes}", "{passes}")); }) }, /^ja\.json: \/ideas\/key: names \{passes\}, en names \{passes\}, \{writes\}$/],
  ["has other numbers in another language", { "lesson.json": lesson, "en.json": words, "ja.json": said((_, one) => { one.explain.push("12345"); }) }, new RegExp(`^ja\\.json: /ideas/${id}: has the numbers .*12345`)],
]) {
  test(`a lesson that ${what} is refused with its place`, async () => {
    const { code, lines } = await checked(files, ["lesson.json"]);
    assert.ok(lines.some((line) => expected.test(line)), lines.join("\n"));
    assert.equal(code, 1);
  });
}

for (const [what, file, expected] of [
  ["is done at its start", changed(task, (one) => { for (const goal of one.goals) goal.all = [{ path: "/time", op: "gte", value: 0 }]; }), /^create\.json: \/goals: at its start: all of them hold$/],
  ["has a mistyped path in a goal", changed(task, (one) => { one.goals[0].all.push({ path: "/conters/writes", op: "absent" }); }), /^create\.json: \/goals\/0\/all\/\d\/path: "\/conters\/writes" begins with what is not there/],
  ["has a mistyped fact in a sign", changed(task, (one) => { one.wrong[0].sign = [{ path: "/trace/fact=writes", op: "absent" }]; }), /^create\.json: \/wrong\/0\/sign\/0\/path: "writes" is no fact/],
  ["has a goal twice", changed(task, (one) => { one.goals.push(one.goals[0]); }), /^create\.json: \/goals\/4\/id: ".*" is there twice$/],
  ["has a solution that is none", changed(task, (one) => { one.solution = one.solution.slice(0, 1); }), /^create\.json: \/goals\/\d\/all\/\d: the solution: \/trace\/.* should be there, and is not there$/],
  ["does not say what is asked", changed(asking, (one) => { delete one.says[asking.asks[0].id]; one.says.x = 1; }), new RegExp(`^create\\.json: /says/${asking.asks[0].id}: the solution: is missing; the engine says `)],
  ["says something else than the engine", changed(asking, (one) => { one.says[asking.asks[0].id] = "x"; }), new RegExp(`^create\\.json: /says/${asking.asks[0].id}: the solution: is "x", and the engine says `)],
  ["waits for what never comes", changed(task, (one) => { one.solution.push({ until: { path: "/time", op: "eq", value: -1 } }); }), /^create\.json: \/solution\/\d+\/until: the solution: \/time should be eq -1, and is \d+: it was waited for in vain$/],
  ["has a wrong way that fails something else", changed(task, (one) => { one.wrong[0].fails = [one.goals.at(-1).id, "other"]; }), /^create\.json: \/wrong\/0\/fails: says .*, and what fails is /],
  ["has a sign by which the way is not known", changed(task, (one) => { one.wrong[0].sign = [{ path: "/time", op: "eq", value: -1 }]; }), /^create\.json: \/wrong\/0\/sign: it is not known by it/],
  ["has a goal that no wrong way fails", changed(task, (one) => { one.goals.push({ id: "easy", all: [{ path: "/time", op: "gte", value: 0 }] }); }), /^create\.json: \/goals\/4: no wrong way fails it$/],
  ["has a solution that cannot be played", changed(task, (one) => { one.solution.unshift({ stall: { controller: "x" } }); }), /^create\.json: \/solution\/0\/stall\/controller: the solution: cannot be played: /],
  ["names a scenario that is not there", changed(task, (one) => { one.scenario = "nowhere"; }), /^create\.json: \/scenario: there is no scenario "nowhere"$/],
  ["has an unknown field", changed(task, (one) => { one.hint = "x"; }), /^create\.json: \/hint: is a field that is not known here$/],
]) {
  test(`a task that ${what} is refused with its place`, async () => {
    const { code, lines } = await checked({ "create.json": file });
    assert.ok(lines.some((line) => expected.test(line)), lines.join("\n"));
    assert.equal(code, 1);
  });
}

// -------------------------------------------------------------------------------------------------------- the schemas

test("every file of the project keeps to its schema", async () => {
  const folders = await lessons();
  const inLessons = (await Promise.all(folders.map(async (folder) => (await jsonsIn(folder)).map((file) => [file.endsWith("lesson.json") ? "course/schema.json" : "course/words.schema.json", file])))).flat();
  const files = [...(await jsonsIn("scenarios")).map((file) => ["scenarios/schema.json", file]), ...(await jsonsIn("lab/tasks")).map((file) => ["lab/schema.json", file]), ...inLessons];
  assert.ok(files.length > 70);
  for (const [schema, file] of files) assert.deepEqual(faultsAgainst(ALL, schema, await json(file)), [], file);
});

test("where several are allowed, what is wrong is said of the one that was meant", () => {
  const own = { version: 1, controllers: [{ name: "a", habit: {} }] };
  assert.deepEqual(faultsAgainst(ALL, "course/schema.json", idea((one) => { one.scenario = own; })).map(({ path }) => path), ["/ideas/0/scenario/controllers/0/habit"]);
  assert.deepEqual(faultsAgainst(ALL, "course/schema.json", idea((one) => { one.scenario = 5; })).map(({ path }) => path), ["/ideas/0/scenario", "/ideas/0/scenario"]);
});

test("the facts that a path may name are those of the contract, and the guide has them all", async () => {
  const contract = await readFile(join(www, "../src/contract.d.ts"), "utf8");
  const [, body] = /\nexport interface Facts \{\n(.*?)\n\}/s.exec(contract);
  const { FACTS } = await modules(`export { FACTS } from "./src/kit/facts.ts";`);
  assert.deepEqual([...FACTS].sort(), [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).sort());
  const guide = await readFile(join(www, "../docs/authors.md"), "utf8");
  const [, outcomes] = /\nexport type Outcome =(.*?);/s.exec(contract);
  const settled = /\nexport interface Settled \{\n(.*?)\n\}/s.exec(contract)[1];
  const named = [...FACTS, ...[...outcomes.matchAll(/"(\w+)"/g)].map(([, name]) => name), ...[...settled.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name)];
  assert.deepEqual(named.filter((name) => !guide.includes(`\`${name}\``)), []);
});

test("the schema of habits has each of them with all its values", async () => {
  const { HABIT_NAMES, OWN, valuesOf } = await documentation();
  const { properties } = ALL["scenarios/schema.json"].$defs.habits;
  assert.deepEqual(Object.keys(properties), HABIT_NAMES);
  for (const name of HABIT_NAMES) {
    const values = valuesOf(name);
    if (values.some(({ key }) => key === OWN) || properties[name].type === "boolean") continue;
    assert.deepEqual(properties[name].enum, values.map(({ value }) => value), name);
  }
});

test("the published schemas refer to each other by their published names", async () => {
  for (const name of Object.values(SCHEMAS)) {
    const text = await readFile(join(dist, "schemas", name), "utf8");
    for (const [, ref] of text.matchAll(/"\$ref": "([^"]+)"/g)) {
      const [file, pointer] = ref.split("#");
      const target = JSON.parse(await readFile(join(dist, "schemas", file || name), "utf8"));
      assert.notEqual(pointer.split("/").slice(1).reduce((at, step) => at?.[step], target), undefined, `${name}: ${ref}`);
      assert.equal(dirname(file), ".");
    }
  }
});
