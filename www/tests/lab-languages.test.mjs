// Every task of the lab, right and each wrong way, as an instructor reads it in each language: the code is opened in the page,
// its moves are played there, and the verdict, the goals that fail and why are in the words of that language.
import assert from "node:assert/strict";
import test from "node:test";
import { deflateRawSync } from "node:zlib";
import { engine, LANGUAGES, modules } from "../lesson.mjs";
import { plainTasks, tasks } from "../lab.mjs";
import { site } from "./site.mjs";
import { load } from "./words/catalogs.mjs";

const journey = site();
const { Playground } = await engine();
const { playSteps, shortened } = await modules(`
  export { playSteps } from "./src/story.ts";
  export { shortened } from "./src/lab/result.ts";`);
const LOCALES = { en: "en-US", ja: "ja-JP", ko: "ko-KR" };
const TASKS = await tasks();
const PLAIN = await plainTasks();
const plain = (text) => text.replace(/[`*\s]/g, "");

/** The short code of these steps in a task. */
async function codeOf({ id }, steps, says = {}) {
  const { scenario, opening = [] } = PLAIN.find((one) => one.id === id);
  const run = new Playground(scenario);
  await playSteps(run, opening);
  const beside = run.fork();
  const start = run.position;
  await playSteps(run, steps);
  const short = shortened(beside, run.save().moves.slice(start));
  return `t1.${deflateRawSync(Buffer.from(JSON.stringify([id, short, ...(Object.keys(says).length > 0 ? [says] : [])]))).toString("base64url")}`;
}

for (const language of LANGUAGES) {
  test(`the lab in ${language}: each task right, and wrong in each of its ways`, () => journey({ locale: LOCALES[language] }, async (me, page) => {
    const w = await load("src/words/lab", language);
    const read = async (code) => {
      if (await page.locator(".modal-lab").count() === 0) await page.locator(".top-tools > button").nth(1).click();
      await page.locator(".tasks-read input[type=text]").fill(code);
      await page.locator(".tasks-read button[type=submit]").click();
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.locator(".task .banner").first().waitFor();
    };
    const holds = () => page.locator(".task-goals li").evaluateAll((all) => all.map((one) => one.dataset.holds === "true"));
    for (const task of TASKS) {
      const text = w.items[task.id];
      await read(await codeOf(task, task.solution, task.says));
      // What is demanded of every order is found out anew.
      if (task.check.demand) await page.locator(".check-box[data-state=holds]").waitFor();
      assert.ok((await holds()).every(Boolean), `${task.id}: ${await holds()}`);
      const said = plain(await page.locator(".task").textContent());
      for (const sentence of [text.title, ...Object.values(text.goals)]) assert.ok(said.includes(plain(sentence)), `${task.id}: ${sentence}`);
      for (const wrong of task.wrong) {
        await read(await codeOf(task, wrong.steps, wrong.says ?? task.says));
        const goals = [...task.goals, ...task.asks ?? []].map(({ id }) => !wrong.fails.includes(id));
        const held = await holds();
        // Where the goals do not hold every order is not tried, unless the solution is written the same way.
        if (task.check.demand && held.pop()) assert.ok(!wrong.fails.includes("check"), `${task.id}, ${wrong.id}`);
        assert.deepEqual(held, goals, `${task.id}, ${wrong.id}`);
        if (wrong.sign) assert.ok(plain(await page.locator(".task").textContent()).includes(plain(text.wrong[wrong.id])), `${task.id}, ${wrong.id}`);
      }
    }
  }));
}
