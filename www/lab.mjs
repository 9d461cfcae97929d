// The tasks of the lab as they are in their files, and as the build puts them beside the page.
import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { modules } from "./lesson.mjs";
import { scenarios } from "./scenarios.mjs";

export const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "lab/tasks");

/** In the order of the list. */
export async function tasks() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".json"));
  const files = await Promise.all(names.map(async (name) => ({ name, ...JSON.parse(await readFile(join(FOLDER, name), "utf8")) })));
  return files.sort((a, b) => a.place - b.place);
}

/** Without what gives them away. */
export async function plainTasks() {
  const { plainTask } = await modules(`export * from "./src/lab/begin.ts";`);
  const scenes = await scenarios();
  return (await tasks()).map(({ name, ...task }) => plainTask(task, scenes));
}
