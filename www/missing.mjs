// The page for addresses that the site does not have, as one file: it may be shown at any depth, so nothing stands beside it.
//
// Called by build.mjs; `await missing(out)`.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf, icon } from "./page-parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));

export async function missing(out, target) {
  const { outputFiles } = await build({
    absWorkingDir: here, entryPoints: ["src/missing/main.ts", "src/missing/page.css"], outdir: "missing", write: false,
    bundle: true, format: "esm", target, minify: true, legalComments: "none", charset: "utf8", logLevel: "warning",
  });
  const [js, css] = [".js", ".css"].map((ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim());
  if (js.includes("</script")) throw new Error("src/missing: what is in a page must not end its script");
  const parts = { script: hashOf(js), style: hashOf(css), icon: await icon(), css, js };
  const page = await readFile(join(here, "src/missing/page.html"), "utf8");
  await writeFile(join(out, "404.html"), page.replace(/\{(script|style|icon|css|js)\}/g, (_, name) => parts[name]));
}
