// Deletion, finalizers, crashes and faults, read off the page.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

test("delete with an account: timestamp, generation, cleanup, finalizer, gone, child collected", () => journey({}, async (me) => {
  await me.situation("Deleting, with an account outside");
  await me.says(me.station("outside"), /web-db.*made by default\/web/);
  await me.button(/^Delete$/).click();
  await me.says(me.editor, /terminating, resourceVersion 5 → 6/);
  await me.says(me.editor, /Terminating since .*lab\.example\.com\/account/);
  await me.says(me.editor, "gen 2");
  await me.says(me.station("server"), /web.*terminating/);
  await me.finish();
  await me.says(me.page.locator(".question").nth(0), "it is being deleted, so only the cleanup is wanted");
  await me.says(me.page.locator(".question").nth(3), "It removed the account outside and took the finalizer off");
  await me.says(me.page.locator(".question").nth(3).locator(".evidence"), /deleted.*PATCH AppConfig web.*DELETED/);
  assert.equal(await me.version("web"), null);
  await me.says(me.station("outside"), "No account");
  await me.settle();
  assert.equal(await me.version("web-config"), null);
  await me.tab("Transcript");
  await me.says(me.log.filter({ hasText: "collect" }).first(), "garbage collector");
  await me.says(me.pass, "The object is gone: there is nothing to want");
}));

test("a cleanup that fails: stuck, the page shows what holds it, and taking the finalizer off by hand frees it", () => journey({}, async (me) => {
  await me.situation("Terminating for ever");
  await me.settle();
  await me.says(me.requeue, 'account "web-db" not found');
  await me.said.getByRole("button").click();
  await me.settle();
  await me.says(me.station("queue"), /2 failures/);
  await me.says(me.editor, /Terminating since.*lab\.example\.com\/account/);
  await me.button("Remove its finalizers").click();
  assert.equal(await me.version("web"), null);
  await me.settle();
  assert.equal(await me.version("web-config"), null);
}));

test("without a finalizer the account is a leak, and marked as one", () => journey({}, async (me) => {
  await me.situation("Deleting, with an account outside");
  await me.interfere("reconciler", "Crash the controller");
  await me.button("Remove its finalizers").waitFor({ state: "detached" });
  await me.button(/^Delete$/).click();
  await me.button("Remove its finalizers").click();
  await me.says(me.station("outside"), "leak: its owner is gone");
}));

test("crash in the middle of creating and of deleting: nothing is doubled, nothing is left behind", () => journey({}, async (me) => {
  await me.situation("Deleting, with an account outside");
  await me.button(/^Delete$/).click();
  await me.step(5);
  await me.interfere("reconciler", "Crash the controller");
  await me.says(me.said, "The controller died where it stood");
  await me.says(me.pass, "crashed");
  await me.says(me.requeue, "The process died before it could return");
  await me.interfere("reconciler", "Start the controller");
  await me.settle();
  assert.equal(await me.version("web"), null);
  assert.equal(await me.version("web-config"), null);
  await me.says(me.station("outside"), "No account");
}));

test("a request that fails once: the server's answer is lost, the retry finds the work done", () => journey({}, async (me) => {
  await me.interfere("reconciler", "All faults…");
  const drawer = me.page.locator(".faults");
  await drawer.locator("select[name=target]").selectOption("POST ConfigMap");
  await drawer.locator("select[name=reason]").selectOption("Timeout");
  await drawer.getByLabel("The server did it, only the answer is lost").check();
  await drawer.getByRole("button", { name: "Arm" }).click();
  await me.says(me.said, "A failure is armed");
  await me.finish();
  await me.says(me.page.locator(".question").nth(3).locator(".evidence"), /answer lost/);
  await me.settle();
  await me.says(me.said, "Quiet");
  await me.says(me.status, "Ready: True");
}));

test("held, cut, broken, removed: each fault has its button and its sentence", () => journey({}, async (me) => {
  await me.interfere("watch", "Hold AppConfig");
  await me.says(me.said, "Events of AppConfig are held");
  await me.says(me.station("watch"), /held/);
  await me.interfere("watch", "Deliver one AppConfig");
  await me.says(me.said, "ADDED AppConfig web reached the cache");
  await me.interfere("watch", "Release AppConfig");
  await me.interfere("watch", "Cut ConfigMap's watch");
  await me.says(me.station("cache"), "watch cut");
  await me.interfere("outside", "Create web-db");
  await me.says(me.station("outside"), "made by somebody else");
  await me.interfere("outside", "Break web-db");
  await me.says(me.station("outside"), "broken");
  await me.interfere("outside", "Heal web-db");
  await me.interfere("outside", "Remove web-db");
  await me.says(me.station("outside"), "No account");
  await me.interfere("collector", "Crash the collector");
  await me.says(me.station("collector"), "Crashed");
  await me.interfere("collector", "Start the collector");
  await me.settle();
  await me.says(me.status, "Ready: True");
}));
