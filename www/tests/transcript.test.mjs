// The transcript: the run as an ordered list, in sentences, as kubectl prints it, as the controller's log.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

/** The lines of text that are shown, each with the moment behind it. */
const printed = (page) => page.locator(".printed .log-line").evaluateAll((lines) =>
  lines.map((line) => `${line.querySelector(".log-number").textContent.trim()} ${line.querySelector(".log-what").textContent}`));
const form = (page, name) => page.locator(".transcript .switch").getByRole("button", { name, exact: true }).click();
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const copyAll = async (me, page) => {
  await page.locator(".transcript").getByRole("button", { name: "Copy all" }).click();
  await me.says(page.locator(".transcript"), "Copied");
  return clipboard(page);
};

test("sentences: oldest first, a heading for each pass says why it ran, a line is a place to go to", () => journey({}, async (me, page) => {
  await me.settle();
  await me.tab("Transcript");
  const headings = (await page.locator(".transcript h3").allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
  assert.deepEqual(headings, [
    "Before the first pass",
    "Pass 1 of default/web: ADDED AppConfig web, written by kubectl-create",
    "After pass 1 of default/web",
    "Pass 2 of default/web: ADDED ConfigMap web-config, which it owns, written by appconfig-controller",
  ]);
  const numbers = await page.locator(".transcript .log-number").allTextContents();
  assert.deepEqual(numbers, Array.from({ length: 22 }, (_, at) => String(at)));
  // Each list begins with the number that its first line has.
  assert.deepEqual(await page.locator(".transcript ol").evaluateAll((lists) => lists.map((list) => list.start)), [0, 1, 2, 11, 14]);
  const current = page.locator(".transcript [aria-current=step]");
  assert.match(await current.textContent(), /21.*Pass 2 returned an empty result/s);
  await me.log.filter({ hasText: "POST ConfigMap" }).getByRole("button").click();
  await me.says(page.locator(".clock"), "move 6 of 21");
  await me.says(current, "POST ConfigMap web-config → created");
  assert.equal(await current.count(), 1);
  assert.equal(await page.locator(".log-line[data-when=undone]").count(), 15);
  // The lines are one stop of the Tab key; up and down move along them.
  assert.equal(await page.locator(".log-lines .log-line button:not([tabindex='-1'])").count(), 1);
  await current.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await me.says(page.locator(".clock"), "move 7 of 21");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-current")), "step");
  // It says nothing by itself: what a move did is announced once, beside the controls.
  assert.equal(await page.locator(".transcript [role=status], .transcript .log-lines [aria-live]").count(), 0);
}));

test("sentences are copied and downloaded whole, under their headings", () => journey({}, async (me, page) => {
  await me.settle();
  await me.tab("Transcript");
  const text = await copyAll(me, page);
  assert.match(text, /^Before the first pass\n1\. \[0 ms\] ADDED AppConfig web reached the cache, version 2\. default\/web is in the queue\.\n\nPass 1 of default\/web: ADDED AppConfig web, written by kubectl-create\n2\. /);
  assert.match(text, /\n9\. \[4 ms\] appconfig-controller: PUT AppConfig web \/status → changed, 2 → 4, event MODIFIED\.\n/);
  assert.match(text, /\n21\. [^\n]+\n$/);
  const waiting = page.waitForEvent("download");
  await page.locator(".transcript").getByRole("button", { name: "Download" }).click();
  const file = await waiting;
  assert.equal(file.suggestedFilename(), "transcript.txt");
  assert.equal(await readFile(await file.path(), "utf8"), text);
}));

test("kubectl: the server's own tables since the beginning, a line for each event, laid out as kubectl does", () => journey({}, async (me, page) => {
  await me.situation("The Secret is not there yet");
  await me.settle();
  await me.button("Let time pass").click();
  await page.getByRole("button", { name: "+10 s", exact: true }).click();
  await me.settle();
  await me.object("web-credentials");
  await me.save();
  await me.settle();
  await me.tab("Transcript");
  await form(page, "kubectl get -w");
  await me.says(page.locator(".transcript-command"), "$ kubectl get appconfigs --watch");
  const lines = await printed(page);
  assert.deepEqual(lines.map((line) => line.replace(/^\d+ /, "")), [
    "NAME   READY   REASON   AGE",
    "web                     0s",
    "web    False   SecretMissing   0s",
    "web    True    InSync          10s",
  ]);
  await page.getByLabel("--output-watch-events").check();
  assert.deepEqual((await printed(page)).map((line) => line.replace(/^\d+ /, "")), [
    "EVENT   NAME   READY   REASON   AGE",
    "ADDED   web                     0s",
    "MODIFIED   web    False   SecretMissing   0s",
    "MODIFIED   web    True    InSync          10s",
  ]);
  assert.match(await copyAll(me, page), /^\$ kubectl get appconfigs --watch --output-watch-events\nEVENT {3}NAME/);
  await page.locator(".transcript select").selectOption("Secret");
  await me.says(page.locator(".transcript-command"), "$ kubectl get secrets --watch --output-watch-events");
  await me.says(page.locator(".printed"), /ADDED\s+web-credentials\s+Opaque\s+1\s+0s/);
  await page.locator(".transcript select").selectOption("ConfigMap");
  const [, created] = await printed(page);
  assert.match(created, /^\d+ ADDED {3}web-config {3}2 {6}0s$/);
  // A line leads to the moment behind it.
  await page.locator(".printed .log-line").last().getByRole("button").click();
  await me.says(me.said, /POST ConfigMap web-config → created/);
  await page.locator(".transcript select").selectOption("Event");
  await me.says(page.locator(".transcript"), "there has been no events");
}));

test("kubectl: what a compaction has taken away was printed before, and a branch tells its own", () => journey({}, async (me, page) => {
  await me.settle();
  await me.session({}, [
    { edit: { object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "one" } } } },
    { edit: { object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "two", namespace: "default" } } } },
    { compact: {} },
    { edit: { object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "three" } } } },
    { remove: { kind: "ConfigMap", name: "one" } },
  ]);
  await me.tab("Transcript");
  await form(page, "kubectl get -w");
  await page.locator(".transcript select").selectOption("ConfigMap");
  await page.getByLabel("--output-watch-events").check();
  await me.says(page.locator(".printed"), /DELETED/);
  assert.deepEqual((await printed(page)).map((line) => line.replace(/\s+/g, " ")), [
    "1 EVENT NAME DATA AGE", "1 ADDED one 0 0s", "2 ADDED two 0 0s", "4 ADDED three 0 0s", "5 DELETED one 0 0s",
  ]);
  await page.locator(".printed .log-line").nth(2).getByRole("button").click();
  await me.says(page.locator(".clock"), "move 2 of 5");
  await me.step();
  await me.says(page.locator(".clock"), /move 3$/);
  await page.waitForFunction(() => document.querySelectorAll(".printed .log-line").length === 3);
}));

test("kubectl: objects of other namespaces stand beside their namespace", () => journey({}, async (me, page) => {
  await me.session({ objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "one", namespace: "team" }, data: { a: "b" } }] }, [
    { edit: { object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "two" } } } },
  ]);
  await me.tab("Transcript");
  await form(page, "kubectl get -w");
  await page.locator(".transcript select").selectOption("ConfigMap");
  await me.says(page.locator(".transcript-command"), "$ kubectl get configmaps --all-namespaces --watch");
  assert.deepEqual(await printed(page), ["0 NAMESPACE   NAME   DATA   AGE", "0 team        one    1      0s", "1 default     two    0      0s"]);
}));

test("the controller's log: starts, each reconcile with its id, errors in their own words; silent on success at the usual level", () => journey({}, async (me, page) => {
  await me.situation("The same, returned as an error");
  await me.settle();
  await me.tab("Transcript");
  await form(page, "Controller log");
  await page.locator(".printed").waitFor();
  const all = await printed(page);
  const base = '"controller": "appconfig-controller", "controllerGroup": "lab.example.com", "controllerKind": "AppConfig"';
  assert.equal(all[0], `0 2026-01-01T00:00:00.000Z\tINFO\tStarting EventSource\t{${base}, "source": "kind source: *v1.AppConfig"}`);
  assert.equal(all[4], `0 2026-01-01T00:00:00.000Z\tINFO\tStarting workers\t{${base}, "worker count": 1}`);
  const request = '"AppConfig": {"name":"web","namespace":"default"}, "namespace": "default", "name": "web", "reconcileID": ';
  assert.ok(all[5].startsWith(`2 2026-01-01T00:00:00.000Z\tLEVEL(-5)\tReconciling\t{${base}, ${request}"`), all[5]);
  const id = /"reconcileID": "([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})"/.exec(all[5])[1];
  const error = all.find((line) => line.includes("ERROR"));
  assert.ok(error.endsWith(`T00:00:00.002Z\tERROR\tReconciler error\t{${base}, ${request}"${id}", "error": "Secret \\"web-credentials\\" not found"}`), error);
  await page.getByLabel("--zap-log-level=5").uncheck();
  assert.deepEqual((await printed(page)).map((line) => line.split("\t")[2]), [...Array(3).fill("Starting EventSource"), "Starting Controller", "Starting workers", "Reconciler error"]);
  await me.interfere("reconciler", "Crash the controller");
  await me.says(page.locator(".printed .log-line").last(), "the process died here");
  await me.interfere("reconciler", "Start the controller");
  await me.settle();
  await me.says(page.locator(".printed .log-line").last(), "Reconciler error");
  const ids = [...(await copyAll(me, page)).matchAll(/Reconciler error.*"reconcileID": "([^"]+)"/g)].map((found) => found[1]);
  assert.equal(ids[0], id);
  assert.equal(new Set(ids).size, ids.length);
}));

test("the skip link leads to the transcript, also on a phone, and the focus with it", () => journey({ width: 390, height: 844 }, async (me, page) => {
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the transcript");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "transcript-title");
  assert.equal(await page.locator(".transcript").isVisible(), true);
}));

test("thousands of moves: only a window of them is drawn, in each form, with the moment in sight", () => journey({}, async (me, page) => {
  await me.situation("A status that never stands still");
  for (let at = 0; at < 4; at += 1) await me.settle();
  await me.tab("Transcript");
  for (const name of ["Sentences", "kubectl get -w", "Controller log"]) {
    await form(page, name);
    await me.says(page.locator(".transcript .log-lines"), "Show 200 earlier");
    assert.ok(await me.log.count() <= 122, name);
    await page.waitForFunction(() => {
      const list = document.querySelector(".log-lines").getBoundingClientRect();
      const line = document.querySelector(".log-lines [aria-current=step]").getBoundingClientRect();
      return line.top >= list.top && line.bottom <= list.bottom + 1;
    });
  }
  await form(page, "Sentences");
  const before = await me.log.count();
  await page.getByRole("button", { name: "Show 200 earlier" }).click();
  await page.waitForFunction((drawn) => document.querySelectorAll(".log-line").length === drawn + 200, before);
  const newest = await page.locator(".log-number").last().textContent();
  await me.step(2);
  await me.says(page.locator(".log-number").last(), String(Number(newest) + 2));
  await page.getByRole("button", { name: "To where we are" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-current")), "step");
}));
