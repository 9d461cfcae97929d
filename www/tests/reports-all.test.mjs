// Each of the sixty public reports is played, or stands on the list of those that are not reproduced, with the reason.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { LANGUAGES } from "../lesson.mjs";
import { notReproduced, reportFiles } from "../reports.mjs";
import { foreign, forbidden, glossary } from "./words/catalogs.mjs";

const ADDRESSES = JSON.parse(await readFile(new URL("../course/reports.json", import.meta.url), "utf8"));
const FILES = await reportFiles();
const LISTED = await notReproduced();

test("each of the sixty has a file or stands on the list, and not both", async () => {
  const words = await glossary();
  const ids = Object.keys(ADDRESSES);
  assert.equal(ids.length, 60);
  const [played, listed] = [FILES.map(({ id }) => id), Object.keys(LISTED)];
  assert.deepEqual(played.filter((id) => listed.includes(id)), [], "played, and on the list");
  assert.deepEqual([...played, ...listed].filter((id) => !ids.includes(id)), [], "none of the sixty");
  assert.deepEqual(ids.filter((id) => !played.includes(id) && !listed.includes(id)), [], "neither played nor on the list");
  for (const [id, why] of Object.entries(LISTED)) {
    assert.deepEqual(Object.keys(why).sort(), [...LANGUAGES].sort(), id);
    for (const [language, text] of Object.entries(why)) {
      assert.ok(text.length > 0, id);
      if (language !== "en") assert.deepEqual([foreign([text], words), forbidden([text], words, language)], [[], []], id);
    }
  }
  console.log(`${played.length} reports are played ill and cured, ${listed.length} are not reproduced`);
});

test("the README says how many there are", async () => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, played, listed] = /(\d+) of the 60 are\s+played, (\d+) (?:is|are) on that list/.exec(readme) ?? [];
  assert.deepEqual([Number(played), Number(listed)], [FILES.length, Object.keys(LISTED).length]);
});
