// The public reports: each is played here, ill and cured, as natively in tests/reports.rs, and is said in each language.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { known } from "../kit.mjs";
import { engine, LANGUAGES, modules } from "../lesson.mjs";
import { reportFiles } from "../reports.mjs";
import { foreign, forbidden, glossary } from "./words/catalogs.mjs";

const www = fileURLToPath(new URL("..", import.meta.url));
const json = async (name) => JSON.parse(await readFile(join(www, name), "utf8"));
const { check, told, checkScenario, asScenario } = await modules(`
  export { check } from "./src/kit/check.ts";
  export { told } from "./src/kit/found.ts";
  export { checkScenario } from "./src/kit/scenario.ts";
  export { asScenario } from "./src/kit/report.ts";`);
const { Playground } = await engine();
const begin = (scenario) => new Playground(scenario);
const kit = { ...await known(), begin };
const ADDRESSES = await json("course/reports.json");
const FILES = await reportFiles();
const words = await glossary();

for (const file of FILES) {
  test(`${file.id}: goes wrong and is cured`, async () => {
    const { kind, found } = await check(JSON.stringify(file), async () => undefined, kit);
    assert.deepEqual([kind, found.map(told)], ["report", []]);
  });

  test(`${file.id}: without a cure it is not cured, and cured it is not ill`, async () => {
    const wrong = async (cures, claims) => (await checkScenario({ ...asScenario(file), ...(cures && { cures }), expectations: claims }, begin)).length > 0;
    // With what changes nothing in place of each cure, something that is expected of the cured fails.
    const none = [{ id: "none", set: {}, anew: true }];
    assert.ok(await wrong(none, file.expectations), "with no cure all of it holds");
    const [cured, ill] = ["cured", "ill"].map((when) => file.expectations.filter((one) => one.when === when));
    // What is expected of one way, expected of the other.
    const turned = (claims, when) => claims.map((claim) => ({ ...claim, when }));
    assert.ok(await wrong(null, [...file.expectations, ...turned(cured, "ill")]), "what is expected of the cured holds of the ill");
    assert.ok(await wrong(null, [...file.expectations, ...turned(ill, "cured")]), "what is expected of the ill holds of the cured");
  });

  test(`${file.id}: is said in each language, in its own words`, () => {
    assert.equal(file.report, ADDRESSES[file.id], "the address");
    assert.deepEqual(Object.keys(file.words).sort(), [...LANGUAGES].sort());
    for (const language of LANGUAGES) {
      const texts = [...Object.values(file.words[language]), ...file.notes?.[language] ?? [], ...file.cures.flatMap((cure) => cure.words?.[language] ?? [])];
      assert.deepEqual(texts.filter((text) => (text.match(/`/g)?.length ?? 0) % 2 === 1 || text.includes("**")), [], "marks");
      if (language === "en") continue;
      assert.deepEqual(foreign(texts, words), [], `left in English in ${language}`);
      assert.deepEqual(forbidden(texts, words, language), [], `the glossary has another word in ${language}`);
    }
  });
}

test("of each cure it is said what is different beside the habits, and of no other", () => {
  const places = (which) => FILES.flatMap(({ id, cures }) => cures.flatMap((cure, at) => (which(cure) ? `${id} ${at + 1}` : [])));
  assert.deepEqual(places(({ words }) => words), places(({ scenario, moves }) => scenario || moves));
});

const R02 = FILES.find(({ id }) => id === "R02");

for (const [what, change, expected] of [
  ["has no title in a language", (file) => { delete file.words.ja.title; }, /^\/words\/ja: title is missing$/],
  ["has a title that is too long", (file) => { file.words.en.title = "x".repeat(61); }, /^\/words\/en\/title: is too long \(61 characters\)$/],
  ["has no words at all", (file) => { file.words = {}; }, /^\/words: is empty$/],
  ["is in a language that there is not", (file) => { file.words.xx = file.words.en; }, /^\/words\/xx: is a field that is not known here$/],
  ["has an address that is none", (file) => { file.report = "konflux-ci#5874"; }, /^\/report: is not written as it should be: /],
  ["opens behind its last move", (file) => { file.at = 2; }, /^\/at: is 2, and there are 1 moves$/],
  ["has notes in one language too few", (file) => { delete file.notes.ja; }, /^\/notes\/ja: has 0 of 1 notes$/],
  ["cures with nothing", (file) => { file.cures = [{}]; }, /^\/cures\/0: set is missing; scenario is missing; moves is missing$/],
  ["says of a cure in a language too few what is different", (file) => { file.cures[0].words = { en: "x", ja: "x" }; }, /^\/cures\/0\/words: ko is missing$/],
  ["says of a cure what is different, in a language without words", (file) => { delete file.words.ko; delete file.notes.ko; file.cures[0].words = { en: "x", ja: "x", ko: "x" }; }, /^\/cures\/0\/words\/ko: there are no words in this language$/],
  ["gives a cure an id", (file) => { file.cures[0].id = "good"; }, /^\/cures\/0\/id: is a field that is not known here$/],
  ["has a habit that there is not", (file) => { file.cures[0].set = { predicates: "none" }; }, /^\/cures\/0\/set\/predicates: is a field that is not known here$/],
  ["cures with a cluster that is refused", (file) => { file.cures = [{ scenario: { start: "then" } }]; }, /^\/cures\/0\/scenario\/start: with .*: is refused: /],
  ["cures with what people cannot do", (file) => { file.cures = [{ moves: [{ crash: {} }, { crash: {} }] }]; }, /^\/cures\/0\/moves\/1\/crash\/controller: with .*: cannot be played: /],
  ["cures with a cluster that makes no difference", (file) => { file.cures = [{ scenario: { seed: 1 } }]; }, /^\/cures\/0: with .*: with cure 1 all is as it is without$/],
  ["expects what is not so", (file) => { file.expectations[4].value = [99]; }, /^\/expectations\/4: with .*, cured from its start by cure 1: after move 1, \{"settle":\{"limit":400\}\}: \/settled\/passes should be in \[99\], and is 1$/],
]) {
  test(`a report that ${what} is refused with its place`, async () => {
    const file = structuredClone(R02);
    change(file);
    const { kind, found } = await check(JSON.stringify(file), async () => undefined, kit);
    assert.equal(kind, "report");
    assert.ok(found.map(told).some((line) => expected.test(line)), found.map(told).join("\n"));
  });
}

test("a cure may be another cluster, or what people do instead", async () => {
  const file = structuredClone(R02);
  delete file.shows;
  file.scenario.controllers[0].habits = { watchOwned: false, predicate: "none", statusContent: "timeNano" };
  file.cures = [{ scenario: { controllers: [{ name: "appconfig-controller", habits: { watchOwned: false } }] } }];
  assert.deepEqual((await check(JSON.stringify(file), async () => undefined, kit)).found.map(told), []);
  const own = await json("../examples/report.json");
  assert.ok(own.cures.some(({ moves }) => moves));
  assert.deepEqual((await check(JSON.stringify(own), async () => undefined, kit)).found.map(told), []);
});
