// The whole page as one file: opened from disk, without a network.
import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { engine, modules } from "../lesson.mjs";
import { launch } from "./browser.mjs";
import { DIST } from "./serve.mjs";

const { Playground } = await engine();
const { pack } = await modules(`export { pack } from "./src/derive/link.ts";`);
let browser;
let folder;
let address;

before(async () => {
  browser = await launch();
  // Alone: nothing lies beside it.
  folder = await mkdtemp(join(tmpdir(), "one-file-"));
  await copyFile(join(DIST, "reconcile-playground.html"), join(folder, "playground.html"));
  address = pathToFileURL(join(folder, "playground.html")).href;
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function opened(fragment, walk, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, offline: true, reducedMotion: "reduce", locale: "en-US", acceptDownloads: true, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => faults.push(`page error: ${error.message}`));
  page.on("request", (request) => { if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(address)) faults.push(`request for ${request.url().slice(0, 80)}`); });
  try {
    await page.goto(address + fragment);
    await page.locator(".dock .step").waitFor();
    await walk(page);
    assert.deepEqual(faults, [], "no console error, no page error, no request");
  } finally {
    await context.close();
  }
}

test("its policy names what is in it by hashes, and lets nothing be asked for", async () => {
  const html = await readFile(join(DIST, "reconcile-playground.html"), "utf8");
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html);
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'$/);
  const bare = html.slice(0, html.indexOf("<!--\n")).replace(/<(script|style)>[^]*?<\/\1>/g, "");
  assert.doesNotMatch(bare, /<(?:script|img|iframe)[^>]* src=|<link[^>]* href="(?!data:)/);
  assert.match(html, /lit-html .*\(BSD-3-Clause\)/);
});

test("every part works: the passes, the editor, the dialogs, the lab, the three languages", () => opened("", async (page) => {
  for (let at = 0; at < 4; at += 1) await page.locator(".dock .step").click();
  await page.locator(".top .clock", { hasText: "move 4" }).waitFor();
  await page.locator("textarea#yaml").focus();
  await page.locator("yaml-editor .cm-content").waitFor();
  for (const [button, dialog] of [["Situations", "situations"], ["Lab", "lab"], ["Change habits", "habits"]]) {
    await page.getByRole("button", { name: button }).first().click();
    await page.locator(`.modal-${dialog}`).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  for (const tab of ["Timeline", "Transcript"]) await page.locator(".over-time > .switch").getByRole("button", { name: tab, exact: true }).click();
  await page.locator(".log-lines").first().waitFor();
  await page.locator(".top summary", { hasText: "English" }).click();
  await page.locator(".top").getByText("한국어").click();
  await page.locator(".areas, .top", { hasText: "상황" }).first().waitFor();
  assert.match(await page.locator(".foot").textContent(), /라이선스/);
  assert.equal(await page.locator(".foot a, .top a").count(), 0, "no page of the site is beside it");
}));

for (const [name, fragment, title] of [
  ["a situation", "#scenario=counterLoop&lang=en", "A status that never stands still"],
  ["a task", "#task=create&lang=ja", "なければ作る"],
]) {
  test(`${name} is asked for in the fragment`, () => opened(fragment, async (page) => {
    await page.locator(".guide h2", { hasText: title }).waitFor();
    await page.locator(".dock .step").click();
    await page.reload();
    await page.locator(".guide h2", { hasText: title }).waitFor();
  }));
}

test("a session in the fragment is replayed, and shared as a file", async () => {
  const run = new Playground({ version: 1 });
  run.play({ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } } } });
  run.settle();
  await opened(await pack(run.save()), async (page) => {
    await page.locator(".top .clock", { hasText: `move ${run.length}` }).waitFor();
    await page.locator(".session-menu summary").click();
    await page.getByRole("button", { name: "Share or embed…" }).click();
    await page.locator(".modal-share", { hasText: "This page is a file" }).waitFor();
    assert.equal(await page.locator(".modal-share textarea").count(), 0);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Session (JSON)" }).click();
    const session = JSON.parse(await readFile(await (await waiting).path(), "utf8"));
    assert.equal(session.moves.length, run.length);
    const picture = page.waitForEvent("download");
    await page.getByRole("button", { name: "Picture (SVG)" }).click();
    assert.match(await readFile(await (await picture).path(), "utf8"), /^<svg /);
  });
});
