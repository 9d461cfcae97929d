// One object, three truths: what the server holds, what the cache holds, what the pass holds; who is behind, and what
// would come of it.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const NAME = "appconfig-controller";
const app = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } };
const written = (habits) => ({ controllers: [{ name: NAME, habits }], objects: [app] });

const look = async (page) => {
  await page.getByRole("button", { name: "Three truths", exact: true }).click();
  await page.locator(".truths").waitFor();
};
const edit = (page) => page.getByRole("button", { name: "Edit", exact: true }).click();
const said = (page) => page.locator(".truths-said p").allTextContents();
const heads = (page) => page.locator(".truths-table thead th").allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, " ").trim()));
/** Each field that differs: its line, and what each of the three has of it. */
const differing = (page) => page.locator(".truths-table").evaluate((table) => {
  const seen = (cell) => {
    const copy = cell.cloneNode(true);
    for (const hidden of copy.querySelectorAll(".visually-hidden, .truths-who")) hidden.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  return [...table.querySelectorAll(".truths-field")].map((row) => [seen(row), ...[...row.nextElementSibling.children].map(seen)]);
});

test("where all hold the same it is said in one line", () => journey({}, async (me, page) => {
  await me.settle();
  await look(page);
  assert.deepEqual(await said(page), ["The server and the cache hold the same, resourceVersion 4: the cache is not behind.", "No pass runs, so the reconciler holds no copy."]);
  assert.equal(await page.locator(".truths-table").count(), 0);
  await me.button("Show all lines").click();
  assert.deepEqual(await heads(page), ["API server 4", "Cache 4", "Reconciler nothing"]);
  assert.match(await page.locator(".truths-table tbody").innerText(), /spec:\n {2}data:\n {4}color: blue\n {4}level: info/);
}));

test("a pass that works on an old copy: both are behind, the fields are named, and its write would be a conflict", () => journey({}, async (me, page) => {
  await me.step(6);
  await me.edit((text) => text.replace("color: blue", "color: green"));
  const before = await me.position();
  await look(page);
  assert.deepEqual(await said(page), [
    "The cache is behind the server: it has 2, the server 4. One event about it is on the way.",
    "Pass 1 works on 2, read from the cache; the server is at 4.",
    "If it sent this copy now (PUT), the server would refuse it: 409 Conflict.",
  ]);
  assert.deepEqual(await heads(page), ["API server 4", "Cache 2 1 event behind", "Reconciler 2 old"]);
  assert.deepEqual(await differing(page), [
    ["generation:", "2", "≠ 1", "≠ 1"],
    ["resourceVersion:", '"4"', '≠ "2"', '≠ "2"'],
    ["color:", "green", "≠ blue", "≠ blue"],
  ]);
  await me.says(page.locator(".truths-more"), /lines are the same/);
  assert.equal(await me.position(), before, "asking what would be changes nothing");
  await me.settle();
  await me.says(page.locator(".truths-said"), "The server and the cache hold the same, resourceVersion 6");
}));

test("after its own write the pass holds the server's answer, while the cache has not heard of it", () => journey({}, async (me, page) => {
  await me.step(9);
  await me.object("web-config");
  await look(page);
  assert.deepEqual(await said(page), [
    "The cache has not heard of it yet; the server has it at 3. One event about it is on the way.",
    "Pass 1 works on the server's version, 3, taken from the server's answer to its own write.",
    "If it sent this copy now (PUT), the server would take it, and nothing would move.",
  ]);
  assert.deepEqual(await heads(page), ["API server 3", "Cache nothing 1 event behind", "Reconciler 3"]);
}));

test("what is gone from the server, is held back, or is not cached at all", () => journey({}, async (me, page) => {
  await me.settle();
  await me.interfere("watch", "Hold ConfigMap");
  await me.object("web-config");
  await me.button(/^Delete$/).click();
  await look(page);
  assert.deepEqual(await said(page), [
    "It is gone from the server, and the cache still has it at 3. One event about it is held back.",
    "No pass runs, so the reconciler holds no copy.",
  ]);
  assert.deepEqual(await heads(page), ["API server nothing", "Cache 3 1 event behind", "Reconciler nothing"]);
  await page.locator(".chooser select").selectOption({ label: "default" });
  assert.deepEqual(await said(page), ["The controller keeps no cache of this kind: it never looks at it.", "No pass runs, so the reconciler holds no copy."]);
  await me.object("web-credentials");
  assert.deepEqual(await said(page), ["Nobody holds it: it is not on the server, and no cache and no pass has a copy."]);
  await me.interfere("reconciler", "Crash the controller");
  await me.object("AppConfig");
  assert.deepEqual((await said(page))[0], "The controller does not run: it has no cache and no copy.");
}));

test("a patch without a version is not stopped by a conflict, and that is said", () => journey({}, async (me, page) => {
  await me.session(written({ statusBase: "patch" }));
  await look(page);
  for (let n = 0; n < 40 && !/PATCH/.test(await me.text(page.locator(".dock .step"))); n += 1) await me.step();
  await edit(page);
  await me.edit((text) => text.replace("color: blue", "color: green"));
  await look(page);
  assert.deepEqual((await said(page)).slice(2), [
    "If it sent this copy now (PUT), the server would refuse it: 409 Conflict.",
    "But its next request is a PATCH without a resourceVersion: nothing compares it, and it goes through.",
  ]);
}));

test("a cache that a pass has written into has the server's version and other content", () => journey({}, async (me, page) => {
  await me.session(written({ cacheCopy: false }), [{ fail: { controller: NAME, method: "PUT", kind: "ConfigMap", reason: "InternalError", times: 1 } }]);
  await me.settle();
  await me.edit((text) => text.replace("color: blue", "color: green"));
  await me.object("web-config");
  await look(page);
  for (let n = 0; n < 40 && !/PUT/.test(await me.text(page.locator(".dock .step"))); n += 1) await me.step();
  await me.step();
  assert.deepEqual((await said(page)).slice(0, 2), [
    "The cache has the server's version, 3, and yet something else in it: a pass has written into the cache.",
    "Pass 3 works on a copy of 3, read from the cache, and has changed it.",
  ]);
  assert.deepEqual(await differing(page), [["color:", "blue", "≠ green", "≠ green"]]);
}));

test("on a phone the three stand below each other, by name, within the screen", () => journey({ width: 390, height: 844, dark: true }, async (me, page) => {
  await me.step(6);
  await page.locator(".areas button", { hasText: "Edit" }).click();
  await me.edit((text) => text.replace("color: blue", "color: green"));
  await look(page);
  const boxes = await page.locator(".truths-values").last().locator("td").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.deepEqual([...boxes].sort((a, b) => a - b), boxes);
  assert.equal(new Set(boxes).size, 3);
  assert.deepEqual(await page.locator(".truths-values").last().locator(".truths-who").allInnerTexts(), ["API server", "Cache", "Reconciler"]);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
}));
