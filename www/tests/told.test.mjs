// What the page says is what was: stalls, lost answers, timers that were absorbed, what was not looked at, what another
// world leaves behind.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const NAME = "appconfig-controller";
const app = (spec = {}) => ({ apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default" }, spec: { data: { color: "blue" }, ...spec } });
const written = (habits, spec = {}) => ({ controllers: [{ name: NAME, habits }], objects: [app(spec)] });
const question = (me, at) => me.page.locator(".question").nth(at);

test("a controller that stalls within a pass is said to be stalled, and goes on when it is resumed", () => journey({}, async (me, page) => {
  await me.step(5);
  const faults = await me.faults();
  await faults.getByRole("button", { name: "Stall it" }).click();
  await me.says(page.locator(".dock .step"), "Nothing moves: the controller is stalled");
  await me.button("Run until quiet").click({ force: true });
  await me.says(me.said, /Nothing else moves.*appconfig-controller is stalled/);
  await me.button("Resume the controller").click();
  await me.settle();
  await me.says(me.said, "Quiet: nothing is left to do");
}));

test("a second Run keeps what the first one told", () => journey({}, async (me, page) => {
  await me.button("Run until quiet").dblclick();
  await page.locator(".dock[aria-busy=false]").waitFor();
  await me.says(me.said, /2 passes, 2 writes/);
  await me.button("Run until quiet").click({ force: true });
  await me.says(me.said, /2 passes, 2 writes/);
}));

test("Escape closes the panel of faults; what was armed is gone after Reset and comes back with Forward", () => journey({}, async (me, page) => {
  const faults = await me.faults();
  await faults.getByRole("button", { name: "Arm" }).click();
  await me.says(faults, "Armed: the next");
  await me.button("Reset").click();
  await page.locator(".faults-armed:empty").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Forward" }).click();
  await me.says(faults, "Armed: the next");
  await page.keyboard.press("Escape");
  await page.locator(".faults").waitFor({ state: "detached" });
  await me.situation("Somebody edits the child");
  assert.doesNotMatch(await me.text(await me.faults()), /Armed/);
}));

test("another world asks about what is typed, and takes over neither habits nor objects of the one before", () => journey({}, async (me, page) => {
  await me.yaml.fill("typed");
  const asked = [];
  let go = false;
  page.on("dialog", (dialog) => { asked.push(dialog.message()); void (go ? dialog.accept() : dialog.dismiss()); });
  await me.button("Situations").click();
  const start = page.getByRole("button", { name: "Start here: Somebody edits the child" });
  await start.click();
  assert.match(asked[0] ?? "", /not saved/);
  assert.equal(await me.yaml.inputValue(), "typed");
  go = true;
  await start.click();
  await page.locator(".guide h2", { hasText: "Somebody edits the child" }).waitFor();
  assert.notEqual(await me.yaml.inputValue(), "typed");
  await me.button("Change habits").click();
  await page.locator("#habit-statusWhen").selectOption({ label: "every time" });
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await me.session(written({}));
  await me.button("Change habits").click();
  await me.says(page.locator("dialog"), "Nothing changed yet.");
  assert.equal(asked.length, 2);
}));

test("an event that comes before the timer of its key absorbs it, and both are told", () => journey({}, async (me) => {
  await me.session(written({}, { requires: "web-credentials" }));
  await me.settle();
  await me.says(question(me, 1), /The required Secret is missing\..*No account is wanted, so nobody looked for one\./);
  await me.says(question(me, 3), "Nothing done: it waits for the missing Secret.");
  await me.object("web-credentials");
  await me.save();
  await me.finish();
  await me.says(me.pass.locator(".why"), /An earlier pass had asked to come back \(RequeueAfter\).*Secret web-credentials.*it came first: the timer for t = [\d.]+ s was absorbed/);
}));

test("an account that is wanted and was not looked at is told as that", () => journey({}, async (me) => {
  await me.session(written({}, { requires: "web-credentials", account: "web-db" }));
  await me.finish();
  await me.says(question(me, 1), /The required Secret is missing\. The account was not looked at\.$/);
}));

test("a timer that came by itself is told as what was asked for, and nothing was absorbed", () => journey({}, async (me) => {
  await me.session(written({}, { requires: "web-credentials" }));
  await me.settle();
  await me.said.getByRole("button").click();
  await me.finish();
  assert.doesNotMatch(await me.says(me.pass.locator(".why"), "An earlier pass had asked to come back"), /absorbed/);
}));

test("a write whose answer was lost was done by the server, and has neither code nor words of it", () => journey({}, async (me) => {
  await me.session(written({}), [{ fail: { controller: NAME, method: "POST", kind: "ConfigMap", reason: "Conflict", applied: true } }]);
  await me.finish();
  const said = await me.says(question(me, 3), /It was told that it failed to create the ConfigMap; the server did it, the answer was lost\./);
  assert.doesNotMatch(said, /HTTP|server's words/);
}));

test("what moved nothing, and where was read or not looked", () => journey({}, async (me) => {
  await me.session(written({ compare: "always" }));
  await me.settle();
  await me.says(question(me, 1), "The ConfigMap is in the cache, at version 3. No account is wanted, so nobody looked for one.");
  await me.says(question(me, 3), "It sent a request to update the ConfigMap that changed nothing.");
  await me.session(written({ readFrom: "server" }));
  await me.finish();
  await me.says(question(me, 1), "There is no ConfigMap on the server.");
  await me.session(written({ ensure: "createOnly" }));
  await me.finish();
  await me.says(question(me, 1), "The ConfigMap was not looked at.");
  await me.session(written({ truth: "status", predicate: "none" }));
  await me.settle();
  await me.says(question(me, 1), "The ConfigMap was not looked at.");
}));

test("a status that goes to the main resource, a panic, and waits that only an event ends", () => journey({}, async (me) => {
  await me.session(written({ statusVia: "main" }));
  await me.finish();
  await me.says(me.status, "It was sent to the main resource, not to /status: the server dropped what it said of the status.");
  await me.says(question(me, 5), /PUT|replace|AppConfig.*unchanged|unchanged/);
  assert.equal(await question(me, 3).locator(".evidence").count(), 1);
  await me.session(written({ onMissing: "panic" }, { requires: "web-credentials" }));
  await me.finish();
  await me.says(me.pass.locator(".card-head"), "panicked");
  await me.says(me.passes.first(), "panicked");
  await me.says(me.requeue, "It panicked, and the panic was caught");
  await me.session(written({ missingDelay: 0 }, { requires: "web-credentials" }));
  await me.finish();
  await me.says(question(me, 4), "nothing will wake it but an event");
}));

test("a start against the past lists what was; a leader among two says what it believes, and each card whose pass it shows", () => journey({}, async (me, page) => {
  await me.settle();
  await me.interfere("reconciler", "Crash the controller");
  const faults = await me.faults();
  await faults.getByLabel("Revision").fill("2");
  await faults.getByRole("button", { name: "Start it against an older state" }).click();
  await me.tab("Transcript");
  await me.says(me.log.last(), "its lists show the server as it was at revision 2");
  await me.session({ controllers: [{ name: "alpha", lease: "leader" }, { name: "beta", lease: "leader" }], objects: [app()] });
  await me.step(6);
  await me.says(page.locator(".controller").nth(0), /\bleads/);
  assert.doesNotMatch(await me.text(page.locator(".controller").nth(0)), /believes/);
  await faults.getByRole("button", { name: "Stall it" }).click();
  await me.says(page.locator(".controller").nth(0), "believes it leads");
  assert.match(await me.says(page.locator(".lease"), "alpha believes it holds it"), /it holds it\.$/);
  await me.tab("Passes");
  for (const card of [me.pass, me.status, me.requeue, me.history]) await me.says(card, "by alpha");
  await me.tab("Transcript");
  for (const line of await me.log.allTextContents()) assert.doesNotMatch(line, /(alpha|beta)\s+(\1)\b/);
}));
