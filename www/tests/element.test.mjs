// <reconcile-playground> in somebody's page, under a policy that allows no more than it needs, with a frame that stands in
// for the real one (embed/): what is seen before it runs, how it begins, what scripts can do with it, what it bears.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { hosts, listen, policy, until } from "./embed/site.mjs";

const visit = hosts();
const ONE = '<reconcile-playground scenario="sixQuestions"></reconcile-playground>';
const AUTHORS = '<reconcile-playground scenario="sixQuestions"><p id="own">What the author wrote.</p></reconcile-playground>';
const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const shown = (one) => one.picture.evaluate((image) => new URL(image.src).pathname.split("/").at(-1));
/** Does it, and waits until the frame's page has loaded. */
async function loaded(one, act) {
  await one.self.evaluate((element) => {
    element.loaded = new Promise((done) => { element.shadowRoot.addEventListener("load", ({ target }) => target.tagName === "IFRAME" && done(), true); });
  });
  await act();
  await one.self.evaluate((element) => element.loaded);
}

const state = (one, ...names) => async () => { const all = await one.state(); return names.map((name) => all[name]); };

// ------------------------------------------------------------------------------------------------- before it runs

test("what its author put in stands there, the button below it, and no picture is asked for", () =>
  visit({ body: AUTHORS, css: "body { font: 20px serif; color: rgb(1, 2, 3) }" }, async ({ page, embed, requests }) => {
    const one = embed();
    await page.locator("#own").waitFor();
    const [own, button] = [await page.locator("#own").boundingBox(), await one.button.boundingBox()];
    assert.ok(button.y >= own.y + own.height && button.height >= 24, "nothing is covered");
    assert.equal(await one.picture.isVisible(), false);
    assert.deepEqual(await page.locator("#own").evaluate((text) => { const { color, fontSize, fontFamily } = getComputedStyle(text); return [color, fontSize, fontFamily]; }), ["rgb(1, 2, 3)", "20px", "serif"]);
    assert.deepEqual(requests, ["/guide/index.html", "/guide/host.css", "/playground/reconcile-playground.js"]);
    assert.deepEqual([await one.has("session"), await one.has("position")], [null, null]);
  }));

test("content that comes later takes the picture's place, blank lines do not", () =>
  visit({ body: '<reconcile-playground scenario="crash">\n  <!-- nothing -->\n</reconcile-playground>' }, async ({ embed }) => {
    const one = embed();
    await until(() => one.picture.isVisible(), true);
    await one.self.evaluate((element) => element.append("A text."));
    await until(() => one.picture.isVisible(), false);
  }));

for (const [lang, name, theme, width, picture] of [
  ["en", "Run: reconcile playground", false, 900, "sixQuestions.en.light.svg"],
  ["ja", "実行: reconcile playground", true, 900, "sixQuestions.ja.dark.svg"],
  ["ko", "실행: reconcile playground", false, 390, "sixQuestions.ko.light.narrow.svg"],
]) {
  test(`without it there is a picture, in ${lang}, by the width and the theme, in a place that is as high before`, () =>
    visit({ body: `${ONE}<p id="below">Below</p>`, lang, dark: theme, css: "html { color-scheme: light dark }", width, before: (page) => page.route("**/*.svg", async (route) => { await new Promise((done) => { setTimeout(done, 400); }); await route.continue(); }) }, async ({ embed }) => {
      const one = embed();
      await one.button.waitFor();
      const before = await one.box();
      await until(() => one.picture.evaluate((image) => [image.naturalWidth > 0, image.src.split("/").at(-1)]), [true, picture], 10_000);
      assert.deepEqual(await one.box(), before);
      assert.equal(await one.button.textContent(), name);
      assert.equal(await one.picture.getAttribute("alt"), "reconcile playground");
    }));
}

test("a task has a picture of its own; one that is missing leaves a place, and no mark", () =>
  visit({ body: '<reconcile-playground task="create"></reconcile-playground><reconcile-playground scenario="missing one"></reconcile-playground><reconcile-playground></reconcile-playground>', height: 3000, allowed: ["404"] }, async ({ page, embed, requests }) => {
    await page.waitForLoadState("networkidle");
    assert.equal(await shown(embed(0)), "task.create.en.light.svg");
    assert.ok(requests.includes("/playground/pictures/missing%20one.en.light.svg"));
    await until(() => embed(1).picture.getAttribute("src"), null);
    assert.deepEqual([await embed(0).picture.isVisible(), await embed(1).picture.isVisible()], [true, false]);
    const [there, missing, none] = await Promise.all([0, 1, 2].map((at) => embed(at).box()));
    assert.equal(missing.height, there.height);
    assert.ok(none.height < 70, "where none can be, there is no place");
    assert.ok(await embed(1).button.isVisible());
  }));

// ------------------------------------------------------------------------------------------------------ it runs

test("by a click: what was there stands until the frame is ready, then the frame as high as its content, without a jump before", () =>
  visit({ body: '<reconcile-playground scenario="slow"><p>Text</p></reconcile-playground><p id="below">Below</p>' }, async ({ page, embed }) => {
    const one = embed();
    const before = await one.box();
    await one.button.click();
    assert.equal(await one.button.textContent(), "Run: reconcile playground…");
    assert.deepEqual(await one.box(), before);
    assert.equal(await one.iframe.isVisible(), false);
    await one.iframe.and(page.locator("[style]")).waitFor();
    assert.equal(await one.button.isVisible(), false);
    const content = () => one.frame.locator("html").evaluate((root) => root.offsetHeight);
    await until(async () => (await one.iframe.boundingBox()).height, await content());
    await one.step(2);
    assert.ok(await content() > 250);
    await until(async () => (await one.iframe.boundingBox()).height, await content());
    const { y } = await page.locator("#below").boundingBox();
    assert.ok(y >= (await one.box()).y + await content());
  }));

test("a frame that does not say how high it is stays as high as what it replaced", () =>
  visit({ body: '<reconcile-playground scenario="still"></reconcile-playground>' }, async ({ embed }) => {
    const one = embed();
    const before = await one.box();
    await one.run();
    assert.ok(Math.abs((await one.box()).height - before.height) < 1);
  }));

test("the frame is a sandbox that may run scripts, is named, and stands where it is asked to", () =>
  visit({ body: '<reconcile-playground scenario="a&amp;b" task="t" panels="run,pass" session="v1=abc_-" lang="ko" theme="dark"></reconcile-playground>' }, async ({ embed, host, requests }) => {
    const one = embed();
    await one.run();
    assert.deepEqual(await one.iframe.evaluate((frame) => [...frame.attributes].map(({ name, value }) => [name, value]).filter(([name]) => name !== "src" && name !== "style")), [
      ["sandbox", "allow-scripts"], ["allow", "clipboard-write"], ["referrerpolicy", "no-referrer"], ["title", "reconcile playground"],
    ]);
    assert.equal(await one.iframe.getAttribute("src"), `${host.origin}/playground/embed.html?lang=ko&theme=dark&scenario=a%26b&task=t&panels=run%2Cpass#v1=abc_-`);
    assert.equal((await one.state()).hash, "#v1=abc_-");
    assert.equal(requests.filter((one) => one.includes("embed.html")).length, 1);
  }));

test("by the keyboard, and whoever pressed the button is in the frame", () =>
  visit({ body: `<a href="#x">A link</a>${ONE}<a href="#y">Another</a>` }, async ({ page, embed }) => {
    const one = embed();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.ok(await one.button.evaluate((button) => button.matches(":focus-visible")));
    await page.keyboard.press("Enter");
    await one.iframe.and(page.locator("[style]")).waitFor();
    assert.equal(await one.self.evaluate((element) => element.shadowRoot.activeElement.tagName), "IFRAME");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await until(state(one, "position"), [1]);
  }));

test("a script that runs it takes the focus from nobody, nor does a frame that is late", () =>
  visit({ body: '<input><reconcile-playground scenario="slow"></reconcile-playground>' }, async ({ page, embed }) => {
    const one = embed();
    await one.button.click();
    await page.locator("input").focus();
    await one.self.evaluate((element) => element.run());
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "INPUT");
  }));

for (const [lang, said, full] of [["en", "It did not start.", "Open: reconcile playground"], ["ja", "開始できません。", "開く: reconcile playground"], ["ko", "시작하지 못했습니다.", "열기: reconcile playground"]]) {
  test(`a frame that says nothing for 15 seconds, once all of it is there, is told, in ${lang}, with the whole page, and what was there is back`, () =>
    visit({ body: '<reconcile-playground scenario="silent" session="v1=x"><p id="own">Text</p></reconcile-playground>', lang, before: (page) => page.clock.install() }, async ({ page, embed }) => {
      const one = embed();
      const heard = await listen(page);
      await loaded(one, () => one.button.click());
      const failed = one.self.evaluate((element) => element.run().then(() => "ran", ({ message }) => message));
      await page.clock.fastForward(13_000);
      assert.equal(await one.iframe.count(), 1);
      await page.clock.fastForward(2_000);
      assert.equal((await failed).trim(), said);
      assert.equal(await one.self.getByRole("alert").textContent(), `${said} ${full}`);
      assert.match(await one.self.getByRole("link").getAttribute("href"), new RegExp(`/playground/index\\.html\\?lang=${lang}&theme=light&scenario=silent#v1=x$`));
      assert.deepEqual([await one.iframe.count(), await page.locator("#own").isVisible(), await heard()], [0, true, []]);
      assert.ok(await one.button.evaluate((button) => button.getRootNode().activeElement === button), "the focus is where it was");
      await page.evaluate(axe);
      assert.deepEqual((await page.evaluate(() => axe.run("reconcile-playground"))).violations.map(({ id }) => id), []);
      // Once more, and now there is something.
      await one.self.evaluate((element) => element.setAttribute("scenario", "crash"));
      await one.button.click();
      await one.iframe.and(page.locator("[style]")).waitFor();
    }));
}

test("a frame whose bytes still come is waited for, and one whose bytes never come for two minutes", () =>
  visit({
    body: ONE.replace("sixQuestions", "silent") + ONE, before: async (page) => {
      await page.clock.install();
      await page.route("**/embed.js", (route) => new Promise((done) => { page.letIt = () => { route.continue(); done(); }; page.stopIt = () => { route.abort(); done(); }; }));
    }, allowed: ["ERR_FAILED"],
  }, async ({ page, embed }) => {
    const [one, other] = [embed(0), embed(1)];
    await one.button.click();
    await until(() => typeof page.letIt, "function");
    await page.clock.fastForward(100_000);
    assert.equal(await one.iframe.count(), 1);
    await loaded(one, () => page.letIt());
    await page.clock.fastForward(13_000);
    assert.equal(await one.iframe.count(), 1);
    await page.clock.fastForward(2_000);
    await one.self.getByRole("link").waitFor();
    delete page.letIt;
    await other.button.click();
    await until(() => typeof page.letIt, "function");
    await page.clock.fastForward(118_000);
    assert.equal(await other.iframe.count(), 1);
    await page.clock.fastForward(2_000);
    await other.self.getByRole("link").waitFor();
    assert.equal(await other.iframe.count(), 0);
    page.stopIt();
  }));

test("a frame that is ready is never given up", () =>
  visit({ body: ONE, before: (page) => page.clock.install() }, async ({ page, embed }) => {
    await embed().run();
    await page.clock.fastForward(60_000);
    assert.deepEqual([await embed().iframe.isVisible(), await embed().button.isVisible()], [true, false]);
  }));

test("a frame that tells only of a problem is given up at once, and the problem is told", () =>
  visit({ body: '<reconcile-playground scenario="refused">Text</reconcile-playground>' }, async ({ page, embed }) => {
    const heard = await listen(page);
    await embed().button.click();
    await embed().self.getByRole("link").waitFor();
    assert.deepEqual(await heard(), [["problem", { code: "notFound", message: "There is no scenario of this name." }]]);
  }));

// -------------------------------------------------------------------------------------------- what scripts do with it

test("ready, step and completed are events of the element alone; position and session follow", () =>
  visit({ body: ONE }, async ({ page, embed }) => {
    const one = embed();
    const heard = await listen(page);
    await one.run();
    assert.deepEqual(await one.has("session"), { version: 1, engine: "0.0.0", scenario: { version: 1, name: "sixQuestions" }, moves: [], digest: "sixQuestions@0" });
    await one.step(3);
    await until(async () => (await heard()).length, 5);
    const moves = [1, 2, 3].map((by) => ({ advance: { by } }));
    const [ready, ...steps] = await heard();
    assert.deepEqual(ready, ["ready", { version: 1, engine: "0.0.0", scenario: { version: 1, name: "sixQuestions" }, moves: [], position: 0, length: 0, digest: "sixQuestions@0" }]);
    assert.deepEqual(steps[1], ["step", { position: 2, length: 2, digest: "sixQuestions@2", from: 1, moves: [moves[1]], revision: "7" }]);
    assert.deepEqual(steps[3], ["completed", { task: "create", digest: "sixQuestions@3" }]);
    await one.self.evaluate((element) => element.goto(1));
    await until(() => one.has("position"), 1);
    assert.deepEqual((await one.has("session")).moves, moves.slice(0, 1), "up to where one stands");
    // Another way from there.
    await one.step();
    await until(() => one.has("position"), 2);
    await one.self.evaluate((element) => element.reset());
    await until(() => one.has("position"), 0);
    assert.equal((await one.has("session")).digest, "sixQuestions@0");
  }));

test("reset and goto run it first; two calls make one frame", () =>
  visit({ body: ONE }, async ({ embed, requests }) => {
    const one = embed();
    await one.self.evaluate((element) => { element.goto(4); element.reset(); return element.run(); });
    await until(state(one, "heard"), [["goto", "reset"]]);
    assert.equal(requests.filter((one) => one.includes("embed.html")).length, 1);
  }));

test("a session that is set is opened: while it runs, or when it does; a text is that of a link", () =>
  visit({ body: ONE + ONE + ONE }, async ({ embed }) => {
    const session = { version: 1, engine: "0.0.0", scenario: { version: 1, name: "given" }, moves: [{ advance: {} }, { advance: { by: 2 } }], digest: "given@2" };
    const [one, other, third] = [0, 1, 2].map(embed);
    await one.self.evaluate((element, given) => { element.session = given; }, session);
    assert.equal(await one.iframe.count(), 0, "nothing is loaded by that");
    await one.self.evaluate((element) => element.run());
    assert.deepEqual(await one.has("session"), session);
    await other.run();
    await other.self.evaluate((element, given) => { element.session = given; }, session);
    await until(() => other.has("session"), session);
    await third.self.evaluate((element) => { element.session = "v1=text"; return element.run(); });
    assert.equal((await third.state()).hash, "#v1=text");
  }));

test("another scenario, task or session in the attributes is opened when it runs; the height and the theme change nothing of the run", () =>
  visit({ body: ONE }, async ({ page, embed, requests }) => {
    const one = embed();
    const heard = await listen(page);
    const set = (name, value) => one.self.evaluate((element, [key, to]) => element.setAttribute(key, to), [name, value]);
    await set("scenario", "crash");
    await until(() => shown(one), "crash.en.light.svg");
    assert.equal(await one.iframe.count(), 0);
    await one.run();
    await one.step(2);
    for (const [name, value] of [["height", "333"], ["theme", "dark"], ["class", "x"], ["scenario", "crash"]]) await set(name, value);
    await until(state(one, "position", "theme"), [2, "dark"]);
    assert.equal((await one.iframe.boundingBox()).height, 333);
    await one.self.evaluate((element) => element.removeAttribute("height"));
    await until(async () => (await one.iframe.boundingBox()).height > 250, true);
    await one.frame.locator("#step").focus();
    await set("scenario", "fresh");
    await until(async () => (await heard()).filter(([name]) => name === "ready").length, 2);
    assert.equal((await one.has("session")).scenario.name, "fresh");
    assert.equal(await one.self.evaluate((element) => element.shadowRoot.activeElement.tagName), "IFRAME", "the focus is in the new one");
    assert.equal(requests.filter((one) => one.includes("embed.html")).length, 2);
  }));

test("a session is taken out of whatever link it came in; what is none is passed on to be refused", () =>
  visit({ body: ["v1=ab_-", "#v1=ab_-", "  v1=ab_-\n", "https://lab.example/v0.9.0/index.html?lang=ja#v1=ab_-", "v2=x", "https://lab.example/", "nonsense"].map((session) => `<reconcile-playground session="${session}">x</reconcile-playground>`).join(""), height: 3000 }, async ({ embed }) => {
    for (const [at, hash] of ["#v1=ab_-", "#v1=ab_-", "#v1=ab_-", "#v1=ab_-", "#v2=x", "#v1=", "#v1="].entries()) {
      await embed(at).run();
      assert.equal((await embed(at).state()).hash, hash);
    }
  }));

test("a session has no picture: without content there is the button alone, and nothing is asked for", () =>
  visit({ body: '<reconcile-playground session="v1=a"></reconcile-playground><reconcile-playground session="v1=a" task="create"></reconcile-playground><reconcile-playground session="v1=a" scenario="crash">Text</reconcile-playground>' }, async ({ page, embed, requests }) => {
    await page.waitForLoadState("networkidle");
    for (const at of [0, 1]) {
      assert.equal(await embed(at).picture.isVisible(), false);
      assert.ok((await embed(at).box()).height < 70);
    }
    assert.deepEqual(requests.filter((one) => one.endsWith(".svg")), []);
    await embed(0).run();
    await embed(0).step(2);
    await until(async () => (await embed(0).box()).height > 250, true);
  }));

for (const [lang, run, open, failed] of [["en", "Run: ", "Open: ", "It did not start."], ["ja", "実行: ", "開く: ", "開始できません。"], ["ko", "실행: ", "열기: ", "시작하지 못했습니다."]]) {
  test(`each says by its title what it is, in ${lang}: the button, the picture, the frame, the link where it fails`, () =>
    visit({ body: `${ONE.replace(" ", () => ' title="Six &amp; $&amp; &lt;b>" ')}${ONE.replace("sixQuestions", "refused").replace(" ", ' title="Another" ')}${ONE}`, lang, height: 3000 }, async ({ page, embed }) => {
      const [one, refused, none] = [0, 1, 2].map(embed);
      assert.deepEqual(await Promise.all([one, refused, none].map(({ button }) => button.textContent())), [`${run}Six & $& <b>`, `${run}Another`, `${run}reconcile playground`]);
      assert.deepEqual(await Promise.all([one, none].map(({ picture }) => picture.getAttribute("alt"))), ["Six & $& <b>", "reconcile playground"]);
      await one.run();
      assert.equal(await one.iframe.getAttribute("title"), "Six & $& <b>");
      await one.self.evaluate((element) => { element.title = "Now this"; });
      await until(() => one.iframe.getAttribute("title"), "Now this");
      await refused.button.click();
      await until(() => refused.self.getByRole("alert").textContent(), `${failed} ${open}Another`);
      await none.run();
      await page.evaluate(axe);
      assert.deepEqual((await page.evaluate(() => axe.run("reconcile-playground", { iframes: false }))).violations.map(({ id }) => id), []);
    }));
}

test("a height that is none changes nothing", () =>
  visit({ body: ["-5", "0", "79", "tall", "300px", "50%", "", "NaN", "-Infinity"].map((height) => `<reconcile-playground scenario="still" height="${height}">Text</reconcile-playground>`).join("") + '<reconcile-playground scenario="still">Text</reconcile-playground><reconcile-playground scenario="still" height=" 80 ">Text</reconcile-playground><reconcile-playground scenario="still" height="Infinity">Text</reconcile-playground>', height: 3000 }, async ({ embed }) => {
    const heights = [];
    for (let at = 0; at < 12; at += 1) {
      await embed(at).run();
      heights.push((await embed(at).iframe.boundingBox()).height);
    }
    const plain = heights[9];
    assert.ok(plain > 40);
    assert.deepEqual(heights, [...Array(10).fill(plain), 80, 20_000]);
  }));

test("its height is what the frame says, within reason", () =>
  visit({ body: '<reconcile-playground scenario="heights"></reconcile-playground>' }, async ({ embed }) => {
    await embed().run();
    await until(async () => (await embed().iframe.boundingBox()).height, 20_000);
  }));

test("what has another shape, and what others say, is not heard", () =>
  visit({ body: `<reconcile-playground scenario="wrong"></reconcile-playground>${ONE}${ONE}` }, async ({ page, embed }) => {
    const [wrong, one, other] = [0, 1, 2].map(embed);
    const heard = [await listen(page, 0), await listen(page, 1), await listen(page, 2)];
    await wrong.button.click();
    await wrong.frame.locator("#state").waitFor({ state: "attached" });
    await one.run();
    await other.run();
    await page.evaluate(() => {
      for (const [name, data] of [["step", { position: 0, length: 1, from: 0, moves: [{}], digest: "x" }], ["completed", { task: "t", digest: "d" }], ["resize", { height: 999 }]]) window.postMessage({ type: `reconcile-playground:${name}`, ...data }, "*");
    });
    const inside = page.frames().at(-1);
    await inside.evaluate(() => {
      const say = (name, data) => parent.postMessage({ type: `reconcile-playground:${name}`, ...data }, "*");
      const good = { position: 0, length: 0, from: 0, moves: [], digest: "d" };
      for (const bad of [{ position: "0" }, { position: -1 }, { position: 0.5 }, { position: 1 }, { length: 2 }, { digest: null }, { moves: null }, { moves: "x" }, { from: 5, length: 1 }]) say("step", { ...good, ...bad });
      say("completed", { task: 7, digest: "d" });
      say("problem", { code: "x" });
      say("constructor", { task: "t", digest: "d" });
      say("toString", {});
    });
    await page.waitForTimeout(200);
    for (const [at, names] of [[], ["ready"], ["ready"]].entries()) assert.deepEqual((await heard[at]()).map(([name]) => name), names);
    assert.equal(await wrong.button.textContent(), "Run: reconcile playground…", "it still waits");
    assert.equal(await other.has("position"), 0);
  }));

// ------------------------------------------------------------------------------------------- with the page around it

test("two do not touch each other, and ten that nobody clicked are ten pictures and one loader", () =>
  visit({ body: [..."0123456789"].map((at) => `<reconcile-playground scenario="ten${at}"></reconcile-playground>`).join(""), height: 8000 }, async ({ page, embed, requests }) => {
    await page.waitForLoadState("networkidle");
    assert.deepEqual(requests.toSorted(), ["/guide/index.html", "/guide/host.css", "/playground/reconcile-playground.js", ...[..."0123456789"].map((at) => `/playground/pictures/ten${at}.en.light.svg`)].toSorted());
    const [one, other] = [embed(0), embed(1)];
    await one.run();
    await other.run();
    await one.step(2);
    await other.step(1);
    await until(() => Promise.all([one.has("position"), other.has("position"), embed(2).has("position")]), [2, 1, null]);
    await one.self.evaluate((element) => element.reset());
    await until(() => one.has("position"), 0);
    assert.deepEqual([await other.has("position"), (await other.state()).heard], [1, []]);
  }));

test("pictures that are far away are not asked for", () =>
  visit({ body: `<p>Top</p><div id="far">${ONE}</div>`, css: "#far { padding-top: 20000px }" }, async ({ page, embed, requests }) => {
    await page.waitForLoadState("networkidle");
    assert.deepEqual(requests.filter((one) => one.endsWith(".svg")), []);
    await embed().button.scrollIntoViewIfNeeded();
    await until(() => requests.filter((one) => one.endsWith(".svg")).length, 1);
  }));

const HOSTILE = `* { border: 5px solid red; padding: 30px; background: yellow; font: 40px fantasy; letter-spacing: 9px; text-transform: uppercase }
button, iframe, img, section, p, slot { display: none !important; height: 3px !important; visibility: hidden !important; opacity: 0 !important }
button { background: red !important } iframe { border: 9px solid red !important }`;

test("the page's styles do not reach it, and its own reach nothing of the page", async () => {
  const looks = (locator) => locator.evaluate((element) => Object.fromEntries(["display", "padding", "border", "backgroundColor", "height", "opacity", "visibility", "width"].map((name) => [name, getComputedStyle(element)[name]])));
  const seen = [];
  for (const css of ["", HOSTILE]) {
    await visit({ body: `<main>${ONE}</main><div id="host"><button>Of the page</button><p>Text</p></div>`, css: `${css} html, body, main { padding: 0; margin: 0; border: 0 }` }, async ({ page, embed }) => {
      const one = embed();
      const text = await one.button.evaluate((element) => { const { font, color, letterSpacing, textTransform } = getComputedStyle(element); return [font, color, letterSpacing, textTransform]; });
      const before = [text, await looks(one.button), await looks(one.picture)];
      await one.run();
      seen.push([...before, await looks(one.iframe), (await one.box()).width]);
    });
  }
  assert.deepEqual(seen[1], seen[0]);
  const hosts = [];
  for (const script of ["", undefined]) {
    await visit({ body: `${script === "" ? "" : ONE}<div id="host"><button>Of the page</button><p>Text</p></div>`, ...(script === "" && { script }) }, async ({ page }) => {
      hosts.push([await looks(page.locator("#host button")), await looks(page.locator("#host p"))]);
    });
  }
  assert.deepEqual(hosts[1], hosts[0]);
});

test("no global but the element, and nothing in the page is changed", () =>
  visit({ body: ONE, before: (page) => page.addInitScript(() => { window.globalsBefore = Object.keys(window); }) }, async ({ page, embed }) => {
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    await embed().run();
    assert.deepEqual(await page.evaluate(() => Object.keys(window).filter((name) => !window.globalsBefore.includes(name) && !/^\d+$|^globalsBefore$/.test(name))), []);
    assert.equal(await page.evaluate(() => document.documentElement.outerHTML), html);
  }));

for (const [what, css, change, dark = false] of [
  ["a class", "html.night { color-scheme: dark }", () => { document.documentElement.className = "night"; }],
  ["an attribute of the body", '[data-md-color-scheme="slate"] { color-scheme: dark }', () => { document.body.dataset.mdColorScheme = "slate"; }],
  ["a ground alone", '[data-theme="dark"] { background: rgb(20, 20, 30) }', () => { document.documentElement.dataset.theme = "dark"; }],
  ["a ground in a new notation", ".dark body { background: oklch(0.2 0.04 260) }", () => { document.documentElement.classList.add("dark"); }],
  ["a ground that changes slowly", "body { background: #fff; transition: background-color .3s } .dark body { background: #111 }", () => { document.documentElement.classList.add("dark"); }],
  ["the attribute theme", "html { background: #fff }", () => { document.querySelector("reconcile-playground").setAttribute("theme", "dark"); }],
]) {
  test(`the theme follows ${what}: the picture, and the frame`, () =>
    visit({ body: ONE + ONE.replace(" ", ' class="idle" '), css, dark, height: 2000 }, async ({ page, embed }) => {
      const one = embed();
      await one.run();
      assert.equal(await one.iframe.evaluate((frame) => getComputedStyle(frame).colorScheme), "light");
      await page.evaluate(change);
      await until(state(one, "theme"), ["dark"]);
      assert.equal(await one.iframe.evaluate((frame) => getComputedStyle(frame).colorScheme), "dark");
      if (!what.startsWith("the attribute")) await until(() => shown(embed(1)), "sixQuestions.en.dark.svg");
    }));
}

test("the theme follows the system where the page does, and only there", () =>
  visit({ body: `${ONE}<div id="light">${ONE}</div>`, css: "html { color-scheme: light dark } #light { color-scheme: light }" }, async ({ page, embed }) => {
    await embed(0).run();
    await embed(1).run();
    await page.emulateMedia({ colorScheme: "dark" });
    await until(state(embed(0), "theme"), ["dark"]);
    assert.equal((await embed(1).state()).theme, "light");
    await page.emulateMedia({ colorScheme: "light" });
    await until(state(embed(0), "theme"), ["light"]);
  }));

test("a page that says nothing of a dark scheme is light in a dark system", () =>
  visit({ body: ONE, dark: true }, async ({ embed }) => {
    await embed().run();
    assert.equal((await embed().state()).theme, "light");
  }));

test("the language is its own, or that of the text around, or the browser's, and follows", () =>
  visit({ body: `<div lang="ko-KR">${ONE}</div>${ONE}`, lang: "fr", locale: "ja-JP", height: 2000 }, async ({ page, embed }) => {
    const [korean, one] = [embed(0), embed(1)];
    assert.equal(await korean.button.textContent(), "실행: reconcile playground");
    assert.equal(await one.button.textContent(), "実行: reconcile playground");
    await until(() => shown(one), "sixQuestions.ja.light.svg");
    await page.evaluate(() => { document.documentElement.lang = "en"; });
    await until(() => one.button.textContent(), "Run: reconcile playground");
    await until(() => shown(one), "sixQuestions.en.light.svg");
    await one.run();
    await one.self.evaluate((element) => { element.lang = "ko"; });
    await until(state(one, "lang", "heard"), ["ko", ["lang", "theme"]]);
  }));

test("moved to another place it goes on; taken out of the page it listens to nothing", () =>
  visit({ body: `${ONE}<div id="other"></div>`, before: (page) => page.addInitScript(() => {
    window.signals = [];
    for (const target of [window, MediaQueryList.prototype]) {
      const add = target.addEventListener;
      target.addEventListener = function (type, listener, options) {
        if (options?.signal) window.signals.push(options.signal);
        return add.call(this, type, listener, options);
      };
    }
  }) }, async ({ page, embed }) => {
    const one = embed();
    await one.run();
    await one.step(3);
    await until(() => one.has("position"), 3);
    const session = await one.has("session");
    await one.self.evaluate((element) => { document.querySelector("#other").append(element); });
    await until(() => one.has("session"), session);
    await until(() => one.iframe.count(), 1);
    // While it is on its way, too.
    await one.self.evaluate((element) => { document.body.append(element); document.querySelector("#other").append(element); });
    await until(() => one.has("session"), session);
    const gone = await one.self.evaluate(async (element) => {
      element.remove();
      await Promise.resolve();
      return [element.shadowRoot.querySelectorAll("iframe").length, window.signals.filter(({ aborted }) => !aborted).length, window.signals.length > 0];
    });
    assert.deepEqual(gone, [0, 0, true]);
  }));

test("what is asked for while it is out of the page is what it opens", () =>
  visit({ body: ONE }, async ({ embed }) => {
    const one = embed();
    await one.run();
    await one.step(2);
    await until(() => one.has("position"), 2);
    await one.self.evaluate(async (element) => {
      element.remove();
      element.setAttribute("scenario", "crash");
      await Promise.resolve();
      document.body.append(element);
    });
    await until(async () => (await one.has("session"))?.scenario.name, "crash");
    assert.equal(await one.has("position"), 0);
  }));

for (const [how, act] of [
  ["never in a page", async (element) => { const copy = element.cloneNode(); return [copy, copy.run()]; }],
  ["taken out while it is on its way", async (element) => { const run = element.run(); element.remove(); return [element, run]; }],
  ["taken out while it runs, and run", async (element) => { await element.run(); element.remove(); return [element, element.run()]; }],
  ["taken out, asked for something else, and run", async (element) => { await element.run(); element.remove(); element.setAttribute("scenario", "fresh"); return [element, element.run()]; }],
]) {
  for (const back of [false, true]) {
    test(`${how}: what run() gave ${back ? "is kept when it is back in time" : "rejects after 15 seconds, and it runs once it is in a page"}`, () =>
      visit({ body: ONE, before: (page) => page.clock.install() }, async ({ page, embed }) => {
        await page.evaluate(`(async () => { [window.one, window.ran] = await (${act})(document.querySelector("reconcile-playground")); window.settled = []; window.ran.then(() => settled.push(window.one.position), () => settled.push("rejected")); })()`);
        await page.clock.fastForward(13_000);
        assert.deepEqual(await page.evaluate(() => window.settled), []);
        if (!back) {
          await page.clock.fastForward(2_000);
          await until(() => page.evaluate(() => window.settled), ["rejected"]);
          await page.clock.fastForward(60_000);
          assert.equal(await page.evaluate(() => window.one.position), null);
        }
        await page.evaluate(() => { document.body.prepend(window.one); });
        await until(() => embed().has("position"), 0);
        assert.deepEqual(await page.evaluate(() => window.settled), [back ? 0 : "rejected"]);
        assert.equal(await page.evaluate(() => window.one.run().then(() => window.one.position)), 0);
      }));
  }
}

test("made by a script, run before it is in a page", () =>
  visit({ body: '<div id="place"></div>' }, async ({ page, embed }) => {
    await page.evaluate(() => {
      window.one = document.createElement("reconcile-playground");
      window.one.setAttribute("scenario", "crash");
      window.ran = window.one.run();
    });
    await page.evaluate(() => { document.querySelector("#place").append(window.one); return window.ran; });
    assert.equal(await embed().has("position"), 0);
    await page.evaluate(() => { window.one.hidden = true; });
    assert.equal(await embed().self.isVisible(), false);
  }));

test("defined twice, the first one stays", () =>
  visit({ body: ONE, script: '<script src="/playground/reconcile-playground.js"></script><script src="/playground/reconcile-playground.js"></script><script type="module" src="/playground/pkg/element.js"></script>' }, async ({ embed }) => {
    await embed().run();
    assert.equal(await embed().has("position"), 0);
  }));

test("before its content is parsed, and deferred", async () => {
  for (const attributes of ["", "defer", "async"]) {
    await visit({ body: AUTHORS, head: `<script ${attributes} src="/playground/reconcile-playground.js"></script>`, script: "" }, async ({ embed, requests }) => {
      await embed().button.waitFor();
      await until(() => embed().picture.isVisible(), false);
      // Run while the page is still read it may draw before the content is there.
      if (attributes === "defer") assert.deepEqual(requests.filter((one) => one.endsWith(".svg")), []);
      await embed().run();
    });
  }
});

test("the site on another origin: script, pictures and frame are from there", () =>
  visit({ body: ONE, away: true, csp: policy, script: '<script src="SITE/playground/reconcile-playground.js?v=1"></script>' }, async ({ page, embed, requests }) => {
    await page.waitForLoadState("networkidle");
    await embed().run();
    await embed().step();
    await until(() => embed().has("position"), 1);
    assert.deepEqual(requests.filter((one) => !one.startsWith("/guide/")), [
      "AWAY/playground/reconcile-playground.js?v=1", "AWAY/playground/pictures/sixQuestions.en.light.svg", "AWAY/playground/embed.html?lang=en&theme=light&scenario=sixQuestions", "AWAY/playground/embed.js",
    ]);
  }));

test("as a module from the site's package, and with the site where src says", () =>
  visit({ body: `${ONE}<reconcile-playground src="../elsewhere" scenario="crash"></reconcile-playground>`, script: '<script type="module" src="/playground/pkg/element.js"></script>', height: 2000, allowed: ["404"] }, async ({ page, embed, requests }) => {
    await embed().run();
    assert.equal(await embed().has("position"), 0);
    await page.waitForLoadState("networkidle");
    assert.ok(requests.includes("/elsewhere/pictures/crash.en.light.svg"), requests.join());
  }));

test("accessible before it runs and when it does", () =>
  visit({ body: `<main><h1>Guide</h1>${ONE}</main>` }, async ({ page, embed }) => {
    await page.evaluate(axe);
    const violations = () => page.evaluate(async () => (await axe.run({ iframes: false })).violations.map(({ id, nodes }) => [id, nodes[0].html]));
    assert.deepEqual(await violations(), []);
    await embed().run();
    assert.deepEqual(await violations(), []);
  }));

test("its module does nothing where there are no elements", async () => {
  const { DIST } = await import("./serve.mjs");
  await import(`${DIST}/pkg/element.js`);
});
