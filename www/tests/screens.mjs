// Screenshots of the main states, at desktop and phone size, light and dark: `npm run screens [folder] [only]`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launch, openPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

const out = process.argv[2] ?? "screens";
const only = process.argv[3];
await mkdir(out, { recursive: true });

const button = (page, name) => page.getByRole("button", { name, exact: false });
const step = async (page, times) => { for (let i = 0; i < times; i += 1) { await page.locator(".dock .step:enabled").click(); await page.waitForTimeout(5); } };
const situation = async (page, title) => {
  await button(page, "Situations").click();
  await page.getByRole("button", { name: `Start here: ${title}` }).click();
};
const area = async (page, name) => { if (page.viewportSize().width < 761) await page.locator(".areas").getByRole("button", { name, exact: true }).click(); };

const WEB = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } };

const STATES = {
  before: async () => {},
  during: async (page) => { await step(page, 9); await area(page, "Pass"); },
  path: async (page) => { await step(page, 9); },
  after: async (page) => { await button(page, "Run until quiet").click(); await area(page, "Pass"); },
  history: async (page) => { await button(page, "Run until quiet").click(); await area(page, "History"); },
  editing: async (page) => {
    await area(page, "Edit");
    const text = page.locator("#yaml");
    await text.fill((await text.inputValue()).replace("color: blue", "color: on"));
    await page.locator(".editor-buttons button").first().click();
  },
  loop: async (page) => { await situation(page, "A status that never stands still"); await button(page, "Run until quiet").click(); await area(page, "History"); },
  waiting: async (page) => { await situation(page, "The same, returned as an error"); await button(page, "Run until quiet").click(); await area(page, "Pass"); },
  stuck: async (page) => { await situation(page, "Terminating for ever"); await button(page, "Run until quiet").click(); await area(page, "Edit"); },
  stale: async (page) => { await situation(page, "A status write from a stale copy"); await button(page, "Run until quiet").click(); },
  situations: async (page) => { await button(page, "Situations").click(); },
  habits: async (page) => {
    await button(page, "Change habits").click();
    await page.locator("#habit-onMissing").selectOption({ label: "an error" });
    await page.locator("#habit-periodic").selectOption({ label: "every so often" });
  },
  faults: async (page) => {
    await button(page, "Run until quiet").click();
    await page.getByRole("button", { name: "Faults", exact: true }).click();
    await page.getByRole("button", { name: "Hold: AppConfig" }).click();
    await page.getByRole("button", { name: "Create", exact: true }).click();
  },
  several: async (page) => {
    const session = { version: 1, engine: "", scenario: { version: 1, budget: { crash: 1, hold: 1 }, controllers: [{ name: "one" }, { name: "two" }], objects: [WEB] }, moves: [] };
    await page.setInputFiles("input[type=file]", { name: "session.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(session)) });
    await button(page, "Run until quiet").click();
  },
  transcript: async (page) => {
    await button(page, "Run until quiet").click();
    await area(page, "History");
    await page.locator(".over-time > .switch").getByRole("button", { name: "Transcript" }).click();
    await page.locator(".transcript").waitFor();
  },
  compare: async (page) => {
    await situation(page, "A status that never stands still");
    await button(page, "Compare with the cure: generation predicate").click();
    await page.locator(".compare-result").waitFor();
    await button(page, "Run both until quiet").click();
    await page.locator(".compare-row").first().waitFor();
  },
  drawer: async (page) => { await step(page, 5); await page.locator('.path-station[data-name="cache"]').click({ position: { x: 20, y: 14 } }); await page.locator(".station-cache").waitFor(); },
  held: async (page) => {
    await button(page, "Hold ConfigMap events").click();
    await step(page, 8);
    await page.locator(".others summary").click();
  },
};

const { url, close } = await serve();
const browser = await launch();
for (const [size, width, height] of [["wide", 1440, 900], ["narrow", 390, 844]]) {
  for (const dark of [false, true]) {
    for (const [name, prepare] of Object.entries(STATES)) {
      if (only && !only.split(",").includes(name)) continue;
      const { page, context, faults } = await openPage(browser, url, { width, height, dark, reducedMotion: "reduce" });
      await prepare(page);
      await page.waitForTimeout(150);
      await page.screenshot({ path: join(out, `${name}-${size}-${dark ? "dark" : "light"}.png`), fullPage: size === "wide" && !["situations", "habits"].includes(name) });
      if (size === "narrow" && !dark) await page.screenshot({ path: join(out, `${name}-whole.png`), fullPage: true });
      if (faults.length > 0) console.log(name, size, faults);
      await context.close();
    }
  }
}
await browser.close();
await close();
