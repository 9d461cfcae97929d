// The whole page as one file, to be opened from disk without any network: every part, every language, the engine.
//
// Called by build.mjs; `await oneFile(out, target, pkg, data, define, licences)`.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHECKS, INSIDE, insides, instead } from "./inside.mjs";
import { hashOf } from "./page-parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));

export const FILE = "reconcile-playground.html";

export async function oneFile(out, target, pkg, data, define, licences) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: { script: "src/main.ts", style: "src/inside/style.css" },
    outdir: out, write: false, bundle: true, format: "iife", target, minify: true, legalComments: "none", charset: "utf8", logLevel: "warning",
    define: { ...define, "import.meta.url": "''" },
    plugins: [instead({ ...INSIDE, "kind.ts": "inside/kind.ts" }), insides(pkg, data, CHECKS)],
  });
  const [script, style] = ["script.js", "style.css"].map((name) => outputFiles.find(({ path }) => path.endsWith(name)).text.trim());
  const policy = `default-src 'none'; script-src '${hashOf(script)}' 'wasm-unsafe-eval'; style-src '${hashOf(style)}'; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'`;
  const page = (await readFile(join(here, "src/index.html"), "utf8"))
    .replace(/(Content-Security-Policy" content=")[^"]*/, (_, before) => before + policy)
    .replace(/^ *<link rel="(?:stylesheet|modulepreload|preload)".*\n/gm, "")
    .replace(/^ *<script type="module".*$/m, () => `    <style>${style}</style>`)
    .replace("  </body>", () => `    <script>${script}</script>\n  </body>`);
  await writeFile(join(out, FILE), `${page}<!--\n${licences.replaceAll("--", "- -")}\n-->\n`);
}
