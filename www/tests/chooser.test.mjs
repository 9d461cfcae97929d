// The chooser of habits: every kind of habit, search, documentation beside the choice, the engine's refusals.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

test("a choice shows what it means, what goes wrong, both libraries and a report; one click leads back to the good way", () => journey({}, async (me, page) => {
  await me.button("Change habits").click();
  const about = page.locator(".habit-about");
  await page.locator("#habit-onMissing").selectOption({ label: "an error" });
  await me.says(about, /What does a pass return that has to wait\?.*an error.*not the good way.*What goes wrong.*Normal waiting looks like a failure/);
  await me.says(about, /controller-runtime \(Go\).*return ctrl\.Result\{\}, err.*kube-rs \(Rust\).*secrets\.get\(requires\)/);
  const report = about.getByRole("link", { name: "FoundationDB/fdb-kubernetes-operator#114" });
  assert.equal(await report.getAttribute("href"), "https://github.com/FoundationDB/fdb-kubernetes-operator/issues/114");
  await me.says(page.locator(".modal-foot"), /1 change to roll out.*the process restarts/);
  await me.says(page.locator("#habit-onMissing-state"), /not the good way.*runs now: RequeueAfter/);
  await about.getByRole("button", { name: "panic", exact: true }).click();
  await me.says(about, /A panic is not recovered/);
  await me.button("Roll out").click();
  await me.says(me.said, "A new version was rolled out (onMissing: panic); the process restarts");
  await me.says(me.station("reconciler"), "onMissing: panic");
  await me.button("Change habits").click();
  await me.button("Back to the good way").click();
  await me.says(me.said, "A new version was rolled out (onMissing: requeueAfter); the process restarts");
  await me.says(me.station("reconciler"), "Written the good way");
}));

test("forty habits are found by name, by value and by symptom, and by what is changed", () => journey({}, async (me, page) => {
  await me.habits({ compare: "a hash of its own" });
  await me.button("Change habits").click();
  const names = () => page.locator(".habit-name code").allTextContents();
  await page.locator("input[type=search]").fill("leak crash");
  assert.ok((await names()).includes("finalizer"));
  assert.ok(!(await names()).includes("queue"));
  await me.says(page.locator(".habits-tools"), /\d+ of \d+ habits/);
  await page.locator("input[type=search]").fill("zebra");
  await me.says(page.locator(".habits-list"), "No habit matches");
  await page.locator("input[type=search]").fill("");
  await page.getByLabel("Only those not written the good way").check();
  assert.deepEqual(await names(), ["compare"]);
  await page.locator("#habit-compare").selectOption({ label: "not at all" });
  await me.says(page.locator("#habit-compare-state"), "runs now: a hash of its own");
  await me.button("Discard changes").click();
  await me.says(page.locator(".modal-foot"), "Nothing changed yet");
}));

test("numbers are typed, and what the engine refuses is said beside them in its words", () => journey({}, async (me, page) => {
  await me.button("Change habits").click();
  await page.locator("#habit-periodic").selectOption({ label: "every so often" });
  const own = page.locator(".habit", { has: page.locator("#habit-periodic") }).locator("input");
  assert.equal(await own.inputValue(), "60000");
  await own.fill("0");
  await me.says(page.locator("#habit-periodic-state"), /The engine refuses it: habit "periodic" has no value 0; it takes null or a whole number from 1 to/);
  assert.equal(await me.button("Roll out").isDisabled(), true);
  await own.fill("");
  await me.says(page.locator("#habit-periodic-state"), /has no value ""/);
  await own.fill("20000");
  await me.button("Roll out").click();
  await me.settle();
  await me.says(me.requeue, "AddAfter 20 s");
  await me.button("Change habits").click();
  await page.locator("#habit-periodic").selectOption({ label: "off (good)" });
  await me.button("Roll out").click();
  await me.says(me.station("reconciler"), "Written the good way");
}));

test("a selector is typed; a combination that means nothing is refused beside both habits", () => journey({}, async (me, page) => {
  await me.button("Change habits").click();
  await me.says(page.locator(".habits-tools [role=status]"), /^40 habits$/);
  await page.locator("#habit-cacheSelector").selectOption({ label: "a label selector" });
  const selector = page.getByLabel("Label selector");
  assert.equal(await selector.inputValue(), "team=blue");
  await page.locator("#habit-workers").selectOption({ label: "several" });
  assert.equal(await page.getByLabel("How many").inputValue(), "2");
  await page.locator("#habit-watchOwned").selectOption({ label: "no" });
  await page.locator("#habit-naming").selectOption({ label: "made by the server" });
  await page.locator("#habit-write").selectOption({ label: "server-side apply" });
  for (const name of ["naming", "write"]) await me.says(page.locator(`#habit-${name}-state`), /refuses it: habit "naming": "generated" together with "write": "apply" means nothing/);
  await me.says(page.locator(".modal-foot"), 'habit "naming": "generated" together with "write": "apply" means nothing');
  await page.locator("#habit-write").selectOption({ label: "update (PUT) (good)" });
  await me.says(page.locator(".modal-foot"), "4 changes to roll out");
}));

test("on a phone the documentation opens below its habit, and closes again", () => journey({ width: 390, height: 844 }, async (me, page) => {
  await me.button("Change habits").click();
  const name = page.locator(".habit-name").first();
  await name.click();
  await me.says(page.locator(".habit-about"), "Which updates of its own object may wake it?");
  const [above, below] = [await page.locator(".habit").first().boundingBox(), await page.locator(".habit-about").boundingBox()];
  assert.ok(below.y >= above.y + above.height - 1);
  await name.click();
  await page.locator(".habit-about").waitFor({ state: "detached" });
}));

test("a part that cannot be loaded says so, and the page goes on", () => journey({ allowed: ["net::ERR", "Failed to load resource"] }, async (me, page) => {
  await page.route(/parts\.css/, (route) => route.abort());
  await me.button("Situations").click();
  await me.says(me.problem, "This part of the page could not be loaded");
  await me.step();
  await me.says(me.box("queue"), "default/web");
}));
