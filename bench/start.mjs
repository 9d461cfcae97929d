// How long the page takes to its first step on a machine a quarter as fast: the browser is driven without a tool between
// that listens to the network and puts scripts of its own into the page, since at this speed those are a fifth of the time.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VIEWPORT = { width: 1440, height: 900 };
const LONGEST = 30_000;
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Chromium by its protocol, over a pipe. */
async function open(executable, flags) {
  const profile = await mkdtemp(join(tmpdir(), "start-"));
  const args = ["--headless=new", ...flags, "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"];
  const process = spawn(executable, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , into, from] = process.stdio;
  const waiting = new Map();
  let last = 0;
  let rest = "";
  from.setEncoding("utf8");
  from.on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const { id, result, error } of messages.map((one) => JSON.parse(one))) {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error) reject?.(new Error(error.message));
      else resolve?.(result);
    }
  });
  return {
    send: (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
      waiting.set(last += 1, { resolve, reject });
      into.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    }),
    close: async () => {
      const ended = new Promise((resolve) => { process.on("exit", resolve); });
      process.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** By each mark that the page makes, the times of so many first visits in ms after the navigation began, sorted. */
export async function starts(executable, flags, url, marks, visits) {
  const { send, close } = await open(executable, flags);
  const times = new Map(marks.map((mark) => [mark, []]));
  // The first visit of all warms the browser and the server up.
  for (let visit = 0; visit <= visits; visit += 1) {
    // Nothing of an earlier visit is in its caches.
    const { browserContextId } = await send("Target.createBrowserContext");
    const { targetId } = await send("Target.createTarget", { url: "about:blank", browserContextId, ...VIEWPORT });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    await send("Emulation.setCPUThrottlingRate", { rate: 4 }, sessionId);
    await pause(200);
    await send("Page.navigate", { url }, sessionId);
    const expression = `JSON.stringify(${JSON.stringify(marks)}.map((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? null))`;
    let found = [null];
    for (const begun = Date.now(); found.includes(null);) {
      if (Date.now() - begun > LONGEST) throw new Error(`the page did not make its marks: ${found}`);
      await pause(1_000);
      found = JSON.parse((await send("Runtime.evaluate", { expression }, sessionId)).result.value);
    }
    if (visit > 0) marks.forEach((mark, i) => times.get(mark).push(found[i]));
    await send("Target.closeTarget", { targetId });
    await send("Target.disposeBrowserContext", { browserContextId });
  }
  await close();
  for (const list of times.values()) list.sort((a, b) => a - b);
  return times;
}
