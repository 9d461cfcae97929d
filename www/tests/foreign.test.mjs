// Sessions that another version made: played as far as that goes, said how far, and where they open in their own version.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DIST } from "./serve.mjs";
import { site } from "./site.mjs";

const journey = site();
const { initSync, Playground, version } = await import(pathToFileURL(join(DIST, "pkg/reconcile_playground.js")));
initSync({ module: await readFile(join(DIST, "pkg/reconcile_playground_bg.wasm")) });
const HERE = version().playground;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const web = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default" }, spec: { data: { color: "blue" } } };
const scenario = { version: 1, objects: [web] };
const run = new Playground(scenario);
run.settle();
/** What this version saves of that run. */
const own = run.save();
const MOVES = own.moves.length;

const fragmentOf = (session) => `#v1=${deflateRawSync(JSON.stringify(session)).toString("base64url")}`;
const sessionIn = (link) => JSON.parse(inflateRawSync(Buffer.from(link.split("#v1=")[1], "base64url")).toString());
const follow = (page, session) => page.evaluate((hash) => { location.hash = hash; }, fragmentOf(session));
const openFile = (page, value) => page.setInputFiles(".session-menu input[type=file]", { name: "session.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) });
/** The site has these versions. */
const there = (page, versions) => page.route("**/versions.json", (route) => route.fulfill({ json: { latest: versions[0], versions } }));
const note = (page) => page.locator(".kept-place");
const old = { ...own, engine: "0.0.9" };
const broken = { ...old, moves: [...own.moves.slice(0, 4), { begin: { controller: "appconfig-controller", key: "default/other" } }, ...own.moves.slice(4)] };

test("a session of another version that leads to the same state is played, and says where it was made and that it is so", () => journey({}, async (me, page) => {
  await there(page, [HERE, "0.0.9"]);
  await follow(page, old);
  await me.says(note(page), `This link was made with version 0.0.9 of the playground; this is version ${HERE}. Played again here, it leads to the same state. Open it in version 0.0.9`);
  await me.says(page.locator(".clock"), new RegExp(`move ${MOVES}$`));
  assert.equal(await me.text(me.problem), "");
  const address = await page.getByRole("link", { name: "Open it in version 0.0.9" }).getAttribute("href");
  assert.equal(address, new URL(`v0.0.9/index.html${fragmentOf(old)}`, page.url().split("#")[0]).href);
  await me.button("Hide this note").click();
  assert.equal(await me.text(note(page)), "");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".dock") !== null), true, "the focus is somewhere");
}));

test("without a digest it says that all could be played; a version that is not on the site is said not to be", () => journey({}, async (me, page) => {
  await there(page, [HERE]);
  const { digest: _, ...plain } = old;
  await openFile(page, plain);
  await me.says(note(page), `This file was made with version 0.0.9 of the playground; this is version ${HERE}. All of its moves could be played here. Version 0.0.9 is not on this site.`);
  assert.equal(await page.locator(".kept-place a").count(), 0);
}));

test("it stops at the first move that can't be played, says which and why, and stands before it", () => journey({}, async (me, page) => {
  await there(page, [HERE, "0.0.9"]);
  await follow(page, { ...broken, view: { at: 2 } });
  await me.says(me.problem, new RegExp(`^Played up to move 4 of ${MOVES + 1} This link was made with version 0\\.0\\.9 of the playground; this is version ${HERE.replaceAll(".", "\\.")}\\. Move 5 \\(.*default/other.*\\) can't be played in this version\\. The run stands before it\\. every worker is busy Open it in version 0\\.0\\.9 Dismiss$`));
  await me.says(page.locator(".clock"), /move 4$/);
  await me.step();
  await me.says(page.locator(".clock"), /move 5$/);
  await me.says(me.problem, "Move 5");
  await me.button("Dismiss").click();
  assert.equal(await me.text(me.problem), "");
  await me.situation("Somebody edits the child");
  assert.equal(await me.text(me.problem), "");
}));

test("a move that this version does not know is one that can't be played", () => journey({}, async (me, page) => {
  await there(page, [HERE]);
  await follow(page, { ...old, moves: [...own.moves.slice(0, 2), { explode: { all: true } }, ...own.moves.slice(2, 5), { begin: { controller: "appconfig-controller", key: "default/other" } }] });
  await me.says(me.problem, /^Played up to move 2 of 7 .* Move 3 can't be played in this version\. The run stands before it\./);
  await me.says(page.locator(".clock"), /move 2$/);
  // Of two it is the first, although the second is the one that cannot be read.
  await follow(page, { ...broken, moves: [...broken.moves, { explode: {} }] });
  await me.says(me.problem, /Move 5 \(.*default\/other/);
  await me.says(page.locator(".clock"), /move 4$/);
}));

test("another digest at the end is said, and everything was played", () => journey({}, async (me, page) => {
  await there(page, [HERE, "0.0.9"]);
  await openFile(page, { ...old, digest: "0000000000000000" });
  await me.says(me.problem, `In this version it leads to another state This file was made with version 0.0.9 of the playground; this is version ${HERE}. All of its moves could be played, but the digest at their end is not the one that it was saved with. Open it in version 0.0.9`);
  await me.says(page.locator(".clock"), new RegExp(`move ${MOVES}$`));
  // A file is packed into the address that opens it there.
  const address = await page.getByRole("link", { name: "Open it in version 0.0.9" }).getAttribute("href");
  assert.equal(sessionIn(address).digest, "0000000000000000");
}));

test("a scenario that this version refuses changes nothing", () => journey({}, async (me, page) => {
  await there(page, [HERE, "0.0.9"]);
  await me.step(2);
  await follow(page, { ...old, scenario: { version: 1, weather: "fine" } });
  await me.says(me.problem, /^It cannot be opened in this version This link was made with version 0\.0\.9 .* What it begins with is refused at \/scenario\/weather\. Nothing has changed\./);
  await me.says(page.locator(".clock"), /move 2$/);
  await me.says(page.locator(".guide h2"), "A first AppConfig");
}));

test("a session of this version is refused as a whole, as ever; one that does not say who made it too", () => journey({}, async (me, page) => {
  await me.step(2);
  for (const engine of [HERE, ""]) {
    await openFile(page, { ...broken, engine });
    await me.says(me.problem, /This file cannot be opened Move 5 \(\/moves\/4\) cannot be played\. Nothing has changed\./);
    await openFile(page, { ...own, engine, digest: "0000000000000000" });
    await me.says(me.problem, "This file cannot be opened Played again it does not lead where it says that it did: it is damaged, or was changed. Nothing has changed.");
    await me.says(page.locator(".clock"), /move 2$/);
  }
}));

test("a version that is no name of one is not repeated; the site is not asked for it", () => journey({}, async (me, page) => {
  const asked = [];
  page.on("request", (request) => { if (request.url().includes("versions.json")) asked.push(request.url()); });
  for (const engine of ["<img src=x onerror=alert(1)>", "../../evil", "`x`"]) {
    await follow(page, { ...old, engine });
    await me.says(note(page), "This link was made with another version of the playground;");
    await me.says(note(page), "Which version that was is not said.");
  }
  assert.deepEqual(asked, []);
  assert.equal(await page.locator("main img").count(), 0);
}));

test("without a list of versions it says that the version is not there, and works", () => journey({ allowed: ["404"] }, async (me, page) => {
  for (const [at, answer] of [{ status: 404, body: "no" }, { body: "no JSON" }, { json: [] }, { json: { versions: "0.0.9" } }].entries()) {
    await page.unroute("**/versions.json");
    await page.route("**/versions.json", (route) => route.fulfill(answer));
    await follow(page, { ...old, view: { at } });
    await me.says(note(page), "Version 0.0.9 is not on this site.");
    await me.button("Hide this note").click();
  }
}));

test("a link and a file carry the version and the digest at the end of their moves, wherever one stands", () => journey({}, async (me, page) => {
  await me.session({ objects: [web] }, own.moves);
  for (let n = 0; n < 3; n += 1) await me.button("Back", { exact: true }).first().click();
  await page.locator("summary", { hasText: "Session" }).click();
  await me.button("Copy link").click();
  await me.says(page.locator(".link-made"), "Copied");
  const linked = sessionIn(await page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual([linked.engine, linked.moves.length, linked.digest, linked.view.at], [HERE, MOVES, own.digest, MOVES - 3]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^Save/ }).first().click()]);
  const saved = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.deepEqual([saved.engine, saved.moves.length, saved.digest], [HERE, MOVES - 3, Playground.replay({ ...own, digest: undefined, moves: own.moves.slice(0, -3) }).digest()]);
  // What was brought here goes on as a run of this version.
  await follow(page, linked);
  await me.says(page.locator(".clock"), `move ${MOVES - 3} of ${MOVES}`);
  assert.equal(await me.text(me.problem) + await me.text(note(page)), "");
}));

test("a run that an older version kept goes on without a word, or up to the move that can't be played", () => journey({ allowed: ["404"] }, async (me, page) => {
  const url = page.url();
  await there(page, [HERE, "0.0.9"]);
  const keep = async (session) => {
    await page.goto(`${url}licences.txt`);
    await page.evaluate((text) => localStorage.setItem("run", text), JSON.stringify({ version: 1, engine: session.engine, scenario, run: session.moves.map((_, at) => at), at: 1, start: 0, link: "", typed: [], branches: [], table: session.moves }));
    await page.goto(url);
    await page.locator(".dock .step").waitFor();
    await me.says(note(page), "Your last run is back.");
  };
  await keep(old);
  await me.says(page.locator(".clock"), `move 1 of ${MOVES}`);
  assert.equal(await me.text(me.problem), "");
  assert.equal(await me.text(note(page)), "Your last run is back. Start afresh");
  await keep(broken);
  await me.says(me.problem, `Played up to move 4 of ${MOVES + 1} Your last run was made with version 0.0.9`);
  await me.says(page.locator(".clock"), /move 4$/);
  await me.step();
  await page.waitForFunction((here) => JSON.parse(localStorage.getItem("run")).engine === here, HERE);
}));

test("it is said in each language, and changes with it; nothing in it is inaccessible", () => journey({ query: "?lang=ja" }, async (me, page) => {
  await there(page, [HERE, "0.0.9"]);
  const sound = async () => {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run({ include: [[".problem-place"], [".kept-place"]] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  };
  await follow(page, broken);
  await me.says(me.problem, new RegExp(`^全${MOVES + 1}手のうち4手目まで進めました このリンクはプレイグラウンドのバージョン 0\\.0\\.9 で作られました。`));
  await me.says(me.problem, "バージョン 0.0.9 で開く");
  await sound();
  await follow(page, old);
  await me.says(note(page), "ここでもう一度進めても、同じ状態になります。 バージョン 0.0.9 で開く");
  await page.locator(".language-menu summary").click();
  await page.getByRole("button", { name: "한국어" }).click();
  await me.says(note(page), "이 링크는 플레이그라운드 버전 0.0.9에서 만들어졌습니다.");
  await sound();
}));

// ------------------------------------------------------------------------------------------------ results of the lab

const task = JSON.parse(await readFile(join(DIST, "tasks.json"), "utf8")).find(({ id }) => id === "create");
const doing = new Playground(task.scenario);
doing.play({ edit: { object: { ...web, metadata: { ...web.metadata } } } });
doing.settle();
const result = (change) => ({ version: 1, task: task.id, session: { ...doing.save(), scenario: task.scenario, engine: "0.0.9", ...change } });
const codeOf = (value) => `t1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
const lab = async (page) => {
  await page.getByRole("button", { name: "Lab", exact: true }).click();
  await page.locator("#tasks-read").waitFor();
};
const readResult = (page, value) => page.setInputFiles(".tasks-read input[type=file]", { name: "create.result.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) });

test("a result of another version is judged again, and says which made it, by file and by code", () => journey({}, async (me, page) => {
  assert.deepEqual(task.opening ?? [], [], "it begins with nothing played");
  await there(page, [HERE, "0.0.9"]);
  await lab(page);
  await readResult(page, result({}));
  await me.says(note(page), `This result was made with version 0.0.9 of the playground; this is version ${HERE}. Played again here, it leads to the same state. Open it in version 0.0.9`);
  const link = await page.evaluate(() => location.hash);
  assert.match(link, /^#t1\./);
  assert.equal(await page.getByRole("link", { name: "Open it in version 0.0.9" }).getAttribute("href"), new URL(`v0.0.9/index.html${link}`, page.url()).href);
  // The code that it has become still says so.
  await page.reload();
  await me.says(note(page), "This result was made with version 0.0.9 of the playground");
  await lab(page);
  await readResult(page, result({ digest: "0000000000000000" }));
  await me.says(me.problem, /^In this version it leads to another state This result was made with version 0\.0\.9/);
  await lab(page);
  await readResult(page, result({ engine: HERE }));
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await me.text(me.problem) + await me.text(note(page)), "");
}));

test("a result that can't be opened says that another version made it", () => journey({}, async (me, page) => {
  await there(page, [HERE]);
  await lab(page);
  const { moves } = doing.save();
  await readResult(page, result({ moves: [...moves.slice(0, 3), { explode: {} }] }));
  await me.says(page.locator(".tasks-read .banner"), `Move 4 of it cannot be played. It was made with version 0.0.9 of the playground; this is version ${HERE}. Nothing has changed.`);
  await readResult(page, result({ engine: HERE, moves: [...moves.slice(0, 3), { explode: {} }] }));
  await me.says(page.locator(".tasks-read .banner"), /Move 4 of it cannot be played\. +Nothing has changed\./);
  await readResult(page, result({ engine: HERE, digest: "0000000000000000" }));
  await me.says(page.locator(".tasks-read .banner"), "The result is damaged: part of it is missing, or was changed.");
  for (const [code, said] of [[["create", [{ explode: {} }], {}, "0.0.9"], "Move 1 of it cannot be played. It was made with version 0.0.9"], [["other", [], {}, "0.0.9"], "There is no such task here. It was made with version 0.0.9"], [["create", [], {}, 7], "The result does not have the fields of one."]]) {
    await page.locator(".tasks-code input").fill(codeOf(code));
    await page.getByRole("button", { name: "Open", exact: true }).or(page.locator(".tasks-read button[type=submit]")).first().click();
    await me.says(page.locator(".tasks-read .banner"), said);
  }
}));
