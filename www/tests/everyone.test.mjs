// For everyone: by keyboard, by screen reader, on a phone, in the dark, with less motion.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page) {
  // The page's policy forbids inline scripts; an evaluated one comes from outside the page and is not one.
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary?.split("\n")[1] ?? ""}`).join(" | ")}`);
}

const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } };

const STATES = {
  before: async () => {},
  during: (me) => me.step(8),
  after: (me) => me.settle(),
  refused: async (me) => {
    if (me.page.viewportSize().width < 761) await me.page.locator(".areas button", { hasText: "Edit" }).click();
    await me.edit((text) => text.replace("color: blue", "color: on"));
  },
  loop: async (me) => { await me.situation("A status that never stands still"); await me.settle(); },
  conflict: async (me) => { await me.situation("A status write from a stale copy"); await me.settle(); },
  stuck: async (me) => { await me.situation("Terminating for ever"); await me.settle(); },
  drawer: async (me) => { await me.page.locator(".picture").getByRole("button", { name: "Hold ConfigMap events" }).click(); await me.step(8); await me.drawer("watch"); },
  situations: async (me) => { await me.button("Situations").click(); },
  habits: async (me) => {
    await me.button("Change habits").click();
    await me.page.locator("#habit-predicate").selectOption({ index: 1 });
    await me.page.locator("#habit-periodic").selectOption({ index: 1 });
    await me.page.locator(".habit-name").first().click();
    await me.page.locator(".habit-about .snippet").first().waitFor();
  },
  faults: async (me) => {
    await me.settle();
    const faults = await me.faults();
    await faults.getByRole("button", { name: "Create" }).click();
    await faults.getByRole("button", { name: "Hold: AppConfig" }).click();
    await faults.getByRole("button", { name: "Arm" }).click();
    await faults.getByRole("button", { name: "Create" }).click();
    await faults.locator(".mistake").waitFor();
  },
  several: async (me) => {
    await me.session({ budget: { crash: 1, hold: 1 }, controllers: [{ name: "one" }, { name: "two" }], objects: [WEB] });
    await me.step(5);
    await me.faults();
  },
};

for (const [name, prepare] of Object.entries(STATES)) {
  test(`no accessibility violation: ${name}, at both sizes, light and dark`, async () => {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      for (const dark of [false, true]) {
        await journey({ width, height, dark, reducedMotion: "reduce" }, async (me, page) => {
          await prepare(me);
          const areas = width < 761 && !["situations", "habits"].includes(name) ? ["Path", "Pass", "Edit", "History"] : [null];
          for (const area of areas) {
            if (area) await page.locator(".areas button", { hasText: area }).click();
            assert.deepEqual(await violations(page), [], `${width}, ${dark ? "dark" : "light"}, ${area ?? "whole"}`);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            assert.equal(wide, 0, `nothing is wider than the page (${width}, ${area ?? "whole"})`);
          }
        });
      }
    }
  });
}

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
  await page.locator(".json summary").click();
  await me.button("Copy JSON").click();
  await me.says(page.locator(".json"), "Copied");
  const decision = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual({ rule: decision.rule, call: decision.call, delay: decision.delay, forgets: decision.forgets }, { rule: "requeueAfter", call: "AddAfter", delay: 10_000, forgets: true });
}));

test("every button has a name and is at least 24 px in both directions", () => journey({}, async (me, page) => {
  await me.settle();
  const small = await page.evaluate(() => [...document.querySelectorAll("button, summary, select, a")].filter((one) => one.checkVisibility() && !one.classList.contains("link") && one.tagName !== "A").map((one) => [one.textContent?.trim().slice(0, 30), one.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24).map(([text, box]) => `${text}: ${box.width} × ${box.height}`));
  assert.deepEqual(small, []);
}));
