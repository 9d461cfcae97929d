// The element for other people's pages: `reconcile-playground.js`, a classic script, and `pkg/element.js`, a module with
// its types.
//
// Called by build.mjs; `await element(out, target)`.
import { build, transform } from "esbuild";
import { cp, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

const styles = {
  name: "styles as a text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

export async function element(out, target) {
  const options = { absWorkingDir: here, bundle: true, target, minify: true, legalComments: "none", charset: "utf8", plugins: [styles], tsconfigRaw: "{}", logLevel: "warning" };
  await build({ ...options, entryPoints: ["src/element/script.ts"], outfile: join(out, "reconcile-playground.js"), format: "iife" });
  await build({ ...options, entryPoints: ["src/element/module.ts"], outfile: join(out, "pkg/element.js"), format: "esm" });
  await cp(join(here, "src/element/element.d.ts"), join(out, "pkg/element.d.ts"));
}
