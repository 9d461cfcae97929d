// Built sites of other versions, made of the one that was built: the engine in them says that it is another one.
import { cp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DIST } from "./serve.mjs";

export const HERE = JSON.parse(await readFile(join(DIST, "versions.json"), "utf8")).latest;
const RELEASE = fileURLToPath(new URL("../../scripts/release", import.meta.url));

/** A build of `version` in `folder`. The engine names itself only where the version has as many letters as the real one. */
export async function buildOf(version, folder) {
  await rm(folder, { recursive: true, force: true });
  // Without the pictures, which are most of the files.
  await cp(DIST, folder, { recursive: true, filter: (from) => !/\/(pictures|og|oembed|scenario)$/.test(from) });
  if (version === HERE) return;
  await rename(join(folder, `v${HERE}`), join(folder, `v${version}`));
  await writeFile(join(folder, "versions.json"), JSON.stringify({ latest: version, versions: [version] }));
  if (version.length !== HERE.length) return;
  for (const part of ["", "latest", `v${version}`]) {
    const file = join(folder, part, "pkg/reconcile_playground_bg.wasm");
    const engine = await readFile(file, "latin1");
    await rm(file);
    await writeFile(file, engine.replaceAll(HERE, version), "latin1");
  }
}

/** How `scripts/release` ends, and what it says. */
export async function release(...of) {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [RELEASE, ...of]);
    return { code: 0, said: stdout.trim() };
  } catch ({ code, stderr }) {
    return { code, said: stderr.trim() };
  }
}

/** What is in a folder: each file by its path, as a hash. */
export async function contents(folder) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.sort().map(async (file) => [relative(folder, file), createHash("sha256").update(await readFile(file)).digest("hex")])));
}
