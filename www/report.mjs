// Plays reports without a browser, ill and cured, and says what does not hold.
//
//   node report.mjs FILE…
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { engine, modules } from "./lesson.mjs";

const { checkScenario, told } = await modules(`export { checkScenario } from "./src/kit/scenario.ts"; export { told } from "./src/kit/found.ts";`);

/** What does not hold of a report, a sentence each. */
export async function faultsOfReport(file) {
  const { Playground } = await engine();
  const cures = file.cures?.map((cure, at) => ({ id: `cure ${at + 1}`, set: {}, ...cure, ...((cure.scenario || cure.moves) && { anew: true }) }));
  return (await checkScenario({ ...file, ...(cures && { cures }) }, (scenario) => new Playground(scenario))).map(told);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) {
    const found = await faultsOfReport(JSON.parse(await readFile(name, "utf8")));
    console.log(found.length === 0 ? `${name}: holds` : found.map((one) => `${name}: ${one}`).join("\n"));
    if (found.length > 0) process.exitCode = 1;
  }
}
