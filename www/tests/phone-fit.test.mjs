// On a phone nothing in the picture's boxes is cut: in each language, through a pass, held, stalled, crashed.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

for (const locale of ["en-US", "ja-JP", "ko-KR"]) {
  test(`at 390 px no text of the picture is cut: ${locale}`, () => journey({ width: 390, height: 844, locale, reducedMotion: "reduce" }, async (me, page) => {
    const cut = new Set();
    const look = async () => {
      const drawn = await page.locator(".picture text").evaluateAll((all) => all.map((one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join("").trim()));
      for (const text of drawn) if (text.endsWith("…")) cut.add(text);
    };
    const step = page.locator(".dock .step");
    for (let n = 0; n < 21; n += 1) {
      await look();
      const before = await me.position();
      await step.click();
      await page.waitForFunction((at) => document.querySelector(".clock span:last-child")?.textContent !== at, before);
    }
    await page.locator(".faults-button").click();
    await page.locator("#faults-title").waitFor();
    for (const [place, n] of [[".faults-watches button", 0], [".faults-process button", 1], [".faults-process button", 0]]) {
      const before = await me.position();
      await page.locator(place).nth(n).click();
      await page.waitForFunction((at) => document.querySelector(".clock span:last-child")?.textContent !== at, before);
      await look();
    }
    assert.deepEqual([...cut], []);
  }));
}
