// The licences of the crates that are in the module, each with its text; of those that may be had by several the MIT one,
// where it is among them.
//
//   cargo metadata --format-version 1 --filter-platform wasm32-unknown-unknown | node scripts/crates.mjs
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const { packages, resolve } = JSON.parse(readFileSync(0, "utf8"));
const byId = new Map(packages.map((one) => [one.id, one]));
const nodes = new Map(resolve.nodes.map((one) => [one.id, one]));

const found = new Map();
const queue = [resolve.root];
while (queue.length > 0) {
  const id = queue.pop();
  if (found.has(id)) continue;
  const one = byId.get(id);
  // What only runs in the build is not in the module, nor is what it needs.
  if (one.targets.some(({ kind }) => kind.includes("proc-macro"))) continue;
  found.set(id, one);
  for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) if (kinds.some(({ kind }) => kind === null)) queue.push(pkg);
}
found.delete(resolve.root);

const parts = [...found.values()].sort((one, other) => one.name.localeCompare(other.name)).map(({ name, version, license, repository, authors, manifest_path: manifest }) => {
  const folder = dirname(manifest);
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|unlicense)/i.test(file)).sort();
  const file = files.find((one) => /mit/i.test(one)) ?? files.find((one) => !/apache/i.test(one)) ?? files[0];
  // A crate that brings no text: whose it is, and where it comes from.
  const text = file ? readFileSync(join(folder, file), "utf8") : `By ${authors.map((author) => author.replace(/ <.*/, "")).join(", ") || "its authors"}.`;
  return `${name} ${version} (${license})${repository ? `\n${repository}` : ""}\n\n${text.trim()}\n`;
});
process.stdout.write(parts.join(`\n${"-".repeat(80)}\n\n`));
