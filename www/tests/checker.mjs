// The checker as authors have it, out of the package, over files of a test's own.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const www = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(process.env.DIST ?? join(www, "../dist"));

/** The checker's exit code and what it said. */
export function run(args, cwd = www) {
  return new Promise((done) => {
    execFile(process.execPath, [join(dist, "pkg/check.mjs"), ...args], { cwd, maxBuffer: 1 << 24 }, (error, out, err) => done({ code: error?.code ?? 0, out, err, lines: out.trimEnd().split("\n") }));
  });
}

/** Files in a folder of their own, checked there. */
export async function checked(files, args = Object.keys(files)) {
  const folder = await mkdtemp(join(tmpdir(), "kit-"));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
    const answer = await run(args, folder);
    assert.ok(!/\n {4}at |\.mjs:\d/.test(answer.out + answer.err), `no stack trace:\n${answer.out}${answer.err}`);
    return answer;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const changed = (file, change) => {
  const copy = structuredClone(file);
  change(copy);
  return copy;
};
