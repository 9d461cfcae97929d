// What lies in the built folder as a version: once more in `v<version>/` and in `latest/`, with the list of versions beside.
//
// Called by build.mjs when all else is there; `await versions(out)`.
import { link, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** What stands at the root alone: it is about all versions. */
export const OF_ALL = ["404.html", "versions.json"];

export async function versions(out) {
  const { version } = JSON.parse(await readFile(join(out, "pkg/package.json"), "utf8"));
  const files = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)))
    .filter((file) => !OF_ALL.includes(file));
  for (const folder of [`v${version}`, "latest"]) {
    for (const parent of new Set(files.map((file) => dirname(file)))) await mkdir(join(out, folder, parent), { recursive: true });
    // The same bytes: no copy is needed on this machine.
    await Promise.all(files.map((file) => link(join(out, file), join(out, folder, file))));
  }
  await writeFile(join(out, "versions.json"), `${JSON.stringify({ latest: version, versions: [version] }, null, 2)}\n`);
}
