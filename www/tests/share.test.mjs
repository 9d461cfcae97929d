// The share panel: what it gives is put where it is meant for, and does there what it says.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import test from "node:test";
import { engine } from "../lesson.mjs";
import { site } from "./site.mjs";

const journey = site();
const { Playground, version } = await engine();

async function share(me, page) {
  await page.locator(".session-menu summary").click();
  await page.getByRole("button", { name: /^(Share or embed|共有・埋め込み|공유·삽입)/ }).click();
  await page.locator(".modal-share").waitFor();
  await page.locator("#share-markdown").waitFor();
  return {
    text: (name) => page.locator(`textarea[aria-labelledby="share-${name}"]`).inputValue(),
    copied: async (name) => {
      await page.locator(".share-head", { has: page.locator(`#share-${name}`) }).getByRole("button").click();
      return page.evaluate(() => navigator.clipboard.readText());
    },
    choose: (label) => page.locator(".modal-share").getByLabel(label, { exact: false }).check(),
  };
}

/** A page of another origin with that in its body. */
async function elsewhere(page, body, walk) {
  const server = createServer((_, response) => { response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><html lang="en"><title>host</title><body>${body}</body></html>`); });
  await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
  const other = await page.context().newPage();
  try {
    await other.goto(`http://127.0.0.1:${server.address().port}/`);
    await walk(other);
  } finally {
    await other.close();
    server.close();
    server.closeAllConnections();
  }
}

const clockIn = (page) => page.frameLocator("iframe").locator(".frame-head .clock span").last();

test("a situation at its beginning is shared by its name, in the version that runs here, and each snippet works where it is put", () => journey({}, async (me, page) => {
  await me.situation("Somebody edits the child");
  const panel = await share(me, page);
  const link = await panel.text("link");
  const base = `${new URL(".", page.url()).href}v${version().playground}/`;
  assert.equal(link, `${base}index.html?scenario=drift`);
  for (const name of ["link", "element", "iframe", "markdown"]) assert.equal(await panel.copied(name), await panel.text(name));
  const [element, iframe, markdown] = [await panel.text("element"), await panel.text("iframe"), await panel.text("markdown")];
  const opened = await page.context().newPage();
  await opened.goto(link);
  await opened.locator(".guide h2", { hasText: "Somebody edits the child" }).waitFor();
  await opened.close();
  await elsewhere(page, iframe, async (other) => {
    await other.frameLocator("iframe").locator(".guide h2", { hasText: "Somebody edits the child" }).waitFor();
    assert.deepEqual(await other.locator("iframe").evaluate((frame) => [frame.title, frame.getAttribute("sandbox"), frame.loading]), ["Somebody edits the child", "allow-scripts", "lazy"]);
  });
  await elsewhere(page, element, async (other) => {
    await other.getByRole("link", { name: "Somebody edits the child" }).waitFor();
    await other.getByRole("button").click();
    await other.frameLocator("iframe").locator(".guide h2", { hasText: "Somebody edits the child" }).waitFor();
  });
  const [, picture, target] = /^\[!\[Somebody edits the child\]\((.+)\)\]\((.+)\)$/.exec(markdown);
  assert.equal(target, link);
  const answer = await page.request.get(picture);
  assert.deepEqual([answer.status(), answer.headers()["content-type"]], [200, "image/svg+xml"]);
}));

test("a run is shared with its moves and the step where one stands; the language and the version are what was chosen", () => journey({ query: "?lang=ja" }, async (me, page) => {
  await me.step(7);
  await page.locator(".scrubber button").nth(1).click();
  const panel = await share(me, page);
  const link = await panel.text("link");
  assert.match(link, /\/v[\d.]+\/index\.html#v1=[\w-]+$/);
  assert.match(await panel.text("markdown"), /\]\(reconcile-playground\.svg\)\]/);
  await elsewhere(page, await panel.text("iframe"), async (other) => {
    await clockIn(other).filter({ hasText: "move 6 of 7" }).waitFor();
  });
  await panel.choose(/最新/);
  await page.locator(".modal-share select").selectOption("ko");
  const other = await panel.text("link");
  assert.match(other, /\/latest\/index\.html\?lang=ko#v1=/);
  const opened = await page.context().newPage();
  await opened.goto(other);
  await opened.locator(".top .clock").filter({ hasText: "동작 6" }).waitFor();
  assert.equal(await opened.locator("html").getAttribute("lang"), "ko");
  await opened.close();
  await panel.choose(/場面の始まり/);
  assert.match(await panel.text("link"), /\?scenario=fresh&lang=ko$/);
}));

test("files: a session that replays, a picture in light and dark, a transcript", () => journey({}, async (me, page) => {
  await me.step(5);
  await share(me, page);
  const saved = async (name) => {
    const waiting = page.waitForEvent("download");
    await page.locator(".share-files").getByRole("button", { name, exact: true }).click();
    const file = await waiting;
    return [file.suggestedFilename(), await readFile(await file.path(), "utf8")];
  };
  const [, session] = await saved("Session (JSON)");
  const run = Playground.replay(JSON.parse(session));
  assert.equal(run.position, 5);
  run.free();
  const [light, svg] = await saved("Picture (SVG)");
  const [dark, night] = await saved("Picture, dark (SVG)");
  assert.deepEqual([light, dark], ["reconcile-playground.svg", "reconcile-playground.dark.svg"]);
  for (const one of [svg, night]) assert.match(one, /^<svg [^]*Move 5[^]*<\/svg>\s*$/);
  assert.notEqual(svg, night);
  const [, transcript] = await saved("Transcript (text)");
  assert.match(transcript, /^A first AppConfig\n=/);
  assert.equal(await page.locator(".share-snippet a[download]").getAttribute("href"), "reconcile-playground.html");
}));

test("a long run says that a file is the better way", () => journey({}, async (me, page) => {
  const noise = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`key${at}`, Math.sin(at).toString(36)]));
  await me.session({ objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "big", namespace: "default" }, data: noise }] });
  const panel = await share(me, page);
  assert.ok((await panel.text("link")).length > 2000);
  assert.match(await page.locator(".modal-share .mistake").textContent(), /longer than 2000 characters\. A file is the better way/);
  assert.equal(await page.locator("input[name=share-what]").count(), 0, "it has no name");
}));
