// The worker that checks every interleaving: a script of its own, loaded when somebody asks for a check.
//
// Called by build.mjs; `await checkWorker(out, target)`.
import { build } from "esbuild";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

export async function checkWorker(out, target) {
  await build({
    absWorkingDir: here, entryPoints: { "check-worker": "src/check/worker.ts" }, outdir: out,
    bundle: true, format: "esm", target, minify: true, legalComments: "none", charset: "utf8", logLevel: "warning",
  });
}
