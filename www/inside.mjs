// What a frame and the one file have inside instead of beside them: the engine, deflated and base64, with its glue as a
// function; data; the whole of the styles. And modules of the page that are other ones there.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));

/** Other modules in place of some of the page's: by their places in src/. One may import what it stands for. */
export function instead(places) {
  const found = Object.entries(places).map(([whole, stand]) => [join(here, "src", whole), join(here, "src", stand)]);
  return {
    name: "other modules in place of some",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind, importer }) => {
        if (kind === "entry-point") return undefined;
        const at = join(resolveDir, path);
        const [, stand] = found.find(([whole, other]) => at === whole && importer !== other) ?? [];
        return stand && { path: stand };
      });
    },
  };
}

/** The module that checks: the engine, too, and larger. */
export const CHECKS = "reconcile_playground_check";

/**
 * `inside:glue`, `inside:wasm`, the same of the module that checks, `inside:worker` and `inside:<file of data>` as modules.
 * `engine`: which is the page's; where it is the one that checks there is one of both.
 */
export function insides(pkg, data, engine = "reconcile_playground") {
  const contents = {
    glue: () => glueOf(pkg, engine),
    "check-glue": () => glueOf(pkg, CHECKS),
    wasm: () => wasmOf(pkg, engine),
    "check-wasm": () => wasmOf(pkg, CHECKS),
    async worker() {
      const { outputFiles } = await build({ entryPoints: [join(here, "src/inside/worker.ts")], bundle: true, format: "iife", write: false, minify: true, target: "es2022", logLevel: "error" });
      return `export default ${JSON.stringify(outputFiles[0].text)};`;
    },
  };
  return {
    name: "what is inside",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^inside:/ }, ({ path }) => ({ path: path.replace(engine === CHECKS ? /^inside:(check-)?/ : "inside:", ""), namespace: "inside" }));
      onLoad({ filter: /.*/, namespace: "inside" }, async ({ path }) => {
        if (path in contents) return { contents: await contents[path]() };
        return { contents: JSON.stringify(data[path]), loader: "json" };
      });
    },
  };
}

async function glueOf(pkg, name) {
  const { outputFiles } = await build({
    entryPoints: [join(pkg, `${name}.js`)], bundle: true, format: "iife", globalName: "glue", write: false, minify: true, target: "es2022",
    define: { "import.meta.url": "''" }, logLevel: "error",
  });
  // The module that holds the instance is made anew with each call.
  return `export function fresh() { ${outputFiles[0].text}; return glue; }`;
}

async function wasmOf(pkg, name) {
  const bytes = await readFile(join(pkg, `${name}_bg.wasm`));
  return `export const wasm = "${deflateRawSync(bytes, { level: 9 }).toString("base64")}";`;
}

/** The modules that differ wherever nothing may be asked for. */
export const INSIDE = { "package.ts": "inside/package.ts", "data-file.ts": "inside/data-file.ts", "check/begin-worker.ts": "inside/begin-worker.ts", "check/package.ts": "inside/checks.ts" };
