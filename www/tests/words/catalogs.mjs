// The catalogs as they are: their languages, their sentences, which of them the page uses, and the words in them.
import { build, transform } from "esbuild";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const WWW = fileURLToPath(new URL("../..", import.meta.url));
/** What of a catalog is data that is used as a whole. */
const DATA = { editor: ["phrases", "complete.fields"], habits: ["habits"], lab: ["items"], scenarios: ["items", "cures"] };

/** Each catalog by its name: what is always there, and what a part of the page brings. */
export const CATALOGS = Object.fromEntries([
  ["words", { folder: "src/words", data: [] }],
  ...(await readdir(join(WWW, "src/words"), { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => [name, { folder: `src/words/${name}`, data: DATA[name] ?? [] }]),
]);

/** The languages that have a file in a folder. */
export async function languagesIn(folder) {
  return (await readdir(join(WWW, folder))).flatMap((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1] ?? []);
}

export async function load(folder, language) {
  const { outputFiles } = await build({ entryPoints: [join(WWW, folder, `${language}.ts`)], bundle: true, format: "esm", charset: "utf8", write: false, logLevel: "warning" });
  return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`))[language];
}

/** Every sentence by its path: a text, a list of texts, or a function. */
export function sentences(catalog, path = []) {
  return Object.entries(catalog).flatMap(([key, value]) => {
    const here = [...path, key];
    if (typeof value === "object" && !Array.isArray(value)) return sentences(value, here);
    if (Array.isArray(value)) return value.map((one, at) => [[...here, at].join("."), one]);
    return [[here.join("."), value]];
  });
}

/** What one catalog has and the other has not, or has as something else; and lists that are longer or shorter. */
export function missing(one, other) {
  const there = new Map(sentences(other));
  return sentences(one).filter(([path, value]) => typeof there.get(path) !== typeof value || (value !== "" && there.get(path) === "")).map(([path]) => path);
}

// ------------------------------------------------------------------------------------------ what the page uses

/** Paths of sentences that nothing in the page speaks: the page is compiled against a catalog without any sentence, and whatever is missed is used. */
export async function unused(folder, catalog, data = [], more = {}) {
  const place = await mkdtemp(join(tmpdir(), "words-"));
  try {
    await cp(join(WWW, "src"), join(place, "src"), { recursive: true });
    for (const [file, text] of Object.entries(more)) await writeFile(join(place, file), text);
    await cp(join(WWW, "../src/contract.d.ts"), join(place, "contract.d.ts"));
    const contract = join(place, "src/contract.ts");
    await writeFile(contract, (await readFile(contract, "utf8")).replaceAll("../../src/", "../"));
    const words = join(place, folder);
    for (const language of await languagesIn(folder)) if (language !== "en") await rm(join(words, `${language}.ts`));
    const all = (await Promise.all((await sourcesOf(join(place, "src"))).map((file) => readFile(file, "utf8")))).join("\n");
    // Where a type is made of a part's own keys, the part is used as a whole.
    const keyed = new Set([...all.matchAll(/keyof (?:typeof )?\w+(?:\.(\w+)|\["(\w+)"\])/g)].map(([, one, other]) => one ?? other));
    const english = join(words, "en.ts");
    await cp(english, join(words, "real.ts"));
    const { types, type } = emptied(catalog, data, keyed);
    const alias = /^export type (\w+Words|Words)\b/m.exec(await readFile(english, "utf8"))[1];
    await writeFile(english, `export * from "./real.ts";\n${types}\nexport declare const en: ${type};\nexport type ${alias} = ${type};\n`);
    await symlink(join(WWW, "node_modules"), join(place, "node_modules"));
    const options = JSON.parse(await readFile(join(WWW, "tsconfig.json"), "utf8"));
    await writeFile(join(place, "tsconfig.json"), JSON.stringify(options));
    // A type that adds something to the catalog's goes by its own name.
    const besides = [...all.matchAll(/(?:type (\w+) = (\w+) &|interface (\w+) extends (\w+))/g)].filter(([, , of, , parent]) => (of ?? parent) === alias).map(([, name, , other]) => name ?? other);
    const said = besides.reduce((text, name) => text.replaceAll(`on type '${name}'`, "on type 'At_'").replaceAll(`index type '${name}'`, "index type 'At_'"), await complaints(place));
    const used = new Set();
    for (const [, key, types] of said.matchAll(/Property '(\w+)' does not exist on type '(At_[^'\n]*)'/g)) for (const at of types.split(" | ")) used.add(`${at.slice(3)}_${key}`);
    // A part that is handed over as what it must hold at least.
    for (const [, at, keys] of said.matchAll(/Type 'At_(\w*)' is missing the following properties from type '[^']+': ([\w, ]+)/g)) for (const key of keys.split(", ")) used.add(`${at}_${key}`);
    for (const [, key, at] of said.matchAll(/Property '(\w+)' is missing in type 'At_(\w*)' but required/g)) used.add(`${at}_${key}`);
    const wholes = new Set(data.map((path) => path.replaceAll(".", "_")));
    for (const [, keys, at] of said.matchAll(/expression of type '([^\n]+)' can't be used to index type 'At_(\w*)'/g)) {
      const named = [...keys.matchAll(/"(\w+)"/g)].map(([, key]) => key);
      if (named.length === 0) wholes.add(at.slice(1));
      for (const key of named) used.add(`${at}_${key}`);
    }
    return sentences(catalog).filter(([path, value]) => {
      const steps = path.replace(/\.\d+$/, "").split(".");
      if (typeof value === "string" && catalogIsList(catalog, path)) steps.length = path.split(".").length - 1;
      const container = steps.slice(0, -1);
      if (used.has(["", ...steps].join("_"))) return false;
      if (container.some((_, at) => wholes.has(container.slice(0, at + 1).join("_")) || wholes.has(container[0]))) return false;
      return !(container.length > 0 && keyed.has(container.at(-1)));
    }).map(([path]) => path);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function catalogIsList(catalog, path) {
  const steps = path.split(".");
  return Array.isArray(steps.slice(0, -1).reduce((at, step) => at?.[step], catalog));
}

/** A type with every part of the catalog and no sentence; each part has a name of its own, by which it is missed. */
function emptied(catalog, data, keyed, path = []) {
  const type = `At_${path.length === 0 ? "" : `_${path.join("_")}`}`;
  const parts = [];
  const fields = [];
  for (const [key, value] of Object.entries(catalog)) {
    if (typeof value !== "object" || Array.isArray(value)) {
      if (keyed.has(path.at(-1))) fields.push(`${JSON.stringify(key)}: any;`);
      continue;
    }
    if (data.includes([...path, key].join("."))) {
      fields.push(`${key}: any;`);
      continue;
    }
    const inner = emptied(value, data, keyed, [...path, key]);
    parts.push(inner.types);
    fields.push(`${JSON.stringify(key)}: ${inner.type};`);
  }
  return { type, types: `${parts.join("\n")}\nexport interface ${type} { ${fields.join(" ")} }` };
}

async function sourcesOf(folder) {
  return (await readdir(folder, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile() && entry.name.endsWith(".ts")).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function complaints(place) {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(WWW, "node_modules/typescript/bin/tsc"), "-p", place, "--pretty", "false", "--noErrorTruncation"], { maxBuffer: 1 << 26 }, (_, out) => resolve(out));
  });
}

// ------------------------------------------------------------------------------------------ the words themselves

/** Every text in a source file: strings, and templates with … for what is filled in. Keys, cases and comparisons are none. */
export async function textsOf(source) {
  const { code } = await transform(source, { loader: "ts", charset: "utf8", target: "esnext" });
  const found = [];
  scan(code, 0, "", found);
  return found;
}

function scan(code, from, until, found) {
  let at = from;
  while (at < code.length) {
    const mark = code[at];
    if (mark === until) return at;
    if (mark === '"' || mark === "'") {
      const end = endOfString(code, at);
      if (!isName(code, at, end)) found.push(JSON.parse(mark === '"' ? code.slice(at, end) : `"${code.slice(at + 1, end - 1).replaceAll('"', '\\"')}"`));
      at = end;
    } else if (mark === "`") {
      let text = "";
      at += 1;
      while (code[at] !== "`") {
        if (code.startsWith("${", at)) {
          at = scan(code, at + 2, "}", found) + 1;
          text += "…";
        } else {
          if (code[at] === "\\") at += 1;
          text += code[at];
          at += 1;
        }
      }
      found.push(text);
      at += 1;
    } else if (mark === "{") {
      at = scan(code, at + 1, "}", found) + 1;
    } else at += 1;
  }
  return at;
}

function endOfString(code, from) {
  let at = from + 1;
  while (code[at] !== code[from]) at += code[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** A key, a case, an index, a comparison, a file's name. */
function isName(code, from, end) {
  const before = code.slice(Math.max(0, from - 12), from);
  const after = code.slice(end, end + 8);
  return /(?:\bcase|[!=]==?|\bfrom|\bimport)\s*$/.test(before) || /^(?::|\s*[!=]==|\s+in\b)/.test(after) || (/[\w)\]]\[$/.test(before) && after.startsWith("]"));
}

/** What a person is told to press, **so**, and no button of the page says. */
export function pressedInVain(catalog, page) {
  const labels = new Set(sentences(page).map(([, label]) => label));
  return sentences(catalog).filter(([path]) => /\btries\b/.test(path)).flatMap(([, value]) => (typeof value === "function" ? value("") : [value]))
    .flatMap((text) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name)).filter((name) => !labels.has(name));
}

export async function glossary() {
  const lines = (await readFile(join(WWW, "../docs/glossary.md"), "utf8")).split("\n");
  const from = (title) => lines.slice(lines.indexOf(`## ${title}`) + 1);
  const section = (title) => from(title).slice(0, from(title).findIndex((line) => line.startsWith("## ")));
  const rows = section("Terms").filter((line) => /^\| (?!English)/.test(line)).map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
  const list = (cell) => cell.split(/[、,]\s*/).filter((word) => word !== "");
  const bare = (cell) => list(cell.replace(/[（(][^）)]*[）)]/g, ""));
  const keeps = section("Kept as they are").join("\n").replace(/\n {2}/g, " ").split("\n").filter((line) => line.startsWith("- "));
  const named = (commands) => keeps.filter((line) => line.startsWith("- Labels") === commands).flatMap((line) => list(line.replace(/^- (?:[^:]*: )?/, "")));
  return {
    terms: { ja: rows.flatMap((row) => bare(row[1])), ko: rows.flatMap((row) => bare(row[3])) },
    not: { ja: rows.flatMap((row) => list(row[2])), ko: rows.flatMap((row) => list(row[4])) },
    kept: named(false).sort((one, other) => other.length - one.length),
    labels: new Set(named(true)),
  };
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** English that was left: words in Latin letters that are neither set as code nor kept in every language. */
export function foreign(texts, { kept, labels = new Set() }) {
  const known = new RegExp(`(?<![A-Za-z])(?:${kept.map(escape).join("|")})(?![A-Za-z])`, "g");
  // What has a slash and no space is a path.
  return texts.filter((text) => !labels.has(text) && !/^[!-~…]*\/[!-~…]*$/.test(text) && /[A-Za-z]{2,}/.test(text.replace(/`[^`]*`/g, "").replace(known, "")));
}

/** Words that the glossary has another one for. What is part of a longer word in katakana is that word. */
export function forbidden(texts, { terms, not }, language) {
  const good = new RegExp([...terms[language]].sort((a, b) => b.length - a.length).map(escape).join("|"), "g");
  return texts.flatMap((text) => {
    const rest = text.replace(good, "…");
    return not[language].filter((word) => {
      const edge = /^[\u30a0-\u30ff]+$/.test(word) ? "[\\u30a1-\\u30fa\\u30fc]" : null;
      return new RegExp(edge === null ? escape(word) : `(?<!${edge})${escape(word)}(?!${edge})`).test(rest);
    }).map((word) => `${word}: ${text}`);
  });
}
