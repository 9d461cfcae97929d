// A built site for the tests: the project's own server, at a random port.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve as serveFolder } from "../../scripts/serve.mjs";

export const DIST = resolve(dirname(fileURLToPath(import.meta.url)), process.env.DIST ?? "../../dist");

export function serve(root = DIST) {
  return serveFolder(root);
}
