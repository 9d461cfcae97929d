// The reports in the page: all of them played by its engine; the gallery's second part; one opened where it goes wrong, with
// a cured run beside it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { build } from "esbuild";
import { modules } from "../lesson.mjs";
import { reportFiles } from "../reports.mjs";
import { launch, openPage } from "./browser.mjs";
import { DIST, serve } from "./serve.mjs";

const www = fileURLToPath(new URL("..", import.meta.url));
const FILES = await reportFiles();
const R02 = FILES.find(({ id }) => id === "R02");

let browser, site;
before(async () => { [browser, site] = await Promise.all([launch(), serve()]); });
after(async () => {
  await browser?.close();
  await site?.close();
});

async function opened(options) {
  const one = await openPage(browser, site.url, options);
  return { ...one, done: async () => { assert.deepEqual(one.faults, []); await one.context.close(); } };
}

const text = (page, selector) => page.locator(selector).innerText();
const results = async (page) => {
  await page.waitForFunction(() => [...document.querySelectorAll(".reported-result")].every((one) => one.textContent.trim() !== ""));
  return page.locator(".reported-result").allInnerTexts();
};

test("every report holds in the page's engine, ill and cured", async () => {
  const { outputFiles: [{ text: code }] } = await build({
    absWorkingDir: www, stdin: { resolveDir: www, contents: `export { checkScenario } from "./src/kit/scenario.ts"; export { asScenario } from "./src/kit/report.ts"; export { told } from "./src/kit/found.ts";` },
    bundle: true, format: "esm", write: false, logLevel: "warning",
  });
  const { page, done } = await opened();
  await page.route("**/kit-in-page.js", (route) => route.fulfill({ contentType: "text/javascript", body: code }));
  const found = await page.evaluate(async (files) => {
    const [kit, { default: init, Playground }] = await Promise.all([import("./kit-in-page.js"), import("./pkg/reconcile_playground.js")]);
    await init();
    const all = [];
    for (const file of files) all.push(...(await kit.checkScenario(kit.asScenario(file), (scenario) => new Playground(scenario))).map((one) => `${file.id}: ${kit.told(one)}`));
    return all;
  }, FILES);
  assert.deepEqual(found, []);
  await done();
});

test("what is beside the page is every report, without what the tests check, and said in each language", async () => {
  const read = async (name) => JSON.parse(await readFile(join(DIST, name), "utf8"));
  const all = await read("reports.json");
  assert.deepEqual(all.map(({ id, report, at }) => ({ id, report, at })), FILES.map(({ id, report, at }) => ({ id, report, at })));
  assert.ok(all.every((one) => !("expectations" in one) && !("words" in one)));
  for (const language of ["en", "ja", "ko"]) {
    const said = await read(`reports.${language}.json`);
    for (const { id, words, notes, cures } of FILES) {
      const besides = cures.some((cure) => cure.words) && { cures: cures.map((cure) => cure.words?.[language] ?? "") };
      assert.deepEqual(said[id], { ...words[language], ...(notes && { notes: notes[language] }), ...besides });
    }
  }
});

test("an address opens a report where it goes wrong, with a cured run beside it; Reset leads to its beginning", async () => {
  const { page, done } = await opened({ query: "?report=R02" });
  await page.locator("#report-title").waitFor();
  assert.equal(await text(page, "#report-title"), R02.words.en.title);
  const said = await text(page, ".reported-what");
  for (const sentence of [R02.words.en.symptom, R02.words.en.right.replaceAll("`", ""), R02.notes.en[0]]) assert.ok(said.includes(sentence), sentence);
  assert.equal(await page.locator(".reported-threads a").first().getAttribute("href"), R02.report);
  assert.deepEqual(await results(page), [
    "A: never quiet: 39 passes in a row, each woken by its own status write, 40 writes so far.", "B: 1 pass, 2 writes, then quiet.",
  ]);
  assert.match(await text(page, "header.top"), /move 400/);
  // The comparison is what is open behind the moment.
  assert.deepEqual(await page.locator(".compare-result p").allInnerTexts(), await results(page));
  assert.deepEqual(await page.locator(".compare-head h3").allInnerTexts(), ["A as it is", "B written with predicate: generation changed"]);
  await page.locator(".dock").getByRole("button", { name: "Reset" }).first().click();
  await page.waitForFunction(() => /move 0 of 400/.test(document.body.innerText));
  assert.equal(new URL(page.url()).search, "?report=R02");
  await done();
});

test("another cure is chosen there, and one is rolled out in the run in hand", async () => {
  const { page, done } = await opened({ query: "?report=R02" });
  await results(page);
  const cures = page.locator(".compare-b .reported-choices button");
  await cures.nth(1).waitFor();
  assert.deepEqual(await cures.evaluateAll((all) => all.map((one) => one.getAttribute("aria-pressed"))), ["true", "false"]);
  await cures.nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll(".compare-b .reported-choices button")[1]?.getAttribute("aria-pressed") === "true");
  assert.deepEqual((await results(page))[1], "B: 2 passes, 2 writes, then quiet.");
  assert.equal((await page.locator(".compare-head h3").allInnerTexts())[1], "B written with statusContent: what holds");
  const rollOut = page.getByRole("button", { name: "Roll it out in A" });
  await rollOut.click();
  await page.waitForFunction(() => /move 401/.test(document.body.innerText));
  assert.ok(await rollOut.isDisabled());
  await page.getByRole("button", { name: "Compare move by move" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "compare-title");
  await done();
});

test("the gallery has the reports beside the situations; they are searched, and one opens", async () => {
  const { page, done } = await opened();
  await page.getByRole("button", { name: "Situations", exact: true }).click();
  await page.locator(".gallery-parts").getByRole("button", { name: "Reports" }).click();
  await page.locator("dialog h2", { hasText: "Choose a report" }).waitFor();
  assert.equal(await page.locator(".gallery-card").count(), FILES.length);
  const search = page.getByLabel("Search the reports");
  await search.fill("konflux-ci/konflux-ci/pull/5874");
  assert.deepEqual(await page.locator(".gallery-card h4").allInnerTexts(), [`Report R02\n${R02.words.en.title}`]);
  await search.fill("nothing is called so");
  assert.equal(await text(page, "dialog .empty"), "Nothing found.");
  await search.fill("R02");
  await page.getByRole("button", { name: `Open: ${R02.words.en.title}` }).click();
  await page.waitForFunction(() => document.activeElement?.id === "report-title");
  assert.equal(new URL(page.url()).search, "?report=R02");
  // And back: another situation takes it out of the address.
  await page.locator(".reported").getByRole("button", { name: "Reports" }).click();
  await page.locator(".gallery-card .pill", { hasText: "You are here" }).waitFor();
  await page.locator(".gallery-parts").getByRole("button", { name: "Situations" }).click();
  await page.locator('.gallery-card[data-id="drift"] button').click();
  await page.waitForFunction(() => location.search === "");
  assert.equal(await page.locator(".reported").count(), 0);
  await done();
});

test("a run of a report that was gone on with is there after a reload", async () => {
  const { page, done } = await opened({ query: "?report=R02" });
  await results(page);
  await page.locator(".dock .step").click();
  await page.waitForFunction(() => /move 401/.test(document.body.innerText));
  await page.waitForTimeout(2500);
  await page.reload();
  await page.locator("#report-title").waitFor();
  await page.waitForFunction(() => /move 401/.test(document.body.innerText));
  await done();
});

/** The beginning of R02, as a link has it. */
async function linked() {
  const { pack } = await modules(`export { pack } from "./src/derive/link.ts";`);
  const { shows: [habits], scenario: { controllers: [controller], ...scenario } } = R02;
  const written = { ...scenario, controllers: [{ ...controller, habits: { ...controller.habits, ...habits } }] };
  return pack({ version: 1, engine: "", scenario: written, moves: [] });
}

test("who opens the link of a run of a report has its words, and the cured run for the asking", async () => {
  const { page, done } = await opened({ query: await linked() });
  await page.locator("#report-title").waitFor();
  assert.deepEqual(await page.locator(".reported-result").allInnerTexts(), ["", ""]);
  await page.getByRole("button", { name: "Compare move by move" }).click();
  assert.deepEqual(await results(page), ["A: 0 passes, no write, and more to do.", "B: 1 pass, 2 writes, then quiet."]);
  await done();
});

test("a report that is looked at takes nothing from what was kept", async () => {
  const { page, done } = await opened();
  await page.locator(".dock .step").click();
  await page.waitForTimeout(2500);
  const kept = await page.evaluate(() => localStorage.getItem("run"));
  await page.goto(`${site.url}?report=R02`);
  await page.locator("#report-title").waitFor();
  await page.waitForTimeout(2500);
  assert.ok(kept.includes("fresh"));
  assert.equal(await page.evaluate(() => localStorage.getItem("run")), kept);
  await done();
});

test("in the one file a report opens by its fragment, and in a frame a run of one is known again", async () => {
  const file = await opened({ path: "reconcile-playground.html", query: "#report=R02" });
  assert.equal(await text(file.page, "#report-title"), R02.words.en.title);
  assert.equal((await results(file.page))[1], "B: 1 pass, 2 writes, then quiet.");
  assert.equal(new URL(file.page.url()).hash, "#report=R02");
  await file.done();
  const frame = await opened({ path: "embed.html", query: await linked(), allowed: ["404 (Not Found)"] }); // a frame has no icon
  await frame.page.locator("#report-title").waitFor();
  assert.equal(await text(frame.page, "#report-title"), R02.words.en.title);
  await frame.done();
});

test("the course has beside a thread the way to play it", async () => {
  const { page, done } = await opened({ path: "course/ja/endlessLoop.html", ready: "h1" });
  const links = page.locator(".report-play");
  const there = await links.evaluateAll((all) => all.map((one) => [one.previousElementSibling.href, one.getAttribute("href")]));
  assert.ok(there.some(([thread]) => thread === R02.report));
  for (const [thread, href] of there) assert.equal(href, `../../index.html?report=${FILES.find(({ report }) => report === thread).id}&lang=ja`);
  await page.goto(new URL(there[0][1], page.url()).href);
  await page.locator("#report-title").waitFor();
  assert.equal(await text(page, "#report-title"), FILES.find(({ report }) => report === there[0][0]).words.ja.title.replaceAll("`", ""));
  await done();
});

test("a report that is not there is said, and the first situation begins", async () => {
  const { page, done } = await opened({ query: "?report=R999" });
  assert.match(await text(page, "main"), /R999/);
  assert.match(await text(page, "#guide-title"), /A first AppConfig/);
  await done();
});

for (const [locale, width] of [["ja-JP", 1440], ["ko-KR", 390]]) {
  test(`in ${locale}, ${width} wide, an opened report and the gallery are in the language, and accessible`, async () => {
    const { page, done } = await opened({ query: "?report=R02", locale, width, dark: width === 390 });
    const language = locale.slice(0, 2);
    await results(page);
    assert.equal(await text(page, "#report-title"), R02.words[language].title);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
    await page.evaluate(axe.source);
    const violations = () => page.evaluate(async () => (await window.axe.run({ resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
    assert.deepEqual(await violations(), []);
    await page.locator(".reported .guide-links button").first().click();
    await page.locator(".gallery-card").first().waitFor();
    assert.ok((await text(page, '.gallery-card[data-id="R02"]')).includes(R02.words[language].title));
    assert.deepEqual(await violations(), []);
    await done();
  });
}
