// The path as one picture: what each station says, what travelled, how lag is made, what else could happen, where one crashes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STATIONS = ["server", "watch", "cache", "queue", "reconciler", "collector", "outside"];
const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } };

const button = (me, name) => me.box(name).getByRole("button");
const said = (me, name) => button(me, name).getAttribute("aria-label");
/** What the arrows say that the last move used. */
const used = async (page) => Object.fromEntries(await page.locator(".arrow[data-used]").evaluateAll((all) => all.map((one) => [one.dataset.arrow, [...one.querySelectorAll("text.arrow-cargo")].map((text) => text.textContent).join(" ")])));
const next = (page) => page.locator(".path-station[data-next]").evaluateAll((all) => all.map((one) => one.dataset.name));
const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("each station says in a sentence what it holds, and the one that acts next says so in a word", () => journey({}, async (me, page) => {
  assert.deepEqual(await next(page), ["watch"]);
  assert.equal(await said(me, "server"), "API server. revision 2. AppConfig web 2");
  assert.equal(await said(me, "watch"), "Watch. Acts next. 1 event in flight: ADDED AppConfig web");
  assert.equal(await said(me, "cache"), "Cache. AppConfig 1 behind, 0 objects, ConfigMap in step, 0 objects and Secret in step, 0 objects");
  assert.equal(await said(me, "queue"), "Work queue. Ready: none; In work: none; Waiting: none");
  assert.equal(await said(me, "reconciler"), "Reconciler. Idle: it waits for a key.");
  assert.equal(await said(me, "collector"), "Garbage collector. Nothing to collect.");
  assert.equal(await said(me, "outside"), "Outside the cluster. No account.");
  await me.says(me.box("watch"), "next");
  await me.step();
  assert.equal(await said(me, "queue"), "Work queue. Acts next. Ready: default/web; In work: none; Waiting: none");
  await me.step(2);
  assert.equal(await said(me, "reconciler"), "Reconciler. Acts next. Pass 1 of default/web. observed: What is there?. Next: read ConfigMap web-config from the cache");
  await me.says(me.box("reconciler"), "2 observed: What is there?");
  assert.deepEqual(await page.locator(".dot").evaluateAll((all) => all.map((one) => one.dataset.state)), ["answered", "current", "open", "open", "open", "open"]);
}));

test("each station opens by mouse and by keyboard, one at a time; Escape and its button close it, and the focus is never lost", () => journey({}, async (me, page) => {
  const drawer = page.locator("#drawer");
  assert.equal(await drawer.count(), 0);
  for (const name of STATIONS) {
    await me.box(name).click({ position: { x: 20, y: 14 } });
    await page.locator(`.station-${name}`).waitFor();
    assert.equal(await drawer.count(), 1);
    assert.equal(await button(me, name).getAttribute("aria-expanded"), "true");
    assert.equal(await page.locator(".path-button[aria-expanded=true]").count(), 1);
  }
  for (const [at, name] of STATIONS.entries()) {
    await button(me, name).focus();
    await page.keyboard.press(at % 2 === 0 ? "Enter" : "Space");
    await page.locator(`.station-${name} #drawer-title:focus`).waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".path-station")?.getAttribute("data-name")), name);
    if (name === "queue") continue;
    await page.keyboard.press("Enter");
    await page.locator(`.station-${name}`).waitFor();
    await drawer.getByRole("button", { name: /^Close / }).click();
    await drawer.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".path-station")?.getAttribute("data-name")), name);
  }
  // A key that is pressed on a station plays no move, and the arrows still do.
  assert.equal(await me.position(), "move 0");
  await page.keyboard.press("s");
  await me.says(page.locator(".clock"), "move 1");
  await button(me, "server").focus();
  await page.keyboard.press("ArrowLeft");
  await me.says(page.locator(".clock"), "move 0 of 1");
}));

test("what the last move sent stands on the arrow that it used", () => journey({ reducedMotion: "reduce" }, async (me, page) => {
  assert.deepEqual(await used(page), {});
  const seen = [];
  for (let move = 0; move < 13; move += 1) {
    await me.step();
    seen.push(await used(page));
    assert.equal(await page.locator(".token").count(), 0, "with reduced motion nothing travels");
  }
  assert.deepEqual(seen, [
    { deliver: "ADDED web", wake: "default/web" },
    { take: "default/web" },
    { read: "web at 2" },
    { read: "web-config not there" },
    {},
    { event: "ADDED web-config", write: "POST web-config → 201" },
    {},
    {},
    { event: "MODIFIED web", write: "PUT web/status → 200" },
    { take: "done" },
    { deliver: "ADDED web-config", wake: "default/web" },
    { deliver: "MODIFIED web", wake: "dropped" },
    { collect: "ADDED web-config" },
  ]);
  await me.settle();
  assert.deepEqual(await used(page), {}, "a run of many moves is not told as one");
}));

test("what was sent travels, and its answer comes back; going back nothing travels", () => journey({}, async (me, page) => {
  /** Keeps what ever travels: it is gone within a second. */
  await page.evaluate(() => {
    globalThis.travelled = [];
    new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const one of addedNodes) if (one.classList?.contains("token")) globalThis.travelled.push(one.textContent); })
      .observe(document.querySelector(".picture .tokens"), { childList: true });
  });
  const travelled = async () => { await page.waitForTimeout(120); return page.evaluate(() => globalThis.travelled.splice(0)); };
  await me.step();
  assert.deepEqual(await travelled(), ["ADDED web", "default/web"]);
  await me.step(4);
  await travelled();
  await me.step();
  assert.deepEqual(await travelled(), ["POST web-config", "201", "ADDED web-config"]);
  await page.keyboard.press("ArrowLeft");
  await me.says(page.locator(".clock"), "move 5 of 6");
  assert.deepEqual(await travelled(), []);
  await page.keyboard.press("ArrowRight");
  await me.says(page.locator(".clock"), "move 6");
  assert.deepEqual(await travelled(), ["POST web-config", "201", "ADDED web-config"]);
  await page.locator(".token").first().waitFor({ state: "detached" });
  await me.settle();
  assert.deepEqual(await travelled(), []);
}));

test("a refused write comes back with its code", () => journey({ reducedMotion: "reduce" }, async (me, page) => {
  await me.situation("A status write from a stale copy");
  let write = "";
  for (let move = 0; move < 30 && !/409/.test(write); move += 1) {
    await me.step();
    write = (await used(page)).write ?? write;
  }
  assert.equal(write, "PUT web/status → 409");
  assert.equal(await page.locator(".arrow[data-arrow=write]").getAttribute("data-tone"), "bad");
}));

test("the lever of a kind: its events are held, let through one by one or all at once, and flow again", () => journey({}, async (me, page) => {
  const lever = (name) => page.locator(".picture").getByRole("button", { name, exact: true });
  await me.settle();
  await lever("Hold AppConfig events").click();
  await me.says(me.said, "Events of AppConfig are held");
  await me.says(me.box("watch"), /AppConfig\s*held/);
  for (const color of ["red", "green", "black"]) {
    await me.object("web");
    await me.edit((text) => text.replace(/color: \w+/, `color: ${color}`));
  }
  await me.says(me.box("watch"), /AppConfig\s*held: 3/);
  await me.says(me.box("cache"), /AppConfig.*3 behind/);
  assert.match(await said(me, "watch"), /3 events in flight: .*Held: AppConfig\./);
  await lever("Deliver one AppConfig event").click();
  await me.says(me.box("cache"), /AppConfig.*2 behind/);
  await lever("Deliver all AppConfig events (2)").click();
  await me.says(me.box("cache"), /AppConfig.*in step/);
  // Nothing waits any more: both stay where they are, and do nothing.
  assert.equal(await lever("Deliver all AppConfig events (0)").getAttribute("aria-disabled"), "true");
  const position = await me.position();
  await lever("Deliver one AppConfig event").press("Enter");
  assert.equal(await me.position(), position);
  await lever("Release AppConfig events").press("Space");
  await me.says(me.said, "Events of AppConfig flow again");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Hold AppConfig events");
  // The same in both drawers.
  for (const name of ["cache", "watch"]) {
    await me.interfere(name, "Hold Secret");
    await me.says(me.said, "Events of Secret are held");
    await me.interfere(name, "Release Secret");
    await me.says(me.said, "Events of Secret flow again");
  }
}));

test("crash here, and start again: one press each, at the reconciler", () => journey({}, async (me, page) => {
  await me.step(4);
  await page.locator(".picture").getByRole("button", { name: /^Crash here/ }).click();
  await me.says(me.said, "The controller died where it stood");
  await me.says(me.box("reconciler"), "Crashed. What it knew is gone.");
  await me.says(me.box("watch"), "No watch is open.");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Start the controller again");
  await page.keyboard.press("Enter");
  await me.says(me.said, "The controller starts");
  await me.settle();
  await me.says(me.status, "Ready: True");
}));

test("other moves: named, counted, played by one press; faults are apart", () => journey({}, async (me, page) => {
  const menu = page.locator(".others");
  await me.says(menu.locator("summary"), "Other moves (0)");
  await menu.locator("summary").click();
  await me.says(menu, "Nothing else can happen by itself now.");
  await page.keyboard.press("Escape");
  assert.equal(await menu.getAttribute("open"), null);
  await me.finish();
  await me.says(page.locator(".dock .step"), "deliver ADDED web-config to the cache");
  await me.says(menu.locator("summary"), "Other moves (2)");
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  const names = await menu.getByRole("button").allTextContents();
  assert.deepEqual(names.map((name) => name.trim()), ["deliver MODIFIED web to the cache", "the garbage collector does its next piece of work", "Break something: faults…"]);
  await menu.getByRole("button", { name: "deliver MODIFIED web to the cache" }).click();
  await me.says(me.said, "MODIFIED AppConfig web reached the cache");
  assert.equal(await menu.getAttribute("open"), null);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "SUMMARY");
  await menu.locator("summary").click();
  await menu.getByRole("button", { name: "Break something" }).click();
  await page.locator("#faults-title:focus").waitFor();
}));

test("with several controllers the picture is of the one that is looked at", () => journey({ reducedMotion: "reduce" }, async (me, page) => {
  await me.session({ controllers: [{ name: "one" }, { name: "two" }], objects: [WEB] });
  await me.step();
  assert.deepEqual(await used(page), { deliver: "list AppConfig × 1", wake: "default/web" });
  assert.match(await said(me, "queue"), /Ready: default\/web/);
  await page.locator(".controller", { hasText: "two" }).click();
  assert.deepEqual(await used(page), {});
  assert.match(await said(me, "queue"), /Ready: none/);
  await me.step(4);
  await me.says(page.locator(".others summary"), /Other moves \(\d\)/);
  await page.locator(".others summary").click();
  await me.says(page.locator(".others"), /(one|two): /);
}));

test("what does not fit is counted, and what was just touched is in sight", () => journey({}, async (me, page) => {
  const objects = Array.from({ length: 30 }, (_, n) => ({ ...WEB, metadata: { name: `app-${String(n).padStart(2, "0")}` } }));
  await me.session({ objects });
  await me.says(me.box("server"), /app-00.*\+\d\d/);
  assert.match(await said(me, "server"), /AppConfig app-05 \d+ and 24 more$/);
  await me.settle();
  await me.says(me.box("cache"), /AppConfig.*\+29/);
  await me.step(0);
  const drawer = await me.drawer("server");
  assert.equal(await drawer.locator(".row").count(), 60);
}));

for (const width of [390, 320]) {
  test(`on a phone of ${width} px everything is in the picture, nothing is wider, and a drawer opens in sight`, () => journey({ width, height: 844 }, async (me, page) => {
    await me.step(9);
    assert.equal(await tooWide(page), 0);
    for (const name of STATIONS) {
      const box = await me.box(name).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width, name);
    }
    await button(me, "cache").focus();
    await page.keyboard.press("Enter");
    await page.locator(".station-cache #drawer-title:focus").waitFor();
    assert.equal(await tooWide(page), 0);
    await page.waitForFunction(() => { const { top } = document.getElementById("drawer-title").getBoundingClientRect(); return top >= 0 && top < innerHeight - 250; });
    await page.locator(".others summary").click();
    assert.equal(await tooWide(page), 0);
    const menu = await page.locator(".others .menu-body").boundingBox();
    assert.ok(menu.x >= 0 && menu.x + menu.width <= width && menu.y >= 0);
  }));
}

test("no text leaves its station, at any width", () => journey({ reducedMotion: "reduce" }, async (me, page) => {
  await me.step(9);
  for (const width of [1500, 1280, 1140, 1000, 800, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(80);
    const out = await page.evaluate(() => [...document.querySelectorAll(".path-station")].flatMap((station) => {
      const box = station.querySelector(".box").getBoundingClientRect();
      return [...station.querySelectorAll("text")].filter((text) => { const at = text.getBoundingClientRect(); return at.left < box.left || at.right > box.right || at.top < box.top || at.bottom > box.bottom + 1; }).map((text) => `${station.dataset.name}: ${text.textContent}`);
    }));
    assert.deepEqual(out, [], `${width}`);
    assert.equal(await tooWide(page), 0, `${width}`);
  }
}));

test("every drawer, and the menu of other moves, without an accessibility violation", () => journey({ reducedMotion: "reduce" }, async (me, page) => {
  await page.locator(".picture").getByRole("button", { name: "Hold ConfigMap events" }).click();
  await me.step(8);
  await page.locator(".others summary").click();
  await page.evaluate(axe);
  for (const name of STATIONS) {
    await me.drawer(name);
    const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => `${id} ${nodes[0].target}`), [], name);
  }
}));
