// Prints the figures of the engine in headless Chromium: `make bench`. Nothing here fails on a slow machine.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";
import { serve } from "../scripts/serve.mjs";
import { starts } from "./start.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(join(root, "www/package.json"))("playwright-core");
const { url, close } = await serve(join(root, "dist"));
const origin = url.replace(/\/$/, "");
// Of the site itself, but without the page: what is measured has the tab to itself.
const blank = `${origin}/licences.txt`;

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
const launch = (...more) => chromium.launch({ executablePath: EXECUTABLE, args: [...FLAGS, ...more] });
const browser = await launch();

async function figure(name, run) {
  const page = await browser.newPage();
  await page.goto(blank);
  const value = await page.evaluate(run);
  for (const [what, number] of Object.entries(value)) console.log(`${name}${what ? ` ${what}` : ""}: ${number}`);
  await page.close();
}

console.log(`Chromium ${browser.version()}; bare figures in one tab`);

await figure("engine ready once the bytes are there", async () => {
  const bytes = await (await fetch("/pkg/reconcile_playground_bg.wasm")).arrayBuffer();
  const { default: init } = await import("/pkg/reconcile_playground.js");
  const begin = performance.now();
  await init({ module_or_path: bytes });
  return { "": `${(performance.now() - begin).toFixed(1)} ms (aim 30)` };
});

// From the click on a link to a page that takes the first step, on a machine a quarter as fast.
const times = await starts(EXECUTABLE, FLAGS, `${origin}/index.html`, ["interactive", "whole"], 11);
const [first, whole] = ["interactive", "whole"].map((mark) => times.get(mark).map(Math.round));
console.log(`the page takes the first step, at a quarter of the CPU's speed: median ${first[5]} ms, longest ${first[10]} ms after the navigation began (aim 500); all of it is drawn: median ${whole[5]} ms`);

await figure("GET then PUT with a changed value, from JavaScript", async () => {
  const { default: init, Playground } = await import("/pkg/reconcile_playground.js");
  await init();
  const measure = (kind, object, path) => {
    const playground = new Playground({ version: 1 });
    playground.play({ edit: { object } });
    const once = (n) => {
      const { body } = playground.request({ method: "GET", path });
      if (kind === "ConfigMap") body.data.key = `v${n}`;
      else body.spec.data.color = `v${n}`;
      const { code } = playground.request({ method: "PUT", path, body });
      if (code !== 200) throw new Error(`code ${code}`);
    };
    const count = 10000;
    const begin = performance.now();
    for (let n = 0; n < count; n++) once(n);
    const took = performance.now() - begin;
    playground.free();
    return `${Math.round((count * 1000) / took).toLocaleString("en")} /s`;
  };
  const meta = { name: "a", namespace: "default" };
  const configMap = () => measure("ConfigMap", { apiVersion: "v1", kind: "ConfigMap", metadata: meta, data: { key: "v" } }, "/api/v1/namespaces/default/configmaps/a");
  // V8 compiles wasm a second time, for speed, while it runs: the first rounds are slower.
  const cold = configMap();
  return {
    "of a one-key ConfigMap": `${configMap()} (aim 20,000); the 10,000 before, while the browser was still compiling: ${cold}`,
    "of an AppConfig": measure("AppConfig", { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: meta, spec: { data: { color: "blue", level: "info" } } }, "/apis/lab.example.com/v1/namespaces/default/appconfigs/a"),
  };
});

await figure("default moves in one settle", async () => {
  const { default: init, Playground } = await import("/pkg/reconcile_playground.js");
  await init();
  const habits = { statusContent: "counter", statusWhen: "always", predicate: "none" };
  const playground = new Playground({ version: 1, controllers: [{ name: "appconfig-controller", habits }] });
  playground.play({ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } } } });
  playground.settle({ limit: 5000 });
  const limit = 100000;
  const begin = performance.now();
  const settled = playground.settle({ limit });
  const took = performance.now() - begin;
  return { "": `${Math.round((settled.moves * 1000) / took).toLocaleString("en")} /s (aim 50,000)` };
});

await figure("goto any of 10,000 moves", async () => {
  const { default: init, Playground } = await import("/pkg/reconcile_playground.js");
  await init();
  const habits = { statusContent: "counter", statusWhen: "always", predicate: "none" };
  const playground = new Playground({ version: 1, controllers: [{ name: "appconfig-controller", habits }] });
  playground.play({ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } } } });
  playground.settle({ limit: 9999 });
  const times = [];
  for (let n = 0; n < 200; n++) {
    const position = (n * 7919) % 10000;
    const begin = performance.now();
    playground.goto(position);
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return { "": `median ${times[100].toFixed(1)} ms, longest ${times[199].toFixed(1)} ms (aim 50)` };
});

await figure("10,000 AppConfigs with children, created and settled", async () => {
  const { default: init, Playground } = await import("/pkg/reconcile_playground.js");
  const wasm = await init();
  const playground = new Playground({ version: 1 });
  const begin = performance.now();
  for (let n = 0; n < 10000; n++) {
    playground.request({
      method: "POST",
      path: "/apis/lab.example.com/v1/namespaces/default/appconfigs",
      body: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: `web-${n}` }, spec: { data: { color: "blue", level: "info" } } },
    });
  }
  const created = performance.now() - begin;
  const settled = playground.settle({ limit: 1000000 });
  const took = performance.now() - begin;
  const mb = wasm.memory.buffer.byteLength / 1048576;
  return { "": `${(took / 1000).toFixed(2)} s, of it ${(created / 1000).toFixed(2)} s creating; ${settled.moves} moves, ${settled.passes} passes, quiet ${settled.quiet}; ${mb.toFixed(0)} MiB (aim 5 s, 256 MB)` };
});

// Every order of a scenario, in a worker as the page has it: the size of a lesson first, then for some seconds.
await figure("the check in a worker", async () => {
  const source = `
    const begin = performance.now();
    const { default: init, Check } = await import("${location.origin}/pkg/reconcile_playground_check.js");
    await init();
    const loaded = performance.now() - begin;
    const request = (path, body) => ({ request: { method: "PATCH", path, contentType: "application/merge-patch+json", body } });
    const respec = request("/apis/lab.example.com/v1/namespaces/default/appconfigs/web", { spec: { data: { color: "red", level: null } } });
    const object = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web", namespace: "default" }, spec: { data: { color: "blue", level: "info" } } };
    const measure = (budget) => {
      const check = new Check({ version: 1, objects: [object] }, { budget, others: [respec] });
      const begin = performance.now();
      let progress;
      do progress = check.run(2000); while (!progress.done);
      const seconds = (performance.now() - begin) / 1000;
      const { verdict } = check.verdict();
      check.free();
      return { verdict, states: progress.states, seconds };
    };
    const lesson = measure({ crash: 1, fail: 1 });
    postMessage({ loaded, lesson, longer: measure({ crash: 1, cutWatch: 1 }) });
  `;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const { loaded, lesson, longer } = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.terminate();
  const count = (number) => Math.round(number).toLocaleString("en");
  const say = ({ verdict, states, seconds }) => `${verdict}, ${count(states)} states in ${seconds.toFixed(2)} s, ${count(states / seconds)} /s`;
  return {
    "of a lesson's size (a crash, a failure, an edit)": `${say(lesson)} (aim 1 s); before that its module was there within ${loaded.toFixed(0)} ms`,
    "of a longer one": `${say(longer)} (aim 20,000 /s)`,
  };
});

// The page itself, with a long history behind it: what a step costs, and what it costs where a frame waits for the screen.
// At 60 Hz that wait alone is half a frame on average, however short the work.
for (const frames of ["frames drawn at once", "frames at 60 Hz"]) {
  const own = frames === "frames at 60 Hz" ? browser : await launch("--disable-frame-rate-limit", "--disable-gpu-vsync");
  const page = await own.newPage({ viewport: { width: 1440, height: 900 } });
  // What is kept for a visit without a network is not measured.
  await page.addInitScript(() => { delete Navigator.prototype.serviceWorker; });
  await page.goto(blank);
  const session = await page.evaluate(async () => {
    const { default: init, Playground } = await import("/pkg/reconcile_playground.js");
    await init();
    const habits = { statusContent: "counter", statusWhen: "always", predicate: "none" };
    const playground = new Playground({ version: 1, controllers: [{ name: "appconfig-controller", habits }] });
    playground.play({ edit: { object: { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" } } } } });
    playground.settle({ limit: 9999 });
    return playground.save();
  });
  await page.goto(`${origin}/index.html`);
  await page.waitForSelector(".dock .step");
  const opened = performance.now();
  await page.locator("input[type=file]").setInputFiles({ name: "session.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(session)) });
  await page.waitForFunction((moves) => document.body.textContent.includes(`move ${moves}`), session.moves.length, { timeout: 60000 });
  console.log(`the page opens a session of ${session.moves.length} moves: ${Math.round(performance.now() - opened)} ms`);
  /** Forty times: act, and wait until it is painted. */
  const measure = (act) => page.evaluate(async (source) => {
    const act = new Function("n", source);
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const times = [];
    for (let n = 0; n < 40; n++) {
      await new Promise((rest) => setTimeout(rest, 30));
      const begin = performance.now();
      act(n);
      await painted();
      times.push(performance.now() - begin);
    }
    return times.sort((a, b) => a - b);
  }, act);
  const say = (what, times, aim) => console.log(`${what}, ${frames}: median ${times[20].toFixed(1)} ms, longest ${times[39].toFixed(1)} ms (aim ${aim})`);
  const STEP = `document.querySelector(".dock .step").click()`;
  // As the slider does it: it goes there with the next frame.
  const GOTO = `const slider = document.querySelector(".scrubber input"); slider.value = (n * 7919) % 10000; slider.dispatchEvent(new Event("input", { bubbles: true }))`;
  const LAST = `document.querySelector(".scrubber input").value = 1e9; document.querySelector(".scrubber input").dispatchEvent(new Event("input", { bubbles: true }))`;
  say("one step of the page behind that, input to paint", await measure(STEP), 16);
  say("the slider of the page to any of them, input to paint", await measure(GOTO), 50);
  await page.evaluate(LAST);
  await page.locator(".over-time .switch button").first().click();
  await page.waitForSelector(".plot");
  await page.locator(".plot").evaluate((plot) => plot.scrollIntoView({ block: "center" }));
  say("one step with the timeline open", await measure(STEP), 16);
  say("the slider with it open", await measure(GOTO), 50);
  await page.evaluate(LAST);
  await page.locator(".timeline-tools > button").last().click();
  say("one step with all moves in the timeline", await measure(STEP), 16);
  say("the slider with all of them", await measure(GOTO), 50);
  await page.close();
  if (own !== browser) await own.close();
}

await browser.close();
await close();
