#!/usr/bin/env node
// Makes a built package smaller for whoever loads it: fewer bytes of brotli, the same behaviour.
//
//   scripts/squeeze.mjs FOLDER
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[2];
const require = createRequire(join(dirname(fileURLToPath(import.meta.url)), "../www/package.json"));
const wasm = join(folder, "reconcile_playground_bg.wasm");
const glue = join(folder, "reconcile_playground.js");

// What is skipped makes the module shorter, but its brotli longer: code that is alike becomes less so. The first bytes of
// memory are the far end of the stack, and what an access says of its alignment is a hint that engines do not take.
optimize("-Oz", "--low-memory-unused", "--skip-pass=inlining-optimizing", "--skip-pass=local-cse", "--skip-pass=simplify-locals",
  "--skip-pass=memory-packing", "--skip-pass=reorder-functions", "--dealign", "--reorder-locals");
writeFileSync(wasm, withOrder(readFileSync(wasm)));
optimize("--reorder-functions-by-name", "--strip-debug", "--strip-producers", "--strip-target-features");

const { code } = require("esbuild").transformSync(readFileSync(glue, "utf8"), {
  minify: true, format: "esm", target: "es2022", banner: '/* @ts-self-types="./reconcile_playground.d.ts" */',
});
writeFileSync(glue, code);

function optimize(...passes) {
  const opt = join(dirname(require.resolve("binaryen")), "bin/wasm-opt");
  const out = `${wasm}.opt`;
  execFileSync(process.execPath, [opt, wasm, ...passes, "-o", out], { stdio: ["ignore", "inherit", "inherit"] });
  writeFileSync(wasm, readFileSync(out));
  rmSync(out);
}

/**
 * The module with names by which its functions can be sorted so that each stands behind the one it resembles most: brotli
 * tells a near repetition the cheaper the closer it is.
 */
function withOrder(module) {
  const { parts, imports, bodies } = read(module);
  const names = [...Array(imports).keys()].map((at) => `i${at}`);
  order(bodies).forEach((body, place) => (names[imports + body] = `f${String(place).padStart(6, "0")}`));
  const entries = names.flatMap((name, index) => [...leb(index), name.length, ...Buffer.from(name)]);
  const functions = [...leb(names.length), ...entries];
  const section = [4, ...Buffer.from("name"), 1, ...leb(functions.length), ...functions];
  return Buffer.concat([...parts, Buffer.from([0, ...leb(section.length), ...section])]);
}

/** The sections, the number of imported functions, and the functions' bodies. */
function read(module) {
  const parts = [module.subarray(0, 8)];
  const bodies = [];
  let imports = 0;
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  const bytes = () => {
    const length = number();
    return module.subarray(at, (at += length));
  };
  while (at < module.length) {
    const start = at;
    const kind = module[at++];
    const end = number() + at;
    if (kind === 2) {
      for (let left = number(); left > 0; left--) {
        bytes();
        bytes();
        if (module[at++] !== 0) throw new Error("only functions are expected to be imported");
        number();
        imports++;
      }
    } else if (kind === 10) {
      for (let left = number(); left > 0; left--) bodies.push(bytes());
    }
    at = end;
    parts.push(module.subarray(start, end));
  }
  return { parts, imports, bodies };
}

/** From the first function on, always the one among those left that shares the most of the rarest pieces of code. */
function order(bodies) {
  const LENGTH = 6;
  const COMMON = 60;
  const pieces = bodies.map((body) => {
    const found = new Set();
    for (let at = 0; at + LENGTH <= body.length; at++) found.add(body.toString("latin1", at, at + LENGTH));
    return found;
  });
  const holders = new Map();
  pieces.forEach((found, body) => {
    for (const piece of found) holders.set(piece, [...(holders.get(piece) ?? []), body]);
  });
  const left = new Set(bodies.keys());
  const sorted = [];
  let next = 0;
  while (left.size > 0) {
    sorted.push(next);
    left.delete(next);
    const shared = new Map();
    for (const piece of pieces[next]) {
      const others = holders.get(piece);
      if (others.length > COMMON) continue;
      for (const other of others) if (left.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1 / others.length);
    }
    let most = 0;
    [next] = left;
    for (const [other, score] of shared) {
      const alike = score / Math.sqrt(pieces[other].size + 20);
      if (alike > most) [most, next] = [alike, other];
    }
  }
  return sorted;
}

function leb(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
