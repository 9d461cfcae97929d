// The views of an object for everyone: without a violation at both sizes, in both themes, and in each language.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document.querySelector(".editor"), { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.flat().join(" ")).join(" | ")}`);
}

/** A pass that works on an old copy, and the Edit area where there are areas. */
async function stale(me, page) {
  await me.step(6);
  if (page.viewportSize().width < 761) await page.locator(".areas button").nth(2).click();
  await me.edit((text) => text.replace("color: blue", "color: green"));
}
const view = (page, at) => page.locator(".editor-views .segments button").nth(at).click();

for (const dark of [false, true]) {
  test(`the three truths, all of their lines, and kubectl's texts have no violation: ${dark ? "dark" : "light"}`, async () => {
    for (const [width, height] of [[1440, 900], [390, 844], [320, 640]]) {
      await journey({ width, height, dark }, async (me, page) => {
        await stale(me, page);
        await view(page, 1);
        await page.locator(".truths-table").waitFor();
        assert.deepEqual(await violations(page), [], `truths at ${width}`);
        await page.locator(".truths-more button").click();
        assert.deepEqual(await violations(page), [], `all lines at ${width}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `truths at ${width}`);
        await view(page, 2);
        for (const verb of await page.locator(".kubectl-verbs button").all()) {
          await verb.click();
          assert.deepEqual(await violations(page), [], `kubectl at ${width}`);
        }
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `kubectl at ${width}`);
      });
    }
  });
}

test("a view can be reached, read and left by keyboard alone", () => journey({}, async (me, page) => {
  await me.settle();
  await page.locator(".tab").first().focus();
  for (let n = 0; n < 20; n += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.textContent === "kubectl")) break;
  }
  await page.keyboard.press("Enter");
  await page.locator(".kubectl pre").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "kubectl", "the focus stays where it was");
  const seen = [];
  for (let n = 0; n < 9; n += 1) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement.tagName + (document.activeElement.getAttribute("aria-label") ? `: ${document.activeElement.getAttribute("aria-label")}` : "")));
  }
  assert.ok(seen.includes("PRE: What kubectl get appconfig web -o yaml prints"), seen.join());
}));

for (const [locale, expected] of [
  ["ja-JP", ["キャッシュはサーバーより遅れています。キャッシュは 2、サーバーは 4 です。これについてのイベント1件が配送中です。", "調整1の手元にあるのは、キャッシュから読んだ 2 です。サーバーは 4 です。", "このコピーを今送れば（PUT）、サーバーは拒否します：409 Conflict。"]],
  ["ko-KR", ["캐시가 서버보다 뒤처져 있습니다. 캐시는 버전 2, 서버는 버전 4입니다. 이 오브젝트에 대한 이벤트 1건이 전송 중입니다.", "조정 1에는 캐시에서 읽은 버전 2 복사본이 있습니다. 서버는 버전 4입니다.", "이 복사본을 지금 보내면(PUT) 서버가 거부합니다: 409 Conflict."]],
]) {
  test(`the three truths are told in ${locale}, and kubectl's own texts are kubectl's`, () => journey({ locale }, async (me, page) => {
    await stale(me, page);
    await view(page, 1);
    await page.locator(".truths").waitFor();
    assert.deepEqual(await page.locator(".truths-said p").allTextContents(), expected);
    await view(page, 2);
    await page.locator(".kubectl").waitFor();
    await page.locator(".kubectl-verbs button", { hasText: "describe" }).click();
    await me.says(page.locator(".kubectl-screen pre"), /^Name: web Namespace: default/);
  }));
}
