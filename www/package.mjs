// What the npm package has besides the engine and what is built into it: its README, its entry for Node, the schemas.
//
// Called by build.mjs; `await packaged(out, licences)`.
import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

export async function packaged(out, licences) {
  const pkg = join(out, "pkg");
  for (const file of ["node.js", "node_check.js"]) await cp(join(here, "package", file), join(pkg, file));
  await cp(join(here, "../docs/package.md"), join(pkg, "README.md"));
  await cp(join(out, "schemas"), join(pkg, "schemas"), { recursive: true });
  await writeFile(join(pkg, "licences.txt"), licences);
  // wasm-bindgen declares `Symbol.dispose` and does not say where that is from.
  const types = join(pkg, "reconcile_playground.d.ts");
  await writeFile(types, `/// <reference lib="esnext.disposable" />\n${await readFile(types, "utf8")}`);
}
