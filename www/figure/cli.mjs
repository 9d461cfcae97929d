#!/usr/bin/env node
// Draws or tells a moment of a run: bundled by figures.mjs into the package, as picture.mjs, with the engine beside it.
import { readFile, writeFile } from "node:fs/promises";
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { begin, Unfit } from "../src/figure/file.ts";
import { shotOf } from "../src/figure/begin.ts";
import { pictureOf } from "../src/figure/picture.ts";
import { transcriptOf } from "../src/figure/transcript.ts";
import { initSync, Playground } from "./reconcile_playground.js";
import { scenes, tasks } from "figure:data";

const USAGE = `Draws a moment of a run as SVG, or tells it as text.

  picture.mjs FILE [--at N] [--lang en|ja|ko] [--theme light|dark] [--width middle|narrow]
              [--controller NAME] [--text] [--out FILE]
  picture.mjs --names

FILE is a session, a scenario or a task, or the name of one in the gallery: --names prints them. --at is the move to
stand at: a session's last one, or the one that it was saved at, and the beginning of a scenario or a task where it is
left out. --text tells all that happened up to there, and what stands where. What was made is printed, or written as --out.
Exit code: 0 when it was made, 1 when it cannot be, 2 when it was asked in a way that is not known.`;

const CHOICES = { lang: ["en", "ja", "ko"], theme: ["light", "dark"], width: ["middle", "narrow"] };

class Usage extends Error {}

function optionsOf(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args, allowPositionals: true, strict: true,
      options: {
        at: { type: "string" }, lang: { type: "string" }, theme: { type: "string" }, width: { type: "string" }, controller: { type: "string" }, out: { type: "string" },
        text: { type: "boolean" }, names: { type: "boolean" }, help: { type: "boolean", short: "h" },
      },
    });
  } catch (thrown) {
    throw new Usage(thrown.message.split("\n")[0].replace(/\. .*/, ""));
  }
  const { values, positionals } = parsed;
  for (const [name, known] of Object.entries(CHOICES)) {
    if (values[name] !== undefined && !known.includes(values[name])) throw new Usage(`--${name} is "${values[name]}"; it can be ${known.slice(0, -1).join(", ")} or ${known.at(-1)}`);
  }
  if (values.at !== undefined && !/^\d{1,9}$/.test(values.at)) throw new Usage(`--at is "${values.at}"; it is the number of a move, 0 for the beginning`);
  for (const name of ["theme", "width"]) if (values.text && values[name] !== undefined) throw new Usage(`--${name} says nothing of a text`);
  if (positionals.length > 1) throw new Usage(`one FILE at a time, and not ${positionals.join(", ")} as well`);
  return { ...values, file: positionals[0] };
}

async function main(args) {
  const { file, at, lang = "en", theme = "light", width = "middle", controller, out, text, names, help } = optionsOf(args);
  if (help) return say(USAGE);
  if (names) return say([...scenes.map(({ id }) => id), ...tasks.map(({ id }) => `task.${id}`)].join("\n"));
  if (file === undefined) throw new Usage("there is no FILE");
  initSync({ module: await readFile(new URL("./reconcile_playground_bg.wasm", import.meta.url)) });
  const wanted = at === undefined ? null : Number(at);
  const gallery = { scenes, tasks };
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  const run = await begin({ Playground }, gallery, isFile ? await read(file) : file, wanted);
  const shot = shotOf(run);
  const there = Object.keys(shot.view.controllers);
  if (controller !== undefined && !there.includes(controller)) throw new Unfit("", `--controller is "${controller}"; there is ${there.length === 0 ? "none" : there.join(", ")}`);
  const made = text ? await transcriptOf(shot, lang, controller) : await pictureOf(shot, { language: lang, theme, width, controller });
  if (out === undefined) process.stdout.write(made);
  else await writeFile(out, made).catch((thrown) => { throw new Unfit("", `--out: ${out} cannot be written (${thrown.code})`); });
  return 0;
}

async function read(file) {
  let text;
  try {
    text = await readFile(file, "utf8");
  } catch (thrown) {
    throw new Unfit("", `it cannot be read (${thrown.code})`);
  }
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new Unfit("", `it is no JSON: ${thrown.message}`);
  }
}

function say(text) {
  console.log(text);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  if (thrown instanceof Usage) console.error(`${thrown.message}.\n\n${USAGE}`);
  else if (thrown instanceof Unfit) console.error(thrown.message.startsWith("--") ? thrown.message : `${process.argv.slice(2).find((one) => !one.startsWith("-")) ?? ""}: ${thrown.path === "" ? "" : `${thrown.path} `}${thrown.message}`);
  else throw thrown;
  process.exitCode = thrown instanceof Usage ? 2 : 1;
}
