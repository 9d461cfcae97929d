// Builds the static site into ../dist: one page, one stylesheet, one script with what is loaded when it is asked for
// beside it, the wasm package, the licences.
// PKG names the folder of the wasm package (default: ./pkg, where `wasm-bindgen --target web` leaves it).
import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, process.env.DIST ?? "../dist");
const pkg = resolve(process.env.PKG ?? join(here, "pkg"));

if (!existsSync(join(pkg, "reconcile_playground.js"))) {
  console.error(`There is no wasm package in ${pkg}. Build it first, or name its folder in PKG.`);
  process.exit(1);
}

await rm(out, { recursive: true, force: true });
await mkdir(join(out, "pkg"), { recursive: true });

/**
 * What is loaded later begins by importing the page itself, which is there by then: so all that the page holds is one file,
 * where esbuild would make one for each set of parts that share something. Words are left as they are: they come before it.
 */
const oneFile = {
  name: "one file for the page",
  setup({ onLoad, onResolve }) {
    const page = join(here, "src/app.ts");
    const later = new Set();
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === "dynamic-import") later.add(resolve(resolveDir, path));
    });
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!later.has(path) || path === page || path.includes("/src/words/")) return undefined;
      return { contents: `import ${JSON.stringify(page)};\n${await readFile(path, "utf8")}`, loader: "ts" };
    });
  },
};

const result = await build({
  absWorkingDir: here,
  entryPoints: { main: "src/main.ts", style: "src/styles/main.css", parts: "src/styles/parts.css" },
  outdir: out,
  bundle: true,
  splitting: true,
  chunkNames: "[name]-[hash]",
  format: "esm",
  target: ["es2022", "chrome123", "firefox121", "safari17.5"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  plugins: [oneFile],
  logLevel: "warning",
});

// What the first script needs, and what the page needs that it starts, is asked for with it and not one after the other.
const outputs = Object.entries(result.metafile.outputs);
const needed = new Set();
for (const entry of ["src/main.ts", "src/app.ts"]) {
  const [file, output] = outputs.find(([, output]) => output.entryPoint === entry);
  if (entry !== "src/main.ts") needed.add(basename(file));
  for (const { kind, path } of output.imports) if (kind === "import-statement") needed.add(basename(path));
}
const preload = [...needed].map((file) => `    <link rel="modulepreload" href="${file}">\n`).join("");
await writeFile(join(out, "index.html"), (await readFile(join(here, "src/index.html"), "utf8")).replace(/^ *<script/m, (script) => preload + script));

for (const file of await readdir(pkg)) {
  if (!file.startsWith(".")) await cp(join(pkg, file), join(out, "pkg", file), { recursive: true });
}
// What a scenario promises is for the tests.
await writeFile(join(out, "scenarios.json"), JSON.stringify((await scenarios()).map(({ name, expectations, ...file }) => file)));
await writeFile(join(out, "licences.txt"), await licences(Object.keys(result.metafile.inputs)));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  const file = join(here, "..", name);
  if (existsSync(file)) await cp(file, join(out, name));
}

/** The licence text of every package that ended up in the bundle. */
async function licences(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  const parts = [];
  for (const name of [...names].sort()) {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(join(folder, file), "utf8") : "";
    parts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return parts.join(`\n${"-".repeat(80)}\n\n`);
}
