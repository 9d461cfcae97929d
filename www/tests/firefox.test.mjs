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
    await driver.findElement(By.id("yaml")).click();
    const rich = await driver.wait(until.elementLocated(By.css("yaml-editor")), 10_000);
    const yaml = await (await rich.getShadowRoot()).findElement(By.css(".cm-content"));
    assert.match(await driver.executeScript("return arguments[0].value", rich), /color: blue\n {4}level: info$/);
    await yaml.click();
    await driver.actions().keyDown(Key.CONTROL).sendKeys(Key.END).keyUp(Key.CONTROL).sendKeys(Key.ARROW_UP, Key.END, ...Array(4).fill(Key.BACK_SPACE), "green").perform();
    assert.match(await driver.executeScript("return arguments[0].value", rich), /color: green\n {4}level: info$/);
    await driver.actions().keyDown(Key.CONTROL).sendKeys(Key.ENTER).keyUp(Key.CONTROL).perform();
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
