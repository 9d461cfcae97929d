import assert from "node:assert/strict";
import { get } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { host, press } from "./host.mjs";
import { project, vendor } from "./project.mjs";

/** What a server says to a browser: only the head. */
const head = (url) => new Promise((done, failed) => {
  get(url, { headers: { "accept-encoding": "gzip, deflate, br" } }, (response) => {
    response.resume();
    done({ statusCode: response.statusCode, ...response.headers });
  }).on("error", failed);
});

host("pages", {
  build: async () => {
    const folder = await project("pages");
    await vendor(join(folder, "playground"));
    return folder;
  },
  page: "lessons/one/",
  toDark: async (page) => {
    const toggle = page.getByRole("button", { name: "Light or dark" });
    await press(toggle);
    return () => press(toggle);
  },
  more: ({ journey, site }) => {
    test("pages: as it is served there", async () => {
      const wasm = await head(`${site().url}playground/pkg/reconcile_playground_bg.wasm`);
      assert.deepEqual([wasm.statusCode, wasm["content-type"], wasm["content-encoding"]], [200, "application/wasm", "gzip"]);
      assert.deepEqual(Object.keys(wasm).sort(), ["connection", "content-encoding", "content-length", "content-type", "date", "keep-alive", "statusCode", "vary"]);
      const moved = await head(`${site().url}playground`);
      assert.deepEqual([moved.statusCode, moved.location], [301, "/course/playground/"]);
    });

    test("pages: the whole page, at a situation", async () => {
      await journey("playground/?scenario=drift", async (page) => {
        await page.locator(".guide h2", { hasText: "Somebody edits the child" }).waitFor();
        await page.locator(".dock .step").click();
        await page.locator(".dock .said", { hasText: "Move 23" }).waitFor();
      });
    });

    test("pages: what is not there, at any depth", async () => {
      await journey("lessons/two/three/", async (page) => {
        assert.equal(await page.locator("h1").textContent(), "There is no such page");
        await page.getByRole("link", { name: "To the beginning of the course" }).click();
        await page.getByRole("heading", { name: "A course" }).waitFor();
      }, { expected: (fault) => /\b404\b/.test(fault) && fault.includes("/lessons/two/three/") });
    });
  },
});
