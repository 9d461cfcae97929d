// The scenarios' files as one: what the build puts beside the page, in the order in which the gallery shows them, which is
// that of the lesson's rows and then that of the habits.
import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "scenarios");

export async function scenarios() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json") && name !== "schema.json").sort();
  const files = await Promise.all(names.map(async (name) => ({ name, ...JSON.parse(await readFile(join(folder, name), "utf8")) })));
  const habits = await habitNames();
  const place = ({ rows: [row] = [], shows: [shown = {}] = [] }) => row === undefined ? 1000 + habits.indexOf(Object.keys(shown)[0]) : Number(row.slice(1));
  // Of one row first what goes well.
  return files.sort((a, b) => place(a) - place(b) || Number("shows" in a) - Number("shows" in b));
}

async function habitNames() {
  const source = await readFile(join(folder, "../src/habits.ts"), "utf8");
  return [...source.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
}
