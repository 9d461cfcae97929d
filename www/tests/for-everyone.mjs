// For everyone: no accessibility violation, nothing wider than the page, in any state of the tour; at both sizes, light and
// dark. A test file for each language takes it, so that they run beside each other.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { site } from "./site.mjs";
import { guide, STATES } from "./tour.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Each size once, one of them in the dark: over the languages each has been seen in both. */
const TURNS = {
  en: [{ locale: "en-US", width: 1440, height: 900, dark: false }, { locale: "en-US", width: 390, height: 844, dark: true }],
  ja: [{ locale: "ja-JP", width: 1440, height: 900, dark: true }, { locale: "ja-JP", width: 390, height: 844, dark: false }],
  ko: [{ locale: "ko-KR", width: 1440, height: 900, dark: false }, { locale: "ko-KR", width: 390, height: 844, dark: true }],
};

export async function violations(page) {
  // The page's policy forbids inline scripts; an evaluated one comes from outside the page and is not one.
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary?.split("\n")[1] ?? ""}`).join(" | ")}`);
}

export async function wellMade(page, where) {
  // All of the page at once: what the bar of controls happens to lie over is no smaller for it.
  const seen = page.viewportSize();
  await page.setViewportSize({ width: seen.width, height: (await page.evaluate(() => document.documentElement.scrollHeight)) + 320 });
  assert.deepEqual(await violations(page), [], where);
  await page.setViewportSize(seen);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wider, 0, `nothing is wider than the page: ${where}`);
}

export function takeTour(language) {
  const journey = site();
  for (const [name, { areas, sees, wide, prepare }] of Object.entries(STATES)) {
    test(`for everyone, in ${language}: ${name}`, async () => {
      for (const turn of TURNS[language]) {
        const phone = turn.width < 761;
        if (phone && wide) continue;
        await journey({ ...turn, reducedMotion: "reduce" }, async (_, page) => {
          const me = guide(page);
          await prepare(me);
          for (const what of sees) assert.ok(await page.locator(what).count() > 0, `${what} is there: ${turn.locale}, ${turn.width}`);
          for (const area of phone && areas.length > 0 ? areas : [null]) {
            if (area) await me.area(area);
            await wellMade(page, `${turn.locale}, ${turn.width}, ${turn.dark ? "dark" : "light"}, ${area ?? "whole"}`);
          }
        });
      }
    });
  }
}
