// The top of the page stays a strip at every width of the window, in each language: nothing falls apart, nothing sticks out.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const WIDTHS = [320, 340, 350, 351, 360, 390, 420, 421, 480, 600, 700, 760, 761, 768, 780, 800, 834, 860, 900, 950, 1000, 1023, 1024, 1100, 1180, 1240, 1241, 1280, 1366, 1440, 1600];
const MOST = 110;

/** What is wrong with the header as it stands. */
function faults(most) {
  const { documentElement: root } = document;
  const top = document.querySelector(".top");
  const name = top.querySelector("h1");
  const found = [];
  const { height } = top.getBoundingClientRect();
  if (height > most) found.push(`${Math.round(height)} px high`);
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
  const lines = new Range();
  lines.selectNodeContents(name);
  if (new Set([...lines.getClientRects()].map((one) => Math.round(one.top))).size > 1) found.push("the name is broken into lines");
  const parts = [...top.querySelectorAll("h1, .tagline, .clock, .top-tools > :is(a, button), .top-tools summary")].filter((one) => one.getClientRects().length > 0);
  const boxes = parts.map((one) => one.getBoundingClientRect());
  for (const [at, box] of boxes.entries()) {
    const { textContent } = parts[at];
    if (box.left < -0.5 || box.right > root.clientWidth + 0.5) found.push(`“${textContent.trim()}” sticks out`);
    if (parts[at].scrollWidth > parts[at].clientWidth + 1) found.push(`“${textContent.trim()}” is too long for its place`);
    for (const other of boxes.slice(at + 1)) {
      if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1) found.push(`“${textContent.trim()}” lies over another`);
    }
  }
  return found;
}

for (const locale of ["en-US", "ja-JP", "ko-KR"]) {
  test(`${locale}: the header is at most ${MOST} px high at every width, and nothing in it breaks or sticks out`, () => journey({ locale, reducedMotion: "reduce" }, async (me, page) => {
    const check = async (when) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
        assert.deepEqual(await page.evaluate(faults, MOST), [], `${when}, ${width} px`);
      }
    };
    await check("at the beginning");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("r");
    await page.locator(".dock[aria-busy=false]").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => (document.querySelector(".clock span:last-child")?.textContent.match(/\d+/g) ?? []).length === 2);
    await check("in the past of a run");
  }));
}
