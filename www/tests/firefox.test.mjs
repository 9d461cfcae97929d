// One journey in another browser: Debian's Firefox, by WebDriver.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { Builder, By, Key, logging, until } from "selenium-webdriver";
import firefox from "selenium-webdriver/firefox.js";
import { serve } from "./serve.mjs";

const which = (...names) => {
  for (const name of names) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch { /* the next one, then */ }
  }
  throw new Error(`Neither of these is installed: ${names.join(", ")}`);
};

async function open(url) {
  const options = new firefox.Options().addArguments("-headless", "--width=1440", "--height=900").setBinary(which("firefox-esr", "firefox"));
  options.setPreference("intl.accept_languages", "en");
  options.setPreference("ui.prefersReducedMotion", 1);
  const quiet = new logging.Preferences();
  const driver = await new Builder().forBrowser("firefox").setFirefoxOptions(options).setLoggingPrefs(quiet)
    .setFirefoxService(new firefox.ServiceBuilder(which("geckodriver"))).build();
  await driver.get(url);
  await driver.wait(until.elementLocated(By.css(".dock .step")), 20_000);
  return driver;
}

test("in Firefox too: step, run, edit, save, go back, and the evidence says what moved", async () => {
  const server = await serve();
  const driver = await open(server.url);
  try {
    const text = async (selector) => (await driver.findElement(By.css(selector)).getText()).replace(/\s+/g, " ");
    const says = (selector, wanted) => driver.wait(async () => wanted.test(await text(selector).catch(() => "")), 10_000, `${selector} says ${wanted}`).catch(async (fault) => { throw new Error(`${fault.message}; it says: ${await text(selector)}`); });
    const press = async (name) => (await driver.findElement(By.xpath(`//button[contains(normalize-space(.), "${name}") or @aria-label="${name}"]`))).click();

    await driver.findElement(By.css(".dock .step")).click();
    await says(".clock", /move 1/);
    await press("Run until quiet");
    await says(".said", /Quiet: nothing is left to do, and no timer is set\. \d+ moves, 2 passes, 2 writes\./);
    await says(".pass", /Pass 2 of default\/web.*returned/);
    await says(".status-card", /no need|skipped|status says/i);

    // Typed by a person: a real key, a real save.
    const yaml = await driver.findElement(By.id("yaml"));
    const before = await yaml.getAttribute("value");
    await yaml.clear();
    await yaml.sendKeys(before.replace("color: blue", "color: green"));
    await yaml.sendKeys(Key.chord(Key.CONTROL, Key.ENTER));
    await says(".editor", /changed, resourceVersion \d+ → \d+/);
    await press("Run until quiet");
    await says(".said", /2 passes, 2 writes/);

    await driver.findElement(By.css("body")).click();
    await driver.actions().sendKeys(Key.ARROW_LEFT).perform();
    await says(".said", /You are in the past/);
    assert.deepEqual(await driver.findElements(By.css(".problem-place .banner")), []);
  } finally {
    await driver.quit();
    await server.close();
  }
});
