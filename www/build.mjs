// Builds the static site into ../dist: one page, one stylesheet, one script with what is loaded when it is asked for
// beside it, the wasm package, the licences.
// PKG names the folder of the wasm package (default: ./pkg, where `wasm-bindgen --target web` leaves it).
import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkWorker } from "./check-worker.mjs";
import { course } from "./course.mjs";
import { element } from "./element.mjs";
import { frame } from "./frame.mjs";
import { figures } from "./figures.mjs";
import { recorded } from "./honest.mjs";
import { checker, publishSchemas } from "./kit.mjs";
import { plainTasks } from "./lab.mjs";
import { missing } from "./missing.mjs";
import { inWorker, offline } from "./offline.mjs";
import { oneFile } from "./one-file.mjs";
import { packaged } from "./package.mjs";
import { reportData } from "./reports.mjs";
import { scenarios } from "./scenarios.mjs";
import { versions } from "./versions.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const TARGET = ["es2022", "chrome123", "firefox121", "safari17.5"];
const out = resolve(here, process.env.DIST || "../dist");
const pkg = resolve(process.env.PKG || join(here, "pkg"));

if (!existsSync(join(pkg, "reconcile_playground.js"))) {
  console.error(`There is no wasm package in ${pkg}. Build it first, or name its folder in PKG.`);
  process.exit(1);
}

// It is emptied first.
if (existsSync(join(out, "build.mjs")) || existsSync(join(out, "Cargo.toml")) || `${here}/`.startsWith(`${out}/`)) {
  console.error(`DIST is ${out}, which holds the sources.`);
  process.exit(1);
}
await rm(out, { recursive: true, force: true });
await mkdir(join(out, "pkg"), { recursive: true });

/**
 * What is loaded later begins by importing the page itself, which is there by then: so all that the page holds is one file,
 * where esbuild would make one for each set of parts that share something.
 */
const sharedFirst = {
  name: "one file for the page",
  setup({ onLoad, onResolve }) {
    const later = new Set();
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === "dynamic-import") later.add(resolve(resolveDir, path));
    });
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!later.has(path)) return undefined;
      return { contents: `import ${JSON.stringify(join(here, "src/main.ts"))};\n${await readFile(path, "utf8")}`, loader: "ts" };
    });
  },
};

const define = { RECORDED: JSON.stringify(await recorded()) };

const result = await build({
  absWorkingDir: here,
  entryPoints: { main: "src/main.ts", style: "src/styles/main.css", parts: "src/styles/parts.css" },
  outdir: out,
  bundle: true,
  splitting: true,
  chunkNames: "[name]-[hash]",
  format: "esm",
  target: TARGET,
  minify: true,
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  define,
  plugins: [sharedFirst],
  logLevel: "warning",
});

// The page is in the file that the others share, and the entry only names it: so the page's own is asked for directly, and
// what it imports with it and not after it.
const outputs = Object.entries(result.metafile.outputs);
const [entry] = outputs.find(([, { entryPoint }]) => entryPoint === "src/main.ts");
const [script, { imports }] = outputs.find(([, { inputs }]) => "src/main.ts" in inputs);
const preload = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => `    <link rel="modulepreload" href="${basename(path)}">\n`);
const html = (await readFile(join(here, "src/index.html"), "utf8")).replace(/^ *<script[^\n]*/m, (tag) => preload.join("") + tag.replace("main.js", basename(script)));
await writeFile(join(out, "index.html"), html);
if (entry !== script) await rm(resolve(here, entry));

for (const file of await readdir(pkg)) {
  if (!file.startsWith(".")) await cp(join(pkg, file), join(out, "pkg", file), { recursive: true });
}
const inChecker = await checker(join(out, "pkg/check.mjs"));
await publishSchemas(join(out, "schemas"));
// What a scenario promises is for the tests.
const data = { scenarios: (await scenarios()).map(({ name, expectations, check, ...file }) => file), tasks: await plainTasks(), ...await reportData() };
for (const [name, value] of Object.entries(data)) await writeFile(join(out, `${name}.json`), JSON.stringify(value));
const inFrame = await frame(out, TARGET, pkg, data, define);
const texts = await licences([...Object.keys(result.metafile.inputs), ...inFrame, "node_modules/systemjs/", ...inChecker, ...await inWorker()]);
await writeFile(join(out, "licences.txt"), texts);
await oneFile(out, TARGET, pkg, data, define, texts);
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  const file = join(here, "..", name);
  if (existsSync(file)) await cp(file, join(out, name));
}

await checkWorker(out, TARGET);
await course(out, TARGET);
await element(out, TARGET);
await figures(out, TARGET);
await packaged(out, await licences([...inChecker, "node_modules/lit-html/", "node_modules/@preact/signals-core/"]));
await missing(out, TARGET);
await offline(out, TARGET);
// Last: what lies there by now is the version.
await versions(out);

/** The licence text of every package that ended up in the bundle, and of every crate in the engine. */
async function licences(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  const parts = [];
  for (const name of [...names].sort()) {
    const folder = join(here, "node_modules", name);
    const { version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(join(folder, file), "utf8") : `By ${author?.name ?? author.replace(/ <.*/, "")}`;
    parts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  const crates = await readFile(join(pkg, "licences.txt"), "utf8");
  return [...parts, crates].join(`\n${"-".repeat(80)}\n\n`);
}
