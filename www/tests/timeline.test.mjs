// Back and forth: the slider in the dock, the picture of the run, and the ways that were left.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { DIST } from "./serve.mjs";
import { site } from "./site.mjs";

const journey = site();
const trapRoot = process.env.TRAP_DIST ?? DIST;
const trapJourney = site(trapRoot);
const skipTrap = (await readFile(join(trapRoot, "pkg/reconcile_playground.js"), "utf8")).includes("function trap(") ? false : "the package has no trap";
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const clock = (me) => me.page.locator(".clock");
const slider = (me) => me.page.getByRole("slider", { name: "Moment of the run" });
const plot = (me) => me.page.locator(".plot");
const branches = (me) => me.page.locator(".ways .way").filter({ has: me.page.getByRole("button") });

async function timeline(me) {
  if (me.page.viewportSize().width < 761) await me.page.locator(".areas button", { hasText: "History" }).click();
  await me.tab("Timeline");
  await me.page.locator(".timeline").waitFor();
}

/** Leaves the present way at a move: time passes there instead. */
async function leaveAt(me, move, ms = 7) {
  await slider(me).fill(String(move));
  await me.says(clock(me), new RegExp(`move ${move}\\b`));
  if (!(await me.page.locator(".time-panel").isVisible())) await me.button("Let time pass").click();
  await me.page.getByLabel("Milliseconds").fill(String(ms));
  await me.page.getByRole("button", { name: "Let pass", exact: true }).click();
  await me.says(clock(me), new RegExp(`move ${move + 1}$`));
}

test("the slider goes to every move by keyboard, says where it is, and its buttons go to both ends", () => journey({}, async (me, page) => {
  assert.equal(await slider(me).isDisabled(), true);
  await me.settle();
  assert.equal(await slider(me).getAttribute("aria-valuetext"), "move 21 of 21, t = 4 ms");
  await slider(me).focus();
  await page.keyboard.press("ArrowLeft");
  await me.says(clock(me), "move 20 of 21");
  await page.keyboard.press("Home");
  await me.says(clock(me), "move 0 of 21");
  await page.keyboard.press("PageUp");
  await me.says(clock(me), "move 2 of 21");
  await page.keyboard.press("End");
  await me.says(clock(me), /move 21$/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("type")), "range");
  assert.equal(await me.version("web-config"), "3");
  await me.button("To the beginning").click();
  await me.says(page.locator(".scrubber-at"), "move 0 of 21, t = 0 ms");
  assert.equal(await me.version("web-config"), null);
  await me.button("To the last move").click();
  await me.says(page.locator(".scrubber-at"), "move 21 of 21, t = 4 ms");
  assert.equal(await page.locator(".track-marks path").getAttribute("d"), "M2 0v1M14 0v1", "where the passes began");
}));

test("dragging the slider goes along, to where it is let go", () => journey({}, async (me, page) => {
  await me.settle();
  const box = await slider(me).boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 9, y);
  await page.mouse.down();
  for (let part = 0.95; part > 0.3; part -= 0.01) await page.mouse.move(box.x + box.width * part, y);
  await me.says(clock(me), /move 6 of 21/);
  await page.mouse.up();
  assert.equal(await slider(me).inputValue(), "6");
  await me.says(me.said, "Move 6");
}));

test("the picture: each station's moves in its row, each pass with its questions, the versions as stairs", () => journey({}, async (me, page) => {
  await timeline(me);
  await me.says(page.locator(".timeline"), "No move yet.");
  await me.settle();
  await plot(me).waitFor();
  assert.deepEqual(await page.locator(".plot .row-label").allTextContents(), ["People", "API server", "Watch", "Cache", "Queue", "Reconciler", "Workers", "Outside", "Faults", "Clock", "resourceVersion", "Passes per second"]);
  assert.deepEqual(await page.locator(".pass-label").allTextContents(), ["Pass 1", "Pass 2"]);
  const numbers = await page.locator(".row-of-reconciler .question-number").allTextContents();
  assert.deepEqual(numbers, ["1", "2", "3", "4", "5", "6", "6", "1", "2", "3", "4", "5", "6"]);
  assert.deepEqual((await page.locator(".stair-label").allTextContents()).toSorted(), ["web", "web-config"]);
  assert.equal((await page.locator(".row-of-server .mark-full").getAttribute("d")).match(/M/g).length, 2, "two writes");
  assert.equal((await page.locator(".row-of-queue .mark-flat").getAttribute("d")).match(/M/g).length, 1, "one event that woke nobody");
  assert.equal(await page.locator(".row-of-faults .mark-full").getAttribute("d"), "");
}));

test("by keyboard every move is told and can be gone to; the focus stays", () => journey({}, async (me, page) => {
  await me.settle();
  await timeline(me);
  await plot(me).focus();
  await page.keyboard.press("Home");
  await me.says(page.locator(".timeline-told"), "The beginning: no move yet.");
  for (let at = 0; at < 6; at += 1) await page.keyboard.press("ArrowRight");
  const told = await me.says(page.locator(".timeline-told"), "Move 6, t = 2 ms");
  assert.match(told, /POST ConfigMap web-config → created, version 3, event ADDED/);
  assert.match(await plot(me).getAttribute("aria-valuetext"), /^Move 6 reconcile appconfig-controller: POST ConfigMap web-config → created, version 3, event ADDED\./);
  assert.equal(await plot(me).getAttribute("aria-valuenow"), "6");
  await me.says(page.locator(".timeline-versions"), /web 2.*web-config 3/);
  await me.says(clock(me), /move 21$/);
  await page.keyboard.press("Enter");
  await me.says(clock(me), "move 6 of 21");
  await page.keyboard.press("End");
  await me.says(page.locator(".timeline-told"), /Move 21, t = 4 ms ?ahead/);
  await page.keyboard.press("Escape");
  await me.says(page.locator(".timeline-told"), "Move 6");
  assert.equal(await page.evaluate(() => document.activeElement?.className), "plot");
  assert.equal(await me.version("web-config"), "3");
}));

test("by pointer: what one points at is told, a click goes there; by time too", () => journey({}, async (me, page) => {
  await me.settle();
  await timeline(me);
  await plot(me).scrollIntoViewIfNeeded();
  const svg = await page.locator(".plot svg").boundingBox();
  // 24 moves have the room between the names on both sides.
  const unit = (svg.width - 108 - 132) / 24;
  const place = { x: 108 + unit * 8.5, y: 60 };
  await plot(me).hover({ position: place });
  await me.says(page.locator(".timeline-told"), "Move 9");
  await plot(me).click({ position: place });
  await me.says(clock(me), "move 9 of 21");
  assert.equal(await page.locator(".veil").count(), 1, "what lies ahead is paler");
  await page.mouse.move(0, 0);
  await me.button("by virtual time").click();
  assert.equal(await me.button("by virtual time").getAttribute("aria-pressed"), "true");
  assert.deepEqual((await page.locator(".plot .axis text").allTextContents()).slice(0, 3), ["0 ms", "1 ms", "2 ms"]);
  await plot(me).click({ position: { x: 112, y: 60 } });
  await me.says(clock(me), /t = 0 ms/);
}));

test("a write that changed nothing is a ring with a word on a flat line; a deleted object ends", () => journey({}, async (me, page) => {
  await me.settle();
  await timeline(me);
  await me.save();
  await me.says(page.locator(".ring-label"), "unchanged");
  assert.equal((await page.locator(".row-of-server .mark-flat").getAttribute("d")).match(/M/g).length, 1);
  await me.says(page.locator(".timeline-versions"), /web 4 ?unchanged/);
  await me.button("Delete").click();
  await me.says(page.locator(".timeline-versions"), "web not there");
}));

test("passes per second: a loop climbs", () => journey({}, async (me, page) => {
  await me.situation("A status that never stands still");
  await me.settle();
  await timeline(me);
  const said = await me.says(page.locator(".timeline-versions"), /Passes per second (\d+) within the last 1 s of virtual time/);
  assert.ok(Number(/second (\d+)/.exec(said)[1]) > 90, said);
}));

test("zoom: a window that follows, half and double, all moves; long runs stay a short picture", () => journey({}, async (me, page) => {
  await me.situation("A status that never stands still");
  await me.settle();
  await timeline(me);
  const shown = page.locator(".timeline .card-head .muted");
  await me.says(shown, /^moves 90\d to 10\d\d of 1000$|^moves 881 to 1000 of 1000$/);
  await me.button("Zoom in").click();
  await me.says(shown, /^moves 9[2-4]\d to (99\d|1000) of 1000$/);
  await slider(me).fill("500");
  await me.says(clock(me), "move 500");
  const [, from, to] = /moves (\d+) to (\d+)/.exec(await shown.textContent());
  assert.ok(Number(from) < 500 && Number(to) > 500 && to - from === 59, `it follows: ${from} to ${to}`);
  await me.button("Earlier").click();
  assert.ok(Number(/moves (\d+)/.exec(await shown.textContent())[1]) < Number(from));
  await me.button("All moves").click();
  await me.says(shown, "all 1000 moves");
  const longest = await page.evaluate(() => Math.max(...[...document.querySelectorAll(".plot path")].map((path) => path.getAttribute("d").length)));
  assert.ok(longest < 40_000, `${longest} characters`);
  await plot(me).focus();
  await page.keyboard.press("+");
  await me.says(shown, /of 1000$/);
  await page.keyboard.press("-");
  await me.says(shown, "all 1000 moves");
}));

test("a new move in the past keeps the old way: it is said, one goes there and back, or lets it go", () => journey({}, async (me, page) => {
  await me.settle();
  const end = await me.text(me.station("server"));
  await leaveAt(me, 5);
  await me.says(me.said, "The old way is kept as branch 1: 16 moves from move 6 on.");
  assert.equal(await me.version("web-config"), null);
  await me.button("1 branch").click();
  await page.locator("#branches-title:focus").waitFor();
  assert.equal(await branches(me).count(), 1);
  await me.says(branches(me).first(), /16 moves from move 6 on It begins with: reconcile, .*POST ConfigMap web-config/);
  await me.button("Go there: branch 1, 16 moves from move 6 on").click();
  await me.says(clock(me), /move 21$/);
  await me.says(me.said, "The old way is kept as branch 1: 1 move from move 6 on.");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "branches-title");
  assert.equal(await me.text(me.station("server")), end, "nothing of it is lost");
  await me.button("Go there: branch 1, 1 move from move 6 on").click();
  await me.says(clock(me), /move 6$/);
  await me.says(page.locator(".way").first(), "The run in hand: 6 moves, you are at 6");
  await me.button("Dismiss branch 1, 16 moves from move 6 on").click();
  assert.equal(await branches(me).count(), 0);
  assert.equal(await me.button(/^1 branch$/).count(), 0);
}));

test("going the same way again is no branch, by Step, to the end of the pass, or until quiet", () => journey({}, async (me, page) => {
  await me.settle();
  await slider(me).fill("4");
  await me.says(clock(me), "move 4 of 21");
  await me.step(2);
  await me.says(clock(me), "move 6 of 21");
  await me.finish();
  await me.says(clock(me), /move 10 of 21/);
  await me.settle();
  await me.says(clock(me), /move 21$/);
  assert.equal(await page.locator(".way-left").count(), 0);
  assert.equal(await me.button(/branch/).count(), 0);
  await slider(me).fill("0");
  await me.says(clock(me), "move 0 of 21");
  await me.step();
  await slider(me).fill("20");
  await me.says(clock(me), "move 20 of 21");
}));

test("from the dock: Go there and Dismiss keep the focus in the controls; all are dismissed at once", () => journey({}, async (me, page) => {
  await me.settle();
  await leaveAt(me, 3, 5);
  await page.locator(".way-left").getByRole("button", { name: "Go there" }).focus();
  await page.keyboard.press("Enter");
  await me.says(clock(me), /move 21$/);
  assert.match(await page.evaluate(() => document.activeElement?.className), /step/);
  await leaveAt(me, 10, 6);
  await page.locator(".way-left").getByRole("button", { name: "Dismiss" }).click();
  await page.locator(".way-left").waitFor({ state: "detached" });
  assert.match(await page.evaluate(() => document.activeElement?.className), /step/);
  await leaveAt(me, 8, 6);
  await me.button("2 branches").click();
  await me.button("Dismiss all").click();
  assert.equal(await branches(me).count(), 0);
  await me.says(page.locator(".ways"), "None.");
}));

test("a branch survives an engine that dies", { skip: skipTrap }, () =>
  trapJourney({ allowed: ["provoked by a test", "panicked"] }, async (me, page) => {
    await me.settle();
    await leaveAt(me, 5);
    await page.evaluate(async () => {
      const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.includes("reconcile_playground.js"));
      (await import(loaded.at(-1))).trap();
    });
    await page.locator(".dock .step").click();
    await me.says(me.problem, /The engine stopped, and was started anew.*back at move 6/);
    await timeline(me);
    await me.button("Go there: branch 1, 16 moves from move 6 on").click();
    await me.says(clock(me), /move 21$/);
    assert.equal(await me.version("web-config"), "3");
  }));

/** Remembers every recorded move that the page ever got from the engine, without keeping it. */
const WATCH = `
  const { trace } = Playground.prototype;
  globalThis.recorded = [];
  Playground.prototype.trace = function (...range) {
    const entries = trace.apply(this, range);
    for (const entry of entries) globalThis.recorded.push(new WeakRef(entry));
    return entries;
  };`;

test("a thousand ways left and dismissed leave no memory behind", () => journey({ glue: WATCH }, async (me, page) => {
  await me.settle();
  await slider(me).fill("10");
  await me.says(clock(me), "move 10 of 21");
  await me.button("Let time pass").click();
  await timeline(me);
  const session = await page.context().newCDPSession(page);
  const memory = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return page.evaluate(async () => ({
      moves: globalThis.recorded.filter((one) => one.deref() !== undefined).length,
      engine: (await (await import("./pkg/reconcile_playground.js")).default()).memory.buffer.byteLength,
    }));
  };
  /** Lets some other time pass there, goes back, and so on: each is a way of its own. */
  const fork = (times, first) => page.evaluate(async ({ times, first }) => {
    const input = document.querySelector(".time-panel input");
    const back = document.querySelector(".scrubber button[aria-label='Back']");
    // A move is played within the turn of the click: no frame is waited for.
    const until = async (position) => {
      for (let turn = 0; document.querySelector(".clock span:last-child").textContent !== position; turn += 1) {
        if (turn > 1000) throw new Error(`not at ${position}`);
        await null;
      }
    };
    for (let n = 0; n < times; n += 1) {
      input.value = String(first + n);
      input.form.requestSubmit();
      await until("move 11");
      back.click();
      await until("move 10 of 11");
    }
  }, { times, first });
  await fork(50, 1);
  const before = await memory();
  assert.equal(before.moves, 21 + 50, "the old way and each of the new ones");
  await fork(950, 51);
  assert.match(await me.text(page.locator(".scrubber")), /1000 branches/);
  assert.equal((await memory()).moves, 21 + 1000);
  await me.button("Dismiss all").click();
  await me.says(page.locator(".ways"), "None.");
  assert.deepEqual(await memory(), { moves: 11, engine: before.engine }, "only the run in hand is left, and the engine has not grown");
}));

for (const [width, dark] of [[1440, false], [390, true], [320, false]]) {
  test(`the timeline at ${width} px: no violation, nothing wider than the page, buttons large enough`, () => journey({ width, height: 844, dark, reducedMotion: "reduce" }, async (me, page) => {
    await me.settle();
    await leaveAt(me, 5);
    await leaveAt(me, 3, 9);
    await me.button("Let time pass").click();
    await timeline(me);
    await plot(me).waitFor();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    assert.equal(await page.locator(".dock").evaluate((dock) => dock.scrollWidth - dock.clientWidth), 0, "nor than the bar");
    const small = await page.evaluate(() => [...document.querySelectorAll(".timeline button, .scrubber button, .scrubber input, .way-left button")].filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24));
    assert.deepEqual(small, []);
    if (width < 761) assert.ok((await page.locator(".dock").boundingBox()).height <= (width === 320 ? 250 : 235), "the bar at the bottom leaves room");
  }));
}

test("branches of the same length that leave at the same move with the same move have numbers of their own, in the list, by name, and to compare", () => journey({}, async (me, page) => {
  const timeline = async () => {
    await me.button("Back", { exact: true }).first().click();
    await me.says(clock(me), /move 0 of 1$/);
  };
  for (const text of ["blue", "green", "red"]) {
    await me.edit((yaml) => yaml.replace(/color: \w+/, `color: ${text}`));
    await me.says(clock(me), /move 1$/);
    await timeline();
  }
  await me.button("2 branches").click();
  await page.locator("#branches-title:focus").waitFor();
  const names = (await branches(me).locator(".way-what strong").allTextContents());
  assert.deepEqual(names, ["Branch 2: 1 move from move 1 on", "Branch 1: 1 move from move 1 on"]);
  const buttons = await branches(me).getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.equal(new Set(buttons).size, buttons.length, buttons.join(", "));
  await me.tab("Compare");
  await page.locator(".compare").getByLabel("A kept branch").check();
  assert.deepEqual(await page.locator(".compare select option").allTextContents(), ["1: from move 0, 1 move of its own", "2: from move 0, 1 move of its own"]);
}));
