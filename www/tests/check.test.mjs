// Every order tried, as a person does it: the three verdicts, the story and its link, what would heal, and that nothing of it
// costs the page anything.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";
import { engine } from "../lesson.mjs";
import { DIST } from "./serve.mjs";
import { host } from "./host.mjs";
import { launch } from "./browser.mjs";
import { site } from "./site.mjs";
import { foreign, glossary, languagesIn } from "./words/catalogs.mjs";

const journey = site();
const { Playground } = await engine();
const sessionIn = (link) => JSON.parse(inflateRawSync(Buffer.from(link.split("#v1=")[1], "base64url")).toString());

/** Habits by the keys of their values, chosen and not rolled out. */
async function choose(page, habits) {
  await page.locator(".knob.habits .knob-button").click();
  for (const [name, index] of Object.entries(habits)) await page.locator(`#habit-${name}`).selectOption({ index });
}

/** The dialog of the check, as it is opened beside the habits; `others` by what stands beside them. */
async function dialogOf(page, { habits = null, budget = "none", others = [], limit = null } = {}) {
  if (habits) {
    await choose(page, habits);
    await page.locator(".modal-habits .modal-foot").getByRole("button", { name: "Try every order" }).click();
  } else await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "Try every order" });
  await dialog.waitFor();
  await dialog.locator(`input[name=check-budget][value=${budget}]`).check();
  for (const box of await dialog.locator(".check-others input").all()) await box.uncheck();
  for (const one of others) await dialog.getByLabel(one).check();
  if (limit !== null) await dialog.getByLabel("States at most").fill(String(limit));
  const box = dialog.locator(".check-box");
  const self = {
    dialog, box,
    go: () => box.locator(".check-go button").click(),
    ends: async (state) => {
      await dialog.locator(`.check-box:not([data-state=running])`).waitFor();
      await dialog.locator(`.check-box[data-state=${state}]`).waitFor({ timeout: 2_000 });
      return self.says();
    },
    says: async () => (await box.locator(".check-result").innerText()).replace(/\s+/g, " ").trim(),
    heard: async () => (await box.getByRole("status").first().textContent()).trim(),
  };
  return self;
}

/** A worker takes its time to go. */
async function gone(page) {
  for (let tries = 0; page.workers().length > 0 && tries < 100; tries += 1) await page.waitForTimeout(20);
  assert.equal(page.workers().length, 0);
}

const HAND = "Somebody edits ConfigMap web-config by hand: color";
const SPEC = "Somebody edits the spec of web: color";
const HASH = { compare: 3 };
/** Its status counts passes, and each status write wakes it. */
const COUNTS = { statusContent: 3, predicate: 1 };

test("it holds: what was looked into and what was not are said; a worker does it, and goes when it is done", () => journey({}, async (me, page) => {
  const workers = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  const check = await dialogOf(page, { budget: "intermediate", others: [SPEC] });
  assert.match(await check.dialog.locator(".check-about").innerText(), /The situation “A first AppConfig”, from its beginning\. All habits are the good ones\./);
  assert.equal(await check.says(), "Nothing tried yet.");
  await check.go();
  assert.equal(await check.box.locator(".check-go").innerText(), "Cancel");
  await me.says(check.box.locator(".check-pace"), /^[\d,]+ states, [\d,]+ a second, \d+ moves deep$/);
  const said = await check.ends("holds");
  assert.match(said, /^It holds: whatever the order, it comes right and stays so\. [\d,]+ states, [\d,]+ transitions, \d+ moves deep, in [\d.]+ m?s\. \d+ quiet worlds reached\. Bounded: at most 1 crash and 1 failed or lost request; 1 move of others, each at most once\./);
  assert.match(said, /Not followed How long requests take: every order comes up anyway\. A process that starts sees what is there/);
  assert.equal(await check.heard(), "It holds: whatever the order, it comes right and stays so.", "the verdict is heard, and once");
  assert.deepEqual(workers.map((url) => new URL(url).pathname.split("/").at(-1)), ["check-worker.js"]);
  await gone(page);
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Try again", "the focus stays with what was pressed");
  assert.equal(await me.position(), "move 0", "nothing happened to the run");
  await check.dialog.locator("input[name=check-budget][value=stale]").check();
  assert.match(await check.says(), /^This is about what was asked before/);
}));

test("it fails: the property, what is wrong and where; the story opens at its decisive move, and the run before is kept", () => journey({}, async (me, page) => {
  await me.step(3);
  const check = await dialogOf(page, { habits: HASH, others: [HAND] });
  await me.says(check.dialog.locator(".check-about"), /Written otherwise than the good way: compare: hash\. What is chosen in the dialog of the habits and not rolled out yet counts\. The 3 moves of this run do not count, but for what you allow below/);
  await check.go();
  const said = await check.ends("fails");
  assert.match(said, /^It fails: Eventually stable reconciliation What should hold: Once the faults are over, .* Deadlock: all is quiet, it is wrong, and nobody will look again\. The child holds something else than the spec wants\. It is about default\/web\. The shortest story has \d+ moves, no fault and 1 move of others\./);
  await check.box.getByRole("button", { name: "See it" }).click();
  await check.dialog.waitFor({ state: "detached" });
  const story = page.locator(".story");
  const told = (await story.innerText()).replace(/\s+/g, " ");
  const [, decisive] = /Move (\d+) is the decisive one: from here on, nothing that happens by itself makes it right\./.exec(told);
  assert.match(told, /^A story found by trying every order It fails: Eventually stable reconciliation Deadlock/);
  assert.match(await me.position(), new RegExp(`^move ${decisive} of \\d+$`));
  assert.equal(await page.evaluate(() => document.activeElement.id), "story-title");
  // From there nothing that happens by itself makes it right.
  await me.settle();
  await me.says(me.said, "Quiet");
  assert.equal(await page.evaluate(() => document.querySelector(".story") !== null), true);
  await me.object("web-config");
  await me.says(page.locator(".editor"), "web-config");
  assert.match(await me.yaml.inputValue(), /color: red/);
  await page.locator(".scrubber button").first().click();
  await story.getByRole("button", { name: "To the decisive move" }).click();
  assert.match(await me.position(), new RegExp(`^move ${decisive} of`));
  // The run before is kept.
  await page.locator(".over-time > .switch").getByRole("button", { name: "Timeline" }).click();
  await page.locator(".left-run").getByRole("button", { name: "Go back to it" }).click();
  await me.says(page.locator(".clock"), "move 3");
  assert.equal(await story.count(), 0);
}));

test("another way before the decisive move is another story; the line comes back with the way", () => journey({}, async (me, page) => {
  const check = await dialogOf(page, { habits: HASH, others: [HAND] });
  await check.go();
  await check.ends("fails");
  await check.box.getByRole("button", { name: "See it" }).click();
  const story = page.locator(".story");
  await story.waitFor();
  await page.locator(".scrubber button").first().click();
  await page.locator(".knob.crash .knob-button").click();
  await story.waitFor({ state: "detached" });
  await page.locator(".way-left").getByRole("button", { name: "Go there" }).click();
  await story.waitFor();
  await story.getByRole("button", { name: "Hide" }).click();
  await story.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.classList.contains("step")), true);
}));

test("a livelock: it is said which moves repeat, and they do", () => journey({}, async (me, page) => {
  const check = await dialogOf(page, { habits: COUNTS });
  await check.go();
  const said = await check.ends("fails");
  assert.match(said, /^It fails: No endless loop What should hold: Nobody goes on writing for ever while nobody changes anything\. Livelock: it goes round for ever and never comes right\./);
  const [, from, to] = /Moves (\d+) to (\d+) repeat for ever\./.exec(said);
  await check.box.getByRole("button", { name: "See it" }).click();
  const story = page.locator(".story");
  await me.says(story, `Moves ${from} to ${to} repeat for ever.`);
  assert.equal(await me.position(), `move ${from - 1} of ${to}`, "nothing decides but how it is written: it stands where it begins");
  assert.equal(await story.getByRole("button", { name: "To where it begins to repeat" }).count(), 0);
  // The same is under way at both ends of it.
  const under = async () => [await me.text(me.box("queue")), await me.text(me.box("watch"))].map((text) => text.replace(/\d+/g, "#"));
  const first = await under();
  await page.locator(".scrubber button").last().click();
  await me.says(page.locator(".clock"), `move ${to}`);
  assert.deepEqual(await under(), first);
}));

test("a livelock that an edit brings on: the decisive move is one thing, where it repeats another", () => journey({}, async (me, page) => {
  const check = await dialogOf(page, { habits: { child: 1 }, others: [SPEC] });
  await check.go();
  const [, from, to] = /Moves (\d+) to (\d+) repeat for ever\./.exec(await check.ends("fails"));
  await check.box.getByRole("button", { name: "See it" }).click();
  const story = page.locator(".story");
  const [, decisive] = /Move (\d+) is the decisive one/.exec(await me.says(story, "is the decisive one"));
  assert.ok(Number(decisive) < from - 1);
  assert.equal(await me.position(), `move ${decisive} of ${to}`);
  await story.getByRole("button", { name: "To where it begins to repeat" }).click();
  await me.says(page.locator(".clock"), `move ${from - 1} of ${to}`);
}));

test("not finished is no success: which limit, how far, and on with more states", () => journey({}, async (me, page) => {
  const check = await dialogOf(page, { budget: "intermediate", others: [SPEC], limit: 3000 });
  await check.go();
  const said = await check.ends("notFinished");
  assert.match(said, /^Not finished: it is not known whether it holds\. It ran into the limit of states\. [\d,]+ known and not looked into yet\./);
  assert.equal(await check.heard(), "Not finished: it is not known whether it holds.");
  assert.equal(await check.box.locator(".tone-ok").count(), 0);
  assert.equal(await check.box.getByRole("button", { name: "See it" }).count(), 0);
  await check.box.getByRole("button", { name: "Try again with up to 15,000 states" }).click();
  assert.equal(await check.dialog.getByLabel("States at most").inputValue(), "15000");
  await check.dialog.locator(".check-box:not([data-state=running])").waitFor();
  await check.dialog.getByLabel("States at most").fill("many");
  assert.match(await check.dialog.locator(".check-choices").innerText(), /A whole number from 100 to 5,000,000\./);
  assert.equal(await check.box.locator(".check-go button").getAttribute("aria-disabled"), "true");
}));

test("one's own numbers, and what one did in this run, count", () => journey({}, async (me, page) => {
  await me.settle();
  await me.edit((text) => text.replace("color: blue", "color: pink"));
  const check = await dialogOf(page, { budget: "own" });
  const own = check.dialog.locator(".check-others label", { hasText: "web" }).last();
  assert.match(await check.dialog.locator(".check-others").innerText(), /What you did in this run/);
  await own.locator("input").check();
  for (const [fault, number] of Object.entries({ Crashes: "0", "Failed or lost requests": "0", "Held watches": "1" })) await check.dialog.getByLabel(fault).fill(number);
  await check.go();
  assert.match(await check.ends("holds"), /Bounded: at most 1 held watch; 1 move of others, each at most once\./);
  await check.dialog.getByLabel("Stalls").fill("10");
  assert.match(await check.dialog.locator(".check-budgets").innerText(), /Whole numbers from 0 to 9\./);
}));

test("it can be cancelled, and then nothing is known; the page goes on meanwhile", () => journey({}, async (me, page) => {
  const check = await dialogOf(page, { budget: "intermediate", others: [SPEC, HAND, "Somebody deletes ConfigMap web-config"], limit: 1_000_000 });
  await check.go();
  await check.box.locator(".check-pace").filter({ hasText: "a second" }).waitFor();
  await page.keyboard.press("Escape");
  await check.dialog.waitFor({ state: "detached" });
  await me.step(2);
  await page.keyboard.press("c");
  await check.box.locator(".check-go button").click();
  assert.match(await check.says(), /^Cancelled: nothing is known\. [\d,]+ states/);
  assert.equal(await check.heard(), "Cancelled: nothing is known.");
  await gone(page);
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Try again");
}));

test("without a worker the page does it itself, a slice at a time, and is not held up", () => journey({}, async (me, page) => {
  await page.evaluate(() => { delete globalThis.Worker; });
  const check = await dialogOf(page, { budget: "intermediate", others: [SPEC] });
  await page.evaluate(() => {
    globalThis.frames = 0;
    const count = () => { globalThis.frames += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
  });
  await check.go();
  await check.box.locator(".check-pace").filter({ hasText: "a second" }).waitFor();
  const before = await page.evaluate(() => globalThis.frames);
  await check.dialog.getByLabel("States at most").fill("200001");
  const said = await check.ends("holds");
  assert.match(said, /It holds/);
  assert.ok(await page.evaluate(() => globalThis.frames) > before, "frames were drawn meanwhile");
  assert.equal(page.workers().length, 0);
  // It can be given up just as well.
  await check.go();
  await check.box.locator(".check-pace").filter({ hasText: "a second" }).waitFor();
  await check.go();
  assert.match(await check.says(), /^Cancelled/);
}));

test("a worker whose script cannot be had is none", () => journey({ allowed: ["check-worker.js"] }, async (me, page) => {
  await page.route(/check-worker\.js/, (route) => route.fulfill({ status: 404, body: "" }));
  const check = await dialogOf(page, { others: [SPEC] });
  await check.go();
  assert.match(await check.ends("holds"), /^It holds/);
}));

test("what checks may not come: that is said, and the next time it is there", () => journey({ allowed: ["reconcile_playground_check", "Failed to load resource"] }, async (me, page) => {
  await page.route(/reconcile_playground_check/, (route) => route.fulfill({ status: 404, body: "" }));
  const check = await dialogOf(page, { others: [SPEC] });
  await check.go();
  assert.equal(await check.ends("unloaded"), "What tries it could not be loaded. Your run is unharmed. Try again.");
  await page.unroute(/reconcile_playground_check/);
  await check.go();
  assert.match(await check.ends("holds"), /^It holds/);
}));

test("one story after another: the run that is kept is one's own", () => journey({}, async (me, page) => {
  await me.step(3);
  for (let times = 0; times < 2; times += 1) {
    const check = await dialogOf(page, { habits: HASH, others: [HAND] });
    await check.go();
    await check.ends("fails");
    await check.box.getByRole("button", { name: "See it" }).click();
    await page.locator("#story-title").waitFor();
  }
  await me.says(page.locator(".way-left"), "The run before, of 3 moves, is kept");
  await page.locator(".way-left").getByRole("button", { name: "Go back to it" }).click();
  await me.says(page.locator(".clock"), "move 3");
}));

test("what the engine does not take is said with its field, and nothing else happens", () => journey({}, async (me, page) => {
  await me.session({ controllers: ["one", "two", "three", "four"].map((name) => ({ name })) });
  const check = await dialogOf(page);
  assert.match(await check.dialog.locator(".check-about").innerText(), /There is no AppConfig at the beginning/);
  await check.go();
  assert.match(await check.ends("refused"), /^The engine does not take this \/scenario\/controllers: at most 3 controllers can be checked$/);
}));

test("fix it: found by trying one habit after another, and rolled out", () => journey({}, async (me, page) => {
  const check = await dialogOf(page, { habits: { ...HASH, write: 1 }, others: [HAND] });
  await check.go();
  await check.ends("fails");
  await check.box.getByRole("button", { name: "Fix it" }).click();
  await check.box.locator(".check-fix").getByText("Found by trying 2: written so, it holds.").waitFor();
  const found = check.box.locator(".check-fixes li");
  assert.deepEqual((await found.allInnerTexts()).map((text) => text.replace(/\s+/g, " ")), ["compare “the fields it manages” Roll out"]);
  await found.getByRole("button", { name: "Roll out" }).click();
  await check.dialog.waitFor({ state: "detached" });
  await me.says(page.locator(".knob.habits"), "1 habit");
  await page.keyboard.press("c");
  assert.match(await check.dialog.locator(".check-about").innerText(), /Written otherwise than the good way: write: mergePatch\./);
  await check.go();
  assert.match(await check.ends("holds"), /^It holds/);
}));

test("a link opens the story at its decisive move, with what it shows; a story that is none is left out", () => journey({}, async (me, page) => {
  const check = await dialogOf(page, { habits: HASH, others: [HAND] });
  await check.go();
  await check.ends("fails");
  await check.box.getByRole("button", { name: "Copy link" }).click();
  await check.box.getByRole("button", { name: "Copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { view, ...session } = sessionIn(link);
  assert.equal(view.at, view.story.decisive);
  assert.deepEqual([view.story.property, view.story.how, view.story.fault, view.story.where], ["stable", "deadlock", "childDiffers", "default/web"]);
  const run = Playground.replay(session);
  assert.equal(run.length, session.moves.length);
  run.free();
  const opened = await page.context().newPage();
  await opened.goto(link);
  await opened.locator(".story").waitFor();
  assert.match(await opened.locator(".story").innerText(), new RegExp(`Move ${view.at} is the decisive one`));
  assert.match(await opened.locator(".clock span").last().textContent(), new RegExp(`^move ${view.at} of ${session.moves.length}$`));
  // It is still said after a reload, when something was done.
  await opened.locator(".dock .step").click();
  await opened.waitForTimeout(2500);
  await opened.reload();
  await opened.locator(".story").waitFor();
  for (const story of [{ ...view.story, property: "nonsense" }, { ...view.story, decisive: 9999 }, { ...view.story, where: 7 }, "x"]) {
    await opened.evaluate(() => localStorage.clear());
    await opened.goto("about:blank");
    const { deflateRawSync } = await import("node:zlib");
    await opened.goto(`${page.url().split("#")[0]}#v1=${deflateRawSync(JSON.stringify({ ...session, view: { ...view, story } })).toString("base64url")}`);
    await opened.locator(".clock").filter({ hasText: `move ${view.at} of` }).waitFor();
    assert.equal(await opened.locator(".story").count(), 0);
  }
  await opened.close();
}));

test("every habit under the three budgets: in the dialog, and beside its documentation, in words", () => journey({}, async (me, page) => {
  const { rows } = JSON.parse(await readFile(new URL("../src/check/table.json", import.meta.url), "utf8"));
  const check = await dialogOf(page);
  await check.dialog.locator(".check-table summary").click();
  assert.equal(await check.dialog.locator(".check-table td").count(), rows.length * 3);
  const words = { holds: "holds", fails: "fails", notFinished: "not finished" };
  const hash = rows.find(({ habit, value }) => habit === "compare" && value === "hash");
  const row = check.dialog.locator(".check-table tr", { has: page.getByRole("rowheader", { name: "a hash of its own" }) });
  assert.deepEqual(await row.locator("td").allInnerTexts(), hash.verdicts.map((one) => words[one]));
  await page.keyboard.press("Escape");
  await choose(page, HASH);
  assert.deepEqual(await page.locator(".habit-about .check-marks .check-mark").allInnerTexts(), hash.verdicts.map((one) => words[one]));
  const told = hash.why.find((one) => one !== null);
  await me.says(page.locator(".habit-about .check-marks"), `${told.how} after ${told.moves} moves.`);
}));

const known = await glossary();
for (const [language, locale] of [["ja", "ja-JP"], ["ko", "ko-KR"]]) {
  test(`nothing in ${language} is left in English`, () => journey({ locale }, async (me, page) => {
    await choose(page, HASH);
    await page.locator(".modal-habits .modal-foot button:has(.icon)").first().click();
    const dialog = page.locator(".modal-check");
    await dialog.waitFor();
    await dialog.locator(".check-others input").nth(1).check();
    await dialog.locator(".check-go button").click();
    await dialog.locator(".check-box[data-state=fails]").waitFor();
    await dialog.locator(".check-fix button").first().click();
    await dialog.locator(".check-fixes li").first().waitFor();
    await dialog.locator("input[name=check-budget][value=own]").check();
    for (const summary of await dialog.locator("summary").all()) await summary.click();
    const textsIn = (place) => place.evaluate((root) => {
      const copy = root.cloneNode(true);
      for (const code of copy.querySelectorAll("code, .mono, script")) code.remove();
      const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walk.nextNode()) if (walk.currentNode.textContent.trim() !== "") found.push(walk.currentNode.textContent.trim());
      for (const one of copy.querySelectorAll("[aria-label], [title]")) for (const name of ["aria-label", "title"]) if (one.getAttribute(name)) found.push(one.getAttribute(name));
      return found;
    });
    assert.deepEqual(foreign(await textsIn(dialog), known), []);
    await dialog.locator(".check-tools .primary").click();
    await page.locator("#story-title").waitFor();
    assert.deepEqual(foreign(await textsIn(page.locator(".story")), known), []);
  }));
}
assert.deepEqual((await languagesIn("src/words/check")).sort(), ["en", "ja", "ko"]);

const hosting = host();

for (const [name, sandbox] of [["a sandbox that allows scripts alone", "allow-scripts"], ["no sandbox", null]]) {
  test(`a frame in ${name} has the engine inside, and a worker of it`, () => hosting({ frames: [{ path: "embed.html?scenario=fresh", sandbox }] }, async ({ page, frames: [frame] }) => {
    const workers = [];
    page.on("worker", (worker) => workers.push(worker.url()));
    await frame.locator(".dock .step").press("c");
    await frame.locator(".check-go button").click();
    await frame.locator(".check-box[data-state=holds]").waitFor();
    assert.equal(workers.length, 1);
    assert.match(workers[0], /^blob:/);
  }));
}

test("the page as one file has the engine inside, and a worker of it", async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") faults.push(message.text()); });
    const workers = [];
    page.on("worker", (worker) => workers.push(worker.url()));
    await page.goto(pathToFileURL(join(DIST, "reconcile-playground.html")).href);
    await page.locator(".dock .step").press("c");
    await page.locator(".check-go button").click();
    await page.locator(".check-box[data-state=holds]").waitFor();
    assert.deepEqual(faults, []);
    assert.match(workers.join(), /^blob:[^,]*$/);
  } finally {
    await browser.close();
  }
});

const trapSite = process.env.TRAP_DIST ?? DIST;
const hasTrap = (await readFile(join(trapSite, "pkg/reconcile_playground_check.js"), "utf8")).includes("function trap(");
const trapping = site(trapSite);
/** The third call dies. */
const TRAP = "{ const { run } = Check.prototype; let calls = 0; Check.prototype.run = function (states) { if ((calls += 1) === 3) trap(); return run.call(this, states); }; }";

for (const where of ["worker", "page"]) {
  test(`a trap in the ${where} is said, and costs the page nothing`, { skip: hasTrap ? false : "the package has no trap" }, () => trapping({ allowed: ["provoked by a test", "panicked"], reducedMotion: "reduce" }, async (me, page) => {
    await page.route(/reconcile_playground_check\.js/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n${TRAP}` });
    });
    if (where === "page") await page.evaluate(() => { delete globalThis.Worker; });
    await me.step(4);
    const before = await me.text(page.locator("main .path"));
    const check = await dialogOf(page, { budget: "intermediate", others: [SPEC] });
    await check.go();
    assert.match(await check.ends("died"), /^The engine stopped while it tried\. Your run is unharmed\. Nothing is known\. \S/);
    await page.keyboard.press("Escape");
    assert.equal(await me.text(page.locator("main .path")), before);
    await me.settle();
    await me.says(me.said, "Quiet");
    assert.equal(await me.text(me.problem), "");
  }));
}
