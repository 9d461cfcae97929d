// A learner goes through the whole course in one language: commits wrong and right, has each way played, finds what the engine
// answered, on a desk and on a phone. A test file for each language takes it, so that they run beside each other.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { before } from "node:test";
import { modules, played, readLesson } from "../lesson.mjs";
import { wellMade } from "./for-everyone.mjs";
import { site } from "./site.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../course");
const { chapters, cases } = JSON.parse(await readFile(join(folder, "course.json"), "utf8"));
const LOCALES = { en: "en-US", ja: "ja-JP", ko: "ko-KR" };
const plain = (text) => text.replace(/[`*]/g, "").replace(/\s+/g, " ").trim();

export function takeCourse(language) {
  const journey = site();
  let said;
  let w;
  before(async () => {
    const page = await modules(`export { said } from "./src/course/say.ts"; export { COURSE } from "./src/words/course/index.ts";`);
    said = page.said;
    w = page.COURSE[language];
  });

  for (const id of ["index", "lab", "real"]) {
    test(`the course in ${language}, ${id}: it reads well at both sizes, and leads on`, async () => {
      for (const width of [1440, 390]) {
        await journey({ locale: LOCALES[language], path: `course/${language}/${id}.html`, ready: "h1", width, dark: width === 390, reducedMotion: "reduce" }, async (_, page) => {
          for (const list of await page.locator("details").all()) await list.evaluate((one) => { one.open = true; });
          await wellMade(page, `${id} at ${width}`);
          if (id !== "index") return;
          await page.locator(".chapters-list a").first().click();
          await page.locator(".stage.active .primary").waitFor();
          assert.equal(await page.locator("html").getAttribute("lang"), language);
        });
      }
    });
  }

  test(`the course in ${language}: everything pressed at once is done one after the other`, () => journey({ locale: LOCALES[language], path: `course/${language}/${chapters[0]}.html`, ready: ".stage.active .primary" }, async (_, page) => {
    await page.evaluate(() => {
      for (const form of document.querySelectorAll("form.predict")) {
        for (const group of form.querySelectorAll("fieldset")) group.querySelector("input").checked = true;
        for (let times = 0; times < 3; times += 1) form.requestSubmit();
      }
    });
    const { lesson } = await readLesson(join(folder, chapters[0]));
    for (const idea of lesson.ideas) await page.locator(`[data-idea="${idea.id}"] > .answer [data-right]`).first().waitFor();
    assert.deepEqual(await page.locator(".mistake").allTextContents(), lesson.ideas.map(() => ""));
    const ways = page.locator("th[data-way] button:not([aria-disabled=true])");
    const count = await ways.count();
    await page.evaluate(() => { for (const one of document.querySelectorAll("th[data-way] button:not([aria-disabled=true])")) one.click(); });
    await page.waitForFunction(() => document.querySelector("td.pending") === null);
    assert.ok(count > 0);
    // The answer can be gone through move by move: the main button goes along what was played, and no other way.
    await page.getByRole("button", { name: w.slowly }).first().click();
    const stage = page.locator(".stage.active");
    const position = async () => Number(await stage.locator("input[type=range]").inputValue());
    const length = Number(await stage.locator("input[type=range]").getAttribute("max"));
    const start = await position();
    assert.ok(start < length);
    await stage.locator(".primary").click();
    await page.waitForFunction((at) => Number(document.querySelector(".stage.active input[type=range]").value) === at + 1, start);
    assert.equal(Number(await stage.locator("input[type=range]").getAttribute("max")), length);
    assert.equal(await stage.locator(".branches-button").count(), 0);
  }));

  for (const [number, id] of [...chapters, ...cases].entries()) {
    // Each size for half of them, the other half in the next language; light and dark in turn.
    const turn = number + Object.keys(LOCALES).indexOf(language);
    const phone = turn % 2 === 1;
    const options = {
      locale: LOCALES[language], path: `course/${language}/${id}.html`, ready: ".stage.active .primary", reducedMotion: "reduce",
      width: phone ? 390 : 1440, height: phone ? 844 : 900, dark: turn % 4 > 1,
    };
    test(`the course in ${language}, ${id}: wrong and right, each way, and nothing is loaded later`, async () => {
      const { lesson, words } = await readLesson(join(folder, id));
      const outcomes = await played(lesson);
      const text = words[language];
      await journey(options, async (_, page) => {
        await page.waitForLoadState("networkidle");
        const later = [];
        page.on("request", (request) => later.push(request.url()));
        assert.equal(await page.locator("h1").textContent(), plain(text.title));
        await wellMade(page, `${id} at its beginning`);
        for (const [at, idea] of lesson.ideas.entries()) {
          const section = page.locator(`[data-idea="${idea.id}"]`);
          const answer = section.locator(":scope > .answer");
          const commit = section.locator(".predict button[type=submit]");
          assert.equal(await answer.isVisible(), false, "no answer is shown before one commits");
          await commit.click();
          assert.equal(await section.locator(".mistake").textContent(), w.commitFirst);
          const results = outcomes[idea.id];
          for (const [place, question] of idea.questions.entries()) {
            const values = question.options ?? [true, false];
            const right = results.answers[question.id];
            // Of the first idea the first question wrong, all else right.
            const chosen = at === 0 && place === 0 ? values.find((one) => one !== right) : right;
            const asked = text.ideas[idea.id].questions[question.id];
            await section.getByRole("group", { name: plain(asked.ask) }).getByRole("radio", { name: plain(said(chosen, asked, w)), exact: true }).check();
          }
          await commit.click();
          await answer.waitFor();
          for (const [place, question] of idea.questions.entries()) {
            const asked = text.ideas[idea.id].questions[question.id];
            const item = answer.locator(`[data-answer="${question.id}"]`);
            const spoken = plain(await item.textContent());
            assert.ok(spoken.includes(plain(w.answer(said(results.answers[question.id], asked, w)))), `${idea.id}/${question.id}: ${spoken}`);
            const wrong = at === 0 && place === 0;
            assert.equal(await item.getAttribute("data-right"), String(!wrong));
            assert.ok(spoken.includes(wrong ? plain(w.wrong("")).slice(0, 3) : w.right), spoken);
          }
          assert.equal(await section.locator(".predict input:enabled").count(), 0, "one committed");
          // It was played here: the stage stands behind what was played, and can be gone back through.
          assert.equal(await section.locator(".stage .scrubber").count(), 1);
          for (const variant of idea.figures ? idea.beside ?? [] : []) {
            await section.locator(`th[data-way="${variant.id}"] button`).click();
            await section.locator(`th[data-way="${variant.id}"] button[aria-disabled=true]`).waitFor();
              assert.equal(await page.evaluate(() => document.activeElement?.closest("th")?.getAttribute("data-way")), variant.id, "the focus stays where it was");
            for (const figure of idea.figures) {
              const cell = section.locator(`td[data-way="${variant.id}"][data-figure="${figure.id}"]`);
              assert.equal(await cell.textContent(), said(results.table[variant.id][figure.id], undefined, w), `${idea.id}: ${variant.id}, ${figure.id}`);
            }
          }
        }
        await wellMade(page, `${id} at its end`);
        assert.deepEqual(later, [], "nothing is asked for once the page is there");
        if (number > 0) return;
        // Who comes back finds what they chose, and can forget it.
        await page.reload();
        for (const idea of lesson.ideas) await page.locator(`[data-idea="${idea.id}"] > .answer [data-right]`).first().waitFor();
        await page.getByRole("button", { name: w.anew }).click();
        await page.locator(".predict button[type=submit]").first().waitFor();
        assert.equal(await page.locator(".predict input:checked").count(), 0);
      });
    });
  }
}
