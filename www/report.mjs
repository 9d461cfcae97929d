// Plays reports without a browser, ill and cured, and says what does not hold: as check.mjs in the package does, with the
// sources in place of what is built.
//
//   node report.mjs FILE…
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { known } from "./kit.mjs";
import { engine, modules } from "./lesson.mjs";

const { check, told } = await modules(`export { check } from "./src/kit/check.ts"; export { told } from "./src/kit/found.ts";`);
const { Playground } = await engine();
const kit = { ...await known(), begin: (scenario) => new Playground(scenario) };

for (const name of process.argv.slice(2)) {
  const { id, found } = await check(await readFile(name, "utf8"), async () => undefined, kit);
  if (found.length === 0 && basename(name) !== `${id}.json`) found.push({ path: "/id", what: `is "${id}", so that the file should be named ${id}.json` });
  console.log(found.length === 0 ? `${name}: holds` : found.map((one) => `${name}: ${told(one)}`).join("\n"));
  if (found.length > 0) process.exitCode = 1;
}
