// Pictures and transcripts: the same bytes from the page, the command and the build; well made, and alone.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { engine, modules } from "../lesson.mjs";
import { scenarios } from "../scenarios.mjs";
import { DIST } from "./serve.mjs";
import { site } from "./site.mjs";

const www = fileURLToPath(new URL("..", import.meta.url));
const journey = site();
const pictures = (await readdir(join(DIST, "pictures"))).sort();
const inDist = (file) => readFile(join(DIST, file), "utf8");
const LANGUAGES = ["en", "ja", "ko"];

let folder;
before(async () => { folder = await mkdtemp(join(tmpdir(), "figures-")); });
after(() => rm(folder, { recursive: true }));

/** The command as somebody types it. */
function command(...args) {
  return new Promise((done) => {
    execFile(process.execPath, [join(DIST, "pkg/picture.mjs"), ...args], { cwd: folder, maxBuffer: 1 << 24 }, (error, out, err) => done({ code: error?.code ?? 0, out, err }));
  });
}

async function file(name, content) {
  await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

const scene = async (name) => JSON.parse(await readFile(join(www, "scenarios", `${name}.json`), "utf8"));

test("every scenario and every task has its twelve pictures and its three texts, and no picture is heavy", async () => {
  const names = (await command("--names")).out.trim().split("\n");
  const scenes = (await readdir(join(www, "scenarios"))).filter((one) => one.endsWith(".json") && one !== "schema.json").map((one) => one.replace(".json", ""));
  const tasks = (await readdir(join(www, "lab/tasks"))).map((one) => `task.${one.replace(".json", "")}`);
  assert.deepEqual([...names].sort(), [...scenes, ...tasks].sort());
  const wanted = names.flatMap((name) => LANGUAGES.flatMap((language) => [...["light", "dark"].flatMap((theme) => [`${name}.${language}.${theme}.svg`, `${name}.${language}.${theme}.narrow.svg`]), `${name}.${language}.txt`]));
  assert.deepEqual(pictures, wanted.sort());
  for (const one of pictures.filter((name) => name.endsWith(".svg"))) {
    const bytes = gzipSync(await inDist(`pictures/${one}`), { level: 9 }).length;
    assert.ok(bytes <= 4096, `${one}: ${bytes} bytes`);
  }
});

test("the command makes what stands beside the page, byte by byte", async () => {
  for (const [name, lang, theme, width] of [["crash", "en", "light", "middle"], ["secretFirst", "ja", "dark", "narrow"], ["tugOfWar", "ko", "light", "narrow"], ["task.stuck", "ja", "light", "middle"], ["fresh", "ko", "dark", "middle"]]) {
    const drawn = await command(name, "--lang", lang, "--theme", theme, "--width", width);
    assert.equal(drawn.err, "");
    assert.ok(drawn.out === await inDist(`pictures/${name}.${lang}.${theme}${width === "narrow" ? ".narrow" : ""}.svg`), `${name} ${lang} ${theme} ${width}`);
    const told = await command(name, "--lang", lang, "--text");
    assert.equal(told.out, await inDist(`pictures/${name}.${lang}.txt`));
  }
});

test("a session, a scenario, a task and a result are drawn out of their files, at any move", async () => {
  const crash = await scene("crash");
  const begun = (await command("crash", "--at", "3")).out;
  assert.match(begun, /<title id="title">A crash half-way · Move 3<\/title>/);
  const moves = [{ deliver: { kind: "AppConfig" } }, { begin: {} }, { answer: {} }, { answer: {} }];
  const session = { version: 1, engine: "", scenario: crash.scenario, moves };
  assert.equal((await command(await file("session.json", session), "--at", "3")).out, begun);
  assert.match((await command("session.json")).out, /· Move 4</);
  assert.match((await command(await file("seen.json", { ...session, view: { at: 2 } }))).out, /· Move 2</);
  assert.equal((await command(await file("crash.json", crash))).out, await inDist("pictures/crash.en.light.svg"));
  assert.equal((await command(await file("create.json", JSON.parse(await readFile(join(www, "lab/tasks/create.json"), "utf8"))))).out, await inDist("pictures/task.create.en.light.svg"));
  assert.equal((await command(await file("create.result.json", { version: 1, task: "create", session }), "--at", "3")).out, begun);
  assert.match((await command(await file("scenario.json", { version: 1, controllers: [{ name: "one" }, { name: "two" }] }), "--controller", "two")).out, /<title id="title">A run of its own · Move 0<\/title>.*Move 0 · 0 ms · two</s);
  const strange = (await command(await file("strange.json", { version: 1, name: 'a & <b> "c" \u0001 ]]>', controllers: [] }))).out;
  assert.match(strange, /<title id="title">a &amp; &lt;b&gt; &quot;c&quot; \ufffd \]\]&gt; · Move 0<\/title>/);
  assert.match(strange, /This session has no controller/);
  // Behind the opening the story goes on.
  assert.match((await command("crash", "--at", "9", "--text")).out, /\n9\. \[2 ms\] The controller died where it stood: .*\n\nWhat stands where \(Move 9\):\n/);
  assert.equal((await command("crash", "--out", "made.svg")).out, "");
  assert.equal(await readFile(join(folder, "made.svg"), "utf8"), await inDist("pictures/crash.en.light.svg"));
});

test("what is asked wrongly, or cannot be drawn, is said with its option or field", async () => {
  const session = { version: 1, engine: "", scenario: { version: 1 }, moves: [] };
  await file("bad.json", "{ not json");
  await file("list.json", "[]");
  await file("other.json", { hello: 1 });
  await file("version.json", { ...session, version: 2 });
  await file("moves.json", { ...session, moves: 3 });
  await file("diverged.json", { ...session, moves: [{ deliver: { kind: "AppConfig" } }, { begin: {} }] });
  await file("habit.json", { ...session, scenario: { version: 1, controllers: [{ name: "one", habits: { predicate: "nope" } }] } });
  await file("task.json", { version: 1, id: "x", goals: [], scenario: "nowhere" });
  await file("opening.json", { version: 1, id: "x", scenario: { version: 1 }, opening: 3 });
  for (const [args, code, said] of [
    [[], 2, /^there is no FILE\.\n/],
    [["--what", "crash"], 2, /^Unknown option '--what'\.\n/],
    [["crash", "fresh"], 2, /^one FILE at a time/],
    [["crash", "--lang", "fr"], 2, /^--lang is "fr"; it can be en, ja or ko\.\n/],
    [["crash", "--theme", "blue"], 2, /^--theme is "blue"; it can be light or dark\.\n/],
    [["crash", "--width", "720"], 2, /^--width is "720"; it can be middle or narrow\.\n/],
    [["crash", "--at", "-1"], 2, /^Option '--at' argument is ambiguous\.|^--at is "-1"/],
    [["crash", "--at=1.5"], 2, /^--at is "1\.5"; it is the number of a move, 0 for the beginning\.\n/],
    [["crash", "--text", "--width", "narrow"], 2, /^--width says nothing of a text\.\n/],
    [["nowhere"], 1, /^nowhere: is neither a file nor a name of the gallery \(--names prints them\)\n$/],
    [["crash", "--at", "999"], 1, /^--at is 999, and the run has 35 moves\n$/],
    [["crash", "--controller", "me"], 1, /^--controller is "me"; there is appconfig-controller\n$/],
    [["crash", "--out", "no/where.svg"], 1, /^--out: no\/where\.svg cannot be written \(ENOENT\)\n$/],
    [["bad.json"], 1, /^bad\.json: it is no JSON: /],
    [["list.json"], 1, /^list\.json: is no JSON object\n$/],
    [["other.json"], 1, /^other\.json: is no session/],
    [["version.json"], 1, /^version\.json: \/version is 2; what is known is 1\n$/],
    [["moves.json"], 1, /^moves\.json: \/moves is not there, or is no list\n$/],
    [["diverged.json"], 1, /^diverged\.json: \/moves\/1 /],
    [["habit.json"], 1, /^habit\.json: \/scenario\/controllers\/0\/habits\/predicate /],
    [["task.json"], 1, /^task\.json: \/scenario is "nowhere", which is no scenario of the gallery\n$/],
    [["opening.json"], 1, /^opening\.json: \/opening is no list\n$/],
  ]) {
    const answer = await command(...args);
    assert.deepEqual([answer.code, answer.out], [code, ""], args.join(" "));
    assert.match(answer.err, said, args.join(" "));
    assert.ok(!/\n {4}at /.test(answer.err), `no stack trace: ${answer.err}`);
  }
  assert.match((await command("--help")).out, /^Draws a moment of a run as SVG/);
});

test("a transcript says what happened and what stands where, in each language", async () => {
  for (const [language, title, about, said, standing, server] of [
    ["en", "A crash half-way\n================", "A pass is under way: the account outside is made, the ConfigMap and the status are not.",
      "8. [2 ms] appconfig-controller created an account outside (web-db).", "What stands where (Move 8):", "- API server. revision 3. AppConfig web 3."],
    ["ja", "途中でのクラッシュ\n==================", "調整の途中です。外部アカウントはできましたが、ConfigMap とステータスはまだです。",
      "8. [2ミリ秒] appconfig-controller が外部にアカウントを作りました（web-db）。", "どこに何があるか（8手目）：", "- API サーバー。リビジョン 3。AppConfig web 3。"],
    ["ko", "도중의 크래시\n=============", "조정이 진행 중입니다. 클러스터 밖의 계정은 만들었지만 ConfigMap과 status는 아직입니다.",
      "8. [2ms] appconfig-controller: 클러스터 밖의 계정 web-db 생성.", "어디에 무엇이 있는가(동작 8):", "- API 서버. 리비전 3. AppConfig web 3."],
  ]) {
    const text = await inDist(`pictures/crash.${language}.txt`);
    const lines = text.split("\n");
    assert.ok(text.startsWith(`${title}\n\n${about}\n\n`), text);
    for (const one of [said, standing, server]) assert.ok(lines.includes(one), `${one}\n${text}`);
    assert.ok(!/[`*]|undefined|\.\.|\?\./.test(text), text);
  }
  assert.match(await inDist("pictures/fresh.en.txt"), /\n\nThe beginning: no move has been made yet\.\n\nWhat stands where \(Move 0\):\n/);
  assert.match((await command("tugOfWar", "--at", "9", "--text", "--controller", "other-controller")).err + (await command("tugOfWar", "--at", "9", "--text")).out, /by `?appconfig-controller`?: .*\n[^]*What stands where \(Move 9, appconfig-controller\):/);
});

test("the page makes the bytes of the command, of whatever it shows and in every language", async () => {
  // The page as it is, with its figures beside it: as one file in the place of the page's script.
  const { outputFiles } = await build({
    absWorkingDir: www, bundle: true, format: "esm", write: false, charset: "utf8", logLevel: "warning", define: { RECORDED: JSON.stringify({ steps: 0, passed: 0 }) },
    stdin: { resolveDir: www, contents: `import "./src/main.ts"; import * as figure from "./src/figure/index.ts"; import { wholeSession } from "./src/state/run.ts"; Object.assign(globalThis, { figure, wholeSession });` },
  });
  const script = outputFiles[0].text;
  const html = await inDist("index.html");
  await journey({ reducedMotion: "reduce" }, async (me, page) => {
    await page.route(/\/with-figures\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
    await page.route(/\/with-figures\.html/, (route) => route.fulfill({ contentType: "text/html", body: html.replace(/<script type="module" src="[^"]+">/, '<script type="module" src="with-figures.js">').replace(/<link rel="modulepreload"[^>]*>/g, "").replace(/<link rel="preload"[^>]*>/g, "") }));
    await page.goto(new URL("with-figures.html", page.url()).href);
    await me.button("Step").first().waitFor();
    const compare = async (where) => {
      const at = Number(/\d+/.exec(await me.position())[0]);
      const session = await file("page.json", await page.evaluate(() => globalThis.wholeSession()));
      for (const language of LANGUAGES) {
        for (const [theme, width] of [["light", "middle"], ["dark", "narrow"]]) {
          const drawn = await page.evaluate((look) => globalThis.figure.pictureHere(look), { language, theme, width });
          const made = await command(session, "--at", String(at), "--lang", language, "--theme", theme, "--width", width);
          assert.equal(made.err, "");
          assert.equal(drawn, made.out, `${where}, ${language}, ${theme}, ${width}`);
        }
        const told = await page.evaluate((one) => globalThis.figure.transcriptHere(one), language);
        assert.equal(told, (await command(session, "--at", String(at), "--lang", language, "--text")).out, `${where}, ${language}`);
      }
    };
    await compare("the beginning");
    await me.step(5);
    await compare("five moves on");
    await me.settle();
    await compare("quiet");
    await me.button("Back", { exact: true }).first().click();
    await compare("one move back, the others ahead");
    await me.situation("Two that force the same field");
    await me.step(8);
    await compare("two controllers");
    await me.situation("A crash half-way");
    await compare("behind an opening");
    assert.equal(await page.evaluate(() => globalThis.figure.pictureHere({ language: "ja", theme: "dark", width: "narrow" })), await inDist("pictures/crash.ja.dark.narrow.svg"));
    // And the page itself is as it was.
    await me.says(page.locator(".guide h2"), "A crash half-way");
  });
});

test("every picture stands alone, parses, and no text leaves its box or meets another", async () => {
  const all = pictures.filter((name) => name.endsWith(".svg"));
  for (const one of all) {
    const text = await inDist(`pictures/${one}`);
    assert.ok(!/href|src=|url\(|@import|<script|<foreignObject|<a[ >]|<!|\son\w+=|style=|role="button"|tabindex/.test(text), `${one} refers to something, or can be pressed`);
    assert.deepEqual([...new Set(text.match(/https?:[^"]*/g))], ["http://www.w3.org/2000/svg"], one);
    assert.ok(!/undefined|NaN|\[object/.test(text), one);
  }
  await wellDrawn(await Promise.all(all.map(async (one) => [one, await inDist(`pictures/${one}`)])));
});

test("nor does it at any other move, whatever the controller is in the middle of", async () => {
  const made = await modules(`
    export { begin } from "./src/figure/file.ts";
    export { shotOf } from "./src/figure/begin.ts";
    export { pictureOf } from "./src/figure/picture.ts";`);
  const loaded = await engine();
  const scenes = await scenarios();
  const drawn = [];
  let turn = 0;
  for (const { id } of scenes) {
    const begun = await made.begin(loaded, { scenes, tasks: [] }, id, 0);
    for (let at = 0; at <= Math.min(60, begun.run.length); at += 1 + (turn % 5)) {
      begun.run.goto(at);
      const look = { language: LANGUAGES[turn % 3], width: turn % 2 === 0 ? "middle" : "narrow", theme: "light" };
      drawn.push([`${id} at ${at}, ${look.language}, ${look.width}`, await made.pictureOf(made.shotOf(begun), look)]);
      turn += 1;
    }
  }
  assert.ok(drawn.length > 400, String(drawn.length));
  await wellDrawn(drawn);
});

/** Each is drawn by the browser, and looked at text by text. */
async function wellDrawn(all) {
  await journey({ path: "scenario/en/fresh.html", ready: "h1" }, async (_, page) => {
    for (let from = 0; from < all.length; from += 60) {
      const part = all.slice(from, from + 60);
      const found = await page.evaluate((pairs) => pairs.flatMap(([name, text]) => {
        const [element, style] = /<style>(.*)<\/style>/.exec(text);
        // The page's policy allows no style in a text: it is laid upon the page instead, one picture at a time.
        const parsed = new DOMParser().parseFromString(text.replace(element, ""), "image/svg+xml");
        const bad = [];
        const say = (what) => bad.push(`${name}: ${what}`);
        if (parsed.querySelector("parsererror") || parsed.documentElement.localName !== "svg") return [`${name}: it does not parse`];
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        document.adoptedStyleSheets = [sheet];
        const drawn = document.importNode(parsed.documentElement, true);
        document.body.replaceChildren(drawn);
        const { width, height } = drawn.viewBox.baseVal;
        const place = (element) => {
          const box = element.getBBox();
          const matrix = element.getCTM();
          const scale = drawn.getCTM().inverse().multiply(matrix);
          return { text: element.textContent, left: box.x + scale.e, right: box.x + box.width + scale.e, top: box.y + scale.f, bottom: box.y + box.height + scale.f };
        };
        const inside = (one, frame, gap, where) => {
          if (one.left < frame.left + gap || one.right > frame.right - gap || one.top < frame.top || one.bottom > frame.bottom) say(`“${one.text}” leaves ${where}: ${JSON.stringify([one, frame])}`);
        };
        const apart = (texts, where) => {
          for (const [at, one] of texts.entries()) {
            for (const other of texts.slice(at + 1)) {
              if (one.left < other.right && other.left < one.right && one.top + 3 < other.bottom - 3 && other.top + 3 < one.bottom - 3) say(`“${one.text}” lies on “${other.text}” in ${where}`);
            }
          }
        };
        const texts = [...drawn.querySelectorAll("text")];
        if (texts.some((one) => one.textContent.trim() === "")) say("a text is empty");
        const places = texts.map(place);
        for (const one of places) inside(one, { left: 0, right: width, top: 0, bottom: height }, 0, "the picture");
        apart(places, "the picture");
        for (const station of drawn.querySelectorAll(".path-station")) {
          const frame = place(station.querySelector(".box"));
          for (const one of station.querySelectorAll("text")) inside(place(one), frame, 4, "its box");
        }
        // What is written on an arrow lies on no box.
        const boxes = [...drawn.querySelectorAll(".box")].map(place);
        for (const one of drawn.querySelectorAll(".arrow text")) {
          const at = place(one);
          if (boxes.some((box) => at.left < box.right && box.left < at.right && at.top + 3 < box.bottom && box.top < at.bottom - 3)) say(`“${at.text}” lies on a box`);
        }
        return bad;
      }), part);
      assert.deepEqual(found, []);
    }
  });
}

test("in an image each is of its size and of its own theme, whatever the reader's is", async () => {
  const { COLOURS } = await modules(`export { COLOURS } from "./src/figure/style.ts";`);
  for (const dark of [false, true]) {
    await journey({ path: "scenario/en/fresh.html", ready: "h1", dark }, async (_, page) => {
      for (const [file, theme, width] of [["secretFirst.ja.light.svg", 0, 720], ["secretFirst.ja.dark.svg", 1, 720], ["secretFirst.ko.light.narrow.svg", 0, 360], ["secretFirst.ko.dark.narrow.svg", 1, 360]]) {
        const seen = await page.evaluate(async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
          const paper = canvas.getContext("2d", { willReadFrequently: true });
          paper.drawImage(image, 0, 0);
          const colour = (x, y) => `#${[...paper.getImageData(x, y, 1, 1).data.slice(0, 3)].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
          return { width: image.naturalWidth, ground: colour(image.naturalWidth / 2, 4), colours: new Set(Array.from({ length: image.naturalHeight - 20 }, (_, y) => colour(60, y + 10))).size };
        }, `../../pictures/${file}`);
        assert.deepEqual([seen.width, seen.ground], [width, COLOURS.ground[theme]], file);
        assert.ok(seen.colours > 3, `${file} is drawn`);
      }
    });
  }
});

test("a line of Japanese begins with nothing that closes, and ends with nothing that opens", async () => {
  for (const one of pictures.filter((name) => /\.ja\.light.*svg$/.test(name))) {
    const lines = [...(await inDist(`pictures/${one}`)).matchAll(/<text [^>]*>([^<]*)</g)].map(([, line]) => line);
    assert.deepEqual(lines.filter((line) => /^[、。，．：；？！」』）ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]|[「『（]$/.test(line)), [], one);
  }
});

test("the colours of a figure are those of the page", async () => {
  const { COLOURS } = await modules(`export { COLOURS } from "./src/figure/style.ts";`);
  const tokens = new Map([...(await readFile(join(www, "src/styles/tokens.css"), "utf8")).matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, ...both]) => [name, both]));
  for (const [name, both] of Object.entries(COLOURS)) assert.deepEqual(both, tokens.get(name), name);
});
