// What the guide says of the situation is said of its beginning, once something has moved.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

for (const [locale, caption] of [["en-US", "At the beginning:"], ["ja-JP", "最初の状態："], ["ko-KR", "처음 상태:"]]) {
  test(`${locale}: after a move the situation is that of the beginning, and back there it is that of now`, () => journey({ locale, reducedMotion: "reduce" }, async (me, page) => {
    const marks = page.locator(".guide-what .caption");
    assert.equal(await marks.count(), 0);
    await me.step();
    assert.deepEqual(await marks.allTextContents(), [caption]);
    await page.locator(".scrubber button").first().click();
    await marks.waitFor({ state: "detached" });
  }));
}
