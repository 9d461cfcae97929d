// What to try speaks of the buttons as they are written: in each language, on a desk and on a phone.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";
import { load, sentences } from "./words/catalogs.mjs";


const journey = site();
const LOCALES = { en: "en-US", ja: "ja-JP", ko: "ko-KR" };

/** What stands on the buttons that can be seen; of one that is an icon alone, its name. */
const labels = (page) => page.locator(".dock button, .guide button, .areas button, .over-time > .switch button").filter({ visible: true }).evaluateAll((all) => all.map((one) => {
  const parts = [...one.querySelectorAll(".wide, .short, .step-word")].filter((part) => part.getClientRects().length > 0);
  const texts = (parts.length > 0 ? parts : [one]).flatMap((part) => [...part.childNodes]).filter((node) => node.nodeType === Node.TEXT_NODE);
  return texts.map((node) => node.data).join("").trim() || (one.getAttribute("aria-label") ?? "");
}));

/** A button that shows nothing but an icon is named with that icon. */
async function sameIcon(page, name, where) {
  const drawn = (button) => (button.innerText.trim() === "" ? button.querySelector("svg").innerHTML : null);
  const buttons = await page.locator(`.dock button[aria-label="${name}"]`).filter({ visible: true }).all();
  for (const button of buttons) {
    const icon = await button.evaluate(drawn);
    if (icon === null) continue;
    const said = await page.locator(".guide-tries li").evaluateAll((all, name) => all.flatMap((li) => [...li.querySelectorAll("strong")].filter((one) => one.textContent === name).map((one) => one.previousElementSibling?.innerHTML ?? "")), name);
    assert.deepEqual(said, said.map(() => icon), `${where}: “${name}” is an icon there`);
  }
}

for (const [language, locale] of Object.entries(LOCALES)) {
  test(`${language}: every button that a hint names is there by that name, at both sizes`, async () => {
    const { page: { areas }, overTime: { tabs } } = await load("src/words", language);
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      await journey({ locale, width, height, reducedMotion: "reduce" }, async (me, page) => {
        const check = async (situation) => {
          const named = await page.locator(".guide-tries li strong").allTextContents();
          const there = await labels(page);
          for (const name of named) {
            // What is behind another part of the page comes after that part's name.
            if (name === tabs.passes && width < 760) {
              const li = page.locator(".guide-tries li", { has: page.locator("strong", { hasText: areas.history }) });
              assert.match(await li.textContent(), new RegExp(`${areas.history} → ${tabs.passes}`));
              await page.locator(".areas button", { hasText: areas.history }).click();
              assert.ok((await labels(page)).includes(name), `${situation}: “${name}” is not there`);
              await page.locator(".areas button").first().click();
              continue;
            }
            assert.ok(there.includes(name), `${situation} at ${width}: “${name}” is not among ${there.join(" | ")}`);
            await sameIcon(page, name, `${situation} at ${width}`);
          }
          return named.length;
        };
        assert.ok(await check("fresh") >= 2);
        for (const id of ["drift", "waiting", "crash", "wokenByItself", "sixQuestions"]) {
          await page.locator(".top-tools button").first().click();
          await page.locator(`.gallery-card[data-id="${id}"] .gallery-foot button`).click();
          await page.locator("dialog").waitFor({ state: "detached" });
          assert.ok(await check(id) >= 1);
        }
      });
    }
  });

  test(`${language}: what a hint sets in bold is the name of a button in the catalog`, async () => {
    const { controls, guide, overTime } = await load("src/words", language);
    const { step, settle, finish, finishNone, reset, faults } = controls;
    const known = new Set([step, settle, finish, finishNone, reset, faults, guide.wrong, guide.happen, overTime.tabs.passes]);
    const hints = sentences(await load("src/words/scenarios", language)).filter(([path, text]) => /\.tries\./.test(path) && typeof text === "string");
    assert.ok(hints.length > 40);
    for (const [path, text] of hints) for (const [, name] of text.matchAll(/\*\*([^*]+)\*\*/g)) assert.ok(known.has(name), `${path}: ${name}`);
  });
}
