// Chromium, and a page that fails on any console error, page error, or request to another origin.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

export const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--no-first-run",
];

/** Where Chromium is. */
export function installed() {
  const found = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
  if (!found) throw new Error("No Chromium found; name it in CHROMIUM.");
  return found;
}

export function launch() {
  return chromium.launch({ executablePath: installed(), args: FLAGS, headless: true });
}

/**
 * `faults` collects what must not happen; `allowed` are texts that a test provokes on purpose. `glue` is added to the
 * package's glue: what another engine would say. `locale` is the browser's language, `query` what stands behind the
 * address, `path` the page within the site, which is there when `ready` is. `worker`: the site's service worker may be
 * registered; else nothing stands between a page and what a test does to its requests.
 */
export async function openPage(browser, url, { width = 1440, height = 900, dark = false, reducedMotion = "no-preference", allowed = [], glue = "", locale = "en-US", query = "", path = "", ready = ".dock .step", worker = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion, locale, deviceScaleFactor: 1, acceptDownloads: true,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin });
  if (!worker) await context.addInitScript(() => { delete Navigator.prototype.serviceWorker; });
  const page = await context.newPage();
  const faults = [];
  const fault = (text) => { if (!allowed.some((one) => text.includes(one))) faults.push(text); };
  page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") fault(`console ${message.type()}: ${message.text()}`); });
  page.on("pageerror", (error) => fault(`page error: ${error.message}`));
  page.on("request", (request) => {
    const at = request.url();
    if (!at.startsWith(url) && !at.startsWith("data:") && !at.startsWith("blob:")) fault(`request to ${at}`);
  });
  page.on("response", (response) => { if (response.status() >= 400) fault(`${response.status()} ${response.url()}`); });
  if (glue !== "") {
    await page.route(/reconcile_playground\.js/, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const local = /(\w+) as Playground/.exec(text)?.[1] ?? "Playground";
      await route.fulfill({ response, body: `${text}\n((Playground) => { ${glue} })(${local});` });
    });
  }
  await page.goto(`${url}${path}${query}`);
  await page.locator(ready).first().waitFor();
  return { page, context, faults };
}
