// The page of each scenario and task, its card and its oEmbed: readable without a script, in each language, and with the
// address of the site where one is known.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { wellMade } from "./for-everyone.mjs";
import { launch } from "./browser.mjs";
import { DIST, serve } from "./serve.mjs";
import { site } from "./site.mjs";

const www = fileURLToPath(new URL("..", import.meta.url));
const journey = site();
const LANGUAGES = ["en", "ja", "ko"];
const SITE = "https://example.org/reconcile/";
const names = (await readdir(join(DIST, "scenario/en"))).map((file) => file.replace(/\.html$/, ""));
const read = (file, root = DIST) => readFile(join(root, file), "utf8");
const unescaped = (text) => text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** The build's step alone, as `make site SITE=…` calls it. */
function figures(out, address) {
  return new Promise((done) => {
    execFile(process.execPath, ["-e", `import("./figures.mjs").then(({ figures }) => figures(${JSON.stringify(out)}, "es2022"))`],
      { cwd: www, env: { ...process.env, SITE: address } }, (error, stdout, err) => done({ code: error?.code ?? 0, err }));
  });
}

let placed;
before(async () => {
  placed = await mkdtemp(join(tmpdir(), "placed-"));
  assert.deepEqual(await figures(placed, SITE), { code: 0, err: "" });
});
after(() => rm(placed, { recursive: true }));

/** Every address in a page: of links, images, styles, and what its head names. */
function addresses(html) {
  const found = [];
  for (const [tag] of html.matchAll(/<(?:a|img|source|link|meta)\b[^>]*>/g)) {
    const value = /\b(?:href|src|srcset)="([^"]*)"/.exec(tag)?.[1] ?? (/(?:og:image|og:url|twitter:image)"/.test(tag) ? /content="([^"]*)"/.exec(tag)?.[1] : undefined);
    if (value !== undefined) found.push(unescaped(value));
  }
  return found;
}

test("every page is there in each language, and every address in it leads to something", async () => {
  for (const language of LANGUAGES) {
    assert.deepEqual((await readdir(join(DIST, "scenario", language))).map((file) => file.replace(/\.html$/, "")), names);
    for (const name of names) {
      const file = `scenario/${language}/${name}.html`;
      for (const address of addresses(await read(file))) {
        if (address.startsWith("#") || address.startsWith("data:")) continue;
        assert.ok(!/^[a-z]+:|^\//.test(address), `${file}: ${address} is not relative`);
        assert.ok(existsSync(join(DIST, normalize(join(dirname(file), address.replace(/[?#].*/, ""))))), `${file}: ${address}`);
      }
    }
  }
});

test("a page says all of it in its own language, and names itself to whoever asks", async () => {
  for (const [language, title, heading, open] of [["en", "A crash half-way", "The same in words", "Open it in the playground"], ["ja", "途中でのクラッシュ", "文章で読む", "プレイグラウンドで開く"], ["ko", "도중의 크래시", "글로 읽기", "플레이그라운드에서 열기"]]) {
    await journey({ path: `scenario/${language}/crash.html`, ready: "h1" }, async (_, page) => {
      assert.equal(await page.locator("h1").textContent(), title);
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      assert.equal(await page.locator("h2", { hasText: heading }).count(), 1);
      assert.equal(await page.getByRole("link", { name: open, exact: true }).getAttribute("href"), `../../index.html?scenario=crash&lang=${language}`);
      const image = page.locator("figure img");
      assert.ok((await image.getAttribute("alt")).startsWith(title));
      assert.equal(await image.evaluate((one) => one.naturalWidth), 720);
      const told = await page.locator(".told li").evaluateAll((all) => all.map((one) => `${one.value}. [${one.querySelector(".when").textContent}] ${one.textContent.slice(one.querySelector(".when").textContent.length).trim()}`));
      const text = (await read(`pictures/crash.${language}.txt`)).split("\n");
      assert.deepEqual(told, text.filter((one) => /^\d+\. \[/.test(one)));
      assert.equal(told.length, 8);
      assert.deepEqual(await page.locator(".stands li").allTextContents(), text.filter((one) => one.startsWith("- ")).map((one) => one.slice(2)));
      const meta = (name) => page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");
      assert.equal(await meta("og:title"), title);
      assert.equal(await meta("twitter:card"), "summary_large_image");
      assert.equal(await meta("og:description"), await meta("description"));
      assert.deepEqual(await page.locator("link[hreflang]").evaluateAll((all) => all.map((one) => one.getAttribute("hreflang")).sort()), LANGUAGES);
      const snippets = await page.locator("pre").allTextContents();
      assert.match(snippets[0], new RegExp(`^<script src="reconcile-playground.js" defer></script>\n<reconcile-playground scenario="crash" title="${title}" lang="${language}">\n  <a href="index.html\\?scenario=crash&amp;lang=${language}"><img src="pictures/crash.${language}.light.svg" width="720" height="\\d+" loading="lazy"\n    alt="${title}[^"]*"></a>\n</reconcile-playground>$`));
      assert.match(snippets[1], /sandbox="allow-scripts"/);
      assert.ok(!snippets.join("").includes("allow-same-origin"));
      assert.match(snippets[2], new RegExp(`^\\[!\\[.*\\]\\(pictures/crash\\.${language}\\.light\\.svg\\)\\]\\(index\\.html\\?scenario=crash&lang=${language}\\)$`));
    });
  }
  await journey({ path: "scenario/ja/task.create.html", ready: "h1" }, async (_, page) => {
    assert.equal(await page.locator("h1").textContent(), "なければ作る");
    assert.equal(await page.getByRole("link", { name: "プレイグラウンドで開く" }).getAttribute("href"), "../../index.html?task=create&lang=ja");
    assert.match(await page.locator("pre").first().textContent(), /<reconcile-playground task="create" title="[^"]+" lang="ja">/);
  });
});

test("the picture is the one for the reader's theme and width, and the page needs no script", async () => {
  const browser = await launch();
  const server = await serve();
  try {
    for (const [dark, width, expected] of [[false, 1440, "light.svg"], [true, 1440, "dark.svg"], [false, 390, "light.narrow.svg"], [true, 390, "dark.narrow.svg"]]) {
      const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: dark ? "dark" : "light", viewport: { width, height: 900 } });
      const page = await context.newPage();
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`${server.url}scenario/ko/secretFirst.html`, { waitUntil: "networkidle" });
      assert.deepEqual(asked.filter((one) => one.includes("/pictures/")), [`${server.url}pictures/secretFirst.ko.${expected}`]);
      assert.deepEqual(asked.filter((one) => !one.startsWith(server.url) && !one.startsWith("data:")), []);
      assert.ok(await page.locator(".told li").count() > 20);
      const box = await page.locator("figure img").boundingBox();
      assert.ok(box.width > 0 && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
});

test("for everyone: no violation, and nothing wider than the page down to 320", async () => {
  for (const [path, width, dark] of [["en/crash", 1440, false], ["ja/secretFirst", 390, true], ["ko/task.three", 320, false], ["en/tugOfWar", 320, true], ["ja/task.stuck", 1440, true]]) {
    await journey({ path: `scenario/${path}.html`, ready: "h1", width, dark }, async (_, page) => { await wellMade(page, `${path} at ${width}`); });
  }
});

test("oEmbed answers as its version 1.0 wants it, with a frame that can do nothing but run", async () => {
  assert.deepEqual((await readdir(join(DIST, "oembed"))).sort(), names.map((name) => `${name}.json`).sort());
  for (const [root, base, home] of [[DIST, "../", "../index.html"], [placed, SITE, SITE]]) {
    for (const name of names) {
      const answer = JSON.parse(await read(`oembed/${name}.json`, root));
      const { html, title, ...rest } = answer;
      assert.deepEqual(rest, {
        version: "1.0", type: "rich", provider_name: "reconcile playground", provider_url: home, cache_age: 86_400, width: 720, height: 900,
        thumbnail_url: `${base}og/${name}.png`, thumbnail_width: 1200, thumbnail_height: 630,
      });
      const [key, id] = name.startsWith("task.") ? ["task", name.slice(5)] : ["scenario", name];
      const attributes = Object.fromEntries([...html.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, one, value]) => [one, unescaped(value)]));
      assert.match(html, /^<iframe [^<>]+><\/iframe>$/);
      assert.deepEqual([attributes.src, attributes.sandbox, attributes.title, attributes.referrerpolicy], [`${base}embed.html?${key}=${id}`, "allow-scripts", title, "no-referrer"]);
      assert.ok((await read(`scenario/en/${name}.html`, root)).includes(`<link rel="alternate" type="application/json+oembed" href="${root === DIST ? "../../" : SITE}oembed/${name}.json" title=`));
    }
  }
});

test("every card is an image of 1200 by 630", async () => {
  for (const name of names) {
    const bytes = await readFile(join(DIST, `og/${name}.png`));
    assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630], name);
    assert.ok(bytes.length > 20_000 && bytes.length < 200_000, `${name}: ${bytes.length}`);
  }
});

test("with the site's address what has to be absolute is, and made again nothing else is another byte", async () => {
  for (const folder of ["pictures", "og"]) {
    for (const file of await readdir(join(DIST, folder))) {
      assert.ok((await readFile(join(DIST, folder, file))).equals(await readFile(join(placed, folder, file))), `${folder}/${file} differs`);
    }
  }
  assert.ok((await readFile(join(DIST, "pkg/picture.mjs"))).equals(await readFile(join(placed, "pkg/picture.mjs"))));
  for (const language of LANGUAGES) {
    const html = await read(`scenario/${language}/crash.html`, placed);
    const value = (pattern) => unescaped(pattern.exec(html)?.[1] ?? "");
    assert.equal(value(/property="og:image" content="([^"]*)"/), `${SITE}og/crash.png`);
    assert.equal(value(/name="twitter:image" content="([^"]*)"/), `${SITE}og/crash.png`);
    assert.equal(value(/property="og:url" content="([^"]*)"/), `${SITE}scenario/${language}/crash.html`);
    assert.equal(value(/rel="canonical" href="([^"]*)"/), `${SITE}scenario/${language}/crash.html`);
    assert.equal(value(/hreflang="ko" href="([^"]*)"/), `${SITE}scenario/ko/crash.html`);
    assert.ok(html.includes(`&lt;script src=&quot;${SITE}reconcile-playground.js&quot; defer&gt;`));
    assert.ok(html.includes(`(${SITE}pictures/crash.${language}.light.svg)](${SITE}index.html?scenario=crash&amp;lang=${language})`));
    // What a reader presses or sees stays beside the page.
    assert.ok(html.includes(`<a class="open" href="../../index.html?scenario=crash&amp;lang=${language}">`));
    assert.ok(!/<(?:img|source|a|link rel="stylesheet")[^>]*(?:src|srcset|href)="https?:/.test(html.replace(/<link rel="(?:alternate|canonical)"[^>]*>/g, "")));
  }
});

test("what is no address of a site is refused before anything is made", async () => {
  for (const [address, said] of [
    ["example.org/x/", 'SITE is "example.org/x/", which is no address that begins with http:// or https://\n'],
    ["ftp://example.org/", 'SITE is "ftp://example.org/", which is no address that begins with http:// or https://\n'],
    ["https://example.org/x", 'SITE is "https://example.org/x"; it has to end in /\n'],
    ["https://example.org/x/?a=/", 'SITE is "https://example.org/x/?a=/"; it is the address of a folder, without ? and #\n'],
  ]) {
    const out = join(placed, "refused");
    assert.deepEqual(await figures(out, address), { code: 1, err: said });
    assert.ok(!existsSync(out));
  }
});
