// A command of the package: one file for Node, with its data inside and the engine beside it.
import { build } from "esbuild";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** `data` is what the command imports from `<name>:data`, export by export; the files that are in it. */
export async function command(file, { name, entry, data, holds }) {
  const { metafile } = await build({
    absWorkingDir: dirname(fileURLToPath(import.meta.url)),
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "none",
    charset: "utf8",
    banner: { js: `// MIT OR Apache-2.0; holds ${holds}.` },
    metafile: true,
    external: ["./reconcile_playground.js", "./reconcile_playground_check.js"],
    plugins: [{
      name: "data inside",
      setup({ onLoad, onResolve }) {
        onResolve({ filter: new RegExp(`^${name}:data$`) }, () => ({ path: "data", namespace: name }));
        onLoad({ filter: /.*/, namespace: name }, () => ({ contents: Object.entries(data).map(([one, value]) => `export const ${one} = ${JSON.stringify(value)};`).join("\n") }));
      },
    }],
    logLevel: "warning",
  });
  return Object.keys(metafile.inputs);
}
