// The editors: nothing typed is ever lost, and what the server says stands beside the text.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

test("a text that is no YAML, or no object, is marked on its line and nothing is sent", () => journey({}, async (me) => {
  const good = await me.yaml.inputValue();
  for (const [text, expected] of [
    [good.replace("color: blue", "color: [blue"), /Line \d+/],
    ["kind: AppConfig\nkind: AppConfig\n", /Line 2.*unique/i],
    ["", /Line 1 There is no object/],
    ["- a\n- b", /not an object/],
    ["kind: AppConfig\napiVersion: lab.example.com/v1", /metadata\.name/],
    [`${good}\n---\n${good}`, /One object at a time/],
  ]) {
    await me.edit(() => text);
    await me.says(me.page.locator("#yaml-notes"), expected);
    assert.equal(await me.yaml.inputValue(), text);
    assert.equal(await me.position(), "move 0");
  }
}));

test("YAML as Kubernetes reads it: `on` is a boolean, and the server's refusal is shown on the line that caused it", () => journey({}, async (me) => {
  const text = (await me.yaml.inputValue()).replace("color: blue", "color: on");
  await me.edit(() => text);
  await me.says(me.editor, /The server refused it: 422 Invalid.*spec\.data\.color/);
  await me.says(me.page.locator("#yaml-notes"), /Line 8 spec\.data\.color/);
  await me.says(me.badLines, "8");
  assert.equal(await me.yaml.inputValue(), text, "what was typed is still there");
  assert.equal(await me.version("web"), "2");
  await me.edit(() => text.replace("color: on", 'color: "on"'));
  await me.says(me.editor, "changed, resourceVersion 2 → 3");
}));

test("saving the same again is a write that moves nothing", () => journey({}, async (me) => {
  await me.save();
  await me.says(me.editor, /unchanged, resourceVersion 2.*kept the version and sent no event/);
}));

test("a dirty text is not overwritten when the server moves on: the page says so, shows the difference, and can take theirs", () => journey({}, async (me) => {
  await me.settle();
  await me.object("web-config");
  const typed = (await me.yaml.inputValue()).replace("color: blue", "color: green");
  await me.yaml.fill(typed);
  await me.says(me.editor, "edited, not saved");
  await me.object("web");
  await me.edit((text) => text.replace("level: info", "level: debug"));
  await me.settle();
  await me.object("web-config");
  assert.equal(await me.yaml.inputValue(), typed);
  await me.says(me.editor, "Changed on the server since you began: 3 → 6");
  await me.button("Show the difference").click();
  await me.says(me.page.locator(".difference"), /− *color: green.*\+ *level: debug|\+ *color: blue/);
  await me.button("Take theirs").click();
  assert.match(await me.yaml.inputValue(), /color: blue\n\s+level: debug/);
}));

test("the whole object carries its resourceVersion, so a stale save is a real conflict", () => journey({}, async (me) => {
  await me.settle();
  await me.page.locator(".editor-show select").selectOption({ label: "the whole object" });
  assert.match(await me.yaml.inputValue(), /resourceVersion: "4"/);
  assert.doesNotMatch(await me.yaml.inputValue(), /managedFields/);
  const stale = (await me.yaml.inputValue()).replace('resourceVersion: "4"', 'resourceVersion: "2"');
  await me.edit(() => stale);
  await me.says(me.editor, /refused it: 409 Conflict.*the object has been modified/);
  await me.button("Revert").click();
  await me.page.locator(".editor-show select").selectOption({ label: "with managedFields" });
  assert.match(await me.yaml.inputValue(), /managedFields/);
}));

test("the child can be deleted and comes back; the Secret can be created and deleted", () => journey({}, async (me) => {
  await me.settle();
  await me.object("web-config");
  await me.button(/^Delete$/).click();
  await me.says(me.editor, "not on the server");
  await me.settle();
  assert.equal(await me.version("web-config"), "6");
  await me.object("web-credentials");
  await me.save();
  await me.says(me.editor, /created, resourceVersion 7/);
  await me.button(/^Delete$/).click();
  assert.equal(await me.version("web-credentials"), null);
}));

test("the text is left by Tab, keeps its indentation on Enter, and is saved by Ctrl+Enter", () => journey({}, async (me, page) => {
  await me.yaml.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("size: large");
  assert.match(await me.yaml.inputValue(), /level: info\n    size: large$/);
  await page.keyboard.press("Control+Enter");
  await me.says(me.editor, "changed, resourceVersion 2 → 3");
  await me.yaml.focus();
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement?.id), "yaml");
}));

test("an object of a kind that the server does not serve, and one with another name", () => journey({}, async (me) => {
  const good = await me.yaml.inputValue();
  await me.edit(() => good.replace("kind: AppConfig", "kind: Nonsense"));
  await me.says(me.page.locator("#yaml-notes"), /Line 2 kind: no matches for kind "Nonsense" in version "lab\.example\.com\/v1"/);
  assert.equal(await me.text(me.problem), "");
  assert.equal(await me.yaml.inputValue(), good.replace("kind: AppConfig", "kind: Nonsense"));
  await me.edit(() => good.replace("name: web", "name: second"));
  await me.says(me.station("server"), "second");
  await me.says(me.editor, /second.*created/);
}));

test("a decoder's refusal is on its line too, and a warning of the server is passed on", () => journey({}, async (me) => {
  await me.object("web-config");
  await me.edit((text) => text.replace("level: info", "level: 7"));
  await me.says(me.editor, /400 BadRequest.*cannot unmarshal number into Go struct field ConfigMap\.data of type string/);
  await me.says(me.page.locator("#yaml-notes"), "Line 6");
  await me.object("web");
  await me.edit((text) => `${text}\n  bogus: 1`);
  await me.says(me.editor, /took it with a warning.*unknown field "spec\.bogus"/);
}));
