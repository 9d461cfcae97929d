// The question in hand in the picture's Reconciler: whole, or by its name alone; cut, it could be read as another one.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

for (const [locale, width] of [["en-US", 1100], ["ja-JP", 1280], ["ko-KR", 1280]]) {
  test(`no question is cut in the Reconciler's box: ${locale}`, () => journey({ locale, width }, async (me, page) => {
    let seen = 0;
    for (let at = 0; at < 14; at += 1) {
      await me.step();
      const texts = await page.locator('.path-station[data-name="reconciler"] text').allTextContents();
      const asked = texts.filter((one) => /^[1-6] /.test(one.trim()));
      seen += asked.length;
      assert.deepEqual(asked.filter((one) => one.includes("…")), []);
    }
    assert.ok(seen > 3);
  }));
}
