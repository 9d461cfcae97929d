// The author's kit as the build makes it: the checker, one file for Node beside the engine, and the schemas.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "./command.mjs";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Where each lies, by which they refer to each other, and what it is called where it is published. */
export const SCHEMAS = {
  "scenarios/schema.json": "scenario.schema.json",
  "course/schema.json": "lesson.schema.json",
  "course/words.schema.json": "lesson-words.schema.json",
  "lab/schema.json": "task.schema.json",
  "../tests/reports/schema.json": "report.schema.json",
};

export async function schemas() {
  return Object.fromEntries(await Promise.all(Object.keys(SCHEMAS).map(async (name) => [name, JSON.parse(await readFile(join(here, name), "utf8"))])));
}

/** What the files name by its id. */
export async function known() {
  const scenes = (await scenarios()).map(({ id, scenario, opening, moves, shows }) => ({ id, scenario, opening, moves, shows }));
  return { scenes, schemas: await schemas(), reports: Object.keys(JSON.parse(await readFile(join(here, "course/reports.json"), "utf8"))) };
}

/** Writes the checker as FILE, which finds the engine beside it; the packages that are in it. */
export async function checker(file) {
  return command(file, { name: "kit", entry: "kit/cli.mjs", data: await known(), holds: "@cfworker/json-schema, MIT, by Jeremy Danyow" });
}

/** Writes the schemas into a folder, where they refer to each other by their published names. */
export async function publishSchemas(folder) {
  await mkdir(folder, { recursive: true });
  for (const [name, published] of Object.entries(SCHEMAS)) {
    const text = await readFile(join(here, name), "utf8");
    await writeFile(join(folder, published), Object.entries(SCHEMAS).reduce((all, [one, other]) => all.replaceAll(`"../${one}#`, `"${other}#`).replaceAll(`"../../www/${one}#`, `"${other}#`), text));
  }
}
