// What the built page is made of: nothing inline, nobody else's, no word outside the catalog.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { DIST } from "./serve.mjs";

const www = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFile(path, "utf8");

async function sources(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith(".ts")) found.push(join(entry.parentPath ?? entry.path, entry.name));
  }
  return found;
}

test("the policy is strict, and the page has nothing inline", async () => {
  const html = await read(join(DIST, "index.html"));
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
  assert.equal(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'");
  assert.doesNotMatch(html, /<style|style=|onclick=|<script(?![^>]*src=)/);
  assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//);
  const licences = await read(join(DIST, "licences.txt"));
  assert.match(licences, /lit-html .*\(BSD-3-Clause\)/);
  // Of the crates in the engine, too.
  assert.match(licences, /^imbl [\d.]+ \(MPL-2\.0\+\)\nhttps:\/\/[^]*Mozilla Public License/m);
  assert.match(licences, /^serde_json [\d.]+ \(MIT OR Apache-2\.0\)/m);
  for (const built of ["syn", "proptest", "tokio", "kube"]) assert.doesNotMatch(licences, new RegExp(`^${built} [\\d.]+ \\(`, "m"), "what is not in it");
});

test("only one file knows each module of the wasm package: the engine, and the one that checks", async () => {
  for (const file of await sources(join(www, "src"))) {
    const text = await read(file);
    if (!/\/src\/(?:package|element\/element\.d)\.ts$/.test(file)) assert.doesNotMatch(text, /reconcile_playground(?!_check)/, file);
    if (!file.endsWith("/src/check/package.ts")) assert.doesNotMatch(text, /reconcile_playground_check/, file);
  }
});

test("no sentence stands in a component: all are in the catalog", async () => {
  for (const file of await sources(join(www, "src/components"))) {
    const text = (await read(file)).replace(/\/\/.*$/gm, "").replace(/\/\*[^]*?\*\//g, "");
    assert.doesNotMatch(text, /(?<!=)>\s*[A-Za-z]{3,}[^<>${}`();=&]*</, file);
    assert.doesNotMatch(text, /(?:aria-label|title|placeholder)="[A-Za-z]/, file);
  }
});

test("the lock file names no host, and every package has its hash", async () => {
  const { packages } = JSON.parse(await read(join(www, "package-lock.json")));
  for (const [name, entry] of Object.entries(packages)) {
    if (name === "") continue;
    assert.equal(entry.resolved, undefined, name);
    assert.ok(entry.integrity, name);
  }
});
