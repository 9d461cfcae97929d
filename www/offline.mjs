// The service worker, with what it keeps: one visit, and the site is there without a network.
//
// Called by build.mjs when all else is there; `await offline(out)`.
import { build } from "esbuild";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf } from "./page-parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** What is for other sites, for authors, for programs, or a copy: it is had from the network. */
const NOT_KEPT = /^(?:v\d|latest\/|pictures\/|og\/|oembed\/|scenario\/|schemas\/|pkg\/(?!reconcile_playground(?:_check)?(?:_bg\.wasm|\.js)$)|(?:404|reconcile-playground)\.html$|versions\.json$|sw\.js$|figures\.css$|LICENSE)/;

export async function offline(out, target) {
  const files = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .filter((file) => !NOT_KEPT.test(file))
    .sort();
  const kept = await Promise.all(files.map(async (url) => {
    const integrity = hashOf(await readFile(join(out, url)));
    return { url, revision: integrity.slice("sha256-".length, "sha256-".length + 16), integrity };
  }));
  const { outputFiles: [{ text }] } = await worker(kept, target);
  await writeFile(join(out, "sw.js"), text);
}

/** The packages that are in the worker, for the licences. */
export async function inWorker() {
  return Object.keys((await worker([])).metafile.inputs);
}

function worker(kept, target) {
  return build({
    absWorkingDir: here, entryPoints: ["src/offline/worker.js"], bundle: true, format: "iife", target, minify: true, write: false,
    legalComments: "none", charset: "utf8", metafile: true, logLevel: "warning",
    define: { FILES: JSON.stringify(kept), "process.env.NODE_ENV": '"production"' },
  });
}
