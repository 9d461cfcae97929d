// Examples of what a sentence is made of, by the types of its parameters: every alternative of every union comes up once,
// and some in company. The numbers in them are told apart again in the sentence.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WWW } from "./catalogs.mjs";

/** The declared types of the page and of the contract, and the types of the parameters of each sentence. */
export async function declarations(folders) {
  const place = await mkdtemp(join(tmpdir(), "types-"));
  try {
    const config = join(place, "tsconfig.json");
    await writeFile(config, JSON.stringify({
      extends: join(WWW, "tsconfig.json"),
      compilerOptions: { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: join(place, "out"), rootDir: join(WWW, "..") },
      include: [join(WWW, "src")],
    }));
    await new Promise((resolve) => { execFile(process.execPath, [join(WWW, "node_modules/typescript/bin/tsc"), "-p", config], resolve); });
    const out = join(place, "out/www");
    const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith(".d.ts")).map((file) => join(out, file));
    const named = new Map();
    for (const file of [join(WWW, "../src/contract.d.ts"), ...files]) for (const [name, type] of declaredIn(await readFile(file, "utf8"))) named.set(name, type);
    const parameters = {};
    for (const folder of folders) parameters[folder] = parametersIn(await readFile(join(out, folder, "en.d.ts"), "utf8"));
    return { named, parameters };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

// ---------------------------------------------------------------------------------------------- reading of types

const TOKEN = /\s*(?:\/\*[^]*?\*\/\s*|\/\/[^\n]*\n\s*)*("(?:[^"\\]|\\.)*"|=>|[A-Za-z_$][\w$.]*|\d+|[{}()[\]<>|&;:,?=+-])/y;

/** A reader of the types that the page is written in; what it does not know is anything. */
class Reader {
  constructor(text) {
    this.tokens = [];
    TOKEN.lastIndex = 0;
    for (let found; (found = TOKEN.exec(text)); ) this.tokens.push(found[1]);
    this.at = 0;
  }
  get next() { return this.tokens[this.at]; }
  take(wanted) {
    if (wanted !== undefined && this.next !== wanted) return false;
    this.at += 1;
    return this.tokens[this.at - 1];
  }
  type() {
    this.take("|");
    const choices = [this.both()];
    while (this.take("|")) choices.push(this.both());
    return choices.length === 1 ? choices[0] : { is: "union", choices };
  }
  both() {
    this.take("&");
    const parts = [this.postfix()];
    while (this.take("&")) parts.push(this.postfix());
    return parts.length === 1 ? parts[0] : { is: "both", parts };
  }
  postfix() {
    let type = this.primary();
    while (this.next === "[") {
      this.take("[");
      if (this.take("]")) type = { is: "list", of: type };
      else {
        const key = this.type();
        this.take("]");
        type = { is: "index", of: type, key };
      }
    }
    return type;
  }
  primary() {
    const token = this.take();
    if (token === undefined) return { is: "any" };
    if (token === "readonly" || token === "keyof" || token === "typeof") {
      const of = this.postfix();
      return token === "readonly" ? of : { is: token, of };
    }
    if (token === "{") return this.members();
    if (token === "(") {
      const from = this.at;
      let depth = 1;
      while (depth > 0 && this.next !== undefined) depth += { "(": 1, ")": -1 }[this.take()] ?? 0;
      if (this.take("=>")) { this.type(); return { is: "any" }; }
      this.at = from;
      const inner = this.type();
      this.take(")");
      return inner;
    }
    if (token === "[") {
      while (this.next !== "]") this.take();
      this.take("]");
      return { is: "any" };
    }
    if (token.startsWith('"')) return { is: "exactly", value: JSON.parse(token) };
    if (/^\d+$/.test(token)) return { is: "exactly", value: Number(token) };
    if (token === "true" || token === "false") return { is: "exactly", value: token === "true" };
    if (token === "null") return { is: "exactly", value: null };
    if (token === "undefined") return { is: "exactly", value: undefined };
    if (["string", "number", "boolean"].includes(token)) return { is: token };
    const of = [];
    if (this.take("<")) {
      do of.push(this.type()); while (this.take(","));
      this.take(">");
    }
    return { is: "named", name: token, of };
  }
  members() {
    const fields = new Map();
    let mapped = null;
    while (this.next !== "}" && this.next !== undefined) {
      if (this.take("readonly")) continue;
      if (this.take("[")) {
        const name = this.take();
        if (this.take("in")) {
          const over = this.type();
          this.take("]");
          this.take("?");
          this.take(":");
          mapped = { name, over, to: this.type() };
        } else {
          while (!this.take("]")) this.take();
          this.take(":");
          this.type();
        }
      } else {
        const key = this.take().replace(/^"|"$/g, "");
        const optional = this.take("?") !== false;
        this.take(":");
        fields.set(key, { type: this.type(), optional });
      }
      while (this.take(";") || this.take(","));
    }
    this.take("}");
    return mapped ? { is: "mapped", ...mapped } : { is: "object", fields };
  }
}

export const typeOf = (text) => new Reader(text).type();

function declaredIn(text) {
  const found = [];
  for (const { 1: kind, 2: name, 3: parent, index, 0: head } of text.matchAll(/^(?:export )?(?:declare )?(interface|type) (\w+)(?: extends (\w+))?\s*[={]/gm)) {
    const body = typeOf(text.slice(index + head.length - (kind === "interface" ? 1 : 0)));
    found.push([name, parent ? { is: "both", parts: [{ is: "named", name: parent, of: [] }, body] } : body]);
  }
  return found;
}

/** By path of the sentence: the types of its parameters. */
function parametersIn(text) {
  const aside = new Map();
  for (const { 1: name, 2: rest } of text.matchAll(/^declare (?:function|const) (\w+)(?:: )?(\([^\n]*)/gm)) aside.set(name, rest);
  const found = {};
  const path = [];
  const lines = text.slice(text.indexOf("export declare const en:")).split("\n").slice(1);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at].trim();
    const part = /^"?([\w-]+)"?: \{$/.exec(line);
    if (part) path.push(part[1]);
    else if (/^\}(?: & .*)?;/.test(line)) path.pop();
    else {
      const [, name, rest] = /^"?([\w-]+)"?: (.*)$/.exec(line) ?? [];
      if (name === undefined) continue;
      const same = /^typeof (\w+);/.exec(rest);
      let given = same ? aside.get(same[1]) : rest;
      if (!given?.startsWith("(")) continue;
      while (open(given) > 0) { at += 1; given += ` ${lines[at].trim()}`; }
      found[[...path, name].join(".")] = splitParameters(given);
    }
  }
  return found;
}

const open = (text) => text.split(/[({]/).length - text.split(/[)}]/).length;

function splitParameters(text) {
  const parts = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < text.length; at += 1) {
    if ("({[<".includes(text[at])) depth += 1;
    else if (")}]>".includes(text[at]) && text[at - 1] !== "=") {
      depth -= 1;
      if (depth === 0) { parts.push(text.slice(from, at)); break; }
    } else if (text[at] === "," && depth === 1) { parts.push(text.slice(from, at)); from = at + 1; }
  }
  return parts.filter((part) => part.trim() !== "").map((part) => {
    let level = 0;
    for (let at = 0; at < part.length; at += 1) {
      if ("{[(<".includes(part[at])) level += 1;
      else if ("}])>".includes(part[at])) level -= 1;
      else if (part[at] === ":" && level === 0) return part.slice(at + 1).trim();
    }
    return "unknown";
  });
}

// --------------------------------------------------------------------------------------------- making of examples

/** Numbers that come up nowhere else, so that each is known again: 211, 212… for numbers, Q511q… for texts. */
let marks = 0;
const mark = () => 211 + (marks++ % 200);

export function examples(types, named) {
  marks = 0;
  const values = types.map((text) => variants(typeOf(text), named));
  const most = Math.max(1, ...values.map((list) => list.length));
  const rows = [];
  for (let at = 0; at < most; at += 1) rows.push(values.map((list) => list[at % list.length]));
  // Each alternative of one beside the first of the others, and some drawn by lot, always the same ones.
  values.forEach((list, which) => { for (const one of list.slice(0, 40)) rows.push(values.map((other, at) => (at === which ? one : other[0]))); });
  let lot = 7;
  const draw = (n) => { lot = (lot * 48271) % 2147483647; return lot % n; };
  for (let time = 0; time < 150; time += 1) rows.push(values.map((list, at) => mixed(types[at], list, named, draw)));
  return rows;
}

/** One example whose every field is drawn anew. */
function mixed(text, list, named, draw) {
  const objects = list.filter((one) => typeof one === "object" && one !== null && !Array.isArray(one));
  if (objects.length < 2) return list[draw(list.length)];
  const base = objects[draw(objects.length)];
  const tag = Object.keys(base)[0];
  const kin = objects.filter((one) => Object.keys(one)[0] === tag && (typeof base[tag] !== "string" || tag !== "code" || one.code === base.code));
  return Object.fromEntries(Object.keys(base).map((key) => [key, kin[draw(kin.length)][key] ?? base[key]]));
}

function variants(type, named, depth = 0) {
  switch (type.is) {
    case "string": return [`Q${mark() + 300}q`];
    case "number": return [mark()];
    case "boolean": return [true, false];
    case "exactly": return [type.value];
    case "union": return type.choices.flatMap((one) => variants(one, named, depth));
    case "list": {
      const some = variants(type.of, named, depth + 1).slice(0, 6);
      return [[some[0], some[1] ?? variants(type.of, named, depth + 1)[0]], [], [some[0]], some];
    }
    case "both": return ofFields(new Map(type.parts.flatMap((part) => [...fieldsOf(part, named)])), named, depth);
    case "object": return ofFields(type.fields, named, depth);
    case "index": return indexed(type, named, depth);
    case "named": return ofName(type, named, depth);
    default: return [`Q${mark() + 300}q`];
  }
}

function ofFields(fields, named, depth) {
  if (depth > 4) return [{}];
  const alternatives = [...fields].map(([key, { type, optional }]) => [key, [...variants(type, named, depth + 1), ...(optional ? [undefined] : [])]]);
  const base = Object.fromEntries(alternatives.map(([key, [first]]) => [key, first]));
  const others = alternatives.flatMap(([key, [, ...rest]]) => rest.map((value) => without({ ...base, [key]: value })));
  return [base, ...others];
}

function without(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function fieldsOf(type, named) {
  if (type.is === "object") return type.fields;
  if (type.is === "both") return new Map(type.parts.flatMap((part) => [...fieldsOf(part, named)]));
  if (type.is === "index") return fieldsOf(part(type, named), named);
  if (type.is === "named" && named.has(type.name)) return fieldsOf(named.get(type.name), named);
  return new Map();
}

/** `Facts["write"]` */
function part(type, named) {
  const field = type.key.is === "exactly" ? fieldsOf(type.of, named).get(type.key.value) : undefined;
  return field?.type ?? { is: "any" };
}

function indexed(type, named, depth) {
  if (type.of.is === "mapped") return keysOf(type.of.over, named).flatMap((key) => variants(replaced(type.of.to, type.of.name, { is: "exactly", value: key }), named, depth));
  return variants(part(type, named), named, depth);
}

function keysOf(type, named) {
  if (type.is === "exactly") return [type.value];
  if (type.is === "union") return type.choices.flatMap((one) => keysOf(one, named));
  if (type.is === "keyof") return [...fieldsOf(type.of, named).keys()];
  if (type.is === "named" && type.name === "Exclude") {
    const gone = keysOf(type.of[1], named);
    return keysOf(type.of[0], named).filter((key) => !gone.includes(key));
  }
  return type.is === "named" && named.has(type.name) ? keysOf(named.get(type.name), named) : [];
}

function replaced(type, name, by) {
  if (type.is === "named" && type.name === name) return by;
  if (type.is === "object") return { ...type, fields: new Map([...type.fields].map(([key, field]) => [key, { ...field, type: replaced(field.type, name, by) }])) };
  if (type.is === "index") return { ...type, of: replaced(type.of, name, by), key: replaced(type.key, name, by) };
  return type;
}

function ofName(type, named, depth) {
  const [first, second] = type.of;
  switch (type.name) {
    case "NonNullable": return variants(first, named, depth).filter((one) => one !== null && one !== undefined);
    case "Partial": return ofFields(new Map([...fieldsOf(first, named)].map(([key, { type: of }]) => [key, { type: of, optional: true }])), named, depth);
    case "Record": return [Object.fromEntries([`Q${mark() + 300}q`, `Q${mark() + 300}q`].map((key) => [key, variants(second, named, depth + 1)[0]])), {}];
    case "Json": case "unknown": case "object": case "never": return [`Q${mark() + 300}q`];
    default: return named.has(type.name) && depth < 8 ? variants(named.get(type.name), named, depth) : [`Q${mark() + 300}q`];
  }
}

// --------------------------------------------------------------------------------------------------- comparing

/** The numbers of a sentence, and the texts that were filled in. */
function filled(sentence) {
  // 50,000 is 5万 and 5만.
  const even = String(sentence).replace(/(\d),(?=\d{3})/g, "$1").replace(/(\d+)[万만]/g, (_, tens) => String(tens * 10_000));
  return [...new Set(even.match(/\d+(?:\.\d+)?/g) ?? [])].sort().join(" ");
}

/** The sentences that take other parameters, or leave one out of the text: by path, with what was seen. */
export function otherParameters(one, other, rowsOf) {
  const found = [];
  for (const [path, say] of one) {
    const said = other.get(path);
    if (typeof say !== "function" || typeof said !== "function") continue;
    if (say.length !== said.length) { found.push([path, `${say.length} and ${said.length} parameters`]); continue; }
    let compared = 0;
    for (const row of rowsOf(path)) {
      let [here, there] = ["", ""];
      try { here = say(...row); } catch { continue; }
      try { there = said(...row); } catch (thrown) { there = `threw ${thrown}`; }
      compared += 1;
      if (filled(here) !== filled(there)) { found.push([path, `“${here}” and “${there}”`]); break; }
    }
    if (compared === 0) found.push([path, "no example that it can be told with"]);
  }
  return found;
}
