// Status, loops and stale copies, read off the page.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

for (const [title, content] of [["A status that never stands still", "status.passes"], ["A timestamp in the status", "status.lastReconcileTime"]]) {
  test(`${title}: the page says that a loop was built and how many passes it makes per virtual second`, () => journey({}, async (me) => {
    await me.situation(title);
    await me.settle();
    await me.says(me.said, /You built a loop.*default\/web ran \d+ times in a row, each time woken only by its own controller's writes.*500 passes per second of virtual time/);
    await me.says(me.history, "500 passes per second of virtual time");
    await me.says(me.passes.nth(1), /MODIFIED AppConfig web.*its own write.*1 write/);
    await me.passes.nth(1).click();
    await me.says(me.page.locator(".question").nth(5), `Write it: ${content} differs`);
    await me.says(me.status, /changed.*MODIFIED.*woke pass.*Yes/);
  }));
}

test("both cures end the loop: the generation predicate, and writing only a changed, stable status", () => journey({}, async (me) => {
  for (const cure of ["Try: generation predicate", "Try: write only a changed status"]) {
    await me.situation("A status that never stands still");
    await me.settle();
    await me.says(me.said, "You built a loop");
    await me.button(cure).click();
    await me.says(me.said, "A new version was rolled out");
    await me.settle();
    const said = await me.says(me.said, "Quiet");
    assert.doesNotMatch(said, /loop/);
  }
}));

test("whole seconds fall quiet: two writes within one second are identical, and the page shows that", () => journey({}, async (me) => {
  await me.situation("A timestamp in the status");
  await me.button("Try: whole seconds").click();
  await me.settle();
  await me.says(me.said, "Quiet");
  await me.says(me.status, /unchanged.*same.*no event, so nobody is woken.*No/);
  await me.says(me.page.locator(".question").nth(5).locator(".evidence"), "The bytes are the same, so the server kept the version and sent no event");
}));

test("statusWhen always with stable content is quiet: unchanged, no event", () => journey({}, async (me) => {
  await me.habits({ predicate: "none", statusWhen: "every time" });
  await me.settle();
  await me.says(me.said, "Quiet");
  await me.says(me.page.locator(".question").nth(5).locator(".evidence"), /unchanged.*PUT AppConfig web \/status.*HTTP 200.*watch event— no event/);
  await me.says(me.history, /[1-9]\d* unchanged/);
}));

test("recorded Events are objects of the server: told once, counted when they repeat, waking nobody", () => journey({}, async (me) => {
  await me.habits({ events: "recorded" });
  await me.edit((yaml) => yaml.replace("spec:\n", "spec:\n  requires: web-credentials\n"));
  await me.settle();
  await me.says(me.station("server"), /Event · \w+(?! ×)/);
  for (let turn = 0; turn < 40 && !/× 2/.test(await me.text(me.station("server"))); turn++) await me.step();
  await me.says(me.station("server"), /Event · \w+ × 2/);
  await me.tab("Transcript");
  await me.says(me.page.locator(".log-lines"), /report.*PATCH.*MODIFIED Event/);
  await me.tab("Passes");
  await me.says(me.history, /2 passes/);
}));

test("a stale copy: two 409 in Kubernetes' own words, the second waits 10 ms; released, the retry heals it", () => journey({}, async (me) => {
  await me.situation("A status write from a stale copy");
  await me.settle();
  await me.says(me.said, "Quiet but for a timer, 10 ms from now");
  await me.says(me.status, 'Operation cannot be fulfilled on appconfigs.lab.example.com "web": the object has been modified; please apply your changes to the latest version and try again');
  await me.says(me.page.locator(".question").nth(5).locator(".evidence"), /conflict.*HTTP 409.*5 *same.*no event/);
  await me.says(me.page.locator(".question").nth(4), "No need: an event will wake it. It came otherwise: the pass failed after this, and returned an error.");
  await me.says(me.requeue, "AddRateLimited 10 ms");
  await me.says(me.station("queue"), /Failures.*2 failures/);
  await me.says(me.station("cache"), /1 behind, held/);
  await me.passes.nth(1).click();
  await me.says(me.requeue, "AddRateLimited 5 ms");
  await me.interfere("watch", "Release AppConfig");
  await me.button("Let time pass").click();
  await me.page.locator(".time-panel button").first().click();
  await me.settle();
  await me.says(me.said, "Quiet");
  assert.doesNotMatch(await me.text(me.station("queue")), /Failures/);
}));

test("the same situation with the status written on a fresh read: held as before, and no 409", () => journey({}, async (me) => {
  await me.situation("A status write from a stale copy");
  await me.button("Start again: read anew before the status write").click();
  await me.says(me.station("cache"), /1 behind, held/);
  await me.settle();
  await me.says(me.said, /^Nothing moves by itself\. Events are held: release or deliver them\. 22 moves/);
  await me.passes.nth(1).click();
  await me.says(me.page.locator(".questions"), /changed.*PUT ConfigMap web-config/);
  await me.tab("Transcript");
  assert.doesNotMatch(await me.text(me.page.locator(".log-lines")), /conflict/);
}));

test("a status sent to the main resource is dropped by the server, and the page shows it unchanged", () => journey({}, async (me) => {
  await me.habits({ statusVia: "the object itself" });
  await me.settle();
  await me.says(me.page.locator(".status-card .held"), "No status yet");
}));
