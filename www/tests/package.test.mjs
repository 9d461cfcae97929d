// The npm package as others get it: packed, installed from the tarball into projects that are built by the real tools, and
// run in Chromium and in Node. Every block of code in its README is run, or checked by the compiler.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build as esbuild } from "esbuild";
import { launch } from "./browser.mjs";
import { DIST, serve } from "./serve.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOOLS = join(ROOT, "target/package-tools");
const PLACE = join(TOOLS, "projects");
assert.ok(existsSync(join(TOOLS, "node_modules/vite")) && existsSync(join(TOOLS, "node_modules/webpack")), "the bundlers are not there: make tools");

const run = JSON.parse(await readFile(join(ROOT, "tests/data/package_run.json"), "utf8"));
const manifest = JSON.parse(await readFile(join(DIST, "pkg/package.json"), "utf8"));
const execute = promisify(execFile);
/** What a command says and how it ends. */
const command = (file, args, options = {}) => execute(file, args, { ...options, env: { ...process.env, NO_COLOR: "1", npm_config_update_notifier: "false" } }).then(({ stdout }) => ({ code: 0, said: stdout.trim() }), ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}`.trim() }));
const node = (...args) => command(process.execPath, args.slice(0, -1), { cwd: args.at(-1) });
const npm = (args, cwd) => command("npm", args, { cwd });

/** The README's blocks, by the file that each names in its first line. */
const blocks = new Map([...(await readFile(join(DIST, "pkg/README.md"), "utf8")).matchAll(/^```\w+\n(?:\/\/|#|<!--) (\S+)(?: -->)?\n(.*?)^```$/gms)].map(([, name, text]) => [name, text]));
const used = new Set();
const block = (name) => {
  used.add(name);
  return blocks.get(name) ?? assert.fail(`the README has no ${name}`);
};
const empty = JSON.parse((await node("-e", `import(${JSON.stringify(pathToFileURL(join(DIST, "pkg/node.js")).href)}).then(async (m) => { await m.default(); console.log(JSON.stringify(new m.Playground({ version: 1 }).digest())); })`, ROOT)).said);

let tarball;
let packed;
let browser;
before(async () => {
  await rm(PLACE, { recursive: true, force: true });
  await mkdir(PLACE, { recursive: true });
  const { said, code } = await npm(["pack", "--json", "--ignore-scripts", "--pack-destination", PLACE, join(DIST, "pkg")], PLACE);
  assert.equal(code, 0, said);
  const read = JSON.parse(said);
  [packed] = Array.isArray(read) ? read : Object.values(read);
  tarball = join(PLACE, packed.filename);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await rm(PLACE, { recursive: true, force: true });
});

/** A project with the package installed, without a network, and these blocks of the README as its files. */
async function project(name, ...names) {
  const folder = join(PLACE, name);
  const own = join(ROOT, "tests/package", name);
  if (existsSync(own)) await cp(own, folder, { recursive: true });
  else {
    await mkdir(folder);
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: `package-${name}`, private: true, type: "module" }));
  }
  for (const one of names) await writeFile(join(folder, one), block(one));
  const { code, said } = await npm(["install", "--offline", "--no-audit", "--no-fund", tarball], folder);
  assert.equal(code, 0, said);
  return folder;
}

/** What a page of a folder comes to call itself; whatever goes wrong in it fails. */
async function titleOf(folder, file, wanted) {
  const server = await serve(folder);
  const page = await browser.newPage();
  const faults = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !message.location().url.endsWith("favicon.ico")) faults.push(message.text()); });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => { if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) faults.push(`request to ${request.url()}`); });
  try {
    await page.goto(server.url + file);
    await page.waitForFunction((title) => document.title === title, wanted, { timeout: 15_000 }).catch(async () => assert.equal(await page.title(), wanted, faults.join("\n")));
    assert.deepEqual(faults, []);
  } finally {
    await page.close();
    await server.close();
  }
}

test("the tarball holds what it says, and nothing else; no file names a place of this machine", async () => {
  const files = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(files, [
    "LICENSE-APACHE", "LICENSE-MIT", "README.md", "check.mjs", "element.d.ts", "element.js", "licences.txt", "node.js", "node_check.js", "package.json", "picture.mjs",
    "reconcile_playground.d.ts", "reconcile_playground.js", "reconcile_playground_bg.wasm", "reconcile_playground_bg.wasm.d.ts",
    "reconcile_playground_check.d.ts", "reconcile_playground_check.js", "reconcile_playground_check_bg.wasm", "reconcile_playground_check_bg.wasm.d.ts",
    "schemas/lesson-words.schema.json", "schemas/lesson.schema.json", "schemas/report.schema.json", "schemas/scenario.schema.json", "schemas/task.schema.json",
  ]);
  assert.ok(packed.size < 950_000, `${packed.size} bytes`);
  for (const { path } of packed.files) {
    const text = await readFile(join(DIST, "pkg", path), "latin1");
    for (const place of [ROOT, process.env.HOME, "/.cargo/", "/rustlib/", "node_modules/"]) if (place && place.length > 2) assert.ok(!text.includes(place), `${path} names ${place}`);
  }
  const targets = [manifest.main, manifest.types, ...Object.values(manifest.bin), ...Object.values(manifest.exports).flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)))].map((one) => one.replace(/^\.\//, ""));
  for (const target of targets.filter((one) => !one.includes("*"))) assert.ok(files.includes(target), target);
  assert.equal(manifest.license, "MIT OR Apache-2.0");
  const licences = await readFile(join(DIST, "pkg/licences.txt"), "utf8");
  for (const name of ["@cfworker/json-schema", "lit-html"]) assert.match(licences, new RegExp(`^${name} [\\d.]+ \\(`, "m"));
});

test("in Node: every interleaving of a scenario", async () => {
  const folder = await project("interleavings", "interleavings.mjs");
  assert.deepEqual(await node("interleavings.mjs", folder), { code: 0, said: "fails childMissing" });
});

test("in Node: init() without an argument, the bytes handed over, from CommonJS", async () => {
  const folder = await project("node", "node.mjs", "bytes.mjs", "commonjs.cjs");
  assert.deepEqual(await node("node.mjs", folder), { code: 0, said: `{ color: 'blue' }\n${run.digest}` });
  assert.deepEqual(await node("bytes.mjs", folder), { code: 0, said: empty });
  assert.deepEqual(await node("commonjs.cjs", folder), { code: 0, said: empty });
  await writeFile(join(folder, "require.cjs"), `console.log(typeof require("reconcile-playground").Playground);`);
  const required = await node("require.cjs", folder);
  if (process.features.require_module) assert.deepEqual(required, { code: 0, said: "function" });
  else assert.match(required.said, /ERR_REQUIRE_ESM/);
  await writeFile(join(folder, "replay.mjs"), `import init, { Playground } from "reconcile-playground"; await init(); console.log(Playground.replay(${JSON.stringify(run)}).digest());`);
  assert.equal((await node("replay.mjs", folder)).said, run.digest);
  await writeFile(join(folder, "schema.mjs"), `import schema from "reconcile-playground/schemas/scenario.schema.json" with { type: "json" }; import "reconcile-playground/element"; console.log(schema.title ?? schema.$schema);`);
  assert.equal((await node("schema.mjs", folder)).code, 0, "in Node the element's module does nothing, and the schemas are there");
});

test("the commands of the package, as a script of a project calls them", async () => {
  const folder = await project("commands");
  const scenario = JSON.parse(await readFile(join(ROOT, "www/scenarios/oneKey.json"), "utf8"));
  await writeFile(join(folder, "myScenario.json"), JSON.stringify({ ...scenario, id: "myScenario", scenario: { ...scenario.scenario, name: "myScenario" } }));
  const [check, picture] = block("commands.sh").trim().split("\n").map((line) => line.split(" "));
  for (const [npx, ...args] of [check, picture]) {
    assert.equal(npx, "npx");
    const { code, said } = await command("npx", ["--offline", "--no-install", ...args], { cwd: folder });
    assert.equal(code, 0, said);
  }
  assert.match(await readFile(join(folder, "myScenario.svg"), "utf8"), /^<svg .*lang="ja"/s);
});

test("Vite: built and in its development server, the module and a module worker", async () => {
  const folder = await project("vite", "main.js", "vite.config.js", "worker.js", "asks.js");
  const { build, createServer } = await import(pathToFileURL(createRequire(join(TOOLS, "package.json")).resolve("vite")).href).catch(() => import(pathToFileURL(join(TOOLS, "node_modules/vite/dist/node/index.js")).href));
  await writeFile(join(folder, "worker.html"), (await readFile(join(folder, "index.html"), "utf8")).replace("main.js", "asks.js"));
  const options = { root: folder, configFile: join(folder, "vite.config.js"), logLevel: "error", cacheDir: join(folder, ".vite") };
  await build({ ...options, build: { rollupOptions: { input: ["index.html", "worker.html"].map((file) => join(folder, file)) } } });
  await titleOf(join(folder, "dist"), "index.html", empty);
  await titleOf(join(folder, "dist"), "worker.html", empty);
  const assets = await readdir(join(folder, "dist/assets"));
  assert.equal(assets.filter((file) => file.endsWith(".wasm")).length, 1, `the engine is there once: ${assets}`);

  const server = await createServer({ ...options, server: { host: "127.0.0.1", port: 0, hmr: false, ws: false } });
  const page = await browser.newPage();
  try {
    await server.listen();
    const { port } = server.httpServer.address();
    await page.goto(`http://127.0.0.1:${port}/index.html`);
    await page.waitForFunction((title) => document.title === title, empty);
  } finally {
    await page.close();
    await server.close();
  }
});

test("webpack 5, without a word of configuration about the engine: the module and a module worker", async () => {
  const folder = await project("webpack", "main.js", "worker.js", "asks.js");
  const { default: webpack } = await import(pathToFileURL(createRequire(join(TOOLS, "package.json")).resolve("webpack")).href);
  const { default: config } = await import(pathToFileURL(join(folder, "webpack.config.js")).href);
  const stats = await new Promise((done, failed) => webpack({ ...config, context: folder, output: { path: join(folder, "dist") } }).run((error, result) => (error ? failed(error) : done(result))));
  assert.deepEqual(stats.toJson({ errors: true, warnings: false }).errors, []);
  for (const name of ["main", "asks"]) {
    await writeFile(join(folder, `dist/${name}.html`), `<!doctype html><title>waits</title><script defer src="${name}.js"></script>`);
    await titleOf(join(folder, "dist"), `${name}.html`, empty);
  }
});

test("esbuild, with the engine as a file", async () => {
  const folder = await project("esbuild", "esbuild.js");
  await esbuild({ absWorkingDir: folder, entryPoints: ["esbuild.js"], bundle: true, format: "esm", outdir: join(folder, "out"), loader: { ".wasm": "file" }, logLevel: "error" });
  await writeFile(join(folder, "out/index.html"), `<!doctype html><title>waits</title><script type="module" src="esbuild.js"></script>`);
  await titleOf(join(folder, "out"), "index.html", empty);
});

test("a page without a bundler, with a classic script", async () => {
  const folder = await project("page", "page.html");
  await cp(join(folder, "node_modules/reconcile-playground"), join(folder, "reconcile-playground"), { recursive: true });
  await titleOf(folder, "page.html", empty);
});

test("a worker plays the run that was recorded natively", async () => {
  const folder = await project("worker", "worker.js");
  await writeFile(join(folder, "asks.js"), block("asks.js").replace(/postMessage\(.*\)/, `postMessage(${JSON.stringify(run)})`));
  await esbuild({ absWorkingDir: folder, entryPoints: ["worker.js"], bundle: true, format: "esm", outfile: "out/worker.js", logLevel: "error" });
  await cp(join(folder, "node_modules/reconcile-playground/reconcile_playground_bg.wasm"), join(folder, "out/reconcile_playground_bg.wasm"));
  await cp(join(folder, "asks.js"), join(folder, "out/asks.js"));
  await writeFile(join(folder, "out/index.html"), `<!doctype html><title>waits</title><script type="module" src="asks.js"></script>`);
  await titleOf(join(folder, "out"), "index.html", run.digest);
});

test("the element of the package runs the site that it is told of", async () => {
  const folder = await project("element", "embed.js");
  await esbuild({ absWorkingDir: folder, entryPoints: ["embed.js"], bundle: true, format: "esm", outfile: "out.js", logLevel: "error" });
  await cp(DIST, join(folder, "playground"), { recursive: true });
  await writeFile(join(folder, "index.html"), `<!doctype html><html lang="en"><title>host</title><body></body><script type="module" src="out.js"></script></html>`);
  const server = await serve(folder);
  const page = await browser.newPage();
  try {
    await page.goto(`${server.url}index.html`);
    const ready = page.evaluate(() => new Promise((done) => { document.querySelector("reconcile-playground").addEventListener("ready", ({ detail }) => done(detail)); }));
    await page.evaluate(() => document.querySelector("reconcile-playground").run());
    assert.equal((await ready).engine, manifest.version);
  } finally {
    await page.close();
    await server.close();
  }
});

test("strict TypeScript takes the declarations, by both resolutions", async () => {
  const folder = await project("types", "strict.ts");
  const tsc = join(ROOT, "www/node_modules/typescript/bin/tsc");
  for (const resolution of ["bundler", "nodenext"]) assert.deepEqual(await node(tsc, "-p", `tsconfig.${resolution}.json`, folder), { code: 0, said: "" }, resolution);
});

test("every block of the README was used", () => {
  assert.deepEqual([...blocks.keys()].filter((name) => !used.has(name)), []);
  assert.ok(blocks.size >= 11, `${blocks.size} blocks`);
});
