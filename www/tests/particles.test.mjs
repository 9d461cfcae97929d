// Korean particles: which form stands behind a name, a kind or a number that is not Korean.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { build } from "esbuild";
import { WWW } from "./words/catalogs.mjs";

const { outputFiles } = await build({ entryPoints: [join(WWW, "src/words/particles.ts")], bundle: true, format: "esm", charset: "utf8", write: false });
const { josa } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);

test("behind a word in Latin letters the particle follows how the word is read", () => {
  const objects = ["ConfigMap", "`web`", "default/web", "app", "Secret", "bucket", "CustomResourceDefinition", "name", "staging", "group", "stack", "lab", "kubectl", "role"];
  for (const word of objects) assert.equal(josa(word, "을/를"), `${word}을`);
  const others = ["AppConfig", "`web-config`", "web-credentials", "web-db", "appconfig-controller", "Namespace", "Lease", "Event", "root", "prod", "api", "etcd", "blue"];
  for (const word of others) assert.equal(josa(word, "을/를"), `${word}를`);
});

test("numbers are read as numbers, Korean words by their last syllable", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => josa(`조정 ${n}`, "이/가").at(-1)).join(""), "이이가이가가이이이가이");
  assert.deepEqual(["가비지 수집기", "컨트롤 플레인"].map((word) => josa(word, "은/는")), ["가비지 수집기는", "컨트롤 플레인은"]);
});
