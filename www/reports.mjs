// The reports' files as the build puts them beside the page: what is played, in one file, and what is said, in one for each
// language.
import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LANGUAGES, modules } from "./lesson.mjs";

export const folder = join(dirname(fileURLToPath(import.meta.url)), "../tests/reports");
const json = async (name) => JSON.parse(await readFile(join(folder, name), "utf8"));
const names = async (pattern) => (await readdir(folder)).filter((name) => pattern.test(name)).sort();

/** All files, in the order of their ids. */
export async function reportFiles() {
  return Promise.all((await names(/^R\d+\.json$/)).map(json));
}

/** Those that the published surface cannot show, with the reason in each language. */
export async function notReproduced() {
  return Object.assign({}, ...await Promise.all((await names(/^not_reproduced.*\.json$/)).map(json)));
}

/** By the names of the files: what the tests check is for the tests. */
export async function reportData() {
  const files = await reportFiles();
  const { REPORT_GROUPS } = await modules(`export { REPORT_GROUPS } from "./src/documentation/report-groups.ts";`);
  const grouped = Object.values(REPORT_GROUPS).flat();
  for (const { id } of files) if (!grouped.includes(id)) throw new Error(`${id} is in no group of src/documentation/report-groups.ts`);
  const played = files.map(({ words, notes, expectations, cures, ...file }) => ({ ...file, cures: cures.map(({ set = {}, words: _, ...cure }, at) => ({ id: `cure${at + 1}`, set, ...cure })) }));
  const said = (language) => Object.fromEntries(files.map(({ id, words, notes, cures }) => [id, {
    ...words[language], ...(notes && { notes: notes[language] }), ...(cures.some((cure) => cure.words) && { cures: cures.map((cure) => cure.words?.[language] ?? "") }),
  }]));
  return { reports: played, ...Object.fromEntries(LANGUAGES.map((language) => [`reports.${language}`, said(language)])) };
}
