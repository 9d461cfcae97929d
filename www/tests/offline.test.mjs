// The site without a network after one visit; a new version is offered and never forced; nothing of it in a frame.
process.env.PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS = "1";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
const { launch, openPage } = await import("./browser.mjs");
const { DIST, serve } = await import("./serve.mjs");
const { person } = await import("./site.mjs");
const { HERE } = await import("./versions.mjs");

const place = await mkdtemp(join(tmpdir(), "offline-"));
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  await rm(place, { recursive: true, force: true });
});

/** A page of a site of its own, which the test may change; every fault fails it. `folder`: the site's files. */
async function visit(name, options, walk) {
  const folder = join(place, name);
  await cp(DIST, folder, { recursive: true, filter: (from) => !/\/(pictures|og|oembed|scenario)$/.test(from) });
  const server = await serve(folder);
  const { page, context, faults } = await openPage(browser, server.url, { worker: true, ...options });
  const asked = [];
  context.on("request", (request) => asked.push(request.url()));
  try {
    await walk({ me: person(page), page, context, folder, url: server.url, asked });
    assert.deepEqual(faults, []);
    assert.deepEqual(asked.filter((one) => !one.startsWith(server.url) && !/^(data|blob):/.test(one)), [], "no request leaves the site");
  } finally {
    await context.close();
    await server.close();
  }
}

/** The worker has everything. */
const kept = (page) => page.evaluate(async () => { await navigator.serviceWorker.ready; });
const registrations = (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
const OFFER = "A new version is there.";

/** Another build: one file is other, and the worker knows it. `deployed`: the file is there, too. */
async function renew(folder, text, deployed = true) {
  const file = "licences.txt";
  const hash = (of) => createHash("sha256").update(of).digest("base64");
  const [before, now] = [hash(await readFile(join(folder, file))), hash(text)];
  const worker = await readFile(join(folder, "sw.js"), "utf8");
  assert.ok(worker.includes(`integrity:"sha256-${before}"`));
  // In place of the files: what is linked is shared.
  const write = async (name, content) => { await rm(join(folder, name)); await writeFile(join(folder, name), content); };
  if (deployed) await write(file, text);
  await write("sw.js", worker.replaceAll(before, now).replaceAll(before.slice(0, 16), now.slice(0, 16)));
}

test("after one visit everything is there without a network: the page, its parts, its languages, a task, the course", () => visit("whole", { allowed: ["ERR_INTERNET_DISCONNECTED"] }, async ({ me, page, context, url, asked }) => {
  await kept(page);
  assert.ok(asked.includes(`${url}course/ja/key.html`), "what the worker asks for is seen, too");
  await context.setOffline(true);
  await page.reload();
  await page.locator(".dock .step").waitFor();
  await me.situation("Somebody edits the child");
  await me.settle();
  await me.tab("Timeline");
  await page.locator("#branches-title, .timeline").first().waitFor();
  await me.tab("Transcript");
  await me.faults();
  await me.yaml.focus();
  await me.drawer("cache");
  await page.goto(`${url}?task=create&lang=ja`);
  await page.locator("html[lang=ja] .task").waitFor();
  for (const [language, title] of [["en", "The reconcile loop, seen at work"], ["ko", "조정(reconcile) 루프를 눈으로 보기"]]) {
    await page.goto(`${url}course/${language}/index.html`);
    assert.equal(await page.locator("h1").textContent(), title);
    await page.goto(`${url}course/${language}/key.html`);
    await page.locator(".stage .path-station").first().waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), language);
  }
  for (const file of ["embed.html?scenario=fresh&lang=ja", "", "index.html?scenario=fresh"]) {
    await page.goto(`${url}${file}`);
    await page.locator(".dock .step").waitFor();
    assert.equal(await me.text(me.problem), "", file);
  }
}));

test("what others are for is not kept: pictures, versions, the author's files; what is kept is named by its content", async () => {
  const worker = await readFile(join(DIST, "sw.js"), "utf8");
  const files = [...worker.matchAll(/url:"([^"]+)",revision:"([^"]+)",integrity:"sha256-([^"]+)"/g)];
  const names = files.map(([, name]) => name);
  for (const name of ["index.html", "parts.css", "pkg/reconcile_playground_bg.wasm", "scenarios.json", "tasks.json", "course/ja/key.html", "course-ko.js"]) assert.ok(names.includes(name), name);
  assert.deepEqual(names.filter((name) => /^(v\d|latest|pictures|og|oembed|schemas|scenario)\/|^(sw\.js|404\.html|versions\.json|reconcile-playground\.html)$|check\.mjs|\.d\.ts/.test(name)), []);
  for (const [, name, revision, integrity] of files) {
    const hash = createHash("sha256").update(await readFile(join(DIST, name))).digest("base64");
    assert.deepEqual([integrity, revision], [hash, hash.slice(0, 16)], name);
  }
});

test("a new version is offered, nothing changes until the press, and the run in hand is there after it", () => visit("offer", {}, async ({ me, page, folder, url }) => {
  await kept(page);
  await page.reload();
  await page.locator(".dock .step").waitFor();
  await me.situation("Somebody edits the child");
  await me.step(3);
  await renew(folder, "the new one");
  await page.evaluate(async () => { window.before = true; await (await navigator.serviceWorker.ready).update(); });
  await me.says(page.locator(".kept-place"), `${OFFER} Your run will be there again. Reload`);
  await me.step();
  const position = await me.position();
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => window.before), true, "it was not reloaded");
  assert.notEqual(await page.evaluate(async () => (await fetch("licences.txt")).text()), "the new one", "nor is anything of the new one there");
  await page.getByRole("button", { name: "Reload" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.before === undefined);
  await page.locator(".dock .step").waitFor();
  assert.equal(await me.position(), position);
  await me.says(page.locator(".guide h2"), "Somebody edits the child");
  assert.equal(await page.evaluate(async () => (await fetch("licences.txt")).text()), "the new one");
  await me.says(page.locator(".kept-place"), /^Your last run is back\. Start afresh$/);
  assert.deepEqual(await registrations(page), [url]);
}));

test("the offer can be put aside and is there again at the next visit, in the language of the page", () => visit("aside", { locale: "ja-JP" }, async ({ me, page, folder }) => {
  await kept(page);
  await page.reload();
  await page.locator(".dock .step").waitFor();
  await renew(folder, "the new one");
  await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
  await me.says(page.locator(".kept-place"), "新しいバージョンがあります。");
  await me.button("この案内を閉じる").click();
  assert.equal(await me.text(page.locator(".kept-place")), "");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".dock") !== null), true, "the focus is somewhere");
  await page.reload();
  await me.says(page.locator(".kept-place"), "新しいバージョンがあります。");
}));

test("an update of which a file is missing or other is not taken: the old version stays, without a network too", () => visit("broken", { allowed: ["ERR_INTERNET_DISCONNECTED", "integrity", "404", "bad-precaching-response"] }, async ({ me, page, context, folder }) => {
  await kept(page);
  for (const broken of ["other", "missing"]) {
    await renew(folder, `not there: ${broken}`, false);
    if (broken === "missing") await rm(join(folder, "tasks.json"));
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const failed = new Promise((done) => registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", ({ target }) => { if (target.state === "redundant") done(); })));
      await registration.update().catch(() => {});
      await failed;
    });
    assert.equal(await me.text(page.locator(".kept-place")), "", broken);
    if (broken === "other") await cp(join(DIST, "sw.js"), join(folder, "sw.js"));
  }
  await context.setOffline(true);
  await page.reload();
  await page.locator(".dock .step").waitFor();
  await page.getByRole("button", { name: "Lab", exact: true }).click();
  await page.locator(".tasks-item").first().waitFor();
}));

test("each version has a worker of its own, and that of the root leaves the versions alone", () => visit("versions", { allowed: ["ERR_INTERNET_DISCONNECTED"] }, async ({ page, context, url }) => {
  await kept(page);
  await context.setOffline(true);
  await assert.rejects(page.goto(`${url}v${HERE}/index.html`), /ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(false);
  await page.goto(`${url}v${HERE}/index.html`);
  await page.locator(".dock .step").waitFor();
  const deadline = Date.now() + 30_000;
  const active = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).filter((one) => one.active).map(({ scope }) => scope).sort());
  while ((await active()).length < 2 && Date.now() < deadline) await page.waitForTimeout(100);
  assert.deepEqual(await active(), [url, `${url}v${HERE}/`]);
  await context.setOffline(true);
  await page.reload();
  await page.locator(".dock .step").waitFor();
}));

test("in a frame nothing is registered, sandboxed or not", () => visit("frame", { path: "licences.txt", ready: "pre", allowed: ["favicon", "404", "can escape its sandboxing"] }, async ({ page, url }) => {
  for (const sandbox of ["", 'sandbox="allow-scripts allow-same-origin"']) {
    await page.setContent(`<iframe ${sandbox} style="width: 1200px; height: 800px" src="${url}index.html"></iframe>`);
    await page.frameLocator("iframe").locator(".dock .step").waitFor();
    await page.waitForTimeout(1_500);
    assert.deepEqual(await registrations(page), [], sandbox);
  }
}));

test("a browser that has no worker, lets none be registered, or saves data misses nothing", async () => {
  const ways = {
    none: () => { delete Navigator.prototype.serviceWorker; },
    forbidden: () => { Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => { throw new DOMException("no", "SecurityError"); } }); },
    refused: () => { ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("no", "SecurityError")); },
    saving: () => { Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ saveData: true }) }); },
  };
  for (const [name, way] of Object.entries(ways)) {
    await visit(`harmless-${name}`, { path: "licences.txt", ready: "pre", allowed: ["favicon", "404"] }, async ({ me, page, context, url }) => {
      await context.addInitScript(way);
      await page.goto(url);
      await page.locator(".dock .step").waitFor();
      await me.step(2);
      await page.waitForTimeout(1_000);
      assert.equal(await me.text(me.problem) + await me.text(page.locator(".kept-place")), "");
      if (name === "refused" || name === "saving") assert.deepEqual(await registrations(page), []);
    });
  }
});
