// For everyone: by keyboard, on a phone, in the dark. That no state has an accessibility violation is checked on the tour.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

test("everything by keyboard: shortcuts play, are shown, stay out of text fields, and can be turned off", () => journey({}, async (me, page) => {
  await page.keyboard.press("s");
  await me.says(page.locator(".clock"), "move 1");
  await page.keyboard.press("f");
  await me.says(me.said, "Pass 1 of default/web has returned");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("r");
  await me.says(me.said, "Quiet");
  await page.keyboard.press("0");
  await me.says(page.locator(".clock"), "move 0 of");
  await page.keyboard.press("t");
  await me.page.locator(".time-panel").waitFor();
  await me.yaml.focus();
  await page.keyboard.type("s");
  await me.says(page.locator(".clock"), "move 0 of");
  await me.button("Keyboard shortcuts").click();
  await page.getByLabel("Use single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator(".dock kbd").count(), 0);
  await page.locator("h1").click();
  await page.keyboard.press("s");
  await page.waitForTimeout(50);
  await me.says(page.locator(".clock"), "move 0 of");
}));

test("a dialog takes the focus, Escape closes it, and the focus goes back to where it was", () => journey({}, async (me, page) => {
  await me.button("Situations").focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.closest("dialog") !== null), true);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Situations");
}));

test("on a phone the controls stay in sight and one part shows at a time; 320 px reflows", () => journey({ width: 320, height: 640 }, async (me, page) => {
  for (const area of ["Path", "Pass", "Edit", "History"]) {
    await page.locator(".areas button", { hasText: area }).click();
    const step = await page.locator(".dock .step").boundingBox();
    assert.ok(step && step.y + step.height <= 640 && step.y > 320, "the main button is within the lower half of the screen");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  }
  await page.locator(".dock .step").click();
  await me.says(page.locator(".clock"), "move 1");
}));

test("the theme follows the system, can be switched, and is remembered", () => journey({ dark: true }, async (me, page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await me.button(/Colour theme: dark/).click();
  assert.notEqual(await ground(), dark);
  await page.reload();
  await page.locator(".dock .step").waitFor();
  assert.notEqual(await ground(), dark);
  await me.button(/Colour theme: light/).click();
  assert.equal(await ground(), dark);
}));

test("the requeue decision is copied as JSON", () => journey({}, async (me, page) => {
  await me.situation("The Secret is not there yet");
  await me.settle();
  await me.requeue.locator(".json summary").click();
  await me.button("Copy JSON").click();
  await me.says(me.requeue.locator(".json"), "Copied");
  const decision = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual({ rule: decision.rule, call: decision.call, delay: decision.delay, forgets: decision.forgets }, { rule: "requeueAfter", call: "AddAfter", delay: 10_000, forgets: true });
}));

test("every button has a name and is at least 24 px in both directions", () => journey({}, async (me, page) => {
  await me.settle();
  const small = await page.evaluate(() => [...document.querySelectorAll("button, summary, select, a")].filter((one) => one.checkVisibility() && !one.classList.contains("link") && one.tagName !== "A").map((one) => [one.textContent?.trim().slice(0, 30), one.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24).map(([text, box]) => `${text}: ${box.width} × ${box.height}`));
  assert.deepEqual(small, []);
}));

test("the row that lets time pass: opened it has the focus, closed the button has it, and what is pressed keeps it", () => journey({}, async (me, page) => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace(/\s+/g, " ").trim());
  const opener = page.locator(".time-button");
  await opener.focus();
  await page.keyboard.press("Enter");
  assert.equal(await focused(), "+1 ms", "no timer is set: what can be pressed first");
  await page.keyboard.press("Enter");
  await me.says(page.locator(".clock"), /move 1$/);
  assert.equal(await focused(), "+1 ms");
  await page.keyboard.press("Escape");
  await page.locator(".time-panel").waitFor({ state: "detached" });
  assert.equal(await opener.evaluate((button) => button === document.activeElement), true);
  await page.locator(".dock .step").focus();
  await page.keyboard.press("t");
  assert.equal(await focused(), "+1 ms");
  await page.keyboard.press("t");
  assert.equal(await opener.evaluate((button) => button === document.activeElement), true);
  await me.situation("The Secret is not there yet");
  await me.settle();
  await opener.click();
  assert.equal(await focused(), "To the next timer (+10 s)");
  await page.keyboard.press("Enter");
  await me.says(me.said, /Due now: default\/web/);
  assert.match(await focused(), /^(No timer is set|To the next timer)/, "it is not lost with the timer");
}));
