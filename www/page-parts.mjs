// What pages of the site share that is no module of the page: its icon, and how a policy names what stands inline.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The playground's own, as an element of a head. */
export async function icon() {
  return /<link rel="icon".*>/.exec(await readFile(join(here, "src/index.html"), "utf8"))[0];
}

/** As a policy and an `integrity` name it; a policy in quotes. */
export function hashOf(content) {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}
