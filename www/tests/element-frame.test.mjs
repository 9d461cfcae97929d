// The element with the real frame in it, in a page with a policy of its own.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { initSync, Playground } from "../pkg/reconcile_playground.js";
import { hosts, listen, policy, until } from "./embed/site.mjs";

initSync({ module: await readFile(new URL("../pkg/reconcile_playground_bg.wasm", import.meta.url)) });
const visit = hosts();
const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const SIX = '<reconcile-playground scenario="sixQuestions"></reconcile-playground>';

/** One step, by its button, and what is told of it is there. */
async function step(one, times = 1) {
  for (let n = 0; n < times; n += 1) {
    const before = await one.has("position");
    await one.frame.locator(".dock .step").click();
    await until(() => one.has("position"), before + 1);
  }
}

function replayed(session) {
  const run = Playground.replay(session);
  const found = { digest: run.digest(), position: run.position };
  run.free();
  return found;
}

for (const away of [false, true]) {
  test(`two in a page, ${away ? "the site on another origin" : "the site in its folder"}: a step in each, no storage, no request elsewhere, and sessions that replay`, () =>
    visit({
      real: true, away, csp: policy, body: `<p>Before</p>${SIX}<p>Between</p><reconcile-playground scenario="crash"></reconcile-playground><p>After</p>`,
      script: `<script src="${away ? "SITE" : ""}/playground/reconcile-playground.js"></script>`,
      before: (page) => page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
      }),
    }, async ({ page, embed, requests }) => {
      const [one, other] = [embed(0), embed(1)];
      await until(() => one.picture.evaluate((image) => image.complete && image.naturalWidth), 720);
      assert.deepEqual(requests.filter((at) => !/^\/guide\/|(?:loader|reconcile-playground)\.js$|\.svg$/.test(at)), [], "before it is clicked");
      await one.run();
      await other.run();
      const begins = await one.has("position");
      await step(one, 2);
      await step(other);
      assert.equal(await one.has("position"), begins + 2);
      for (const each of [one, other]) {
        const session = await each.has("session");
        assert.deepEqual(Object.keys(session), ["version", "engine", "scenario", "moves", "digest"]);
        assert.deepEqual(replayed(session), { digest: session.digest, position: session.moves.length });
      }
      // Back, and another way.
      await one.self.evaluate((element) => element.goto(1));
      await until(() => one.has("position"), 1);
      const back = await one.has("session");
      assert.deepEqual([back.moves.length, replayed(back).digest], [1, back.digest]);
      await step(one);
      await one.self.evaluate((element) => element.reset());
      await until(() => one.has("position"), begins);
    }));
}

test("it is as high as what is in it, in every part, and the page below moves", () =>
  visit({ real: true, body: `${SIX}<p id="below">Below</p>`, height: 1600 }, async ({ page, embed }) => {
    const one = embed();
    await one.run();
    for (const part of ["Pass", "Edit", "History", "Path"]) {
      await one.frame.locator(".areas").getByRole("button", { name: part, exact: true }).click();
      await until(() => one.frame.locator("html").evaluate((root) => [root.scrollHeight - innerHeight, Math.abs(root.getBoundingClientRect().height - innerHeight) < 1]), [0, true]);
      const [below, box] = [await page.locator("#below").boundingBox(), await one.box()];
      assert.ok(below.y >= box.y + box.height, part);
    }
    await one.self.evaluate((element) => element.setAttribute("height", "400"));
    await until(async () => (await one.iframe.boundingBox()).height, 400);
    assert.ok(await one.frame.locator("html").evaluate((root) => root.scrollHeight > innerHeight));
  }));

test("what is set as a session opens as it is, with the moves and the digest", () => {
  const run = new Playground({ version: 1, name: "mine" });
  run.play({ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } } } });
  run.settle();
  const session = run.save();
  return visit({ real: true, body: SIX + SIX, height: 2500 }, async ({ embed }) => {
    const [before, after] = [embed(0), embed(1)];
    await before.self.evaluate((element, given) => { element.session = given; return element.run(); }, session);
    assert.equal((await before.has("session")).digest, run.digest());
    assert.deepEqual((await before.has("session")).moves, session.moves);
    await after.run();
    await after.self.evaluate((element, given) => { element.session = given; }, session);
    await until(async () => (await after.has("session")).digest, run.digest());
    // One that is refused changes nothing, and is told in the frame and once here; then what is still there is told again.
    const heard = await listen(after.self.page(), 1);
    await after.self.evaluate((element) => { element.session = { version: 1, engine: "0", scenario: { version: 1, bogus: 1 }, moves: [] }; });
    await until(async () => (await heard()).map(([name]) => name), ["problem", "ready"]);
    await after.frame.locator(".problem-place", { hasText: "bogus" }).waitFor();
    assert.equal((await after.has("session")).digest, run.digest());
  });
});

test("a session that is none is told, whatever it is", () =>
  visit({ real: true, body: ["nonsense", "https://lab.example/", "#v1=AAAA", "v9=x"].map((session) => `<reconcile-playground session="${session}"></reconcile-playground>`).join(""), height: 4000 }, async ({ page, embed }) => {
    for (const at of [0, 1, 2, 3]) {
      const heard = await listen(page, at);
      await embed(at).run();
      await embed(at).frame.locator(".problem-place").waitFor();
      await until(async () => (await heard()).filter(([name]) => name === "problem").map(([, { code, why }]) => [code, why]), [["source", at === 3 ? "version" : "damaged"]]);
    }
  }));

test("moved to another place it goes on where it was", () =>
  visit({ real: true, body: `${SIX}<div id="other"></div>` }, async ({ embed }) => {
    const one = embed();
    await one.run();
    await step(one, 3);
    const session = await one.has("session");
    await one.self.evaluate((element) => { document.querySelector("#other").append(element); });
    await until(() => one.has("session"), session);
    await step(one);
  }));

test("the theme and the language of the page are the frame's, from the first moment on and when they change", () =>
  visit({ real: true, lang: "ja", body: SIX, css: "html { color-scheme: dark; background: #1b1b1f } html.day { color-scheme: light; background: white }" }, async ({ page, embed }) => {
    const one = embed();
    await one.run();
    const html = one.frame.locator("html");
    assert.deepEqual([await html.getAttribute("lang"), await html.getAttribute("data-theme"), await html.evaluate((root) => getComputedStyle(root).colorScheme)], ["ja", "dark", "dark"]);
    await page.evaluate(() => { document.documentElement.className = "day"; document.documentElement.lang = "ko"; });
    await until(async () => [await html.getAttribute("lang"), await html.getAttribute("data-theme")], ["ko", "light"]);
  }));

test("a task is a task; what nobody knows is told in the frame", () =>
  visit({ real: true, body: '<reconcile-playground task="noop"></reconcile-playground><reconcile-playground scenario="nowhere"><p>Text</p></reconcile-playground>', height: 2500 }, async ({ page, embed }) => {
    const heard = await listen(page, 1);
    await embed(0).run();
    await embed(0).frame.locator(".task h2").waitFor();
    assert.equal((await embed(0).has("session")).scenario.name, "lab/noop");
    await embed(1).run();
    assert.match(await embed(1).frame.locator(".problem-place").textContent(), /nowhere/);
    await until(async () => (await heard()).map(([name]) => name), ["ready", "problem"]);
  }));

test("accessible with the frame in it", () =>
  visit({ real: true, body: `<main><h1>Guide</h1>${SIX}</main>` }, async ({ page, embed }) => {
    await embed().run();
    await page.evaluate(axe);
    assert.deepEqual(await page.evaluate(async () => (await axe.run({ iframes: false })).violations.map(({ id }) => id)), []);
    const inside = page.frames()[1];
    await inside.evaluate(axe);
    assert.deepEqual(await inside.evaluate(async () => (await axe.run({ preload: false })).violations.map(({ id }) => id)), []);
  }));

test("the snippets of the documentation do what it says", async () => {
  const text = await readFile(new URL("../../docs/embedding.md", import.meta.url), "utf8");
  const block = (name) => new RegExp(`\`\`\`\\w+ ${name}\n([^]*?)\n\`\`\``).exec(text)[1];
  const here = (html) => html.replaceAll('src="playground/', 'src="/playground/');
  const csp = `default-src 'none'; style-src 'self'; ${block("policy")}`;
  const logged = (page) => {
    const lines = [];
    page.on("console", (message) => { if (message.type() === "log") lines.push(message.text()); });
    return lines;
  };
  await visit({ real: true, csp, body: here(block("element")), script: "" }, async ({ page, embed }) => {
    const lines = logged(page);
    await page.evaluate(`(async () => { ${block("listen")} })()`);
    await until(() => embed().has("position"), 1);
    await until(() => lines.length, 1);
  });
  await visit({ real: true, csp: csp.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"), body: here(block("frame")).replace("height:900px", "height:10px"), script: "" }, async ({ page }) => {
    const lines = logged(page);
    const frame = page.frameLocator("iframe");
    await frame.locator(".dock .step").waitFor({ state: "attached" });
    await page.evaluate(block("messages"));
    await page.locator("iframe").evaluate((element) => element.contentWindow.postMessage({ type: "reconcile-playground:lang", lang: "ja" }, "*"));
    await until(() => page.locator("iframe").evaluate((element) => element.offsetHeight > 600), true);
    await frame.locator(".dock .step").click();
    await until(() => lines.length, 1);
  });
});
