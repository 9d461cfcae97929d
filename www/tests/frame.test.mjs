// The frame in somebody else's page: of another origin, in a sandbox that allows scripts alone, without storage.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { plainTasks, tasks } from "../lab.mjs";
import { engine, modules } from "../lesson.mjs";
import { violations } from "./for-everyone.mjs";
import { host } from "./host.mjs";
import { DIST } from "./serve.mjs";

const hosting = host();
const { Playground } = await engine();
const { pack, playSteps } = await modules(`export { pack } from "./src/derive/link.ts"; export { playSteps } from "./src/story.ts";`);

/** The steps of the main button. */
async function step(frame, times = 1) {
  for (let at = 0; at < times; at += 1) await frame.locator(".dock .step").click();
}

test("its policy is strict, and what stands inline in it is named by its hash", async () => {
  const html = await readFile(join(DIST, "embed.html"), "utf8");
  assert.match(html, /default-src 'none'; script-src 'self' 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'/);
  assert.equal([...html.matchAll(/<script>/g)].length, 1);
  assert.doesNotMatch(html, /type="module"|<style|style=|(?:src|href)="(?:https?:)?\/\//);
});

for (const [name, sandbox] of [["a sandbox that allows scripts alone", "allow-scripts"], ["no sandbox", null]]) {
  test(`in ${name}: every part works, and nothing is kept in the browser`, () =>
    hosting({ frames: [{ path: "embed.html?scenario=fresh", sandbox }] }, async ({ page, frames: [frame], hears }) => {
      const ready = await hears("ready");
      assert.deepEqual([ready.version, ready.engine, ready.position, ready.length, ready.moves], [1, "0.1.0", 0, 0, []]);
      assert.equal(ready.origin === "null", sandbox !== null);
      await step(frame, 3);
      await hears("step", (one) => one.position === 3);
      const area = (title) => frame.locator(".areas").getByRole("button", { name: title, exact: true }).click();
      await area("Pass");
      await frame.locator(".pass .question").first().waitFor();
      await area("Edit");
      await frame.locator("textarea#yaml").focus();
      await frame.locator("yaml-editor .cm-content").waitFor();
      await area("History");
      await frame.locator(".over-time > .switch").getByRole("button", { name: "Timeline", exact: true }).click();
      await frame.locator(".timeline").waitFor();
      await area("Path");
      await frame.locator(".picture .habits").click();
      await frame.locator("dialog[open]").waitFor();
      await page.keyboard.press("Escape");
      await frame.locator("dialog").waitFor({ state: "detached" });
      await frame.locator(".faults-button").click();
      await frame.locator("#faults-title").waitFor();
      if (sandbox === null) {
        const [inside] = page.frames().slice(1);
        assert.deepEqual(await inside.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [0, 0, ""]);
      }
    }));
}

test("each step is told with its moves, its revision and its digest, and what was told replays to the same world", () =>
  hosting({}, async ({ frames: [frame], hears, said, tell }) => {
    await step(frame, 5);
    await hears("step", (one) => one.position === 5);
    await frame.getByRole("button", { name: "Run until quiet" }).click();
    await hears("step", (one) => one.position > 5);
    await tell({ type: "goto", position: 4 });
    const back = await hears("step", (one) => one.position === 4 && one.from > 5);
    assert.deepEqual(back.moves, [], "nothing new was recorded");
    // Another way from there: the moves from there on are others.
    await tell({ type: "reset" });
    await hears("step", (one) => one.position === 0);
    const { scenario, moves: first, engine: by } = await hears("ready");
    const moves = [...first];
    let last;
    for (const one of await said("step")) {
      moves.length = one.from;
      moves.push(...one.moves);
      last = one;
      const run = Playground.replay({ version: 1, engine: by, scenario, moves: moves.slice(0, one.position) });
      assert.deepEqual([run.digest(), run.position, one.length], [one.digest, one.position, moves.length]);
      run.free();
    }
    assert.equal(last.position, 0);
    await tell({ type: "hello" });
    await hears("ready", (one) => one.position === 0 && one.moves.length === moves.length);
  }));

test("it is as high as its content, at every width and in every part, and what stands below it does not move with each step", () =>
  hosting({ frames: ["embed.html?scenario=counterLoop"] }, async ({ page, frames: [frame], hears }) => {
    const fits = async (where) => {
      await page.waitForTimeout(150);
      const [inside] = page.frames().slice(1);
      const { content, window: seen } = await inside.evaluate(() => ({ content: document.documentElement.scrollHeight, window: innerHeight }));
      const own = await inside.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
      assert.deepEqual([content, own], [seen, seen], where);
      assert.equal(await inside.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `nothing is wider: ${where}`);
    };
    for (const width of [240, 320, 390, 760, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      for (const title of ["Path", "Pass", "Edit", "History"]) {
        await frame.locator(".areas").getByRole("button", { name: title, exact: true }).click();
        await fits(`${width} ${title}`);
      }
    }
    await frame.locator(".areas").getByRole("button", { name: "Path", exact: true }).click();
    await page.setViewportSize({ width: 760, height: 900 });
    await page.waitForTimeout(150);
    const tops = new Set();
    for (let at = 1; at <= 12; at += 1) {
      await frame.locator(".dock .step").click();
      await hears("step", (one) => one.position >= at);
      await page.waitForTimeout(60);
      tops.add(await page.evaluate(() => document.getElementById("below").getBoundingClientRect().top + scrollY));
    }
    assert.equal(tops.size, 1, [...tops].join(", "));
  }));

test("what the address asks for: a session with where one stands, a task, a language, parts, and what is wrong with it", async () => {
  const run = new Playground({ version: 1 });
  run.play({ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } } } });
  run.settle();
  const fragment = await pack({ ...run.save(), view: { at: 3 } });
  await hosting({ frames: [`embed.html?scenario=counterLoop${fragment}`, "embed.html?lang=ja&panels=guide,pass", "embed.html?task=noop&lang=ko", "embed.html?scenario=nowhere", "embed.html#v1=broken", "embed.html?task=nope"] }, async ({ frames, hears }) => {
    const there = await hears("ready");
    assert.deepEqual([there.position, there.length], [3, run.length]);
    assert.match(await frames[1].locator(".guide h2").textContent(), /はじめての/);
    assert.equal(await frames[1].locator(".areas").count(), 0, "one part needs no choice");
    assert.equal(await frames[1].locator(".path").count(), 0);
    await frames[2].locator(".task h2").waitFor();
    assert.match((await hears("ready", undefined, 2)).scenario.name, /^lab\/noop$/);
    assert.match(await frames[3].locator(".problem-place").textContent(), /There is no situation called nowhere/);
    assert.deepEqual([(await hears("problem", undefined, 3)).code, (await hears("ready", undefined, 3)).scenario.name], ["source", "fresh"]);
    assert.match(await frames[4].locator(".problem-place").textContent(), /damaged/);
    assert.match((await hears("problem", undefined, 4)).message, /^This link cannot be opened: It is damaged/);
    const { code, why, message } = await hears("problem", undefined, 5);
    assert.deepEqual([code, why], ["source", "task"]);
    assert.match(message, /There is no task called nope/);
    assert.equal(await frames[5].locator("dialog").count(), 0, "it is said in the frame, not over it");
  });
});

test("a task that is done is told, with its name and the digest", async () => {
  const [task] = await tasks();
  const { scenario, opening = [] } = (await plainTasks()).find(({ id }) => id === task.id);
  const run = new Playground(scenario);
  await playSteps(run, opening);
  await playSteps(run, task.solution);
  await hosting({ frames: [`embed.html?task=${task.id}`] }, async ({ hears, said, tell }) => {
    assert.deepEqual(await said("completed"), []);
    await tell({ type: "open", session: { ...run.save(), view: { start: opening.length } } });
    const done = await hears("completed");
    assert.deepEqual([done.task, done.digest], [task.id, run.digest()]);
  });
});

test("it hears the page around it and nobody else; what it does not know it ignores", () =>
  hosting({ frames: ["embed.html", "embed.html"] }, async ({ page, frames: [frame, other], hears, said, tell }) => {
    await step(frame, 2);
    await hears("step", (one) => one.position === 2);
    // The frame beside it.
    await page.frames().slice(1)[1].evaluate(() => parent.frames[0].postMessage({ type: "reconcile-playground:reset" }, "*"));
    for (const wrong of [{ type: "nonsense" }, { type: "goto" }, { type: "goto", position: "2" }, { type: "theme", theme: 7 }, { type: "lang", lang: "xx" }]) await tell(wrong);
    await page.evaluate(() => { for (const wrong of [null, 3, "text", [], { type: 4 }]) document.querySelector("iframe").contentWindow.postMessage(wrong, "*"); });
    await page.waitForTimeout(100);
    assert.equal((await said("step")).at(-1).position, 2);
    for (const session of [null, 3, {}, { version: 2, scenario: {}, moves: [] }, { version: 1, scenario: { version: 1, bogus: 1 }, moves: [] }]) {
      const before = (await said("problem")).length;
      await tell({ type: "open", session });
      await hears("problem", () => true);
      while ((await said("problem")).length === before) await page.waitForTimeout(20);
    }
    assert.equal((await said("step")).at(-1).position, 2, "and the run is where it was");
    await tell({ type: "lang", lang: "ko" });
    await frame.locator(".areas", { hasText: "경로" }).waitFor();
    await tell({ type: "theme", theme: "dark" });
    await frame.locator('html[data-theme="dark"]').waitFor();
    await tell({ type: "theme", theme: "auto" });
    assert.equal(await other.locator("html").getAttribute("data-theme"), null);
    assert.equal((await said("step", 1)).length, 0, "the other one is untouched");
  }));

for (const [name, path, dark, scheme] of [["asked for", "embed.html?theme=dark", false, "dark"], ["the system's", "embed.html", true, "light dark"], ["the host's, in a light system", "embed.html", null, "dark"]]) {
  test(`the dark, ${name}: the frame is dark from the first moment on`, () =>
    hosting({ frames: [path], dark, scheme }, async ({ page, site, context }) => {
      const again = await context.newPage();
      // What comes before the styles: whoever is slow sees it for long.
      await again.route("**/frame.css", (route) => setTimeout(() => void route.continue(), 1500));
      await again.goto(page.url());
      await again.evaluate(([address, colours]) => {
        document.body.style.cssText = `margin:0;background:#123;color-scheme:${colours}`;
        const frame = document.createElement("iframe");
        frame.sandbox = "allow-scripts";
        frame.style.cssText = `width:300px;height:300px;border:0;color-scheme:${colours}`;
        frame.src = address;
        document.body.append(frame);
      }, [site.url + path, scheme]);
      const brightest = async () => {
        const picture = (await again.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } })).toString("base64");
        return again.evaluate(async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const paper = new OffscreenCanvas(300, 300).getContext("2d");
          paper.drawImage(image, 0, 0);
          const { data: pixels } = paper.getImageData(2, 2, 296, 296);
          let bright = 0;
          for (let at = 0; at < pixels.length; at += 4) if (pixels[at] > 200 && pixels[at + 1] > 200 && pixels[at + 2] > 200) bright += 1;
          return bright / (pixels.length / 4);
        }, picture);
      };
      for (let at = 0; at < 6; at += 1) {
        assert.ok(await brightest() < 0.1, "not white");
        await again.waitForTimeout(100);
      }
      await again.frameLocator("iframe").locator(".dock .step").waitFor();
      assert.ok(await brightest() < 0.1, "nor when it is there");
      await again.close();
    }));
}

test("what a sandbox forbids is done otherwise: the address of the whole page is there to be copied", () =>
  hosting({ frames: ["embed.html?scenario=counterLoop"] }, async ({ page, frames: [frame], site }) => {
    await frame.locator(".dock .step").click();
    await frame.getByRole("button", { name: "Full page" }).click();
    const address = await frame.locator(".frame-text textarea").inputValue();
    assert.ok(address.startsWith(`${site.url}index.html?lang=en#v1=`), address);
    await frame.locator(".frame-text").getByRole("button", { name: "Close" }).click();
    assert.equal(await frame.locator(".frame-text").count(), 0);
    await page.goto(address);
    await page.locator(".top .clock", { hasText: "move 1" }).waitFor();
  }));

test("before what is typed is given up a question stands in the frame, and whoever presses again means it", () =>
  hosting({ frames: ["embed.html?scenario=childGone"] }, async ({ frames: [frame], said, hears }) => {
    await frame.locator(".areas").getByRole("button", { name: "Edit", exact: true }).click();
    await frame.locator("textarea#yaml").focus();
    await frame.locator("yaml-editor .cm-content").pressSequentially("x");
    await frame.locator(".areas").getByRole("button", { name: "Path", exact: true }).click();
    const begun = async () => (await said("ready")).length;
    const before = await begun();
    const cure = frame.locator(".cures button.small").nth(1);
    await cure.click();
    assert.match(await frame.locator(".frame-question .banner").textContent(), /Press again to do it/);
    assert.equal(await begun(), before, "nothing is given up yet");
    await cure.click();
    await hears("ready", (one) => one.scenario.controllers[0].habits.truth === "observed");
    assert.equal(await frame.locator(".frame-question .banner").count(), 0);
  }));

test("without a sandbox the whole page opens at this step", () =>
  hosting({ frames: [{ path: "embed.html?lang=ja", sandbox: null }] }, async ({ context, frames: [frame], hears }) => {
    await step(frame, 4);
    await hears("step", (one) => one.position === 4);
    const opening = context.waitForEvent("page");
    await frame.getByRole("button", { name: "全画面" }).click();
    const whole = await opening;
    await whole.locator(".top .clock", { hasText: "4手目" }).waitFor();
    assert.equal(await whole.locator("html").getAttribute("lang"), "ja");
    await whole.close();
  }));

for (const [locale, dark] of [["en-US", false], ["ja-JP", true], ["ko-KR", false]]) {
  test(`for everyone, ${locale}: no accessibility violation in any part`, () =>
    hosting({ frames: [{ path: "embed.html?scenario=counterLoop", sandbox: null }, { path: "embed.html?task=create", sandbox: null }], dark, locale, width: 390 }, async ({ page, frames: [frame], hears }) => {
      await step(frame, 6);
      for (const at of [0, 1, 2, 3]) {
        await frame.locator(".areas button").nth(at).click();
        await page.waitForTimeout(100);
        assert.deepEqual(await violations(page.frames()[1]), [], `part ${at}`);
      }
      assert.deepEqual(await violations(page.frames()[2]), [], "the task");
    }));
}

test("what is refused is told once, as a sentence, and then what is there is told again", () =>
  hosting({}, async ({ hears, said, tell }) => {
    await hears("ready");
    for (const [session, why] of [[{}, "notSession"], [{ version: 1, engine: "0.1.0", scenario: { version: 1 }, moves: [{ bogus: {} }] }, "move"], [{ version: 1, engine: "", scenario: { version: 1, bogus: 1 }, moves: [] }, "refused"]]) {
      const before = [(await said("problem")).length, (await said("ready")).length];
      await tell({ type: "open", session });
      while ((await said("ready")).length === before[1]) await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => setTimeout(done, 100));
      const told = (await said("problem")).slice(before[0]);
      assert.deepEqual(told.map((one) => [one.code, one.why]), [["source", why]]);
      assert.match(told[0].message, /^This link cannot be opened: .*\./);
      assert.equal((await said("ready")).at(-1).scenario.name, "fresh");
    }
    // Of another version: how far it came.
    await tell({ type: "open", session: { version: 1, engine: "0.0.9", scenario: { version: 1 }, moves: [{ bogus: {} }] } });
    assert.deepEqual([(await hears("problem", (one) => one.code === "foreign")).why], ["move"]);
  }));

for (const [panels, areas, guide, unknown] of [
  ["guide,history", ["history"], true, null], ["guide, pass", ["pass"], true, null], ["PASS,Edit", ["pass", "edit"], false, null], ["path", ["run"], false, null],
  ["guide", [], true, null], ["nonsense", ["run", "pass", "edit", "history"], true, "nonsense"], ["pass,nonsense", ["pass"], false, "nonsense"], ["", ["run", "pass", "edit", "history"], true, null],
]) {
  test(`the parts that are wanted: ${panels}`, () => hosting({ frames: [`embed.html?scenario=counterLoop&panels=${encodeURIComponent(panels)}`] }, async ({ frames: [frame], hears, said }) => {
    await frame.locator(".dock .step").click();
    await hears("step");
    const places = { run: ".path", pass: ".pass", edit: ".editor", history: ".over-time" };
    assert.equal(await frame.locator(".areas button").count(), areas.length > 1 ? areas.length : 0);
    for (const [at, name] of areas.entries()) {
      if (areas.length > 1) await frame.locator(".areas button").nth(at).click();
      for (const [area, place] of Object.entries(places)) await frame.locator(place).first().waitFor({ state: area === name ? "visible" : "hidden" });
      if (guide && panels.includes("guide")) await frame.locator(".guide").waitFor();
    }
    if (areas.length === 0) for (const place of Object.values(places)) assert.equal(await frame.locator(place).count(), 0, place);
    await frame.locator(".guide").waitFor({ state: guide && (panels.includes("guide") || areas.length !== 4) ? "visible" : "hidden" });
    assert.deepEqual((await said("problem")).map(({ code, message }) => [code, message]), unknown === null ? [] : [["panels", `panels: ${unknown}`]]);
  }));
}

test("in forced colours the part that is shown can be told from the others", () =>
  hosting({ frames: [{ path: "embed.html", sandbox: null }] }, async ({ page, frames: [frame] }) => {
    await page.emulateMedia({ forcedColors: "active" });
    for (const at of [0, 1, 3]) {
      await frame.locator(".areas button").nth(at).click();
      const { ink, ground, other } = await frame.locator(".areas").evaluate((nav) => {
        const one = getComputedStyle(nav.querySelector('[aria-current="true"]'));
        return { ink: one.color, ground: one.backgroundColor, other: getComputedStyle(nav.querySelector('[aria-current="false"]')).backgroundColor };
      });
      assert.notEqual(ink, ground);
      assert.notEqual(ground, other);
    }
  }));

test("on paper stands the part that is on the screen, as high as it is there", () =>
  hosting({ frames: [{ path: "embed.html?scenario=counterLoop", sandbox: null }] }, async ({ page, frames: [frame], hears }) => {
    for (let at = 0; at < 6; at += 1) await frame.locator(".dock .step").click();
    await hears("step", (one) => one.position === 6);
    for (const [at, place] of [[0, ".path"], [1, ".pass"], [2, ".editor"], [3, ".over-time"]]) {
      await frame.locator(".areas button").nth(at).click();
      await frame.locator(place).first().waitFor();
      await page.waitForTimeout(150);
      const height = () => page.frames()[1].evaluate(() => document.documentElement.scrollHeight);
      const before = await height();
      await page.emulateMedia({ media: "print" });
      assert.ok(await frame.locator(place).first().isVisible(), place);
      assert.ok(await frame.locator(".dock .said").isVisible(), "and what happened last");
      assert.ok(await height() <= before, place);
      await page.emulateMedia({ media: "screen" });
      await page.waitForTimeout(100);
    }
  }));
