// The cards of a pass: what a write changed with its values, what a status write carried and what was kept of it, the
// delays so far, and what did not wake it.
import assert from "node:assert/strict";
import test from "node:test";
import { site } from "./site.mjs";

const journey = site();

/** Lets the timer come, and the pass that it brings end. */
async function anotherTry(me) {
  await me.said.getByRole("button", { name: /^Let .* pass$/ }).click();
  await me.settle();
}

test("evidence names each field that a write changed, with its values before and after", () => journey({}, async (me) => {
  await me.settle();
  await me.edit((yaml) => yaml.replace("color: blue", "color: green"));
  await me.settle();
  await me.passes.nth(1).click();
  const update = me.pass.locator(".evidence", { hasText: "PUT ConfigMap web-config" });
  await me.says(update.locator(".change"), /^data\.color was "blue" is now "green"$/);
  const status = me.pass.locator(".evidence", { hasText: "/status" });
  await me.says(status.locator(".change").filter({ hasText: "status.observedGeneration" }), /was 1 is now 2/);
  // A field that was not there is named one by one, and many are counted.
  await me.passes.last().click();
  const first = me.pass.locator(".evidence", { hasText: "/status" });
  await me.says(first.locator(".change").first(), /^status\.conditions\.0\.\w+ new: is now "/);
  await me.says(first, /and 3 more/);
}));

test("the status card says what was sent and what the server kept of it", () => journey({}, async (me) => {
  await me.settle();
  await me.passes.last().click();
  await me.says(me.status, "8 fields, 8 of them different from before. The server kept all of it.");
  await me.habits({ statusVia: "the object itself" });
  await me.edit((yaml) => yaml.replace("color: blue", "color: green"));
  await me.settle();
  await me.passes.filter({ hasText: "Pass 3" }).click();
  await me.says(me.status, "of them different from before. The server kept 6 of 8.");
  await me.status.locator(".sent summary").click();
  await me.says(me.status.locator(".change").filter({ hasText: /^\s*observedGeneration/ }), /observedGeneration not kept 2/);
}));

test("the delays of a key are drawn: they double while it fails, and stay level while it waits", () => journey({}, async (me, page) => {
  await me.situation("The same, returned as an error");
  await me.settle();
  assert.equal(await page.locator(".backoff").count(), 0, "one delay is no series");
  for (let turn = 0; turn < 3; turn += 1) await anotherTry(me);
  await me.says(page.locator(".backoff figcaption"), "Backoff so far: 5 ms, 10 ms, 20 ms, 40 ms");
  const heights = await page.locator(".backoff rect").evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
  assert.deepEqual([...heights].sort((a, b) => a - b), heights);
  assert.equal(new Set(heights).size, 4);
  await me.situation("The Secret is not there yet");
  await me.settle();
  for (let turn = 0; turn < 2; turn += 1) await anotherTry(me);
  await me.says(page.locator(".backoff figcaption"), "Waits so far: 10 s, 10 s, 10 s. No failure, so they do not grow.");
  const level = await page.locator(".backoff rect").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("height")));
  assert.equal(new Set(level).size, 1);
}));

test("a pass names the events before it that woke nobody, and who dropped them", () => journey({}, async (me) => {
  await me.settle();
  await me.edit((yaml) => yaml.replace("metadata:\n", "metadata:\n  labels: { team: blue }\n"));
  await me.settle();
  await me.edit((yaml) => yaml.replace("color: blue", "color: green"));
  await me.settle();
  await me.passes.filter({ hasText: "Pass 3" }).click();
  await me.says(me.pass.locator(".not-why"), /MODIFIED AppConfig web \d+ → \d+: GenerationChangedPredicate \(generation 1, as before\)/);
}));

test("a pass is printed with its evidence, and nothing that one could press", async () => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    await journey({ width, height, dark: true }, async (me, page) => {
      await me.settle();
      await page.emulateMedia({ media: "print" });
      for (const card of [me.pass, me.status, me.requeue]) assert.ok(await card.isVisible());
      await me.says(me.pass, "ConfigMap web-config");
      for (const button of await page.locator("button").all()) assert.ok(!(await button.isVisible()), `${await button.textContent()} is printed at ${width}`);
      assert.ok(!(await page.locator(".dock").isVisible()));
      const ground = await page.locator(".pass").evaluate((card) => getComputedStyle(card).color);
      assert.match(ground, /rgb\(2\d, 3\d, 4\d\)/, "dark ink on paper, whatever the theme");
    });
  }
});

for (const language of ["en", "ja", "ko"]) {
  test(`the delays of a long series are told where there is room, the last one always: ${language}`, () => journey({ query: `?report=R45&lang=${language}`, ready: ".backoff text" }, async (_, page) => {
    const labels = await page.locator(".backoff text").evaluateAll((all) => all.map((one) => { const { left, right } = one.getBoundingClientRect(); return { left, right, text: one.textContent }; }));
    assert.ok(labels.length >= 3, JSON.stringify(labels));
    for (const [at, { left }] of labels.entries()) if (at > 0) assert.ok(left > labels[at - 1].right, JSON.stringify(labels));
    const figure = await page.locator(".backoff svg").evaluate((svg) => svg.getBoundingClientRect().right);
    assert.ok(labels.at(-1).right <= figure + 1, `${labels.at(-1).right} of ${figure}`);
    const caption = await page.locator(".backoff figcaption").textContent();
    assert.ok(caption.includes(labels.at(-1).text), caption);
  }));
}
