// Time travel, sessions, hostile files, and an engine that dies.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

test("back, forward, reset, the log: every moment can be gone to, and a new move drops what was undone", () => journey({}, async (me) => {
  await me.settle();
  const end = await me.text(me.station("server"));
  await me.button(/^Back$/).click();
  await me.says(me.page.locator(".clock"), "move 20 of 21");
  await me.button(/^Forward$/).click();
  await me.says(me.page.locator(".clock"), /move 21$/);
  await me.button(/^Reset$/).click();
  await me.says(me.page.locator(".clock"), "move 0 of 21");
  await me.says(me.station("server"), /web.*2/);
  assert.equal(await me.version("web-config"), null);
  await me.tab("Transcript");
  await me.log.filter({ hasText: "Pass 2 returned" }).getByRole("button").click();
  assert.equal(await me.text(me.station("server")), end);
  await me.log.filter({ hasText: "Pass 1 of default/web began" }).getByRole("button").click();
  await me.says(me.pass, "Pass 1 of default/web");
  await me.says(me.log.last(), "undone");
  await me.interfere("reconciler", "Crash the controller");
  await me.says(me.page.locator(".clock"), /move 3$/);
}));

test("time: to the next timer, or as much as one likes", () => journey({}, async (me) => {
  await me.situation("The Secret is not there yet");
  await me.settle();
  await me.button("Let time pass").click();
  await me.page.locator(".time-panel").getByRole("button", { name: "+1 s", exact: true }).click();
  await me.says(me.said, "1 s passed");
  await me.page.getByLabel("Milliseconds").fill("250");
  await me.page.getByRole("button", { name: "Let pass", exact: true }).click();
  await me.says(me.said, "250 ms passed");
  await me.page.locator(".time-panel").getByRole("button", { name: /To the next timer/ }).click();
  await me.says(me.said, /passed\. Due now: default\/web/);
}));

test("the timers of a controller that is stalled are none to go to", () => journey({}, async (me, page) => {
  await me.situation("The Secret is not there yet");
  await me.settle();
  await me.button("Let time pass").click();
  const toTimer = page.locator(".time-panel button").first();
  await me.says(toTimer, /^To the next timer \(\+10 s\)$/);
  const faults = await me.faults();
  await faults.getByRole("button", { name: "Stall it" }).click();
  await me.says(toTimer, /^No timer is set$/);
  assert.equal(await toTimer.isDisabled(), true);
  await me.button("Resume the controller").click();
  await me.says(toTimer, /^To the next timer \(\+10 s\)$/);
}));

test("a session is saved as a file, opened again, and is the same run", () => journey({}, async (me, page) => {
  await me.situation("Somebody edits the child");
  await me.settle();
  const seen = await me.text(me.station("server"));
  const moves = await me.position();
  await me.page.locator("summary", { hasText: "Session" }).click();
  const waiting = page.waitForEvent("download");
  await me.button("Save session as a file").click();
  const file = await (await waiting).path();
  const session = JSON.parse(await readFile(file, "utf8"));
  assert.equal(session.version, 1);
  await me.situation("A first AppConfig");
  await page.locator("input[type=file]").setInputFiles({ name: "s.json", mimeType: "application/json", buffer: await readFile(file) });
  await me.says(page.locator(".guide h2"), "Somebody edits the child");
  assert.equal(await me.text(me.station("server")), seen);
  assert.equal(await me.position(), moves);
}));

test("a broken or hostile file gives a clear message and an untouched page", () => journey({}, async (me, page) => {
  await me.settle();
  const before = await me.text(page.locator("main .path"));
  const position = await me.position();
  const scenario = { version: 1 };
  for (const [content, expected] of [
    ["{", /not JSON/],
    ["null", /Nothing has changed/],
    ["[]", /Nothing has changed/],
    [JSON.stringify({ version: 2, engine: "", scenario, moves: [] }), /Nothing has changed/],
    [JSON.stringify({ version: 1, engine: "", scenario: { version: 1, kinds: "x" }, moves: [] }), /Nothing has changed/],
    [JSON.stringify({ version: 1, engine: "", scenario, moves: [{ begin: {} }] }), /\/moves\/0/],
    [JSON.stringify({ version: 1, engine: "", scenario, moves: [{ nonsense: {} }] }), /\/moves\/0/],
    [JSON.stringify({ version: 1, engine: "", scenario: { version: 1, name: "<img src=x onerror=alert(1)>", controllers: [{ name: "a", habits: { predicate: "wrong" } }] }, moves: [] }), /predicate/],
    ["[".repeat(200_000), /not JSON|Nothing has changed/],
  ]) {
    await page.locator("input[type=file]").setInputFiles({ name: "s.json", mimeType: "application/json", buffer: Buffer.from(content) });
    await me.says(me.problem, expected);
    assert.equal(await me.text(page.locator("main .path")), before);
    assert.equal(await me.position(), position);
    await me.button("Dismiss").click();
  }
  await me.step(0);
}));
