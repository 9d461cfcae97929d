// What gives way in the picture where there is little room gives way everywhere alike; and what is short says what it is short for.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";
import { load } from "./words/catalogs.mjs";

const journey = site();
const LOCALES = { en: "en-US", ja: "ja-JP", ko: "ko-KR" };
const WIDTHS = [320, 360, 390, 430, 500, 700, 761, 800, 834, 900, 1024, 1140, 1280, 1366, 1440, 1600, 1920];
const QUEUES = { en: "by priority", ja: "優先度付き", ko: "우선순위 큐" };

/** As it is drawn, without what is only told to who points at it. */
const picture = (page) => page.evaluate(() => {
  const drawn = (one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join("").trim();
  const hint = (one) => one.querySelector("title")?.textContent ?? null;
  const station = (name) => document.querySelector(`.path-station[data-name="${name}"]`);
  const meta = station("queue").querySelector(".f-name ~ .f-label.at-end");
  return {
    names: Object.fromEntries([...document.querySelectorAll(".path-station[data-name]")].map((one) => {
      const name = one.querySelector(".f-name");
      return [one.dataset.name, { text: drawn(name), hint: hint(name) }];
    })),
    states: [...station("watch").querySelectorAll(".line:has(.f-head)")].map((one) => (one.querySelector(".end") ? drawn(one.querySelector(".end")) : "")),
    meta: meta && { text: drawn(meta), hint: hint(meta) },
  };
});

const sized = async (page, width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.waitForFunction(() => {
    const [svg, place] = [document.querySelector(".picture"), document.querySelector(".path")];
    return Math.abs(Number(svg.getAttribute("viewBox").split(" ")[2]) - place.clientWidth) < 2 || Number(svg.getAttribute("viewBox").split(" ")[2]) * 1.05 - place.clientWidth < 2;
  });
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
};

for (const [language, locale] of Object.entries(LOCALES)) {
  test(`${language}: at every width all kinds say that they flow or none does, and all stations have their whole names or short ones`, () => journey({ locale, reducedMotion: "reduce" }, async (me, page) => {
    const { path: { stations, short, flows, held }, between } = await load("src/words", language);
    const seen = { flows: 0, none: 0, whole: 0, short: 0, meta: 0 };
    const look = async (at) => {
      const { names, states, meta } = await picture(page);
      const whole = names.outside.text === stations.outside;
      seen[whole ? "whole" : "short"] += 1;
      for (const [name, { text, hint }] of Object.entries(names)) {
        assert.equal(text, whole ? stations[name] : short[name], `${at}: ${name}`);
        assert.equal(hint, text === stations[name] ? null : stations[name], `${at}: what ${name} is short for`);
      }
      if (meta) assert.deepEqual(meta, { text: QUEUES[language], hint: `${stations.queue}${between.colon}priority` }, `${at}: the kind of the queue`);
      if (meta) seen.meta += 1;
      return { states, whole };
    };
    for (const width of WIDTHS) {
      await sized(page, width);
      const { states } = await look(`${width} px`);
      assert.equal(new Set(states).size, 1, `${width} px: ${states.join(" | ")}`);
      assert.ok(["", flows].includes(states[0]));
      seen[states[0] === flows ? "flows" : "none"] += 1;
    }
    // What does not flow is said wherever there is a place for it at all.
    await sized(page, 1440);
    await page.locator(".lever").nth(1).click();
    await page.locator(".dock[aria-busy=false]").waitFor();
    for (const width of WIDTHS) {
      await sized(page, width);
      const { states: [first, second, third] } = await look(`held, ${width} px`);
      assert.equal(second, held, `${width} px: the kind that is held says so`);
      assert.equal(first, third, `${width} px: ${first} | ${third}`);
    }
    // Whose turn it is changes no name.
    for (const width of [390, 1280, 1600]) {
      await page.locator(".scrubber button").first().click();
      await sized(page, width);
      const before = (await look(`${width} px`)).whole;
      for (let n = 0; n < 8; n += 1) {
        await me.step();
        assert.equal((await look(`${width} px, move ${n + 1}`)).whole, before);
      }
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `${what} was seen`);
  }));
}
