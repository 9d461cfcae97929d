// A run that was left for one that began otherwise is kept, with its branches, and can be gone back to.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const compare = (page) => page.locator(".compare");
const press = (page, name) => compare(page).getByRole("button", { name, exact: true }).click();
const branches = (page) => page.locator(".ways li.way strong").allTextContents();

test("the way back after a compared run that began anew was taken: the run, where one was, its branches; and forth again", () => journey({}, async (me, page) => {
  await me.situation("A timestamp in the status");
  await me.step(6);
  await me.button("Back", { exact: true }).first().click();
  await me.button("Let time pass").click();
  await page.locator(".time-panel").getByRole("button", { name: "+1 ms", exact: true }).click();
  await me.says(page.locator(".clock"), /move 6$/);
  await me.tab("Timeline");
  const before = { clock: await me.text(page.locator(".clock")), server: await me.text(me.station("server")), branches: await branches(page) };
  assert.equal(before.branches.length, 1);
  await me.button("Compare with the cure: whole seconds").click();
  await compare(page).locator(".compare-result").waitFor();
  await press(page, "Run both until quiet");
  await me.says(page.locator(".compare-take"), "takes the place of the run in hand, which is kept until another run begins");
  await press(page, "Take this way");
  await me.says(compare(page), "What was in hand before is kept until another run begins.");
  await me.says(page.locator(".cures button[disabled]").first(), "whole seconds");
  const after = await me.text(page.locator(".clock"));
  assert.notEqual(after, before.clock);
  await me.says(me.said, "The run before, of 6 moves, is kept with its branches until another run begins.");
  await page.locator(".said").getByRole("button", { name: "Go back to it" }).click();
  await me.says(page.locator(".clock"), before.clock);
  await me.tab("Timeline");
  assert.deepEqual(await branches(page), before.branches);
  assert.equal(await me.text(me.station("server")), before.server);
  assert.equal(await page.locator(".cures button[disabled]").count(), 0);
  await me.button("Back", { exact: true }).first().click();
  assert.equal(await page.locator(".said .way-left").count(), 0, "said once");
  await me.says(page.locator(".left-run"), "The run before");
  await page.locator(".left-run").getByRole("button", { name: "Go back to it" }).click();
  await me.says(page.locator(".clock"), after);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "branches-title");
  await me.situation("A first AppConfig");
  assert.equal(await page.locator(".left-run").count(), 0, "until another run begins");
}));

test("the run that was left can be dismissed", () => journey({}, async (me, page) => {
  await me.situation("A timestamp in the status");
  await me.button("Compare with the cure: whole seconds").click();
  await compare(page).locator(".compare-result").waitFor();
  await press(page, "Take this way");
  await page.locator(".said").getByRole("button", { name: "Dismiss" }).click();
  assert.match(await page.evaluate(() => document.activeElement?.className), /step/);
  assert.equal(await page.locator(".said .way-left").count(), 0);
  await me.tab("Timeline");
  await page.locator("#branches-title").waitFor();
  assert.equal(await page.locator(".left-run").count(), 0);
}));
