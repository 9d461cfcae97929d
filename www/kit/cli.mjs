#!/usr/bin/env node
// Checks scenarios, reports, lessons and tasks: bundled by kit.mjs into the package, as check.mjs, with the engine beside it.
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { check } from "../src/kit/check.ts";
import { proving } from "../src/kit/every-order.ts";
import { told } from "../src/kit/found.ts";
import { initSync, Playground } from "./reconcile_playground.js";
import { reports, scenes, schemas } from "kit:data";

const USAGE = `Checks scenarios, reports, lessons and tasks by playing them.

  check.mjs [--json] FILE…

A FILE is a scenario, a report, a task, or a lesson (its lesson.json or its folder) with en.json, ja.json, ko.json beside it.
Exit code: 0 when nothing is wrong, 1 when something is, 2 when it was asked in a way it does not know.`;

async function main(args) {
  const files = args.filter((one) => !one.startsWith("-"));
  const options = args.filter((one) => one.startsWith("-"));
  const unknown = options.find((one) => !["--json", "--help", "-h"].includes(one));
  if (unknown !== undefined || (files.length === 0 && !options.some((one) => one === "--help" || one === "-h"))) {
    console.error(unknown === undefined ? USAGE : `${unknown} is not known.\n\n${USAGE}`);
    return 2;
  }
  if (files.length === 0) {
    console.log(USAGE);
    return 0;
  }
  initSync({ module: await readFile(new URL("./reconcile_playground_bg.wasm", import.meta.url)) });
  const kit = { begin: (scenario) => new Playground(scenario), prove: proving(everyOrder), schemas, scenes, reports };
  const checked = [];
  for (const file of files) {
    const { place, ...report } = await one(file, kit);
    checked.push({ file: place, ok: report.found.length === 0, ...report });
  }
  const ok = checked.every((one) => one.ok);
  if (options.includes("--json")) console.log(JSON.stringify({ ok, files: checked.map(({ lines, ...report }) => report) }, null, 2));
  else for (const line of checked.flatMap(({ lines }) => lines)) console.log(line);
  return ok ? 0 : 1;
}

/** The module that looks into every order, for those files that ask for it. */
async function everyOrder() {
  const loaded = await import("./reconcile_playground_check.js");
  loaded.initSync({ module: await readFile(new URL("./reconcile_playground_check_bg.wasm", import.meta.url)) });
  return loaded;
}

async function one(file, kit) {
  const place = await stat(file).then((entry) => (entry.isDirectory() ? join(file, "lesson.json") : file), () => file);
  const read = (name) => readFile(name, "utf8");
  try {
    const beside = (name) => read(join(dirname(place), name)).catch((thrown) => (thrown.code === "ENOENT" ? undefined : Promise.reject(thrown)));
    return said(place, named(await check(await read(place), beside, kit, await readdir(dirname(place))), place));
  } catch (thrown) {
    return said(place, { kind: null, id: null, found: [{ path: "", what: thrown?.code === "ENOENT" ? "is not there" : thrown?.code ? `cannot be read (${thrown.code})` : `broke the checker: ${String(thrown?.message ?? thrown).split("\n")[0]}` }] });
  }
}

/** A report's, a scenario's or a task's file is named by its id. */
function named(report, place) {
  if (report.found.length > 0 || report.kind === "lesson" || basename(place) === `${report.id}.json`) return report;
  return { ...report, found: [{ path: "/id", what: `is "${report.id}", so that the file should be named ${report.id}.json` }] };
}

/** With the lines that tell it: whatever cannot be told breaks this file's check, and no other's. */
function said(place, report) {
  const { kind, id, found, languages } = report;
  const lines = found.map((one) => `${one.file ? join(dirname(place), one.file) : place}: ${told(one)}`);
  return { place, ...report, lines: lines.length > 0 ? lines : [`${place}: ${kind} ${id} holds${languages ? `, in ${languages.join(", ")}` : ""}`] };
}

process.exitCode = await main(process.argv.slice(2));
