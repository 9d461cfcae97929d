// The loop as a person walks through it: each claim is read off the page.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

test("a newcomer steps through the first pass and sees each of the six answers", () => journey({}, async (me) => {
  await me.says(me.said, "Nothing yet. Press Step");
  await me.says(me.page.locator(".dock .step"), "deliver ADDED web to the cache");
  await me.says(me.station("watch"), /web.*ADDED/);
  await me.step();
  await me.says(me.station("queue"), /default\/web.*ADDED AppConfig web, written by kubectl-create/);
  await me.says(me.page.locator(".dock .step"), "a worker takes default/web from the queue");
  await me.step();
  await me.says(me.pass, /Pass 1 of default\/web.*in progress/);
  await me.says(me.pass, "ADDED AppConfig web, written by kubectl-create");
  await me.says(me.page.locator(".question[data-state=current] .next-line"), "read AppConfig web from the cache");
  await me.step();
  await me.says(me.page.locator(".question").nth(0), "ConfigMap web-config holding color: blue and level: info");
  await me.finish();
  await me.says(me.said, "Pass 1 of default/web has returned");
  for (const [at, words] of ["What is wanted?", "What is there?", "What differs?", "What closes the gap?", "When to look again?", "What to report?"].entries()) {
    await me.says(me.page.locator(".question").nth(at), words);
    assert.equal(await me.page.locator(".question").nth(at).getAttribute("data-state"), "answered");
  }
  await me.says(me.page.locator(".question").nth(3).locator(".evidence"), /created.*POST ConfigMap web-config.*HTTP 201.*— → *3.*ADDED/);
  await me.says(me.status, /changed *2 → *4.*MODIFIED.*Not yet/);
  await me.says(me.requeue, "It asked for nothing more");
}));

test("create and settle: child and status are there, and the page says how many passes it took and why each ran", () => journey({}, async (me) => {
  await me.settle();
  await me.says(me.said, /Quiet: nothing is left to do.*2 passes, 2 writes/);
  await me.object("web-config");
  assert.match(await me.yaml.inputValue(), /color: blue\n\s+level: info/);
  await me.says(me.status, /Ready: True \(InSync\).*generation 1, the present one/);
  assert.equal(await me.passes.count(), 2);
  await me.says(me.passes.nth(1), /Pass 1.*ADDED AppConfig web.*2 writes/);
  await me.says(me.history.locator(".card-head"), "2 passes. By everyone, people too: 2 writes, 0 unchanged, 2 events");
  await me.says(me.passes.nth(0), /Pass 2.*ADDED ConfigMap web-config, which it owns.*its own write.*no write.*2 skipped/);
}));

test("reconciling again with nothing changed writes nothing, and the page says who was woken and who was not", () => journey({}, async (me) => {
  await me.settle();
  const child = await me.version("web-config");
  await me.interfere("cache", "Resync AppConfig");
  await me.says(me.said, /web at 4: nobody is woken: dropped by GenerationChangedPredicate/);
  await me.says(me.dropped.first(), /AppConfig web at 4.*GenerationChangedPredicate/);
  await me.interfere("cache", "Resync ConfigMap");
  await me.says(me.station("queue"), /default\/web/);
  await me.settle();
  await me.says(me.said, "1 pass, no write");
  await me.says(me.passes.first(), /Resync.*no write/);
  assert.equal(await me.version("web-config"), child);
  await me.interfere("reconciler", "Crash the controller");
  await me.says(me.station("reconciler"), "Crashed");
  await me.interfere("reconciler", "Start the controller");
  await me.says(me.station("cache"), /not listed yet/);
  await me.settle();
  await me.says(me.said, "no write");
  await me.says(me.passes.first(), /in the list that the cache started with.*no write/);
  assert.equal(await me.version("web-config"), child);
  await me.says(me.page.locator(".evidence").first(), /skipped.*3 *same.*no event/);
}));

test("a hand edit of the child is repaired by one write; the second pass is woken by the repair and writes nothing", () => journey({}, async (me) => {
  await me.settle();
  await me.object("web-config");
  await me.edit((text) => text.replace("color: blue", "color: red"));
  await me.says(me.editor, /changed, resourceVersion 3 → 5/);
  await me.settle();
  await me.says(me.said, "2 passes, 1 write");
  await me.says(me.passes.nth(1), /MODIFIED ConfigMap web-config \(3 → 5\), which it owns, written by kubectl-edit.*1 write/);
  await me.says(me.passes.nth(0), /MODIFIED ConfigMap web-config \(5 → 6\).*appconfig-controller.*its own write.*no write/);
  await me.says(me.history.locator(".card-head"), "4 passes. By everyone, people too: 4 writes, 0 unchanged");
  assert.match(await me.yaml.inputValue(), /color: blue/);
  await me.object("web");
  await me.edit((text) => text.replace("level: info", "level: debug"));
  await me.settle();
  await me.says(me.editor, "gen 2");
  await me.says(me.status, "speaks of generation 2, the present one");
  assert.equal(await me.version("web-config"), "8");
  await me.passes.nth(1).click();
  await me.says(me.pass, "You are looking at an earlier pass");
  await me.says(me.page.locator(".question").nth(2), "Different: data.level");
}));

test("a Secret that is not there: RequeueAfter forgets and adds after 10 s, without an error; creating it ends the waiting", () => journey({}, async (me) => {
  await me.situation("The Secret is not there yet");
  await me.settle();
  await me.says(me.said, "Quiet but for a timer, 10 s from now");
  await me.says(me.requeue, /RequeueAfter: 10 s.*yes: the failure counter is 0.*AddAfter 10 s/);
  await me.says(me.station("queue"), /Waiting.*default\/web.*in 10 s/);
  assert.doesNotMatch(await me.text(me.station("queue")), /Failures/);
  await me.button(/^Let 10 s pass$/).click();
  await me.settle();
  await me.says(me.requeue, "AddAfter 10 s");
  await me.object("web-credentials");
  await me.save();
  await me.settle();
  await me.says(me.passes.nth(1), /Pass 3.*ADDED Secret web-credentials, which it requires.*2 writes/);
  await me.says(me.status, "Ready: True");
  assert.equal(await me.version("web-config") === null, false);
}));

test("the same returned as an error: 5, 10, 20 ms and on to 1000 s, and success resets the counter", () => journey({}, async (me) => {
  await me.situation("The same, returned as an error");
  await me.settle();
  for (const [at, delay] of ["5 ms", "10 ms", "20 ms", "40 ms"].entries()) {
    await me.says(me.requeue, new RegExp(`error: Secret "web-credentials" not found.*no: ${at + 1} failures? counted.*AddRateLimited ${delay}`));
    await me.says(me.said, "but for a timer");
    await me.page.locator(".said").getByRole("button").click();
    await me.settle();
  }
  await me.button("Let time pass").click();
  for (let more = 0; more < 16; more += 1) {
    await me.page.locator(".time-panel button").first().click();
    await me.settle();
  }
  await me.says(me.requeue, "AddRateLimited 16 min 40 s");
  await me.object("web-credentials");
  await me.save();
  await me.settle();
  await me.says(me.status, "Ready: True");
  assert.doesNotMatch(await me.text(me.station("queue")), /Failures/);
}));
