#!/usr/bin/env node
// Makes a built package smaller for whoever loads it: fewer bytes of brotli, the same behaviour.
//
//   scripts/squeeze.mjs FOLDER NAME    the module and its glue
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Walks through bytes. */
class Reader {
  constructor(source, at = 0) {
    this.source = source;
    this.at = at;
  }

  byte() {
    return this.source[this.at++];
  }

  /** A number in LEB128. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** As many bytes as the number says that stands before them. */
  bytes() {
    const length = this.number();
    return this.source.subarray(this.at, (this.at += length));
  }
}

const [folder, name] = process.argv.slice(2);
const require = createRequire(join(dirname(fileURLToPath(import.meta.url)), "../www/package.json"));
const wasm = join(folder, `${name}_bg.wasm`);
const glue = join(folder, `${name}.js`);

// What is skipped makes the module shorter, but its brotli longer: code that is alike becomes less so. Only what is hardly
// longer than its call is put in the call's place. The first bytes of memory are the far end of the stack, and what an access
// says of its alignment is a hint that engines do not take.
optimize("--flatten", "--rereloop", "-Oz", "--low-memory-unused", "--one-caller-inline-max-function-size=10",
  "--always-inline-max-function-size=2", "--flexible-inline-max-function-size=0", "--skip-pass=local-cse", "--skip-pass=simplify-locals",
  "--skip-pass=memory-packing", "--skip-pass=reorder-functions", "--dealign", "--reorder-locals");
writeFileSync(wasm, withOrder(readFileSync(wasm)));
optimize("--reorder-functions-by-name", "--strip-debug", "--strip-producers", "--strip-target-features");
writeFileSync(wasm, withLocals(readFileSync(wasm)));

const { code } = require("esbuild").transformSync(readFileSync(glue, "utf8"), {
  minify: true, format: "esm", target: "es2022", banner: `/* @ts-self-types="./${name}.d.ts" */`,
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

/** The sections, the number of imported functions, the functions' bodies, and how many parameters each has. */
function read(module) {
  const parts = [module.subarray(0, 8)];
  const bodies = [];
  const types = [];
  const parameters = [];
  let imports = 0;
  const reader = new Reader(module, 8);
  while (reader.at < module.length) {
    const start = reader.at;
    const kind = reader.byte();
    const end = reader.number() + reader.at;
    if (kind === 1) {
      for (let left = reader.number(); left > 0; left--) {
        if (reader.byte() !== 0x60) throw new Error("only types of functions are expected");
        types.push(reader.bytes().length);
        reader.bytes();
      }
    } else if (kind === 3) {
      for (let left = reader.number(); left > 0; left--) parameters.push(types[reader.number()]);
    } else if (kind === 2) {
      for (let left = reader.number(); left > 0; left--) {
        reader.bytes();
        reader.bytes();
        if (reader.byte() !== 0) throw new Error("only functions are expected to be imported");
        reader.number();
        imports++;
      }
    } else if (kind === 10) {
      for (let left = reader.number(); left > 0; left--) bodies.push(reader.bytes());
    }
    reader.at = end;
    parts.push(module.subarray(start, end));
  }
  return { parts, imports, bodies, parameters };
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

/**
 * The module with the variables of each function numbered so that an instruction names the one that instructions of its
 * kind, in such a place, mostly named in the functions before: which number a variable has means nothing.
 */
function withLocals(module) {
  const { parts, bodies, parameters } = read(module);
  const named = new Map();
  const code = bodies.map((body, at) => {
    const renamed = rename(body, parameters[at], named);
    return Buffer.concat([Buffer.from(leb(renamed.length)), renamed]);
  });
  const content = Buffer.concat([Buffer.from(leb(code.length)), ...code]);
  return Buffer.concat(parts.map((part) => (part[0] === 10 ? Buffer.concat([Buffer.from([10, ...leb(content.length)]), content]) : part)));
}

function rename(body, parameters, named) {
  const { types, start, instructions } = decode(body);
  const numbers = Array(types.length).fill(-1);
  const places = numbers.map(() => []);
  const texts = instructions.map(({ from, to, local }, place) => {
    if (local < 0) return body[from] === 0x41 && to - from > 3 ? "address" : body.toString("latin1", from, to);
    if (local >= parameters) places[local - parameters].push(place);
    return null;
  });
  const numberOf = (local) => (local < parameters ? local : numbers[local - parameters] + parameters);
  const text = (place) => {
    if (place < 0 || place >= texts.length) return "";
    if (texts[place] !== null) return texts[place];
    const { from, local } = instructions[place];
    return local >= parameters && numbers[local - parameters] < 0 ? `${body[from]}?` : `${body[from]} ${numberOf(local)}`;
  };
  // From what tells least to what tells most.
  const surroundings = (place) => {
    const kind = body[instructions[place].from];
    const next = texts[place + 1] ? body[instructions[place + 1].from] : text(place + 1);
    return [`0 ${kind}`, `1 ${kind} ${text(place - 1)}`, `2 ${kind} ${next}`, `3 ${kind} ${text(place - 2)} ${text(place - 1)}`];
  };
  const free = new Map();
  types.forEach((type, number) => free.set(type, [...(free.get(type) ?? []), number]));
  // The one that is named most often chooses first.
  for (const local of [...places.keys()].sort((one, other) => places[other].length - places[one].length)) {
    const choices = free.get(types[local]);
    const scores = choices.map(() => 0);
    if (choices.length > 1) {
      for (const place of places[local]) {
        const known = surroundings(place).map((key) => named.get(key)).filter(Boolean);
        choices.forEach((number, choice) => {
          let likely = 1 / (4 + number + parameters);
          for (const { times, of } of known) likely = (likely * 8 + (of[number + parameters] ?? 0)) / (times + 8);
          scores[choice] += Math.log(likely + 1e-4);
        });
      }
    }
    const best = scores.reduce((best, score, choice) => (score > scores[best] + 1e-9 ? choice : best), 0);
    [numbers[local]] = choices.splice(best, 1);
  }
  const pieces = [body.subarray(0, start)];
  instructions.forEach(({ from, to, local }, place) => {
    if (local < 0) return pieces.push(body.subarray(from, to));
    const number = numberOf(local);
    for (const key of surroundings(place)) {
      if (!named.has(key)) named.set(key, { times: 0, of: [] });
      const entry = named.get(key);
      entry.times++;
      entry.of[number] = (entry.of[number] ?? 0) + 1;
    }
    pieces.push(Buffer.from([body[from], ...leb(number)]));
  });
  return Buffer.concat(pieces);
}

/** A function's body: the type of each variable, where the code begins, and its instructions. */
function decode(body) {
  const reader = new Reader(body);
  const types = [];
  for (let left = reader.number(); left > 0; left--) {
    for (let same = reader.number(); same > 0; same--) types.push(body[reader.at]);
    reader.at++;
  }
  const start = reader.at;
  const instructions = [];
  while (reader.at < body.length) {
    const from = reader.at;
    const kind = reader.byte();
    let local = -1;
    let numbers = 0;
    if (kind >= 0x20 && kind <= 0x22) local = reader.number();
    else if (kind === 0x0e) numbers = reader.number() + 1;
    else if (kind === 0x1c) numbers = reader.number();
    else if (kind === 0x43) reader.at += 4;
    else if (kind === 0x44) reader.at += 8;
    else if (kind === 0xfc) {
      // Conversions have no operand; of the rest, memory is copied and filled, and tables grow, are measured and filled.
      const what = reader.number();
      if ([8, 9, 12, 13, 14].includes(what) || what > 17) throw new Error(`an instruction that is not expected: 252 ${what}`);
      numbers = what < 8 ? 0 : what === 10 ? 2 : 1;
    } else if ((kind >= 0x28 && kind <= 0x3e) || kind === 0x11) numbers = 2;
    else if ([2, 3, 4, 0x0c, 0x0d, 0x10, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2].includes(kind)) numbers = 1;
    else if (!(kind <= 1 || kind === 5 || kind === 0x0b || kind === 0x0f || kind === 0x1a || kind === 0x1b || (kind >= 0x45 && kind <= 0xc4) || kind === 0xd1)) {
      throw new Error(`an instruction that is not expected: ${kind}`);
    }
    while (numbers-- > 0) while (reader.byte() > 127);
    instructions.push({ from, to: reader.at, local });
  }
  return { types, start, instructions };
}

function leb(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
