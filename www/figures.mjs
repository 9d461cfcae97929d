// What stands where no script runs: of every scenario of the gallery and every task of the lab, as it opens, its pictures
// and its text, a page, the card of a link, and what oEmbed asks for; and the command that makes pictures, in the package.
//
// SITE is the address at which the site will stand, for what has to be absolute: `make site SITE=https://example.org/lab/`.
//
// Called by build.mjs; `await figures(out, target)`.
import { build } from "esbuild";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import { command } from "./command.mjs";
import { plainTasks } from "./lab.mjs";
import { engine, LANGUAGES, modules } from "./lesson.mjs";
import { icon } from "./page-parts.mjs";
import { scenarios } from "./scenarios.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const FONTS = ["arimo/400Regular/Arimo_400Regular.ttf", "arimo/700Bold/Arimo_700Bold.ttf", "cousine/700Bold/Cousine_700Bold.ttf"]
  .map((file) => join(here, "node_modules/@expo-google-fonts", file));

/** What is wrong with an address of a site; null: nothing. */
export function faultOfSite(address) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!/^https?:\/\//.test(address) || !url) return `SITE is "${address}", which is no address that begins with http:// or https://`;
  if (url.search || url.hash || /[?#]/.test(address)) return `SITE is "${address}"; it is the address of a folder, without ? and #`;
  if (!url.pathname.endsWith("/") || !address.endsWith("/")) return `SITE is "${address}"; it has to end in /`;
  return null;
}

const site = process.env.SITE || null;
const wrong = site === null ? null : faultOfSite(site);
if (wrong !== null) {
  console.error(wrong);
  process.exit(1);
}

/** Of the gallery and the lab, by the name that their files have. */
async function shown() {
  const scenes = (await scenarios()).map(({ id, scenario, opening, moves, shows }) => ({ id, scenario, opening, moves, shows }));
  const tasks = (await plainTasks()).map(({ id, scenario, opening }) => ({ id, scenario, opening }));
  return { scenes, tasks };
}

export async function figures(out, target) {
  const gallery = await shown();
  await Promise.all([
    command(join(out, "pkg/picture.mjs"), {
      name: "figure", entry: "figure/cli.mjs", data: gallery,
      holds: "lit-html, BSD-3-Clause, by Google LLC, and @preact/signals-core, MIT, by Preact",
    }),
    build({ absWorkingDir: here, entryPoints: { figures: "src/styles/figures.css" }, outdir: out, bundle: true, minify: true, target, logLevel: "warning" }),
    drawn(out, gallery),
  ]);
}

async function drawn(out, gallery) {
  const made = await modules(`
    export { begin } from "./src/figure/file.ts";
    export { shotOf } from "./src/figure/begin.ts";
    export { spokenOf } from "./src/figure/shot.ts";
    export { pictureOf } from "./src/figure/picture.ts";
    export { transcriptOf } from "./src/figure/transcript.ts";
    export { cardOf } from "./src/figure/card.ts";
    export { oembedOf, pageOf } from "./src/figure/page.ts";
    export { scenarioWords } from "./src/words/scenarios/index.ts";
    export { catalogOf } from "./src/words/index.ts";`);
  const loaded = await engine();
  const write = (file, content) => writeFile(join(out, file), content);
  for (const folder of ["pictures", "oembed", "og", ...LANGUAGES.map((language) => `scenario/${language}`)]) await mkdir(join(out, folder), { recursive: true });
  const logo = await icon();
  const cards = [];
  for (const name of [...gallery.scenes.map(({ id }) => id), ...gallery.tasks.map(({ id }) => `task.${id}`)]) {
    const shot = made.shotOf(await made.begin(loaded, gallery, name, null));
    for (const language of LANGUAGES) {
      const sizes = {};
      for (const width of ["middle", "narrow"]) {
        for (const theme of ["light", "dark"]) {
          const picture = await made.pictureOf(shot, { language, theme, width });
          await write(`pictures/${name}.${language}.${theme}${width === "narrow" ? ".narrow" : ""}.svg`, picture);
          sizes[width] = sizeOf(picture);
        }
      }
      await write(`pictures/${name}.${language}.txt`, await made.transcriptOf(shot, language));
      const spoken = await made.spokenOf(shot.scenario, language);
      await write(`scenario/${language}/${name}.html`, await made.pageOf(shot, spoken, { name, see: await see(made, name, spoken), sizes, site }, logo));
    }
    const spoken = await made.spokenOf(shot.scenario, "en");
    await write(`oembed/${name}.json`, `${JSON.stringify(made.oembedOf(spoken, name, site), null, 2)}\n`);
    cards.push(card(made.cardOf(shot, spoken)).then((png) => write(`og/${name}.png`, png)));
  }
  await Promise.all(cards);
}

/** What the gallery says one will see; of a task, what is asked. */
async function see({ scenarioWords, catalogOf }, name, { language, called }) {
  if (name.startsWith("task.")) return called.about.slice(1);
  if (name === "fresh") return [(await catalogOf(language)).scenarios.items.fresh.see];
  const { see: text } = (await scenarioWords(language)).items[name] ?? {};
  return text === undefined ? [] : [text];
}

function sizeOf(picture) {
  const [, width, height] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(picture);
  return { width: Number(width), height: Number(height) };
}

/** As an image, with fonts of its own: the same bytes wherever it is made. */
async function card(svg) {
  const image = await renderAsync(svg, { font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "Arimo", sansSerifFamily: "Arimo", monospaceFamily: "Cousine" } });
  return image.asPng();
}
