// Compare: two runs side by side from one point, one habit or one move different.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { DIST } from "./serve.mjs";
import { site } from "./site.mjs";
import { load } from "./words/catalogs.mjs";

const journey = site();

/** Counts the runs that are alive beside the run in hand. */
const COUNT = `
  let alive = 0;
  const { fork, free } = Playground.prototype;
  const { replay } = Playground;
  Playground.prototype.fork = function () { alive += 1; return fork.call(this); };
  Playground.prototype.free = function () { alive -= 1; return free.call(this); };
  Playground.replay = (session) => { alive += 1; return replay.call(Playground, session); };
  globalThis.alive = () => alive;`;

const compare = (page) => page.locator(".compare");
const press = (page, name) => compare(page).getByRole("button", { name, exact: true }).click();
const choose = (page, name) => compare(page).locator(".compare-setup > label", { hasText: new RegExp(`^\\s*${name}`) }).locator("select");
const result = async (me, page, a, b) => {
  await me.says(page.locator(".compare-result p").first(), `A: ${a}`);
  await me.says(page.locator(".compare-result p").last(), `B: ${b}`);
};
const counters = (page, side) => page.locator(`.compare-head.compare-${side} .compare-counters > div`).evaluateAll((list) =>
  Object.fromEntries(list.map((one) => [one.querySelector("dt").textContent, `${one.querySelector("dd").firstChild.parentElement.innerText.trim()}${one.hasAttribute("data-differs") ? " ≠" : ""}`.replace(/\s*differs/, "")])));
const world = (page) => page.locator(".compare-table tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()).join(" | ")));
const marks = (page) => page.locator(".compare-list > li").evaluateAll((rows) => rows.map((row) => row.querySelector(".compare-mark, .compare-fold > span").textContent.trim()));

/** From the moment after the sixth move, side by side with a crash there. */
async function besideACrash(me, page) {
  await me.button(/^Reset$/).click();
  for (let at = 0; at < 6; at += 1) await me.button(/^Forward$/).click();
  await me.tab("Compare");
  await compare(page).getByLabel("A move").check();
  await choose(page, "Move").selectOption({ label: "crash the controller" });
  await press(page, "Compare");
}

test("from the guide: the situation with a cure beside it, from the beginning, stepped and run to its end", () => journey({ glue: COUNT }, async (me, page) => {
  await me.situation("A status that never stands still");
  const before = await page.evaluate(() => alive());
  await me.button("Compare with the cure: generation predicate").click();
  await compare(page).locator(".compare-result").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "compare-title");
  await result(me, page, "0 passes, no write, and more to do.", "0 passes, no write, and more to do.");
  await me.says(compare(page), "Nothing has happened in either yet");
  for (let at = 0; at < 12; at += 1) await press(page, "Step both");
  await me.says(compare(page).locator(".compare-row[data-mark=differs] .compare-a"), /default\/web was in the queue already: one more reason, still one key/);
  await me.says(compare(page).locator(".compare-row[data-mark=differs] .compare-b"), /Nobody is woken: dropped by GenerationChangedPredicate/);
  assert.deepEqual(await marks(page), ["10 moves the same in both", "same", "differs"]);
  await press(page, "Run both until quiet");
  await result(me, page, "never quiet: 99 passes in a row, each woken by its own status write, 102 writes so far.", "2 passes, 3 writes, then quiet.");
  assert.deepEqual(await counters(page, "b"), {
    moves: "23 ≠", passes: "2 ≠", writes: "3 ≠", "unchanged writes": "0", conflicts: "0", events: "3 ≠", "virtual time": "6 ms ≠", state: "quiet ≠",
  });
  const differing = await world(page);
  assert.match(differing[0], /^AppConfig web metadata\.resourceVersion \| \d{3} \| 5$/);
  assert.match(differing[1], /^AppConfig web status\.passes \| \d{3} \| 2$/);
  assert.equal(differing.length, 2);
  // The run in hand has not moved.
  assert.equal(await me.position(), "move 0");
  await press(page, "Back to the point");
  await result(me, page, "0 passes, no write, and more to do.", "0 passes, no write, and more to do.");
  await press(page, "Finish pass in both");
  await result(me, page, "1 pass, 2 writes, and more to do.", "1 pass, 2 writes, and more to do.");
  await me.says(compare(page), "What happened is the same in both so far.");
  await press(page, "Close the comparison");
  assert.equal(await page.evaluate(() => alive()), before);
}));

test("a run that has gone on: the same moves by people are in both, and B is taken in place of the run", () => journey({ glue: COUNT }, async (me, page) => {
  await me.situation("A status write from a stale copy");
  await me.settle();
  await me.interfere("watch", "Release AppConfig");
  await me.settle();
  const before = await page.evaluate(() => alive());
  await me.button("Compare with the cure: read anew before the status write").click();
  await compare(page).locator(".compare-result").waitFor();
  await me.says(page.locator(".compare-head.compare-b h3"), "written with statusBase: ");
  const [a, b] = [await counters(page, "a"), await counters(page, "b")];
  assert.equal(a.conflicts, "2 ≠");
  assert.equal(b.conflicts, "0 ≠");
  await me.says(page.locator(".compare-point"), "with the same moves by people");
  await press(page, "Run both until quiet");
  await press(page, "Take this way");
  await me.says(compare(page), "B is the run in hand now.");
  await me.says(me.station("reconciler"), "statusBase: fresh");
  await me.tab("Transcript");
  assert.doesNotMatch(await me.text(page.locator(".log-lines")), /conflict/);
  assert.match(await me.text(page.locator(".log-lines")), /Events of AppConfig flow again/);
  // One is in hand now, the one before it is freed.
  assert.equal(await page.evaluate(() => alive()), before);
}));

test("another move: crash here, side by side with going on; taken, the first stays a branch, and can be compared", () => journey({ glue: COUNT }, async (me, page) => {
  await me.settle();
  const before = await page.evaluate(() => alive());
  await besideACrash(me, page);
  await me.says(page.locator(".compare-point"), "From the moment after move 6 on.");
  await me.says(page.locator(".compare-head.compare-b h3"), "B crash the controller");
  await press(page, "Run both until quiet");
  await result(me, page, "1 pass, 1 write, then quiet.", "0 passes, no write, then nothing moves: the controller is down.");
  const differing = await world(page);
  assert.ok(differing.some((row) => row.startsWith("AppConfig web status | {")), differing.join("\n"));
  assert.ok(differing.some((row) => row.endsWith("| not there")));
  await press(page, "Take this way");
  await me.says(compare(page), "B is the run in hand now. What was in hand before is kept as a branch.");
  await me.says(page.locator(".clock"), /move \d+$/);
  await me.says(me.station("reconciler"), "Crashed");
  assert.equal(await page.evaluate(() => alive()), before);
  await compare(page).getByLabel("A kept branch").check();
  assert.equal(await choose(page, "Branch").locator("option").textContent(), "1: from move 6, 15 moves of its own");
  await press(page, "Compare");
  await result(me, page, "0 passes, no write, then nothing moves: the controller is down.", "1 pass, 1 write, then quiet.");
  await press(page, "Take this way");
  await me.says(me.station("reconciler"), "Idle");
  await me.says(page.locator(".clock"), /move 21$/);
}));

test("B is taken with its own past, where the run in hand has left that since", () => journey({}, async (me, page) => {
  await me.settle();
  await besideACrash(me, page);
  await press(page, "Run both until quiet");
  const { moves } = await counters(page, "b");
  await me.button(/^Reset$/).click();
  for (let at = 0; at < 2; at += 1) await me.button(/^Forward$/).click();
  await page.locator(".dock").getByRole("button", { name: "Let time pass", exact: true }).click();
  await page.locator(".time-panel").getByRole("button", { name: "+1 s", exact: true }).click();
  await me.says(page.locator(".clock"), /move 3$/);
  await press(page, "Take this way");
  await me.says(compare(page), "B is the run in hand now.");
  assert.equal(await me.position(), `move ${6 + parseInt(moves)}`);
  await me.says(me.station("reconciler"), "Crashed");
  assert.deepEqual(await page.evaluate(() => document.querySelectorAll(".problem-place .banner").length), 0);
  await compare(page).getByLabel("A kept branch").check();
  assert.deepEqual(await choose(page, "Branch").locator("option").allTextContents(), ["1: from move 6, 15 moves of its own", "2: from move 2, 1 move of its own"]);
  await me.tab("Transcript");
  assert.doesNotMatch(await me.text(page.locator(".log-lines")), /1 s passed/);
}));

test("where the run ends B goes on with it, and no branch is spoken of", () => journey({}, async (me, page) => {
  await me.step(6);
  await me.tab("Compare");
  await compare(page).getByLabel("A move").check();
  await choose(page, "Move").selectOption({ label: "crash the controller" });
  await press(page, "Compare");
  await me.says(page.locator(".compare-take"), "B becomes the run in hand: the run goes on that way, and leaves no branch.");
  await press(page, "Take this way");
  await me.says(compare(page), "B is the run in hand now. The run goes on that way: no branch was left.");
  await me.says(page.locator(".clock"), /move 7$/);
  await compare(page).getByLabel("A kept branch").check();
  await me.says(compare(page), "There is no branch yet");
}));

test("a habit rolled out here; what the engine refuses is said beside the form, and nothing has changed", () => journey({}, async (me, page) => {
  await me.situation("The same, returned as an error");
  await me.settle();
  await me.tab("Compare");
  assert.equal(await choose(page, "Habit").inputValue(), "onMissing");
  await compare(page).getByLabel(/rolled out at a moment/).check();
  await press(page, "Compare");
  await me.says(page.locator(".compare-head.compare-b h3"), /onMissing: .* rolled out/);
  await press(page, "Run both until quiet");
  await result(me, page, "0 passes, no write, then quiet until a timer in 5 ms.", "1 pass, no write, then quiet until a timer in 10 s.");
  await press(page, "+10 s");
  await press(page, "Run both until quiet");
  await press(page, "Let time pass to the timer");
  await me.says(page.locator(".compare-list"), /10\.?\d* s passed/);
  await press(page, "Close the comparison");
  await choose(page, "Habit").selectOption("force");
  await press(page, "Compare");
  await me.says(compare(page).getByRole("alert"), /That cannot be compared:.*force/);
  assert.equal(await page.locator(".compare-result").count(), 0);
  assert.equal(await page.locator(".problem-place").textContent().then((text) => text.trim()), "");
  await me.step(0);
}));

test("a new run closes it, and frees both", () => journey({ glue: COUNT, width: 390, height: 844 }, async (me, page) => {
  await me.situation("A timestamp in the status");
  await me.button("Compare with the cure: whole seconds").click();
  await compare(page).locator(".compare-result").waitFor();
  await press(page, "Run both until quiet");
  await result(me, page, "never quiet", "");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  const during = await page.evaluate(() => alive());
  await me.situation("A first AppConfig");
  await page.locator(".areas").getByRole("button", { name: "History" }).click();
  assert.equal(await page.locator(".compare-result").count(), 0);
  // The run in hand is made by its constructor, and the one before it is freed with them.
  assert.equal(await page.evaluate(() => alive()), during - 3);
}));

test("no accessibility violation in the transcript and the comparison, at both sizes, light and dark", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const [width, height, dark] of [[1440, 900, false], [390, 844, true]]) {
    await journey({ width, height, dark, reducedMotion: "reduce" }, async (me, page) => {
      const check = async (state) => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(".over-time", { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`), [], state);
      };
      await me.situation("A status that never stands still");
      await me.finish();
      if (width < 761) await page.locator(".areas").getByRole("button", { name: "History" }).click();
      await me.tab("Transcript");
      for (const name of ["Sentences", "kubectl get -w", "Controller log"]) {
        await page.locator(".transcript .switch").getByRole("button", { name, exact: true }).click();
        await check(name);
      }
      await me.tab("Compare");
      for (const name of ["A kept branch", "A move", "A habit"]) {
        await compare(page).getByLabel(name).check();
        await check(name);
      }
      await press(page, "Compare");
      await press(page, "Run both until quiet");
      await me.says(page.locator(".compare-result"), "never quiet");
      await check("compared");
    });
  }
});

for (const [language, locale, width] of [["ja", "ja-JP", 1440], ["ko", "ko-KR", 390]]) {
  test(`the same in ${language}: form, result, rows and worlds, and the transcript`, async () => {
    const [w, t, all] = await Promise.all(["src/words/compare", "src/words/transcript", "src/words"].map((folder) => load(folder, language)));
    const plain = (text) => text.replaceAll("`", "").replaceAll("**", "");
    await journey({ locale, width, height: 844 }, async (me, page) => {
      const tab = (name) => page.locator(".over-time > .switch").getByRole("button", { name: all.overTime.tabs[name], exact: true }).click();
      if (width < 761) await page.locator(".areas button").last().click();
      await tab("compare");
      await me.says(page.locator("#compare-title"), w.title);
      await compare(page).locator("input[name=how]").last().check();
      await compare(page).locator(".compare-begin button").click();
      await compare(page).getByRole("button", { name: w.settle, exact: true }).click();
      await me.says(page.locator(".compare-result p").first(), plain(w.result("A", 2, 2, { code: "quiet" }, all.span)));
      await me.says(compare(page).locator(".compare-row .compare-mark").first(), /./);
      await me.says(compare(page), w.worlds);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      assert.doesNotMatch(await compare(page).innerText(), /undefined|\b(?:pass|passes|write|writes|only|same|then)\b/);
      await tab("transcript");
      await page.locator(".dock .step").click();
      await page.locator(".dock .step").click();
      await me.says(page.locator(".transcript h3").first(), t.before);
      await me.says(page.locator(".transcript h3").last(), plain(t.pass(1, "`default/web`", "")).trim());
      for (const name of ["kubectl", "log"]) {
        await page.locator(".transcript .switch").getByRole("button", { name: plain(t.forms[name]), exact: true }).click();
        await me.says(page.locator(".printed"), name === "log" ? "Starting workers" : "NAME");
      }
    });
  });
}

const root = process.env.TRAP_DIST ?? DIST;
const skip = (await readFile(join(root, "pkg/reconcile_playground.js"), "utf8")).includes("function trap(") ? false : "the package has no trap";
const trapped = site(root);

test("an engine that dies of the second run: both stand where they were, the run in hand too", { skip }, () =>
  trapped({ allowed: ["provoked by a test", "panicked"] }, async (me, page) => {
    await me.step(3);
    await me.tab("Compare");
    await compare(page).getByLabel("A move").check();
    await press(page, "Compare");
    await me.says(page.locator(".compare-head.compare-b h3"), "B change the spec of AppConfig web: color: green");
    await press(page, "Step both");
    await page.evaluate(async () => {
      const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.includes("reconcile_playground.js"));
      (await import(loaded.at(-1))).trap();
    });
    await press(page, "Step both");
    await me.says(compare(page).getByRole("alert").first(), /The engine stopped here, and was started anew\. It failed while playing: .+\. Both stand where they were/);
    assert.equal((await counters(page, "a")).moves.replace(" ≠", ""), "1");
    assert.match(await me.position(), /move 3$/);
    await press(page, "Run both until quiet");
    await me.says(page.locator(".compare-result p").first(), /A: 1 pass, 2 writes, then quiet/);
    await me.step();
    await me.says(page.locator(".clock"), "move 4");
    assert.equal(await me.text(me.problem), "");
  }));

/** Each instance of the engine dies once, when it is to run on. */
const DEADLY = `
  let died = false;
  const { settle } = Playground.prototype;
  Playground.prototype.settle = function (options) {
    if (globalThis.deadly && !died) { died = true; throw new Error("provoked by a test"); }
    return settle.call(this, options);
  };`;

test("an engine that dies again while the move is looked for: that move is named, and all go on", () => journey({ glue: DEADLY }, async (me, page) => {
  await me.step(3);
  await me.tab("Compare");
  await compare(page).getByLabel("A move").check();
  await choose(page, "Move").selectOption({ label: "crash the controller" });
  await press(page, "Compare");
  await page.evaluate(() => { globalThis.deadly = true; });
  await press(page, "Run both until quiet");
  await me.says(page.locator(".compare-head.compare-a"), /It failed while playing: read ConfigMap web-config from the cache\. Both stand where they were.* provoked by a test/);
  await page.evaluate(() => { globalThis.deadly = false; });
  await press(page, "Run both until quiet");
  await result(me, page, "1 pass, 2 writes, then quiet.", "0 passes, no write, then nothing moves: the controller is down.");
  assert.equal(await me.text(page.locator(".compare [role=alert]").first()), "");
  await me.step();
  await me.says(page.locator(".clock"), "move 4");
}));
