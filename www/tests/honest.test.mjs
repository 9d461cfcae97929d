// The page never says that all is well while something is not, and never keeps quiet about what was dropped.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

test("a field that the server does not know is dropped with a warning beside the text", () => journey({}, async (me) => {
  await me.edit((text) => text.replace("spec:", "spec:\n  colour: blue"));
  await me.says(me.editor, /took it with a warning.*unknown field "spec\.colour"/);
}));

test("what the engine itself refuses is said beside the text, on its line, and the text stays", () => journey({}, async (me) => {
  for (const [from, to, expected] of [
    ["color: blue", "color: 99999999999999999999", /Line 8 spec\.data\.color: .*whole number/],
    ["kind: AppConfig", "kind: Pod", /Line 2 kind: no matches for kind/],
  ]) {
    const text = (await me.yaml.inputValue()).replace(from, to);
    await me.edit(() => text);
    await me.says(me.page.locator("#yaml-notes"), expected);
    assert.equal(await me.yaml.inputValue(), text);
    assert.equal(await me.position(), "move 0");
    assert.equal(await me.text(me.problem), "");
    await me.button("Revert").click();
  }
}));

test("while the controller is down the page says so, whatever is done, and offers to start it", () => journey({}, async (me) => {
  await me.step(6);
  await me.interfere("reconciler", "Crash the controller");
  await me.says(me.said, /appconfig-controller is down/);
  await me.says(me.pass, /the controller is down: nobody sees it until it starts/);
  await me.edit((text) => text.replace("color: blue", "color: green"));
  await me.says(me.said, /is down: whatever changes now is not reconciled/);
  await me.says(me.page.locator(".dock .step"), /the controller is down|collect|garbage/i);
  await me.said.getByRole("button", { name: "Start the controller" }).click();
  await me.settle();
  assert.ok(!(await me.text(me.said)).includes("is down"));
  await me.object("web-config");
  assert.match(await me.yaml.inputValue(), /color: green/);
}));

test("in the past the page says what another move would leave", () => journey({}, async (me) => {
  await me.settle();
  assert.ok(!(await me.text(me.said)).includes("You are in the past"));
  await me.button(/^Back$/).click();
  await me.says(me.said, "You are in the past: another move goes a new way from here, and the move ahead stays as a branch.");
  await me.button(/^Back$/).click();
  await me.says(me.said, "another move goes a new way from here, and the 2 moves ahead stay as a branch.");
}));

test("a resync is called one, and not a change", () => journey({}, async (me) => {
  await me.settle();
  await me.interfere("cache", "Resync AppConfig");
  await me.says(me.dropped.first(), /Resync: AppConfig web at \d+, replayed from the cache/);
}));

test("a session without a controller says why there is nothing to see", () => journey({}, async (me, page) => {
  const session = { version: 1, engine: "", scenario: { version: 1, controllers: [] }, moves: [] };
  await page.locator("input[type=file]").setInputFiles({ name: "s.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(session)) });
  await me.says(page.locator("main"), "This session has no controller");
  await me.situation("A first AppConfig");
  await me.settle();
  await me.says(me.said, "Quiet");
}));

test("an object under another name gets a tab of its own, and no tab covers another", () => journey({}, async (me, page) => {
  await me.edit((text) => text.replace("name: web", "name: a-rather-long-name-for-a-config"));
  const boxes = await Promise.all((await page.locator(".tabs .tab-name").all()).map((tab) => tab.boundingBox()));
  assert.equal(boxes.length, 4);
  for (let at = 1; at < boxes.length; at += 1) assert.ok(boxes[at - 1].x + boxes[at - 1].width <= boxes[at].x + 1, `tab ${at} is covered`);
}));

test("Reset leads as near to the situation's beginning as the run in hand has it", () => journey({}, async (me, page) => {
  await me.situation("Somebody edits the child");
  const beginning = Number(/\d+$/.exec((await me.position()).trim())[0]);
  assert.ok(beginning > 3);
  await me.says(me.said, "The situation begins here.");
  await page.locator(".scrubber input").fill("2");
  await me.says(page.locator(".clock"), `move 2 of ${beginning}`);
  await page.locator(".knob.crash .knob-button").click();
  await me.says(page.locator(".clock"), "move 3");
  await page.locator(".scrubber input").fill("0");
  await me.button("Reset").click();
  await me.says(page.locator(".clock"), /move 3$/);
  assert.equal(await me.text(me.problem), "");
}));

test("a status write that was refused was not kept, though the same may stand there", () => journey({}, async (me) => {
  await me.situation("A status write from a stale copy");
  await me.settle();
  await me.says(me.pass.locator(".card-head"), "returned an error");
  await me.says(me.status, /The server kept none of it\..*conflict/);
}));

test("while events are held the page does not call it quiet", () => journey({}, async (me, page) => {
  await me.settle();
  await page.getByRole("button", { name: "Hold AppConfig events" }).click();
  await me.edit((yaml) => yaml.replace("color: blue", "color: green"));
  await me.says(page.locator(".dock .step"), "Nothing moves by itself: events are held");
}));
