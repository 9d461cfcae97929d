// An opened report as somebody uses it who looks for their own trouble: what is different between the two, where to look at
// them, what a cure is in words, and where the run in hand stands by now.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { modules } from "../lesson.mjs";
import { reportFiles } from "../reports.mjs";
import { launch, openPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

const FILES = await reportFiles();
const { REPORT_GROUPS, REPORT_SYMPTOMS } = await modules(`export { REPORT_GROUPS, REPORT_SYMPTOMS } from "./src/documentation/report-groups.ts";`);

let browser, site;
before(async () => { [browser, site] = await Promise.all([launch(), serve()]); });
after(async () => {
  await browser?.close();
  await site?.close();
});

async function opened(query, options) {
  const one = await openPage(browser, site.url, { query, ...options });
  return { ...one, done: async () => { assert.deepEqual(one.faults, []); await one.context.close(); } };
}

const all = (page, selector) => page.locator(selector).allInnerTexts();
const results = async (page) => {
  await page.waitForFunction(() => document.querySelectorAll(".reported-result").length === 2 && [...document.querySelectorAll(".reported-result")].every((one) => one.textContent.trim() !== ""));
  return all(page, ".reported-result");
};
const differs = (page) => all(page, ".reported-differs :is(li, p:not(.caption))");
const pressed = (page) => page.locator(".reported-look button").evaluateAll((buttons) => buttons.map((one) => [one.textContent, one.getAttribute("aria-pressed")].join(" ")));
const stands = (page) => page.locator("#reported-stands").innerText();
const look = async (page, name) => {
  await page.locator(".reported-look").getByRole("button", { name }).click();
  await page.waitForFunction((wanted) => [...document.querySelectorAll(".reported-look [aria-pressed=true]")].some((one) => one.textContent === wanted), name);
  return results(page);
};

test("what is different is said where the two sentences are the same", async () => {
  const { page, done } = await opened("?report=R22");
  const [a, b] = await results(page);
  assert.equal(a.slice(2), b.slice(2));
  assert.deepEqual(await differs(page), ["ConfigMap web-config data.old: A x, B not there"]);
  await done();
});

test("where nothing differs yet one is told to look further, and both are shown at the report's end, and where it goes wrong", async () => {
  const { page, done } = await opened("?report=R72");
  await results(page);
  assert.deepEqual(await differs(page), ["Nothing yet: what differs comes later."]);
  assert.deepEqual(await pressed(page), ["where it goes wrong true", "at the report's end false"]);
  const before = await page.locator("header.top").innerText();
  await look(page, "at the report's end");
  await page.waitForFunction(() => document.querySelectorAll(".reported-differs li").length > 0);
  assert.deepEqual(await differs(page), ["AppConfig web: A not there, B there, at version 9", "ConfigMap web-config: A not there, B there, at version 4"].reverse());
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "at the report's end");
  assert.match(await stands(page), /^The run in hand stands at the report's end\./);
  await look(page, "where it goes wrong");
  await page.waitForFunction(() => document.querySelectorAll(".reported-differs li").length === 0);
  assert.equal(await page.locator("header.top").innerText(), before);
  assert.match(await stands(page), /^The run in hand stands where it goes wrong\./);
  await done();
});

test("at its end the two of every report differ in what is said of them", { timeout: 300_000 }, async () => {
  const same = [];
  for (const { id } of FILES) {
    const { page, done } = await opened(`?report=${id}`);
    await results(page);
    if (await page.locator(".reported-look").count() > 0) {
      await look(page, "at the report's end");
      await page.waitForFunction(() => document.querySelector("#reported-stands")?.textContent.startsWith("The run in hand stands at the report's end. Reset leads to its beginning."));
    }
    const [a, b] = await results(page);
    // In one it is only what happened on the way.
    if (id === "R27") assert.deepEqual(await differs(page), ["Nothing where they stand: they differ on the way there, move by move."]);
    else if (a.slice(2) === b.slice(2) && await page.locator(".reported-differs li").count() === 0) same.push(id);
    await done();
  }
  assert.deepEqual(same, []);
});

test("another cure at the end is compared at the end", async () => {
  const { page, done } = await opened("?report=R14");
  await results(page);
  await look(page, "at the report's end");
  await page.waitForFunction(() => /\d\d writes/.test(document.querySelector(".compare-a .reported-result").textContent));
  const before = (await results(page))[1];
  await page.locator(".compare-b .reported-choices button").nth(1).click();
  await page.waitForFunction((was) => { const now = document.querySelector(".compare-b .reported-result").textContent.trim(); return now !== "" && now !== was; }, before);
  assert.equal((await results(page))[1], "B: 2 passes, 4 writes, then quiet.");
  await done();
});

for (const [locale, language] of [["en-US", "en"], ["ja-JP", "ja"], ["ko-KR", "ko"]]) {
  test(`in ${language}, a cure that is no habit alone is said in words`, { timeout: 120_000 }, async () => {
    for (const { id, cures } of FILES.filter((file) => file.cures.some(({ words }) => words))) {
      const { page, done } = await opened(`?report=${id}`, { locale });
      await results(page);
      const said = await all(page, ".reported-besides");
      assert.deepEqual(said.map((one) => one.replaceAll(/\s+/g, " ")), cures.flatMap(({ words }) => (words ? words[language].replaceAll("`", "") : [])), id);
      const text = await page.locator(".reported-side.compare-b").innerText();
      for (const general of ["in another cluster", "people do something else", "クラスターを変えた場合", "人の手を変えた場合", "클러스터를 달리함", "사람의 동작을 달리함"]) assert.ok(!text.includes(general), `${id}: ${text}`);
      await done();
    }
  });
}

test("of A it is said what a cure writes otherwise, or where else what is wrong lies", async () => {
  for (const [id, said] of [
    ["R41", "The controller is written as it should be: what is wrong lies in the cluster."],
    ["R67", "The controller is written as it should be: what is wrong lies in what people do."],
    ["R46", "predicate: generation changed"],
    ["R38", "statusBase: the pass's own copy"],
  ]) {
    const { page, done } = await opened(`?report=${id}`);
    await results(page);
    assert.equal(await page.locator(".compare-a > p").first().innerText(), said, id);
    await done();
  }
});

test("that only more than a habit cures is said so", async () => {
  for (const [id, said] of [["R41", "From the start alone: it is no habit that could be rolled out."], ["R25", "From the start alone: it takes more than the habit, which is all that could be rolled out."]]) {
    const { page, done } = await opened(`?report=${id}`);
    await results(page);
    assert.equal(await page.locator(".reported-side.compare-b > p.muted").innerText(), said);
    await done();
  }
});

test("where the run in hand stands is said as it goes on, and one goes back to where it goes wrong", async () => {
  const { page, done } = await opened("?report=R01");
  await results(page);
  assert.equal(await stands(page), "The run in hand stands where it goes wrong. Reset leads to its beginning.");
  await page.locator(".dock").getByRole("button", { name: "Reset" }).first().click();
  await page.waitForFunction(() => /move 0 of/.test(document.body.innerText));
  assert.equal(await stands(page), "The run in hand has moved: it goes wrong at move 23. What is said of A is of move 23, where the comparison has it.");
  assert.deepEqual(await pressed(page), ["where it goes wrong false", "at the report's end false"]);
  await look(page, "where it goes wrong");
  await page.waitForFunction(() => document.querySelector("#reported-stands").textContent.endsWith("leads to its beginning."));
  // Another way from there leaves the report's own, and the report can be had again.
  await page.locator(".knob.crash .knob-button").click();
  await page.waitForFunction(() => document.querySelector("#reported-stands").textContent.startsWith("The run in hand goes its own way: to look at the report begins it anew."));
  assert.match(await page.locator("#reported-a").innerText(), /The run in hand$/);
  await look(page, "at the report's end");
  assert.match(await page.locator("#reported-a").innerText(), /As reported$/);
  await done();
});

test("a cured run that was taken is not called as reported", async () => {
  const { page, done } = await opened("?report=R22");
  await results(page);
  await page.locator(".compare-take button").click();
  await page.waitForFunction(() => document.querySelector("#reported-stands").textContent.startsWith("The run in hand is the cured one"));
  assert.match(await page.locator("#reported-a").innerText(), /The run in hand$/);
  assert.deepEqual(await pressed(page), ["where it goes wrong false", "at the report's end false"]);
  const settle = page.locator(".reported-side-by-side button").nth(1);
  assert.equal(await settle.getAttribute("aria-disabled"), "true");
  assert.equal(await settle.getAttribute("aria-describedby"), "reported-stands");
  assert.match(await stands(page), /B is not played yet: comparing them does that\.$/);
  await look(page, "where it goes wrong");
  assert.match(await page.locator("#reported-a").innerText(), /As reported$/);
  await done();
});

test("another way in which it goes wrong is looked at in the same place, and the focus stays on it", async () => {
  const { page, done } = await opened("?report=R72");
  await results(page);
  await look(page, "at the report's end");
  const second = page.locator(".reported-side.compare-a .reported-choices button").nth(1);
  await second.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".reported-side.compare-a .reported-choices button")[1]?.getAttribute("aria-pressed") === "true");
  await results(page);
  assert.deepEqual(await pressed(page), ["where it goes wrong false", "at the report's end true"]);
  assert.ok(await second.evaluate((one) => one === document.activeElement));
  await done();
});

test("a report that ends where it goes wrong has nothing further to look at", async () => {
  // In R37 more is played behind it, and nothing comes of that; the cured run is played as far all the same.
  const { page: other, done: close } = await opened("?report=R37");
  assert.deepEqual(await results(other), ["A: 1 pass, 2 writes, then quiet.", "B: 3 passes, 3 writes, then quiet."]);
  assert.equal(await other.locator(".reported-look").count(), 0);
  await close();
  const { page, done } = await opened("?report=R45");
  await results(page);
  assert.equal(await page.locator(".reported-look").count(), 0);
  await page.locator(".dock").getByRole("button", { name: "Reset" }).first().click();
  await page.locator(".reported-look button").waitFor();
  assert.deepEqual(await all(page, ".reported-look button"), ["where it goes wrong"]);
  await done();
});

test("by what hurts one finds a report, with the words that people have for it", async () => {
  const ids = FILES.map(({ id }) => id);
  const listed = Object.values(REPORT_SYMPTOMS).flat();
  assert.deepEqual(ids.filter((id) => !listed.includes(id)), [], "under no symptom");
  assert.deepEqual(listed.filter((id) => !ids.includes(id) || !Object.values(REPORT_GROUPS).flat().includes(id)), [], "no report");
  for (const [locale, asked] of [["en-US", { "infinite loop": "often", "stuck terminating": "stuck", "duplicate": "twice", "CRD": "stuck" }], ["ja-JP", { "無限ループ": "often", "重複": "twice" }], ["ko-KR", { "무한 루프": "often", "중복": "twice" }]]) {
    const { page, done } = await opened("", { locale, width: 320 });
    await page.locator(".top-tools > button").first().click();
    await page.locator(".gallery-parts button").nth(1).click();
    await page.locator(".gallery-card .gallery-see a").first().waitFor();
    const shown = () => page.locator(".gallery-card").evaluateAll((cards) => cards.map((one) => one.dataset.id).sort());
    for (const [words, symptom] of Object.entries(asked)) {
      await page.locator(".gallery-search input").fill(words);
      await page.waitForFunction(() => document.querySelectorAll(".gallery-card").length < 59);
      assert.deepEqual((await shown()).filter((id) => REPORT_SYMPTOMS[symptom].includes(id)), [...REPORT_SYMPTOMS[symptom]].sort(), words);
    }
    await page.locator(".gallery-search input").fill("");
    const select = page.locator(".gallery-symptom select");
    for (const [at, symptom] of Object.keys(REPORT_SYMPTOMS).entries()) {
      await select.selectOption({ index: at + 1 });
      assert.deepEqual(await shown(), [...REPORT_SYMPTOMS[symptom]].sort(), symptom);
    }
    assert.ok(await page.locator("dialog .modal-body").evaluate((body) => body.scrollWidth <= body.clientWidth), "the gallery is wider than the screen");
    await select.selectOption({ index: 0 });
    assert.equal((await shown()).length, FILES.length);
    await done();
  }
});

test("an address names a report as people write it; one that is not there is called a report, and goes from the address", async () => {
  for (const asked of ["r45", "45", "R045", "R45%20"]) {
    const { page, done } = await opened(`?report=${asked}`);
    await results(page);
    assert.equal(new URL(page.url()).search, "?report=R45", asked);
    await done();
  }
  for (const [locale, said] of [["en-US", /There is no report R999 here\./], ["ja-JP", /報告 R999 はありません。/], ["ko-KR", /보고 R999 항목이 없습니다\./]]) {
    const { page, done } = await opened("?report=R999", { locale });
    assert.match(await page.locator(".problem-place").innerText(), said);
    assert.equal(new URL(page.url()).search, "");
    await done();
  }
  const { page, done } = await opened("?report=");
  assert.equal(await page.locator(".problem-place").innerText(), "");
  await done();
});

test("that the reports cannot be had is not said as that there is no such report", async () => {
  const { page, context } = await opened("");
  await page.route("**/reports.json", (route) => route.abort());
  await page.goto(`${site.url}?report=R45`);
  await page.locator(".problem-place .banner").waitFor();
  assert.match(await page.locator(".problem-place").innerText(), /This part of the page could not be loaded\./);
  await context.close();
});

test("the document is called by the report in hand, in the language", async () => {
  const R45 = FILES.find(({ id }) => id === "R45");
  const { page, done } = await opened("?report=R45", { locale: "ja-JP" });
  await results(page);
  const named = (title) => page.waitForFunction((wanted) => document.title === wanted, title);
  await named(`${R45.words.ja.title.replaceAll("`", "")} · reconcile playground`);
  await page.locator(".top-tools > button").first().click();
  await page.locator('.gallery-card[data-id="drift"] button').click();
  await page.waitForFunction(() => document.title.startsWith("reconcile playground"));
  await done();
});

for (const [what, query, title] of [["the report", "?report=R45", "report-title"], ["the situation", "", "guide-title"]]) {
  test(`the focus stays where one goes on when ${what} is hidden, and shown again`, async () => {
    const { page, done } = await opened(query);
    await page.locator(`#${title}`).waitFor();
    await page.locator(".guide-links button").last().focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "guide-closed");
    await page.keyboard.press("Enter");
    await page.waitForFunction((wanted) => document.activeElement?.id === wanted, title);
    await done();
  });
}
