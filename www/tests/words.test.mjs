// The words: every sentence is there in each language, is used, takes the same parameters, and speaks by the glossary.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { CATALOGS, foreign, forbidden, glossary, languagesIn, load, missing, pressedInVain, sentences, textsOf, unused, WWW } from "./words/catalogs.mjs";
import { declarations, examples, otherParameters } from "./words/examples.mjs";

/** Where a language does without a parameter: by catalog, language and path, with the reason. */
const DIFFERENCES = {};

const types = await declarations(Object.values(CATALOGS).map(({ folder }) => folder));
const words = await glossary();

for (const [name, { folder, data }] of Object.entries(CATALOGS)) {
  const languages = await languagesIn(folder);
  const en = await load(folder, "en");

  test(`${name}: every sentence is used somewhere in the page`, async () => {
    assert.deepEqual(await unused(folder, en, data), []);
  });

  for (const language of languages) {
    test(`${name}: what one is told to press in ${language} is on the page`, async () => {
      assert.deepEqual(pressedInVain(await load(folder, language), await load("src/words", language)), []);
    });
  }

  for (const language of languages.filter((one) => one !== "en")) {
    const other = await load(folder, language);
    const texts = await textsOf(await readFile(join(WWW, folder, `${language}.ts`), "utf8"));

    test(`${name}: every sentence is there in ${language}, and none besides`, () => {
      assert.deepEqual([missing(en, other), missing(other, en)], [[], []]);
    });

    test(`${name}: each sentence in ${language} takes and tells the same parameters`, () => {
      const known = DIFFERENCES[name]?.[language] ?? {};
      const found = otherParameters(new Map(sentences(en)), new Map(sentences(other)), (path) => examples(types.parameters[folder][path], types.named));
      assert.deepEqual(found.filter(([path]) => !(path in known)), []);
      assert.deepEqual(Object.keys(known).filter((path) => !found.some(([one]) => one === path)), [], "a difference that is none any more");
    });

    test(`${name}: nothing in ${language} was left in English`, () => { assert.deepEqual(foreign(texts, words), []); });

    test(`${name}: ${language} keeps to the glossary`, () => { assert.deepEqual(forbidden(texts, words, language), []); });
  }
}

// ------------------------------------------------------------------------------------- the checks find what they look for

const one = {
  title: "Passes",
  tries: ["first", "second"],
  part: { moved: (n, name) => `${name}: move ${n}`, waits: (ms) => (ms === 0 ? "now" : `in ${ms} ms`), fate: (f) => (f.code === "woke" ? `pass ${f.pass}` : "nobody") },
};

test("a sentence that is missing, empty, of another kind, or too many, is found", () => {
  const { title: _, ...rest } = one;
  assert.deepEqual(missing(one, rest), ["title"]);
  assert.deepEqual(missing(one, { ...one, title: "" }), ["title"]);
  assert.deepEqual(missing(one, { ...one, tries: ["first"] }), ["tries.1"]);
  assert.deepEqual(missing(one, { ...one, part: { ...one.part, moved: "moved" } }), ["part.moved"]);
  assert.deepEqual(missing({ ...one, more: "more" }, one), ["more"]);
  assert.deepEqual(missing(one, structuredClone({ ...one, part: {} })), ["part.moved", "part.waits", "part.fate"]);
});

test("a sentence that nobody speaks is found, however the others are reached", async () => {
  const en = await load("src/words", "en");
  const more = { ...en, spoken: "spoken", silent: "silent", page: { ...en.page, silent: () => "silent", byName: { a: "a", b: "b", c: "c" }, whole: { a: "a" } } };
  const speaker = `
    import { words } from "./words/index.ts";
    type Page = ReturnType<typeof words>["page"];
    const { byName } = words().page as any as Page;
    export const said = (one: "a" | "b") => { const w = words(); return [w.spoken, byName[one]]; };
    export type Part = keyof Page["whole"];`;
  assert.deepEqual(await unused("src/words", more, [], { "src/speaker.ts": speaker }), ["page.silent", "page.byName.c", "silent"]);
});

test("a parameter that is left out, is one too many, or is told only by half, is found", () => {
  const rows = { "part.moved": ["number", "string"], "part.waits": ["number"], "part.fate": ['{ code: "none" } | { code: "woke"; pass: number; key: string }'] };
  const compare = (part) => otherParameters(new Map(sentences(one)), new Map(sentences({ ...one, part: { ...one.part, ...part } })), (path) => examples(rows[path], types.named)).map(([path]) => path);
  assert.deepEqual(compare({}), []);
  assert.deepEqual(compare({ moved: (n, name) => `${n}手目：${name}` }), [], "another order is no difference");
  assert.deepEqual(compare({ moved: (n) => `${n}手目` }), ["part.moved"]);
  assert.deepEqual(compare({ moved: (n, _name) => `${n}手目` }), ["part.moved"]);
  assert.deepEqual(compare({ waits: () => "後で" }), ["part.waits"]);
  assert.deepEqual(compare({ fate: () => "だれも" }), ["part.fate"]);
  assert.deepEqual(compare({ fate: (f) => (f.code === "woke" ? `調整${f.pass}（${f.key}）` : "だれも") }), ["part.fate"]);
});

test("English that was left is found; code and what every language keeps are none", async () => {
  const texts = await textsOf(`
    import { x } from "./elsewhere.ts";
    const kinds: Record<string, string> = { "not a text": "文", POST: "作成" };
    export const ja = {
      good: "\`kubectl get -w\` を ConfigMap に",
      left: "Press the button",
      mixed: \`調整\${n === "several words" ? \`が\${kinds["some key"]}回\` : ""} passes\`,
      said: (c: string) => { switch (c) { case "created by": return "作成"; default: return c === "one two" ? \`\${c}: no\\\`code\\\`\` : ""; } },
    };`);
  assert.deepEqual(foreign(texts, words), ["Press the button", "調整… passes", "…: no`code`"]);
});

test("a button that is named otherwise than on the page is found", () => {
  const page = { controls: { step: "Step", settle: "Run until quiet" } };
  assert.deepEqual(pressedInVain({ a: { tries: ["Press **Step**.", "Then **Run** it."] }, tries: () => ["**Step** and **Go**"], b: "**strong**" }, page), ["Run", "Go"]);
});

test("a word that the glossary has another for is found; the right word is none, though it holds the wrong one", () => {
  const texts = ["コントローラーのファイナライザー", "コントローラが動く", "パスワード", "次のパスで", "フラグ"];
  assert.deepEqual(forbidden(texts, words, "ja"), ["コントローラ: コントローラが動く", "パス: 次のパスで"]);
  assert.deepEqual(forbidden(["가비지 컬렉터가 지웁니다.", "가비지 수집기"], words, "ko"), ["가비지 컬렉터: 가비지 컬렉터가 지웁니다."]);
});
