// Pages of somebody's site with the element in them: served as that site would, with its policy, and every request kept.
import { after, before } from "node:test";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../browser.mjs";
import { DIST } from "../serve.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".txt": "text/plain; charset=utf-8" };

/** What a page of documentation with a policy of its own needs for the element, and no more. */
export const policy = (site = "'self'") => `default-src 'none'; script-src ${site}; frame-src ${site}; img-src ${site}; style-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;

/** A server of pages by their path: a text, or `{ body, headers, type }`; what is none of them is looked for in `folders`. */
async function server(pages, folders, pictures) {
  const asked = [];
  const one = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    asked.push(request.url);
    const page = pages[path] ?? (pictures && /^\/playground\/pictures\/(?!missing)/.test(path) ? { body: PICTURE(path.split("/").at(-1)) } : undefined);
    const text = typeof page === "string" ? { body: page } : page;
    for (const [at, folder] of text ? [] : Object.entries(folders)) {
      if (!path.startsWith(at)) continue;
      const file = join(folder, path.slice(at.length));
      const body = await readFile(file).catch(() => null);
      if (body === null) continue;
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
      return;
    }
    if (!text) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": text.type ?? TYPES[extname(path)] ?? TYPES[".html"], ...text.headers }).end(text.body);
  });
  await new Promise((done) => { one.listen(0, "127.0.0.1", done); });
  return { asked, origin: `http://127.0.0.1:${one.address().port}`, close: () => new Promise((done) => { one.close(done); one.closeAllConnections(); }) };
}

const PICTURE = (file) => {
  const [width, height] = file.includes(".narrow.") ? [360, 480] : [720, 405];
  const dark = file.includes(".dark.");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${dark ? "#171c24" : "#f4f5f8"}"/><text x="20" y="40" fill="${dark ? "#fff" : "#111"}">${file}</text></svg>`;
};

/** The loader as it was built, with a frame and pictures that stand in for the real ones; at `/playground/`. */
async function stand() {
  const pages = {
    "/playground/reconcile-playground.js": { body: await readFile(join(DIST, "reconcile-playground.js")), type: TYPES[".js"] },
    "/playground/pkg/element.js": { body: await readFile(join(DIST, "pkg/element.js")), type: TYPES[".js"], headers: { "access-control-allow-origin": "*" } },
    "/playground/index.html": "<!doctype html><title>The whole page</title>",
  };
  return pages;
}

/**
 * For a test file: `visit({ body, … }, walk)` opens a page with this body in a site that has the playground in its folder
 * `/playground/`; `walk` gets what a test needs. Any console error, page error or request elsewhere fails it.
 */
export function hosts() {
  let browser;
  let pages;
  before(async () => {
    browser = await launch();
    pages = await stand();
  });
  after(() => browser?.close());

  return async function visit({ body, head = "", script = '<script src="/playground/reconcile-playground.js"></script>', css = "", csp = policy(), away = false, real = false, lang = "en", html = "", width = 900, height = 800, dark = false, locale = "en-US", allowed = [], before: first, headers = {} }, walk) {
    const folders = { "/playground/": real ? DIST : HERE };
    const other = away ? await server(real ? {} : pages, folders, !real) : null;
    const site = other ? other.origin : "'self'";
    const own = { ...(real ? {} : pages), "/guide/host.css": css };
    const host = await server(own, folders, !real);
    const fill = (text) => text.replaceAll("SITE", other?.origin ?? "");
    own["/guide/index.html"] = {
      body: `<!doctype html><html lang="${lang}" ${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Host</title><link rel="icon" href="data:,"><link rel="stylesheet" href="host.css">${fill(head)}</head><body>${fill(body)}${fill(script)}</body></html>`,
      headers: { "content-security-policy": (typeof csp === "function" ? csp(site) : csp).replace("img-src", "img-src data:"), ...headers },
    };
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", locale });
    const page = await context.newPage();
    const faults = [];
    const fault = (text) => { if (!allowed.some((one) => text.includes(one))) faults.push(text); };
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) fault(`console: ${message.text()}`); });
    page.on("pageerror", (error) => fault(`page error: ${error.message}`));
    const requests = [];
    page.on("request", (request) => {
      const url = request.url();
      requests.push(url.replace(host.origin, "").replace(other?.origin ?? host.origin, "AWAY"));
      if (![host.origin, other?.origin ?? host.origin].some((origin) => url.startsWith(`${origin}/`)) && !url.startsWith("data:")) fault(`request to ${url}`);
    });
    try {
      await first?.(page);
      await page.goto(`${host.origin}/guide/index.html`);
      await walk({ page, context, faults, host, other, requests, embed: (at = 0) => embed(page, at) });
      if (faults.length > 0) throw new Error(faults.join("\n"));
    } finally {
      await context.close();
      await Promise.all([host.close(), other?.close()]);
    }
  };
}

/** The element number `at` of a page. */
function embed(page, at) {
  const self = page.locator("reconcile-playground").nth(at);
  const frame = self.locator("iframe").contentFrame();
  return {
    self,
    frame,
    button: self.getByRole("button"),
    picture: self.locator("img"),
    iframe: self.locator("iframe"),
    run: async () => {
      await self.getByRole("button").click();
      await self.locator("iframe[style]").waitFor();
    },
    step: async (times = 1) => { for (let n = 0; n < times; n += 1) await frame.getByRole("button", { name: "Step" }).click(); },
    state: async () => JSON.parse(await frame.locator("#state").textContent()),
    has: (name) => self.evaluate((element, key) => element[key], name),
    box: () => self.boundingBox(),
  };
}

/** Keeps every event of an element, from a script that the policy would not allow in the page. */
export async function listen(page, at = 0) {
  await page.locator("reconcile-playground").nth(at).evaluate((element) => {
    element.heard = [];
    for (const name of ["ready", "step", "completed", "problem"]) {
      element.addEventListener(name, (event) => element.heard.push([name, event.detail]));
      document.addEventListener(name, () => element.heard.push(["bubbled", name]));
    }
  });
  return () => page.locator("reconcile-playground").nth(at).evaluate((element) => element.heard);
}

/** Waits until what is asked for is so. */
export async function until(ask, wanted, patience = 10_000) {
  const end = Date.now() + patience;
  let last;
  do {
    last = await ask();
    if (JSON.stringify(last) === JSON.stringify(wanted)) return;
    await new Promise((done) => { setTimeout(done, 20); });
  } while (Date.now() < end);
  throw new Error(`wanted ${JSON.stringify(wanted)}, there was ${JSON.stringify(last)}`);
}
