// What has to hold in every host: two elements and two frames on a page, one of them sandboxed, run beside each other, follow
// their content and the page's light and dark, and leave the page, the site's origin and the reader's storage alone.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { browsers } from "./browser.mjs";
import { serve } from "./github-pages.mjs";
import { tools } from "./project.mjs";

/** With SCREENS=1 pictures of all hosts are left in target/hosts/screens, to be looked at. */
async function picture(page, name) {
  if (!process.env.SCREENS) return;
  await mkdir(join(tools, "screens"), { recursive: true });
  // All of it in sight, since frames out of sight are not painted.
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width, height: await page.evaluate(() => Math.min(document.documentElement.scrollHeight, 8000)) });
  await painted(page);
  await page.screenshot({ path: join(tools, "screens", `${name}.png`) });
  await page.setViewportSize({ width, height });
}

/** Most hosts keep a reader's choices, and say so where they can't. */
const hostsOwn = (fault) => /(?:local|session)Storage' property/.test(fault) && !fault.includes("/playground/");

/** A page of the host, with everything that must not happen while it is open. */
async function open(context, url, origins, { loader = true, expected = () => false } = {}) {
  const page = await context.newPage();
  const faults = [];
  const fault = (text) => { if (!expected(text)) faults.push(text); };
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) fault(`${message.type()}: ${message.text()} ${message.location().url}`); });
  page.on("pageerror", (error) => fault(`page error: ${error.message} ${/\(?(http\S+?):\d+:\d+\)?$/m.exec(error.stack ?? "")?.[1] ?? ""}`));
  page.on("response", (response) => { if (response.status() >= 400) fault(`${response.status()} ${response.url()}`); });
  await context.route(/^(?!data:|blob:)/, (route) => {
    const at = route.request().url();
    if (!origins.includes(new URL(at).origin)) {
      faults.push(`request to ${at}`);
      return route.abort();
    }
    if (!loader && at.includes("/reconcile-playground.js")) return route.fulfill({ contentType: "text/javascript", body: "" });
    return route.continue();
  });
  await page.goto(url);
  return { page, faults };
}

const text = (page, words) => page.locator("p", { hasText: words }).last();

/** Where a click goes is asked of what was painted last: with a frame of another process on the page, a moment after scrolling. */
const painted = (page) => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))); }));

/** Clicks as a reader does, who scrolls first. */
export async function press(locator) {
  await locator.scrollIntoViewIfNeeded();
  await painted(locator.page());
  await locator.click();
}

/** Waits until `sight` is true in a document, also where it is out of sight, and not painted. */
async function until(document, sight, argument) {
  for (const end = Date.now() + 15_000; !(await document.evaluate(sight, argument)); ) {
    assert.ok(Date.now() < end, `in vain: ${sight}`);
    await new Promise((done) => { setTimeout(done, 50); });
  }
}

/** The document of a frame, once its playground can be stepped. */
async function inside(frame) {
  await frame.scrollIntoViewIfNeeded();
  const document = await (await frame.elementHandle()).contentFrame();
  await document.locator(".dock .step").waitFor();
  return document;
}

/** The page's own frames; those of the elements are in their shadows. */
const ownFrames = (page) => page.locator(":light(iframe)");

/** Runs an element as a reader does. */
async function run(element) {
  await press(element.getByRole("button", { name: "Run" }));
  return inside(element.locator("iframe"));
}

const position = (document) => document.locator(".frame-head .clock span").last().textContent();

async function step(document) {
  // What is out of sight is not painted, and nothing in it can be pressed.
  await (await document.frameElement()).scrollIntoViewIfNeeded();
  const before = await position(document);
  await press(document.locator(".dock .step"));
  await until(document, (was) => [...document.querySelectorAll(".frame-head .clock span")].at(-1)?.textContent !== was, before);
}

/** Each goes one step on, and no other with it. */
async function eachByItself(documents) {
  for (const [at, document] of documents.entries()) {
    const before = await Promise.all(documents.map(position));
    await step(document);
    const now = await Promise.all(documents.map(position));
    assert.deepEqual(now.map((where, index) => where !== before[index]), documents.map((_, index) => index === at), "one goes on, the others stand");
  }
}

const place = (locator) => locator.evaluate((element) => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return { top: top + scrollY, bottom: bottom + scrollY, height };
});

/** A frame is as high as what is in it: nothing to scroll, nothing empty. */
async function fits(document) {
  await (await document.frameElement()).scrollIntoViewIfNeeded();
  // The height is told, and then set, after what changed it.
  await until(document, () => Math.abs(innerHeight - document.documentElement.getBoundingClientRect().height) <= 1);
  const { inner, scroll, wide, last, width } = await document.evaluate(() => {
    const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
    const last = Math.max(...[...document.querySelectorAll("main > *")].map((element) => element.getBoundingClientRect().bottom));
    return { inner: innerHeight, scroll: scrollHeight, wide: scrollWidth - clientWidth, last, width: clientWidth };
  });
  assert.ok(scroll <= inner + 1, `the content is ${scroll} px high, its frame ${inner} px`);
  assert.ok(inner - last <= 24, `${inner - last} px below the last part are empty`);
  assert.ok(wide <= 0, `the content is ${wide} px wider than its frame, which is ${width} px wide`);
}

/** Whether the words inside are light, as they are on a dark ground. */
const isDark = () => Number(/\d+/.exec(getComputedStyle(document.body).color)[0]) > 128;
const isLight = () => Number(/\d+/.exec(getComputedStyle(document.body).color)[0]) < 128;

/** How the page's own elements look, but for the size of the whole, which grows with what runs in it. */
const looks = (page) => page.evaluate(() => {
  const text = [...document.querySelectorAll("p")].filter((one) => /the playgrounds\.$/.test(one.textContent));
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "A button of the page");
  const seen = [document.documentElement, document.body, document.querySelector("h1"), ...text, button, ...document.querySelectorAll("iframe"), ...document.querySelectorAll(":not(reconcile-playground) > a")];
  const lines = [];
  for (const element of seen) {
    const style = getComputedStyle(element);
    const grows = element.contains(text[0]) ? /height|block-size|origin/ : /^$/;
    for (const one of style) if (!grows.test(one)) lines.push(`${element.tagName} ${one}: ${style.getPropertyValue(one)}`);
  }
  return lines.sort();
});

/**
 * Declares the tests of a host.
 *
 * `build` leaves the built site and returns its folder; it is told the origin that the site will have. `page` is the address of
 * the lesson in it. `toDark` is what a reader does to have the page dark, and returns the way back. `follows`: the page gives its
 * frames the height that they ask for, and its light or dark. `elsewhere`: the origins beside its own that the page may ask.
 * `headers`: what the server sends with every file. `away` is how a reader goes to another page, where the host does so without
 * loading anew. `more` declares tests of this host alone.
 */
export function host(name, { build, page: path, toDark, follows = false, elsewhere = () => [], headers = () => ({}), away = undefined, more = undefined }) {
  let site;
  let browser;
  before(async () => {
    site = await serve("");
    site.folder = await build(site.origin);
    site.headers = await headers(site.folder);
    browser = await browsers();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Runs a journey on a page, that of the lesson if none is named; any fault fails it. */
  async function journey(context, go, { at = path, ...options } = {}) {
    const { page, faults } = await open(context, site.url + at, [site.origin, ...elsewhere()], options);
    try {
      await go(page, page.locator("reconcile-playground"));
      assert.deepEqual(faults, []);
    } catch (error) {
      if (faults.length > 0) error.message += `\n${faults.join("\n")}`;
      throw error;
    } finally {
      await context.close();
    }
  }

  test(`${name}: two elements and two frames run beside each other, an element as high as its content`, async () => {
    await journey(await browser.context(), async (page, elements) => {
      const [first, second] = [elements.nth(0), elements.nth(1)];
      const between = text(page, "Between the playgrounds.");
      await first.getByRole("button", { name: "Run" }).waitFor();
      await picture(page, `${name}-still`);
      const still = { element: await place(first), text: await place(between) };
      await first.evaluate((element) => {
        element.heard = [];
        for (const event of ["ready", "step"]) element.addEventListener(event, () => element.heard.push(event));
      });

      const one = await run(first);
      assert.equal(await second.locator("iframe").count(), 0, "the second stands still");
      await fits(one);
      const running = { element: await place(first), text: await place(between) };
      assert.notEqual(running.element.height, still.element.height);
      assert.ok(Math.abs(running.text.top - running.element.bottom - (still.text.top - still.element.bottom)) <= 1, "the text below keeps its distance");
      assert.ok(running.element.height - await one.evaluate(() => innerHeight) <= 4, "the element is as high as its frame");

      const other = await run(second);
      const own = [];
      assert.equal(await ownFrames(page).count(), 2);
      for (const frame of await ownFrames(page).all()) own.push(await inside(frame));
      const sandboxes = await ownFrames(page).evaluateAll((frames) => frames.map((frame) => frame.getAttribute("sandbox")));
      assert.deepEqual(sandboxes, ["allow-scripts", null]);
      const began = await elements.evaluateAll((both) => both.map((element) => element.position));
      await eachByItself([one, other, ...own]);
      for (const document of follows ? [one, other, ...own] : [one, other]) await fits(document);
      assert.deepEqual(await first.evaluate((element) => element.heard), ["ready", "step"]);
      assert.deepEqual(await elements.evaluateAll((both) => both.map((element) => element.position)), began.map((at) => at + 1));
      await picture(page, `${name}-light`);

      await page.setViewportSize({ width: 390, height: 844 });
      for (const document of follows ? [one, other, ...own] : [one, other]) await fits(document);
      await picture(page, `${name}-narrow`);
    });
  });

  test(`${name}: an element follows the page into the dark and back`, async () => {
    await journey(await browser.context(), async (page, elements) => {
      const before = await run(elements.nth(0));
      assert.equal(await before.evaluate(isDark), false);
      const back = await toDark(page);
      await until(before, isDark);
      const after = await run(elements.nth(1));
      assert.equal(await after.evaluate(isDark), true, "one that begins in the dark is dark");
      if (follows) for (const frame of await ownFrames(page).all()) await until(await inside(frame), isDark);
      await picture(page, `${name}-dark`);
      await back();
      await until(before, isLight);
      await until(after, isLight);
    });
  });

  test(`${name}: nothing of the page looks different`, async () => {
    let plain;
    await journey(await browser.context(), async (page) => {
      plain = await looks(page);
    }, { loader: false });
    await journey(await browser.context(), async (page, elements) => {
      await run(elements.nth(0));
      const now = await looks(page);
      const only = (these, those) => these.filter((line) => !those.includes(line));
      assert.deepEqual([only(now, plain), only(plain, now)], [[], []]);
    });
  });

  test(`${name}: with all storage blocked`, async () => {
    await journey(await browser.withoutStorage(), async (page, elements) => {
      assert.equal(await page.evaluate(() => { try { return localStorage.length; } catch ({ name }) { return name; } }), "SecurityError");
      const one = await run(elements.nth(0));
      const own = [];
      for (const frame of await ownFrames(page).all()) own.push(await inside(frame));
      await eachByItself([one, ...own]);
      await fits(one);
    }, { expected: hostsOwn });
  });

  more?.({ journey: async (at, go, options) => journey(await browser.context(), go, { at, ...options }), site: () => site });

  if (!away) return;
  test(`${name}: from page to page and back without loading anew`, async () => {
    await journey(await browser.context(), async (page, elements) => {
      await step(await run(elements.nth(0)));
      await page.evaluate(() => { window.same = true; });
      await away(page);
      await page.locator("p", { hasText: "A page without a playground." }).waitFor();
      assert.equal(await elements.count(), 0);
      await page.goBack();
      const again = await run(elements.nth(0));
      await step(again);
      await fits(again);
      assert.equal(await page.evaluate(() => window.same), true, "the page was never loaded anew");
    });
  });
}
