// A reload loses nothing that was seen: what the last action said, and the branches.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const KEPT = "run";

const kept = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null"), KEPT);
const reload = async (me, page) => {
  await page.reload();
  await page.locator(".dock .step").waitFor();
  await me.says(page.locator(".kept-place"), "Your last run is back.");
};

test("what the last action said is said after a reload: the loop, where no timer is due, the pass that was finished", () => journey({}, async (me, page) => {
  await me.situation("A status that never stands still");
  await me.settle();
  await me.says(me.said, /You built a loop/);
  const loop = await me.text(me.said);
  await reload(me, page);
  assert.equal(await me.text(me.said), loop);
  await me.button("Reset").first().click();
  await me.finish();
  await me.says(me.said, "Pass 1 of default/web has returned");
  await reload(me, page);
  await me.says(me.said, "Pass 1 of default/web has returned");
  await me.step();
  await reload(me, page);
  assert.doesNotMatch(await me.text(me.said), /has returned/, "it belongs to its moment");
}));

test("a report that was kept and is none is not said; the run is there all the same", () => journey({ allowed: ["404"] }, async (me, page) => {
  const url = page.url();
  await me.settle();
  const end = await me.position();
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.report?.code === "settled", KEPT);
  const good = await kept(page);
  const { settled } = good.report;
  for (const report of [7, [], { code: "other" }, { code: "finished" }, { ...good.report, settled: { ...settled, loop: { key: 1, passes: 1, writes: 1 } } },
    { ...good.report, settled: { ...settled, moves: "many" } }, { ...good.report, settled: { ...settled, fight: { key: "a", passes: 1, writes: 1 } } }, { ...good.report, settled: null }]) {
    await page.goto(`${url}licences.txt`);
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEPT, JSON.stringify({ ...good, report })]);
    await page.goto(url);
    await page.locator(".dock .step").waitFor();
    await me.says(page.locator(".kept-place"), "Your last run is back.");
    assert.equal(await me.position(), end);
    await me.says(me.said, /^Move \d+/);
  }
}));

/** The branches as the panel tells them. */
async function told(me, page) {
  await me.tab("Timeline");
  await page.locator("#branches-title").waitFor();
  return (await page.locator(".way .way-what").allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

/** Three ways: left at the beginning, in the middle, and the one in hand. */
async function threeWays(me, page) {
  await me.settle();
  await me.button("Reset").first().click();
  await me.button("Let time pass").click();
  await page.locator(".time-panel").getByRole("button", { name: "+1 s", exact: true }).click();
  await me.says(page.locator(".clock"), /move 1$/);
  await me.step(4);
  for (let n = 0; n < 2; n += 1) await me.button("Back", { exact: true }).first().click();
  await me.says(page.locator(".clock"), "move 3 of 5");
  await page.locator(".time-panel").getByRole("button", { name: "+10 s", exact: true }).click();
  await me.says(page.locator(".clock"), /move 4$/);
}

test("the branches are back after a reload, one can be gone to, and none is told as if it were new", () => journey({}, async (me, page) => {
  await threeWays(me, page);
  const before = await told(me, page);
  assert.equal(before.length, 3);
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.branches?.length === 2, KEPT);
  await reload(me, page);
  assert.equal(await page.locator(".way-left").count(), 0);
  assert.deepEqual(await told(me, page), before);
  await page.locator(".way").last().getByRole("button", { name: /^Go there/ }).click();
  await me.says(page.locator(".clock"), /move 21$/);
  assert.equal(await me.version("web-config"), "3");
  await page.locator(".way").last().getByRole("button", { name: /^Dismiss branch/ }).click();
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key)).branches.length === 1, KEPT);
  await reload(me, page);
  assert.equal((await told(me, page)).length, 2, "what was dismissed stays gone");
}));

test("a branch that was kept and can't be played is left out; the run and the others are there", () => journey({ allowed: ["404"] }, async (me, page) => {
  const url = page.url();
  await threeWays(me, page);
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.branches?.length === 2, KEPT);
  const good = await kept(page);
  const table = [...good.table, { begin: {} }];
  await page.goto(`${url}licences.txt`);
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEPT, JSON.stringify({ ...good, table, branches: [
    { from: 0, run: [table.length - 1], at: 0 }, { from: 9_000, run: [0], at: 0 }, { from: 0, run: [], at: 0 }, good.branches[0],
  ] })]);
  await page.goto(url);
  await page.locator(".dock .step").waitFor();
  await me.says(page.locator(".kept-place"), "Your last run is back.");
  await me.says(page.locator(".clock"), /move 4$/);
  assert.equal((await told(me, page)).length, 2);
}));

test("so many branches that not all are kept: it is said of how many", () => journey({}, async (me, page) => {
  await me.situation("A status that never stands still");
  for (let n = 0; n < 7; n += 1) {
    await me.settle();
    await me.button("Reset").first().click();
    await page.locator(".dock[aria-busy=false]").waitFor();
    await page.evaluate(() => new Promise((done) => { setTimeout(done); }));
    if (n === 0) await me.button("Let time pass").click();
    await page.getByLabel("Milliseconds").fill(String(n + 1));
    await me.button("Let pass", { exact: true }).click();
    await page.waitForFunction((of) => document.querySelectorAll(".branches-button .short")[0]?.textContent === of, String(n + 1));
  }
  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.branches?.length === 4, KEPT);
  await me.tab("Timeline");
  await me.says(page.locator(".ways"), "The oldest 3 are not kept for your next visit: together they are too long.");
}));
