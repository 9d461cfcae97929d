// What is said of every order as a reader and a learner meet it: at the end of a chapter, in the lab, and in a result that is
// opened.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { deflateRawSync } from "node:zlib";
import { plainTasks } from "../lab.mjs";
import { checked, engine, modules, readLesson } from "../lesson.mjs";
import { wellMade } from "./for-everyone.mjs";
import { host } from "./host.mjs";
import { site } from "./site.mjs";
import { load } from "./words/catalogs.mjs";

const journey = site();
const hosting = host();
const { Playground } = await engine();
const folder = join(dirname(fileURLToPath(import.meta.url)), "../course");
const { COURSE, playSteps, shortened } = await modules(`
  export { playSteps } from "./src/story.ts";
  export { shortened } from "./src/lab/result.ts";
  export { COURSE } from "./src/words/course/index.ts";`);
const LOCALES = { en: "en-US", ja: "ja-JP", ko: "ko-KR" };
const plain = (text) => text.replace(/[`*]/g, "").replace(/\s+/g, " ").trim();

/** Each case in one language and size; together all languages, both sizes, light and dark. */
const TURNS = [["endlessLoop", "en", 1440, false], ["conflict", "ja", 390, true], ["notSeen", "ko", 390, false], ["terminating", "ja", 1440, true], ["terminating", "ko", 1440, false], ["endlessLoop", "en", 390, true]];

for (const [id, language, width, dark] of TURNS) {
  test(`the end of ${id} in ${language} at ${width}: each way comes to what the page says, and a story opens`, async () => {
    const { lesson, words } = await readLesson(join(folder, id));
    const verdicts = await checked(lesson);
    const w = COURSE[language].check;
    const c = await load("src/words/check", language);
    await journey({ locale: LOCALES[language], path: `course/${language}/${id}.html`, ready: ".stage.active .primary", width, height: width === 390 ? 844 : 900, dark, reducedMotion: "reduce" }, async (_, page) => {
      const end = page.locator("#check");
      assert.equal(await end.locator(".ending-built").isVisible(), false, "what the build got is not shown before one tries");
      await page.waitForLoadState("networkidle");
      const later = [];
      page.on("request", (request) => later.push(new URL(request.url()).pathname.split("/").at(-1)));
      await end.getByRole("button", { name: w.go }).focus();
      await page.keyboard.press("Enter");
      const ways = Object.entries(verdicts);
      for (const [at, [way, { verdict, property }]] of ways.entries()) {
        const radio = end.getByRole("radio", { name: plain(words[language].check.ways[way].name) });
        if (at > 0) {
          await radio.check();
          assert.equal(await end.locator(".ending-why").count(), 0, "nothing is said before it is tried");
          await end.locator(".check-go button").click();
        }
        await end.locator(`.check-box[data-state=${verdict}]`).waitFor();
        assert.equal(await radio.isChecked(), true);
        const said = plain(await end.locator(".check-side").innerText());
        assert.ok(said.includes(plain(verdict === "holds" ? c.holds : c.fails(c.properties[property][0]))), said);
        assert.ok(said.includes(plain(words[language].check.ways[way].why)), said);
        assert.equal(plain(await end.locator(".ending-ways .check-mark").nth(at).innerText()), c.table.verdicts[verdict]);
        assert.ok(await page.evaluate(() => document.activeElement?.closest("#check") !== null), "the focus is not lost");
      }
      assert.deepEqual([...new Set(later)].sort(), ["check-worker.js", `course-check-${language}.js`, "reconcile_playground_check.js", "reconcile_playground_check_bg.wasm"]);
      await wellMade(page, `${id}, its end`);
      // What came of the first is there again, and its story opens where it is decided.
      await end.getByRole("radio").first().check();
      await end.locator(".check-box[data-state=fails]").waitFor();
      await end.getByRole("button", { name: c.see }).click();
      await page.locator("#story-title").waitFor();
      const [[, first]] = ways;
      assert.ok(plain(await page.locator(".story").innerText()).includes(plain(c.fails(c.properties[first.property][0]))));
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      assert.ok((await page.locator(".clock").innerText()).includes(String(first.decisive)));
      await page.goBack();
      await page.locator("#check").waitFor();
    });
  });
}

test("where what checks does not come, what the build got is shown, with the reason", () => journey({ path: "course/en/conflict.html", ready: ".stage.active .primary", allowed: ["course-check-en.js", "Failed to load resource"] }, async (_, page) => {
  await page.route("**/course-check-en.js", (route) => route.abort());
  await page.locator("#check").getByRole("button", { name: "Try every order" }).click();
  await page.locator("#check [role=alert]").getByText("What checks could not be loaded.").waitFor();
  await page.locator("#check .ending-built").getByText("It fails: Others’ work is kept").waitFor();
}));

test("without a script each chapter of a case says what the engine found", () => journey({ path: "course/en/index.html", ready: "h1" }, async (_, page) => {
  const context = await page.context().browser().newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(new URL("endlessLoop.html", page.url()).href);
  assert.equal(await still.locator("#check .ending-built tbody tr").count(), 5);
  assert.equal(await still.locator("#check .ending-built").isVisible(), true);
  await context.close();
}));

// --------------------------------------------------------------------------------------------------------------- lab

/** What a learner does in a task by the buttons of the page, whatever the language. */
function learner(page) {
  const calm = () => page.locator(".dock[aria-busy=false]").waitFor();
  const self = {
    rollOut: async (set) => {
      await page.locator(".knob.habits .knob-button").click();
      for (const [name, value] of Object.entries(set)) await page.locator(`#habit-${name}`).selectOption(value);
      await page.locator(".modal-habits .modal-foot .primary").click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await calm();
    },
    settle: async () => {
      await page.locator(".dock button[aria-keyshortcuts=r]").click();
      await calm();
    },
    holds: () => page.locator(".task-goals li").evaluateAll((all) => all.map((one) => one.dataset.holds === "true")),
    becomes: async (wanted) => {
      await page.waitForFunction((those) => [...document.querySelectorAll(".task-goals li")].map((one) => one.dataset.holds === "true").join() === those.join(), wanted, { timeout: 5_000 })
        .catch(async () => assert.deepEqual(await self.holds(), wanted));
    },
    every: async (state) => {
      await page.locator(".task-order .check-go button").click();
      await page.locator(`.task-order .check-box[data-state=${state}]`).waitFor();
    },
  };
  return self;
}

const DRIFT = { ownedPredicate: { index: 0 }, removeStale: { index: 1 } };
const doneOf = (page) => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("lab") ?? "{}").done ?? {}));

for (const [language, width, dark] of [["en", 1440, true], ["ja", 390, false], ["ko", 1440, false]]) {
  test(`a task that demands it, in ${language}: the goals alone do not do it, nor does what fails in some order`, () => journey({ locale: LOCALES[language], query: "?task=drift", ready: ".task", width, height: width === 390 ? 844 : 900, dark, reducedMotion: "reduce" }, async (_, page) => {
    const at = learner(page);
    const w = await load("src/words/lab", language);
    const c = await load("src/words/check", language);
    assert.equal(await page.locator(".task-order").count(), 0, "it is offered when the goals hold");
    // The status says nothing of the generation: the goals of this run do not ask for it.
    await at.rollOut({ ...DRIFT, observedGeneration: { index: 2 } });
    await at.settle();
    await at.becomes([true, true, true, true, false]);
    await page.locator(".task-order").getByText(plain(w.order.demanded)).waitFor();
    assert.equal(await page.locator(".task-done").count(), 0);
    assert.deepEqual(await page.locator(".task-order > ul li").allInnerTexts(), [`${c.fault.crash}${language === "ja" ? "：" : ": "}1`, plain(c.others.child("web-config", "color"))]);
    await at.every("fails");
    await at.becomes([true, true, true, true, false]);
    assert.deepEqual(await doneOf(page), []);
    await wellMade(page, "a check that failed in the lab");
    // Written otherwise, it is another question.
    await at.rollOut({ observedGeneration: { index: 0 } });
    await at.settle();
    await page.locator(".task-order").getByText(plain(c.before)).waitFor();
    await at.becomes([true, true, true, true, false]);
    await at.every("holds");
    await at.becomes([true, true, true, true, true]);
    await page.locator(".task-done").getByText(plain(w.success)).waitFor();
    await page.waitForFunction(() => (localStorage.getItem("lab") ?? "").includes('"done":{"drift"'));
    await wellMade(page, "a task that is done in every order");
  }));
}

/** The run of these steps in a task, and its short code. */
async function runOf(id, steps) {
  const { scenario, opening = [] } = (await plainTasks()).find((one) => one.id === id);
  const run = new Playground(scenario);
  await playSteps(run, opening);
  const [beside, start] = [run.fork(), run.position];
  await playSteps(run, steps);
  const session = run.save();
  return { session: { ...session, view: { start } }, digest: run.digest(), code: `t1.${deflateRawSync(Buffer.from(JSON.stringify([id, shortened(beside, session.moves.slice(start))]))).toString("base64url")}` };
}

const SOLVED = { ownedPredicate: "none", removeStale: false };
const written = (set) => [{ habits: { set } }, { settle: {} }];

test("a result is looked into anew where it is opened: one that holds, and one that only seemed to", async () => {
  const good = await runOf("drift", written(SOLVED));
  const bad = await runOf("drift", written({ ...SOLVED, observedGeneration: "never" }));
  await journey({ path: `index.html#${bad.code}`, ready: ".task" }, async (_, page) => {
    await page.locator(".task .banner").getByText("It does not hold: 1 point is open.").waitFor();
    assert.equal(await page.locator(".task-order .check-box").getAttribute("data-state"), "fails");
    await learner(page).becomes([true, true, true, true, false]);
  });
  await journey({ path: `index.html#${good.code}`, ready: ".task" }, async (_, page) => {
    await page.locator(".task .banner").getByText("It holds: with 21 moves all goals are reached.").waitFor();
    assert.equal(await page.locator(".task-order .check-box").getAttribute("data-state"), "holds");
    await learner(page).becomes([true, true, true, true, true]);
    assert.deepEqual(await doneOf(page), [], "another's result is nothing that one has done");
  });
});

test("a frame tells that a task is done when it holds in every order, and not before", async () => {
  const { session, digest } = await runOf("drift", written(SOLVED));
  await hosting({ frames: ["embed.html?task=drift"] }, async ({ frames: [frame], hears, said, tell }) => {
    await hears("ready");
    await tell({ type: "open", session });
    await frame.locator(".task-order .check-go button").waitFor();
    assert.deepEqual(await said("completed"), []);
    await frame.locator(".task-order .check-go button").click();
    const done = await hears("completed");
    assert.deepEqual([done.task, done.digest], ["drift", digest]);
  });
});

test("a story from the lab opens in the stepper, and the way back leads to the task", () => journey({ query: "?task=drift", ready: ".task" }, async (me, page) => {
  const at = learner(page);
  await at.rollOut({ ...DRIFT, observedGeneration: { index: 2 } });
  await at.settle();
  await at.every("fails");
  const before = await me.position();
  await page.locator(".task-order").getByRole("button", { name: "See it" }).click();
  await page.locator("#story-title").waitFor();
  await me.says(page.locator(".task-folded"), "This run did not begin as the task does");
  await page.getByRole("button", { name: "Go back to it" }).click();
  await page.locator(".task-goals").waitFor();
  assert.equal(await me.position(), before);
  await at.becomes([true, true, true, true, false]);
}));

test("one that is only offered: the task is done, and what every order shows is said beside it", () => journey({ query: "?task=loop", ready: ".task" }, async (me, page) => {
  const at = learner(page);
  await at.rollOut({ predicate: { index: 0 } });
  await at.settle();
  await page.locator(".said-line button").first().click();
  await at.settle();
  await at.becomes([true, true, true, true]);
  await page.locator(".task-done").waitFor();
  await me.says(page.locator(".task-order"), "Does the controller, as it is written now, come right in every order?");
  await at.every("fails");
  await me.says(page.locator(".task-order"), /No endless loop.*A status without the time, written only when it changed, ends that too/);
  await page.locator(".task-done").waitFor();
  await at.rollOut({ statusContent: { index: 0 } });
  await at.settle();
  await page.locator(".said-line button").first().click();
  await at.settle();
  await at.every("holds");
}));

test("where its part does not come, the task goes on without it", () => journey({ query: "?task=drift", ready: ".task", allowed: ["order-", "Failed to load resource", "Failed to fetch"] }, async (_, page) => {
  await page.route(/\/order-\w+\.js/, (route) => route.abort());
  const at = learner(page);
  await at.rollOut(DRIFT);
  await at.settle();
  await page.locator(".problem-place .banner").waitFor();
  await at.becomes([true, true, true, true, false]);
  assert.equal(await page.locator(".task-order").count(), 0);
}));
