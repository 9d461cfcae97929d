// Somebody else's page around frames: served by another origin, and it hears what they say.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { launch } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** `frames`: addresses below the site, or `{ path, sandbox, style }`. */
export function host(root = undefined) {
  let browser;
  let site;
  let around;
  before(async () => {
    site = await serve(root);
    around = createServer((_, response) => { response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html><html lang=en><title>host</title><body></body></html>"); });
    await new Promise((done) => { around.listen(0, "127.0.0.1", done); });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    around?.close();
    around?.closeAllConnections();
    await site?.close();
  });
  /** `dark`: of the system; null: as it is. Opens a page with the frames in it; `walk({ page, frames, said, tell, site })`. */
  return async function hosting({ frames = ["embed.html"], width = 760, height = 900, dark = false, locale = "en-US", allowed = [], scheme = "light dark" }, walk) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark === null ? null : dark ? "dark" : "light", locale, reducedMotion: "reduce" });
    const page = await context.newPage();
    const faults = [];
    const fault = (text) => { if (!allowed.some((one) => text.includes(one))) faults.push(text); };
    page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") fault(`console: ${message.text()}`); });
    page.on("pageerror", (error) => fault(`page error: ${error.message}`));
    const own = `http://127.0.0.1:${around.address().port}/`;
    context.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && ![site.url, own].some((one) => request.url().startsWith(one))) fault(`request to ${request.url()}`); });
    try {
      await page.goto(own);
      await page.evaluate(([those, base, colours]) => {
        globalThis.said = [];
        addEventListener("message", ({ source, origin, data }) => {
          const at = [...document.querySelectorAll("iframe")].findIndex((frame) => frame.contentWindow === source);
          said.push({ at, origin, ...data, type: String(data.type).replace("reconcile-playground:", "") });
          if (data.type === "reconcile-playground:resize") document.querySelectorAll("iframe")[at].style.height = `${data.height}px`;
        });
        document.body.style.cssText = `margin:0;color-scheme:${colours}`;
        for (const one of those) {
          const { path, sandbox = "allow-scripts" } = typeof one === "string" ? { path: one } : one;
          const frame = document.createElement("iframe");
          frame.title = "playground";
          if (sandbox !== null) frame.sandbox = sandbox;
          frame.style.cssText = `width:100%;border:0;height:420px;display:block;color-scheme:${colours}`;
          frame.src = base + path;
          document.body.append(frame);
        }
        const below = document.createElement("p");
        below.id = "below";
        below.textContent = "below";
        document.body.append(below);
      }, [frames, site.url, scheme]);
      const views = frames.map((_, at) => page.frameLocator("iframe").nth(at));
      for (const view of views) await view.locator(".dock .step").waitFor();
      const said = (type, at = 0) => page.evaluate(([wanted, index]) => globalThis.said.filter((one) => one.type === wanted && one.at === index), [type, at]);
      const self = {
        page, context, site, frames: views, said,
        tell: (message, at = 0) => page.evaluate(([what, index]) => document.querySelectorAll("iframe")[index].contentWindow.postMessage({ ...what, type: `reconcile-playground:${what.type}` }, "*"), [message, at]),
        /** Waits until a frame has said something of which `holds` is true. */
        hears: async (type, holds = () => true, at = 0) => {
          const deadline = Date.now() + 5000;
          for (;;) {
            const found = (await said(type, at)).findLast(holds);
            if (found) return found;
            if (Date.now() > deadline) assert.fail(`${type}: ${JSON.stringify(await said(type, at))}`);
            await page.waitForTimeout(20);
          }
        },
      };
      await walk(self);
      assert.deepEqual(faults, [], "no console error, no page error, no foreign request");
    } finally {
      await context.close();
    }
  };
}
