// The frame: embed.html, and beside it in embed/ its scripts. They are classic ones, in the System format, since a frame in a
// sandbox has no origin of its own and may load no module; what is asked for later comes the same way.
//
// Called by build.mjs; `await frame(out, target, pkg, data, defines)`.
import { build, transform } from "esbuild";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { INSIDE, insides, instead } from "./inside.mjs";
import { hashOf, icon } from "./page-parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** A frame is laid out as the page is on a phone, one part at a time, however wide it is. */
const NARROW = 9999;

const OWN = {
  ...INSIDE,
  "kind.ts": "frame/kind.ts",
  "state/storage.ts": "frame/storage.ts",
  "state/consent.ts": "frame/consent.ts",
  "components/hand-over.ts": "frame/hand-over.ts",
};

/** The breakpoint of a phone, in styles and in scripts, is another one in a frame. */
const widths = {
  name: "the width of a frame",
  setup({ onLoad }) {
    const moved = (text) => text.replaceAll("(max-width: 760px)", `(max-width: ${NARROW}px)`).replaceAll("(min-width: 761px)", `(min-width: ${NARROW + 1}px)`);
    onLoad({ filter: /src\/styles\/[\w-]+\.css$/ }, async ({ path }) => ({ contents: moved(await readFile(path, "utf8")), loader: "css" }));
    onLoad({ filter: /src\/state\/ui\.ts$/ }, async ({ path }) => ({ contents: moved(await readFile(path, "utf8")), loader: "ts" }));
  },
};

export async function frame(out, target, pkg, data, define) {
  const folder = join(out, "embed");
  await mkdir(folder, { recursive: true });
  const modules = await mkdtemp(join(tmpdir(), "frame-"));
  try {
    const { metafile } = await build({
      absWorkingDir: here,
      entryPoints: { main: "src/frame/main.ts", frame: "src/styles/frame.css", parts: "src/styles/frame-parts.css" },
      outdir: modules, bundle: true, splitting: true, format: "esm", target, minify: true, legalComments: "none", charset: "utf8", metafile: true, logLevel: "warning",
      define, plugins: [instead(OWN), insides(pkg, data), widths],
    });
    const bundle = await rollup({ input: { main: join(modules, "main.js") }, onwarn() {} });
    const { output } = await bundle.generate({ format: "system", compact: true, hashCharacters: "base36", entryFileNames: "[name]-[hash].js", chunkFileNames: "[name]-[hash].js" });
    for (const { fileName, code } of output) {
      const { code: small } = await transform(code, { minify: true, target, charset: "utf8", legalComments: "none" });
      await writeFile(join(folder, fileName), small);
    }
    for (const name of ["frame", "parts"]) await writeFile(join(folder, `${name}.css`), await readFile(join(modules, `${name}.css`)));
    const main = output.find(({ isEntry }) => isEntry);
    const loader = await readFile(createRequire(import.meta.url).resolve("systemjs/dist/s.min.js"), "utf8");
    await writeFile(join(folder, "frame.js"), `${loader.replace(/\n\/\/# sourceMappingURL.*\s*$/, "")}\nSystem.import(new URL(${JSON.stringify(main.fileName)},document.currentScript.src).href);\n`);
    const first = [main.fileName, ...main.imports];
    const html = await readFile(join(here, "src/embed.html"), "utf8");
    const inline = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text]) => `'${hashOf(text)}'`);
    await writeFile(join(out, "embed.html"), html
      .replace("HASHES", inline.join(" "))
      .replace("ICON", await icon())
      .replace("    PRELOADS\n", first.map((file) => `    <link rel="preload" as="script" href="embed/${file}">\n`).join("")));
    return Object.keys(metafile.inputs);
  } finally {
    await rm(modules, { recursive: true, force: true });
  }
}
