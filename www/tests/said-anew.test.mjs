// A save that sends nothing says so each time, and leads to what is in the way.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

/** The line of the caret in the rich editor, 0 where the focus is elsewhere. */
const caretLine = (page) => page.evaluate(() => {
  const root = document.activeElement?.shadowRoot;
  const selection = root?.getSelection?.() ?? root?.ownerDocument.getSelection();
  const node = selection?.anchorNode;
  const line = node && (node.nodeType === 1 ? node : node.parentElement).closest(".cm-line");
  return line ? [...line.parentElement.children].indexOf(line) + 1 : 0;
});

test("a text that is no YAML: each press of Ctrl+Enter and of Save says anew why nothing was sent, and leads to the line", () => journey({}, async (me, page) => {
  const alert = page.locator("#yaml-notes [role=alert]");
  await me.yaml.fill(`${(await me.yaml.inputValue()).replace("level: info", "level: [info")}\n${"#\n".repeat(80)}`);
  await me.says(page.locator("#yaml-notes"), /^Line \d+ /);
  assert.equal(await me.text(alert), "", "what is only typed interrupts nobody");
  await page.evaluate(() => {
    window.said = 0;
    new MutationObserver((all) => { window.said += all.flatMap((one) => [...one.addedNodes]).filter((node) => node.nodeType === 1).length; })
      .observe(document.querySelector("#yaml-notes [role=alert]"), { childList: true, subtree: true });
  });
  let said = 0;
  for (const save of [() => page.keyboard.press("Control+Enter"), () => page.keyboard.press("Control+Enter"), () => me.save()]) {
    await save();
    await page.waitForFunction((before) => window.said > before, said);
    said = await page.evaluate(() => window.said);
    const [, line] = /^Nothing was sent: Line (\d+) Flow sequence/.exec(await me.text(alert)) ?? [];
    assert.equal(await caretLine(page), Number(line));
    const seen = await alert.locator(".banner").boundingBox();
    assert.ok(seen.y >= 0 && seen.y + seen.height <= 900, `in sight: ${seen.y}`);
    assert.equal(await me.position(), "move 0");
  }
  await page.keyboard.type(" ");
  await me.says(alert, /^$/);
}));

test("a kind that is not served: the reason is said anew, too", () => journey({}, async (me, page) => {
  await me.edit((text) => text.replace("kind: AppConfig", "kind: Nonsense"));
  await me.says(page.locator("#yaml-notes [role=alert]"), /^Nothing was sent: Line 2 kind: no matches for kind/);
  assert.equal(await caretLine(page), 2);
}));
