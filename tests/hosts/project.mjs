// A host's project, put together in target/hosts/<name>/project: the files of tests/hosts/<name>, in which a line `@@name@@`
// stands for the block of that name in docs/hosts/<name>.md. So what a reader copies is what was tested.
// `@@name without its sandbox@@` is the same block for a page that trusts the playground.
//
// A block's name follows its language: ```html element
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
/** The built site. */
export const DIST = resolve(process.env.DIST ?? join(root, "dist"));

/** Where the tools are, as scripts/test-hosts installs them. */
export const tools = join(root, "target/hosts");

const SANDBOX = ' sandbox="allow-scripts"';
const SKIPPED = new Set(["package.json", "package-lock.json", "requirements.in", "requirements.txt"]);

/** The blocks of a page of documentation that have a name. */
async function blocks(host) {
  const page = await readFile(join(root, `docs/hosts/${host}.md`), "utf8");
  const found = new Map();
  for (const [, name, text] of page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)) {
    if (found.has(name)) throw new Error(`docs/hosts/${host}.md has two blocks named ${name}`);
    found.set(name, text.trimEnd());
  }
  return found;
}

/** Puts a project together and returns its folder. `change` may do to a file's text what only the test knows. */
export async function project(host, change = (text) => text) {
  const folder = join(tools, host, "project");
  await rm(folder, { recursive: true, force: true });
  const known = await blocks(host);
  const used = new Set();
  const fill = (text, file) => text.replace(/^([ \t]*)@@(\S+?)( without its sandbox)?@@$/gm, (_, indent, name, unboxed) => {
    const block = known.get(name);
    if (block === undefined) throw new Error(`${file} asks for a block ${name}, which docs/hosts/${host}.md has not`);
    used.add(name);
    const parts = block.split(SANDBOX);
    if (unboxed && parts.length !== 2) throw new Error(`the block ${name} of docs/hosts/${host}.md has no${SANDBOX}`);
    return (unboxed ? parts.join("") : block).replace(/^(?=.)/gm, indent);
  });
  for (const entry of await readdir(join(here, host), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || SKIPPED.has(entry.name)) continue;
    const from = join(entry.parentPath, entry.name);
    const file = from.slice(join(here, host).length + 1);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), change(fill(await readFile(from, "utf8"), `tests/hosts/${host}/${file}`)));
  }
  const idle = [...known.keys()].filter((name) => !used.has(name));
  if (idle.length > 0) throw new Error(`docs/hosts/${host}.md has blocks that no file of tests/hosts/${host} asks for: ${idle.join(", ")}`);
  return folder;
}

/** Copies one version of the site, whole, to where a page of documentation says that it goes. */
export async function vendor(folder) {
  const { latest } = JSON.parse(await readFile(join(DIST, "versions.json"), "utf8"));
  await cp(join(DIST, `v${latest}`), folder, { recursive: true });
}

/** Runs a tool until it is done; what it said is told only when it failed. */
export function run(folder, command, ...args) {
  return new Promise((done, failed) => {
    const env = { ...process.env, CI: "true", NO_COLOR: "1", NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" };
    // This test's own, and nothing to the tool.
    for (const name of ["NODE_TEST_CONTEXT", "FORCE_COLOR"]) delete env[name];
    const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => { said += text; });
    child.on("error", failed);
    child.on("close", (code) => {
      if (code === 0) done(said);
      else failed(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${said}`));
    });
  });
}
