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
