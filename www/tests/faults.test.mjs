// Faults, several controllers, causes and invariants.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } };

test("every fault is reachable from one place: process, watch, requests, the world outside", () => journey({}, async (me) => {
  await me.settle();
  const faults = await me.faults();
  const press = (name) => faults.getByRole("button", { name, exact: true }).click();
  await press("Crash appconfig-controller");
  await me.says(me.station("reconciler"), "Crashed");
  await press("Start appconfig-controller");
  await me.settle();
  await press("Hold: AppConfig");
  await me.says(faults.locator("tr", { hasText: "AppConfig" }), /open.*held/);
  await me.edit((text) => text.replace("color: blue", "color: green"));
  await press("Deliver one: AppConfig");
  await me.says(me.station("queue"), "default/web");
  await press("Release: AppConfig");
  await press("Cut: ConfigMap");
  await me.says(faults.locator("tr", { hasText: "ConfigMap" }), "cut");
  await press("Crash garbage collector");
  await me.says(me.station("collector"), "Crashed");
  await press("Create");
  await me.says(me.station("outside"), "web-db");
  await press("Break account web-db");
  await me.says(faults.locator(".faults-accounts"), "broken");
  await press("Heal account web-db");
  await press("Remove account web-db");
  await me.says(me.station("outside"), "No account");
}));

test("what is not possible is said beside its button, and not at the top of the page", () => journey({}, async (me) => {
  const faults = await me.faults();
  await faults.getByRole("button", { name: "Create", exact: true }).click();
  await faults.getByRole("button", { name: "Create", exact: true }).click();
  await me.says(faults.locator(".faults-outside [role=alert]"), /web-db/);
  assert.equal(await me.text(me.problem), "");
  await faults.getByRole("textbox", { name: "Account" }).fill("other");
  await faults.getByRole("button", { name: "Create", exact: true }).click();
  assert.equal(await me.text(faults.locator(".faults-outside [role=alert]")), "");
}));

test("a request fails as it was arranged: which, with what answer, how often, applied or not", () => journey({}, async (me) => {
  const faults = await me.faults();
  await faults.locator("select[name=target]").selectOption("POST ConfigMap");
  await faults.locator("select[name=reason]").selectOption("ServiceUnavailable");
  await faults.getByLabel("How often").fill("2");
  await faults.getByRole("button", { name: "Arm" }).click();
  await me.says(faults, "Armed: the next 2 POST ConfigMap get ServiceUnavailable");
  await me.settle();
  await me.says(me.page.locator(".evidence").first(), /failed.*POST ConfigMap/);
  await me.says(me.requeue, "AddRateLimited 5 ms");
  await me.page.locator(".said").getByRole("button").click();
  await me.settle();
  await me.says(me.requeue, "AddRateLimited 10 ms");
  await faults.getByLabel("The server did it").check();
  await faults.getByLabel("How often").fill("1");
  await faults.getByRole("button", { name: "Arm" }).click();
  await me.settle();
  await me.page.locator(".said").getByRole("button").click();
  await me.settle();
  await me.tab("Transcript");
  await me.says(me.page.locator(".log-lines"), /POST ConfigMap web-config → answer lost/);
  await me.says(me.status, "Ready: True");
}));

test("a failure is armed until it has happened as often as was asked for, and again before it when one goes back", () => journey({}, async (me) => {
  const faults = await me.faults();
  const armed = faults.locator(".faults-armed");
  await faults.locator("select[name=target]").selectOption("POST ConfigMap");
  await faults.getByLabel("How often").fill("2");
  await faults.getByRole("button", { name: "Arm" }).click();
  await me.says(armed, /^Armed: the next 2 POST ConfigMap get InternalError\.$/);
  await me.settle();
  await me.says(armed, /^Armed: the next POST ConfigMap gets InternalError\.$/);
  await me.said.getByRole("button").click();
  await me.settle();
  await me.says(me.requeue, "AddRateLimited 10 ms");
  assert.equal(await me.text(armed), "");
  await me.button("Reset").click();
  assert.equal(await me.text(armed), "");
  await me.page.getByRole("button", { name: "Forward" }).click();
  await me.says(armed, /^Armed: the next 2 POST ConfigMap get InternalError\.$/);
}));

test("the faults of a budget are listed and played, until it is used up", () => journey({}, async (me, page) => {
  await me.session({ budget: { hold: 1 }, objects: [WEB] });
  const faults = await me.faults();
  const budget = faults.locator(".faults-budget");
  await budget.getByRole("button", { name: "hold the events of AppConfig" }).click();
  await me.says(me.station("cache"), "not listed yet");
  assert.deepEqual(await budget.getByRole("button").allTextContents(), ["release the events of AppConfig"]);
  await faults.getByRole("button", { name: "Close" }).click();
  await page.locator(".faults").waitFor({ state: "detached" });
}));

test("with one controller there is no switch and no budget", () => journey({}, async (me, page) => {
  const faults = await me.faults();
  assert.equal(await page.locator(".controllers").count(), 0);
  assert.equal(await faults.locator(".faults-budget").count(), 0);
}));

test("several controllers: a switch shows each, moves go to the one that is shown, and the log says whose they were", () => journey({}, async (me, page) => {
  await me.session({ controllers: [{ name: "one" }, { name: "two" }], objects: [WEB] });
  const tab = (name) => page.locator(".controller", { hasText: name });
  await me.says(tab("one"), "next");
  await me.says(page.locator(".dock .step"), "one: list AppConfigs into the cache");
  await me.settle();
  assert.equal(await tab("one").getAttribute("aria-pressed"), "true");
  await me.says(tab("two"), /\d pass/);
  await tab("two").click();
  await me.says(me.history, /Pass 1/);
  await me.habits({ statusWhen: "every time" });
  await me.says(me.station("reconciler"), "statusWhen: always");
  await me.interfere("reconciler", "Crash the controller");
  await me.says(tab("two"), "down");
  await tab("one").click();
  await me.says(me.station("reconciler"), "Written the good way");
  await me.tab("Transcript");
  await me.says(me.log.last(), "two");
  const faults = await me.faults();
  await me.says(faults, "Break something around one");
}));

test("a pass says who wrote what woke it, what changed, and what joined a key that was waiting already", () => journey({}, async (me) => {
  await me.settle();
  await me.edit((text) => text.replace("color: blue", "color: green"));
  await me.edit((text) => text.replace("level: info", "level: debug"));
  await me.step(3);
  await me.says(me.pass.locator(".why"), /written by kubectl-edit.*changed: spec\.data\.color; generation 1 → 2.*merged.*changed: spec\.data\.level; generation 2 → 3/);
  await me.settle();
  await me.says(me.dropped.first(), /written by appconfig-controller: GenerationChangedPredicate \(generation 3, as before\)/);
  await me.dropped.first().getByRole("button").click();
  await me.says(me.page.locator(".clock"), /move \d+ of/);
}));

/** An engine that looks at invariants, has leaders, stalls, expired watches and selectors. */
const CONTRACT = `{
  const view = Playground.prototype.view;
  Playground.prototype.view = function (options) {
    const seen = view.call(this, options);
    seen.invariants = [
      { name: "oneRunPerKey", holds: true, since: null, where: null, expectedOf: null },
      { name: "nothingLeaks", holds: false, since: 2, where: "default/web", expectedOf: "finalizer=none" },
      { name: "cacheIsPast", holds: false, since: 0, where: "one", expectedOf: null },
    ];
    const [first, second] = Object.values(seen.controllers);
    first.leader = true;
    first.lease = { name: "leader", identity: "one", holder: "two", since: 0, expires: 15_000, due: 2_000, deadline: null };
    first.cache.AppConfig.watch = "expired";
    first.cache.ConfigMap.selector = "team=blue";
    if (second) Object.assign(second, { leader: false, stalled: true });
    return seen;
  };
}`;

test("invariants say which hold, which broke where and since when, and which a habit breaks on purpose", () => journey({ glue: CONTRACT }, async (me, page) => {
  await me.session({ controllers: [{ name: "one" }, { name: "two" }], objects: [WEB] });
  await me.step(4);
  const list = page.locator(".invariant");
  assert.equal(await list.count(), 3);
  await me.says(list.nth(0), /Each cache is a past state of the server broken at one since the beginning/);
  await me.says(list.nth(1), /Nothing outside is left behind broken at default\/web since move 2 expected of finalizer=none/);
  await me.says(list.nth(2), /holds/);
  await list.nth(1).getByRole("button").click();
  await me.says(page.locator(".clock"), "move 2 of 4");
  await me.says(page.locator(".controller").nth(0), "believes it leads");
  await me.says(page.locator(".lease"), /Lease leader: two holds it; one can take it in 15 s at the earliest; one tries next in 2 s/);
  await me.says(page.locator(".controller").nth(1), /stalled.*waits for the lease/);
  await me.button("Let time pass").click();
  await me.says(page.locator(".time-panel"), "To the next timer (+2 s)");
  await me.says(me.station("cache"), /its version expired.*only team=blue/);
  await page.locator(".controller").nth(1).click();
  await me.says(me.station("reconciler"), "Stalled");
}));
