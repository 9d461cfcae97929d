// The run is kept in the browser and back after a reload; a new beginning from here; the gallery and its cures.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { deflateRawSync } from "node:zlib";
import { site } from "./site.mjs";

const journey = site();
const KEPT = "run";

const kept = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null"), KEPT);
const reload = async (page) => {
  await page.reload();
  await page.locator(".dock .step").waitFor();
};
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const violations = async (page) => {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run({ include: [["dialog"], [".top"], [".guide"], [".kept-place"]] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")} ${nodes[0].failureSummary}`);
};
const note = (page) => page.locator(".kept-place");

test("after a reload the run is back, with what was typed, and can be begun afresh", () => journey({}, async (me, page) => {
  await me.situation("A status write from a stale copy");
  const start = await me.position();
  await me.settle();
  const end = await me.position();
  await me.button("Back", { exact: true }).first().click();
  const at = await me.position();
  await me.yaml.fill("spec: typed and not saved");
  await reload(page);
  await me.says(note(page), "Your last run is back. Start afresh");
  await me.says(page.locator(".guide h2"), "A status write from a stale copy");
  assert.equal(await me.position(), at);
  assert.equal(await me.yaml.inputValue(), "spec: typed and not saved");
  await me.button("Forward", { exact: true }).first().click();
  assert.equal(await me.position(), end);
  await me.button("Reset").first().click();
  assert.equal((await me.position()).split(" of ")[0], start);
  page.once("dialog", (dialog) => void dialog.accept());
  await me.button("Start afresh").click();
  await me.says(page.locator(".guide h2"), "A first AppConfig");
  assert.equal(await me.text(note(page)), "");
  await reload(page);
  assert.equal(await me.text(note(page)), "", "nothing was done since");
}));

test("a link that is only looked at leaves what was kept; gone on with, it is what is kept", () => journey({}, async (me, page) => {
  const url = page.url();
  await me.step(2);
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, KEPT);
  const moves = ["AppConfig", "ConfigMap", "Secret"].map((kind) => ({ deliver: { kind } }));
  const link = `${url}#v1=${deflateRawSync(JSON.stringify({ version: 1, engine: "", scenario: { version: 1 }, moves })).toString("base64url")}`;
  const visit = async (address) => {
    await page.goto("about:blank");
    await page.goto(address);
    await page.locator(".dock .step").waitFor();
  };
  await visit(link);
  await me.says(page.locator(".clock"), "move 3");
  await page.waitForTimeout(1500);
  await visit(url);
  await me.says(note(page), "Your last run is back.");
  await me.says(page.locator(".clock"), "move 2");
  await visit(link);
  await me.button("Back", { exact: true }).first().click();
  await me.button("Faults", { exact: true }).click();
  await page.locator("#faults-title").waitFor();
  await page.locator(".faults").getByRole("button", { name: /^Crash/ }).first().click();
  await me.says(page.locator(".clock"), /move 3$/);
  await page.waitForTimeout(1500);
  await reload(page);
  await me.says(note(page), "Your last run is back.");
  await me.says(page.locator("main"), "is down");
  await me.button("Start afresh").click();
  // The run that was kept has as many moves as the link's.
  await page.locator(".said .down").waitFor({ state: "detached" });
  await me.says(page.locator(".clock"), /move 3$/);
  assert.doesNotMatch(await me.text(page.locator("main")), /is down/);
}));

test("with a link still in the address, a reload brings the run in hand: one begun from here, one from a file", () => journey({}, async (me, page) => {
  const moves = ["AppConfig", "ConfigMap", "Secret"].map((kind) => ({ deliver: { kind } }));
  const web = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default" }, spec: { data: { color: "blue" } } };
  const fragment = `#v1=${deflateRawSync(JSON.stringify({ version: 1, engine: "", scenario: { version: 1, objects: [web] }, moves })).toString("base64url")}`;
  const back = async () => {
    await reload(page);
    await me.says(note(page), "Your last run is back.");
    assert.equal(await page.evaluate(() => location.hash), fragment);
  };
  await page.evaluate((hash) => { location.hash = hash; }, fragment);
  await me.says(page.locator(".clock"), "move 3");
  await page.locator("summary", { hasText: "Session" }).click();
  await me.button("Start from here").click();
  await me.says(page.locator(".clock"), /move 0$/);
  await me.step();
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key))?.run.length === 1, KEPT);
  await back();
  await me.says(page.locator(".clock"), /move 1$/);
  assert.equal((await kept(page)).scenario.prelude.length, 3);
  await me.session({ name: "from a file" }, moves.slice(0, 2));
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key))?.scenario.name === "from a file", KEPT);
  await back();
  await me.says(page.locator(".clock"), /move 2$/);
}));

test("a page where nothing was done keeps nothing, and moves are kept small", () => journey({}, async (me, page) => {
  await page.waitForTimeout(1500);
  assert.equal(await kept(page), null);
  await me.situation("A status that never stands still");
  await me.settle();
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, KEPT);
  const { run, table, at } = await kept(page);
  assert.deepEqual([run.length, at], [1000, 1000]);
  assert.ok(table.length < 20, `${table.length} different moves`);
}));

test("what was kept and is damaged is removed, and said", () => journey({ allowed: ["404"] }, async (me, page) => {
  const url = page.url();
  const scenario = { version: 1 };
  for (const broken of [
    "{", "null", "[]", "7", JSON.stringify({ version: 2 }),
    JSON.stringify({ version: 1, scenario, table: [], run: [0], at: 0, start: 0, link: "", typed: [] }),
    JSON.stringify({ version: 1, scenario, table: [{ begin: {} }], run: [0], at: 0, start: 0, link: "", typed: [] }),
    JSON.stringify({ version: 1, scenario: null, table: [], run: [], at: 0, start: 0, link: "", typed: [] }),
    JSON.stringify({ version: 1, table: [], run: [], at: 0, start: 0, link: "", typed: [] }),
    JSON.stringify({ version: 1, scenario, table: [], run: [], at: "0", start: 0, link: "", typed: [] }),
    JSON.stringify({ version: 1, scenario, table: [], run: [], at: 0, start: 0, link: "", typed: [{ id: 1 }] }),
  ]) {
    // Where the page does not run, nobody writes over it.
    await page.goto(`${url}licences.txt`);
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEPT, broken]);
    await page.goto(url);
    await page.locator(".dock .step").waitFor();
    await me.says(note(page), "Your last run could not be brought back: what was kept of it is damaged, and was removed.");
    await me.says(page.locator(".guide h2"), "A first AppConfig");
    assert.equal(await kept(page), null, broken);
    assert.equal(await me.text(me.problem), "");
  }
  await me.button("Hide this note").click();
  assert.equal(await me.text(note(page)), "");
}));

test("a browser without room says so once; one without storage runs all the same", () => journey({}, async (me, page) => {
  await page.evaluate((key) => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      if (name === key) throw new DOMException("full", "QuotaExceededError");
      set.call(this, name, value);
    };
  }, KEPT);
  await me.step();
  await me.says(note(page), "The browser has no room to keep this run for your next visit.");
  await me.button("Hide this note").click();
  await me.step();
  await page.waitForTimeout(1500);
  assert.equal(await me.text(note(page)), "");
}));

test("where storage is forbidden the page works, and asks before something typed is lost", () => journey({}, async (me, page) => {
  await page.addInitScript(() => { Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }); });
  await reload(page);
  await me.step(2);
  await me.yaml.fill("spec: typed");
  await page.waitForTimeout(1500);
  assert.equal(await me.text(note(page)), "");
  let asked = 0;
  page.on("dialog", (dialog) => { asked += 1; void dialog.accept(); });
  await page.reload();
  await page.locator(".dock .step").waitFor();
  assert.equal(asked, 1);
}));

test("from here: the world as it is becomes the beginning, and Reset leads back to it", () => journey({}, async (me, page) => {
  await me.settle();
  const versions = [await me.version("web"), await me.version("web-config")];
  const clock = await me.clock();
  await me.yaml.fill("spec: typed");
  await page.locator("summary", { hasText: "Session" }).click();
  await me.button("Start from here").click();
  await me.says(page.locator(".clock"), /move 0$/);
  assert.deepEqual([await me.version("web"), await me.version("web-config")], versions);
  assert.equal(await me.clock(), clock);
  assert.equal(await me.yaml.inputValue(), "spec: typed", "what is typed stays");
  await me.button("Let time pass").click();
  await page.locator(".time-panel").getByRole("button", { name: "+1 s", exact: true }).click();
  await me.says(page.locator(".clock"), /move 1$/);
  await me.button("Reset").first().click();
  await me.says(page.locator(".clock"), /move 0 of 1/);
  assert.deepEqual([await me.version("web"), await me.version("web-config")], versions);
}));

test("the gallery begins with the lesson, finds by words, and opens at the staged moment", () => journey({}, async (me, page) => {
  await me.button("Situations").click();
  const groups = page.locator(".gallery-group");
  await groups.first().waitFor();
  assert.match(await me.text(groups.first().locator("h3").first()), /the lesson, row by row/);
  await me.says(groups.first().locator(".gallery-hint"), "A row is one point of the lesson on how a controller works: 16 in all");
  assert.equal(await page.locator(".gallery-hint").count(), 1, "of the rows alone");
  const rows = await groups.first().locator(".gallery-row").allTextContents();
  assert.deepEqual([...new Set(rows)], Array.from({ length: 16 }, (_, at) => `Row ${at + 1}`));
  await page.getByPlaceholder("loop, finalizer, onMissing…").fill("finalizer byIndex");
  await me.says(page.locator(".gallery-tools"), "1 of 59");
  await page.getByRole("button", { name: "Start here: The wrong finalizer is taken off" }).click();
  await me.says(page.locator(".guide h2"), "The wrong finalizer is taken off");
  await me.says(page.locator(".guide"), /Press See it go wrong\. The index now points to another's finalizer/);
  await me.button("See it go wrong").click();
  await me.says(page.locator(".guide"), /It has gone wrong\./);
  const wrong = await me.position();
  await me.button("Start again: the good way", { exact: true }).click();
  await me.says(page.locator(".cures button[disabled]"), "Start again: the good way");
  await me.button("See it go wrong").click();
  await page.waitForFunction((text) => document.querySelector(".clock span:last-child")?.textContent === text, wrong);
}));

test("after a reload it is still known that a cure is in it: to see it go wrong, it is begun anew without", () => journey({}, async (me, page) => {
  await me.situation("The wrong finalizer is taken off");
  await me.button("See it go wrong").click();
  await me.says(page.locator(".guide"), /It has gone wrong\./);
  const wrong = await me.position();
  await me.situation("The wrong finalizer is taken off");
  await me.button("Start again: the good way", { exact: true }).click();
  await me.says(page.locator(".cures button[disabled]"), "Start again: the good way");
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.scenario.controllers[0].habits.finalizerRemoval === "own", KEPT);
  await reload(page);
  await me.says(note(page), "Your last run is back.");
  await me.says(page.locator(".cures button[disabled]"), "Start again: the good way");
  await me.button("See it go wrong").click();
  await me.says(page.locator(".guide"), /It has gone wrong\./);
  assert.equal(await page.locator(".cures button[disabled]").count(), 0, "not in the world that is cured");
  assert.equal(await me.position(), wrong);
}));

test("the first situation is the same when it is chosen again: nothing to keep, and no help that it does not need", () => journey({}, async (me, page) => {
  await me.situation("Somebody edits the child");
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, KEPT);
  await me.situation("A first AppConfig");
  assert.equal(await page.locator(".cures").count(), 0);
  await page.waitForFunction((key) => localStorage.getItem(key) === null, KEPT);
}));

test("the list of what is simulated opens with its row, and leaves the focus where it was", () => journey({}, async (me, page) => {
  await me.situation("What is real here, and what is not");
  const list = page.locator(".modal-simulated");
  await me.says(list, /651 of 656 recorded steps/);
  assert.equal(await list.getByRole("link", { name: "Case by case, with what was not compared" }).getAttribute("href"), "course/en/real.html");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Situations");
}));

test("a habit's value leads to where it goes wrong, written just so", () => journey({}, async (me, page) => {
  await me.button(/Habits|Change habits/).first().click();
  await page.locator("#habit-ownedPredicate").selectOption({ index: 1 });
  await page.locator(".habit-about").getByRole("button", { name: "See it go wrong" }).click();
  await me.says(page.locator(".guide h2"), "A hand edit that stays");
  await me.says(page.locator(".guide"), "It has gone wrong.");
  await me.object("web-config");
  assert.match(await me.yaml.inputValue(), /color: red/);
  await me.button("Start again: the good way", { exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".cures button[disabled]"));
  assert.match(await me.yaml.inputValue(), /color: blue/);
}));

test("nothing here is in the way of a reader: the gallery, the list, the menu with a link, the note of a run that is back", () => journey({ reducedMotion: "reduce" }, async (me, page) => {
  await me.button("Situations").click();
  await page.locator(".gallery-card").first().waitFor();
  assert.deepEqual(await violations(page), [], "the gallery");
  await page.locator(".modal-foot").getByRole("button", { name: "What is simulated, and what is not" }).click();
  await page.locator(".modal-simulated").waitFor();
  assert.deepEqual(await violations(page), [], "the list");
  await page.keyboard.press("Escape");
  await me.situation("A hand edit that stays");
  await me.button("See it go wrong").click();
  await me.says(page.locator(".guide"), "It has gone wrong.");
  await page.locator("summary", { hasText: "Session" }).click();
  await me.button("Copy link").click();
  await me.says(page.locator(".link-made"), "Copied");
  assert.deepEqual(await violations(page), [], "the menu");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Session");
  await reload(page);
  await me.says(note(page), "Your last run is back.");
  assert.deepEqual(await violations(page), [], "the note");
}));
