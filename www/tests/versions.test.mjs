// The site in versions: what a build leaves, what a release does to a published folder, and what the page for missing
// addresses offers.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { deflateRawSync } from "node:zlib";
import { DIST } from "./serve.mjs";
import { site } from "./site.mjs";
import { buildOf, contents, HERE, release } from "./versions.mjs";

const place = await mkdtemp(join(tmpdir(), "versions-"));
after(() => rm(place, { recursive: true, force: true }));
const list = async (folder) => JSON.parse(await readFile(join(folder, "versions.json"), "utf8"));
const exists = (file) => stat(file).then(() => true, () => false);

// The versions of one published folder, one after the other.
const published = join(place, "published");
const built = (version) => join(place, `built-${version}`);
await Promise.all(["0.0.9", HERE, "0.2.0-rc.1", "0.2.0"].map((version) => buildOf(version, built(version))));
// The older one has a file that the newer ones do not have.
for (const part of ["", "latest", "v0.0.9"]) {
  await mkdir(join(built("0.0.9"), part, "old"));
  await writeFile(join(built("0.0.9"), part, "old/part-OLD.js"), "// old");
}

// A site under a sub-path, as a host of static pages has it.
const host = join(place, "host");
await mkdir(host);
await cp(built("0.0.9"), join(host, "repo"), { recursive: true });
await release(join(host, "repo"), built(HERE));
await symlink("repo/404.html", join(host, "404.html"));

test("a build leaves the site at the root, and the same in its version's folder and in latest", async () => {
  assert.deepEqual(await list(DIST), { latest: HERE, versions: [HERE] });
  const root = new Map([...await contents(DIST)].filter(([file]) => !/^(v\d|latest\/)/.test(file)));
  for (const file of ["404.html", "versions.json"]) assert.ok(root.delete(file), file);
  for (const folder of [`v${HERE}`, "latest"]) assert.deepEqual(await contents(join(DIST, folder)), root);
});

test("a release goes into an empty folder, and the next one beside it; the first stays as it was", async () => {
  assert.deepEqual(await release(published, built("0.0.9")), { code: 0, said: `v0.0.9 is now in ${published}. Its root and latest/ are v0.0.9. There: v0.0.9.` });
  const first = await contents(join(published, "v0.0.9"));
  assert.deepEqual(await contents(join(published, "latest")), first);
  await writeFile(join(published, "CNAME"), "example.org");
  await mkdir(join(published, ".git"));
  await writeFile(join(published, ".git/HEAD"), "ref");
  assert.ok(await exists(join(published, "old/part-OLD.js")));
  assert.deepEqual(await release(published, built(HERE)), { code: 0, said: `v${HERE} is now in ${published}. Its root and latest/ are v${HERE}. There: v${HERE}, v0.0.9.` });
  assert.deepEqual(await contents(join(published, "v0.0.9")), first);
  const now = await contents(join(built(HERE), `v${HERE}`));
  for (const folder of ["latest", `v${HERE}`]) assert.deepEqual(await contents(join(published, folder)), now);
  const root = [...await contents(published)].filter(([file]) => !/^(v\d|latest\/)/.test(file));
  assert.deepEqual(root.map(([file]) => file).sort(), [...now.keys(), "404.html", "versions.json", "CNAME", ".git/HEAD"].sort());
  for (const [file, text] of root) if (now.has(file)) assert.equal(text, now.get(file), file);
  assert.equal(await exists(join(published, "old")), false, "what only the older one had at the root is gone, with its folder");
  assert.deepEqual(await list(published), { latest: HERE, versions: [HERE, "0.0.9"] });
});

test("the same release again changes nothing; the same version with other content is refused", async () => {
  const before = await contents(published);
  assert.equal((await release(published, built(HERE))).code, 0);
  assert.deepEqual(await contents(published), before);
  const other = join(place, "other");
  await buildOf(HERE, other);
  await writeFile(join(other, `v${HERE}`, "scenarios.json"), "[]");
  assert.deepEqual(await release(published, other), { code: 1, said: `v${HERE} is published in ${published} with other content, first of all scenarios.json. A version that is out does not change: give this one another number in Cargo.toml. Nothing has changed.` });
  await buildOf(HERE, other);
  await rm(join(other, `v${HERE}`, "tasks.json"));
  assert.match((await release(published, other)).said, /other content, first of all tasks\.json\./);
  assert.deepEqual(await contents(published), before);
});

test("an older version that comes later gets its folder, and the newest stays at the root", async () => {
  const later = join(place, "later");
  await cp(published, later, { recursive: true });
  await release(later, built("0.2.0"));
  assert.deepEqual(await release(later, built("0.2.0-rc.1")), { code: 0, said: `v0.2.0-rc.1 is now in ${later}. Its root and latest/ are v0.2.0. There: v0.2.0, v0.2.0-rc.1, v${HERE}, v0.0.9.` });
  assert.equal((await list(later)).latest, "0.2.0");
});

test("what would lose something, or is no site, is refused by name", async () => {
  const foreign = join(place, "foreign");
  await mkdir(foreign);
  await writeFile(join(foreign, "index.html"), "mine");
  assert.deepEqual(await release(foreign, built(HERE)), { code: 1, said: `${join(foreign, "index.html")} is there, and of no release: it would be lost. Name an empty folder, or move it away. Nothing has changed.` });
  assert.equal(await readFile(join(foreign, "index.html"), "utf8"), "mine");
  await writeFile(join(foreign, "versions.json"), "{");
  assert.match((await release(foreign, built(HERE))).said, /versions\.json is not a list of versions\. Nothing has changed\.$/);
  assert.match((await release(join(place, "new"), join(place, "nothing"))).said, /^There is no site in .*nothing\. Build it first: make site\./);
  assert.equal(await exists(join(place, "new")), false);
  assert.match((await release()).said, /^Name the folder/);
  assert.match((await release("")).said, /^Name the folder/);
  assert.match((await release(built(HERE), built(HERE))).said, /is what was built/);
  assert.match((await release(join(foreign, "index.html"), built(HERE))).said, /is not a folder/);
});

// ----------------------------------------------------------------------------------------------- in the browser

const journey = site(host);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const at = (path, more = {}) => ({ path, ready: "main h1", allowed: ["404"], ...more });
const main = (page) => page.locator("main");
const href = (page, name) => page.getByRole("link", { name, exact: true }).evaluate((link) => link.href);

test("an address of a version that is not there offers the same one in the latest, whatever its depth, fragment kept", () => journey(at("repo/v0.0.1/course/en/key.html?lang=en#v1=abc"), async (me, page) => {
  await me.says(main(page), `Version 0.0.1 is not here The address leads to version 0.0.1 of the playground. This site does not have it.`.replace("here The", "hereThe"));
  const root = new URL("/repo/", page.url()).href;
  assert.equal(await href(page, `Open the same address in the latest version, ${HERE}`), `${root}latest/course/en/key.html?lang=en#v1=abc`);
  assert.equal(await href(page, "Version 0.0.9"), `${root}v0.0.9/course/en/key.html?lang=en#v1=abc`);
  assert.equal(await href(page, `Version ${HERE}`), `${root}v${HERE}/course/en/key.html?lang=en#v1=abc`);
  assert.equal(await page.title(), "Version 0.0.1 is not here · reconcile playground");
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  await page.getByRole("link", { name: /^Open the same address/ }).click();
  await page.waitForURL("**/latest/course/en/key.html*");
  assert.ok(await page.locator("h1").first().textContent());
}));

test("a link into a version that is gone is played in the latest after one press", () => {
  const web = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default" }, spec: { data: { color: "blue" } } };
  const session = { version: 1, engine: "0.0.1", scenario: { version: 1, objects: [web] }, moves: ["AppConfig", "ConfigMap"].map((kind) => ({ deliver: { kind } })) };
  return journey(at(`repo/v0.0.1/#v1=${deflateRawSync(JSON.stringify(session)).toString("base64url")}`), async (me, page) => {
    await page.getByRole("link", { name: /^Open the same address/ }).click();
    await me.says(page.locator(".clock"), /move 2$/);
    await me.says(page.locator(".kept-place"), "This link was made with version 0.0.1 of the playground");
    await me.says(page.locator(".kept-place"), "Version 0.0.1 is not on this site.");
  });
});

test("a session of a version that is there opens in it, from the root and from another version", async () => {
  for (const from of ["repo/", `repo/v${HERE}/`, "repo/latest/index.html"]) {
    await journey({ path: from }, async (me, page) => {
      const session = { version: 1, engine: "0.0.9", scenario: { version: 1 }, moves: [{ deliver: { kind: "AppConfig" } }] };
      await page.evaluate((hash) => { location.hash = hash; }, `#v1=${deflateRawSync(JSON.stringify(session)).toString("base64url")}`);
      await me.says(page.locator(".kept-place"), "This link was made with version 0.0.9");
      await page.getByRole("link", { name: "Open it in version 0.0.9" }).click();
      await page.waitForURL("**/repo/v0.0.9/index.html#v1=*");
      await me.says(page.locator(".clock"), /move 1$/);
      await me.says(page.locator(".foot"), "Engine 0.0.9");
      assert.equal(await me.text(page.locator(".kept-place")), "", "it is its own version");
    });
  }
});

test("a page that a version does not have, and one that the site does not have", async () => {
  await journey(at("repo/v0.0.9/no/such.html?lang=en"), async (me, page) => {
    await me.says(main(page), "Version 0.0.9 of the playground is here, but has no such page.");
    assert.equal(await href(page, "The playground"), new URL("/repo/v0.0.9/index.html?lang=en", page.url()).href);
    assert.equal(await href(page, `Version ${HERE}`), new URL(`/repo/v${HERE}/no/such.html?lang=en`, page.url()).href);
  });
  for (const path of ["repo/a/b/c/d", "repo/nothing.html", "repo/nothing/"]) {
    await journey(at(path), async (me, page) => {
      await me.says(main(page), "This page is not here");
      await me.says(main(page), "The address may be mistyped, or the page has moved.");
      assert.equal(await href(page, "The course"), new URL("/repo/course/en/index.html", page.url()).href);
      await page.getByRole("link", { name: "The playground" }).click();
      await page.locator(".dock .step").waitFor();
    });
  }
});

test("it speaks the reader's language, and without scripts all of them", async () => {
  await journey(at("repo/v0.0.1/", { locale: "ja-JP" }), async (me, page) => {
    await me.says(main(page), "バージョン 0.0.1 はここにありません");
    await page.getByRole("link", { name: `同じアドレスを最新バージョン ${HERE} で開く` }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  });
  await journey(at("repo/v0.0.1/?lang=ko"), async (me, page) => {
    await me.says(main(page), "버전 0.0.1은 여기에 없습니다");
    await page.getByRole("link", { name: `같은 주소를 최신 버전 ${HERE}에서 열기` }).waitFor();
  });
  const text = await readFile(join(DIST, "404.html"), "utf8");
  for (const said of ["This page is not here.", "このページはありません。", "이 페이지는 없습니다."]) assert.ok(text.includes(said));
  assert.doesNotMatch(text, /unsafe-inline| style=| on\w+=/);
});

test("where no list can be had, or in a frame that may ask nothing, it still offers the latest", async () => {
  const frame = async (page, sandbox) => {
    await page.setContent(`<iframe ${sandbox} src="${new URL("/repo/v0.0.1/embed.html?lang=en#v1=abc", page.url()).href}"></iframe>`);
    return page.frameLocator("iframe");
  };
  await journey({ path: "repo/licences.txt", ready: "pre", allowed: ["404", "versions.json", "Failed to load"] }, async (me, page) => {
    const inside = await frame(page, 'sandbox="allow-scripts"');
    await inside.getByRole("link", { name: "Open the same address in the latest version", exact: true }).waitFor();
  });
  await rm(join(host, "repo/versions.json"));
  await journey(at("repo/v0.0.1/x.html#v1=abc"), async (me, page) => {
    await me.says(main(page), "Version 0.0.1 is not here");
    assert.equal(await href(page, "Open the same address in the latest version"), new URL("/repo/latest/x.html#v1=abc", page.url()).href);
  });
});
