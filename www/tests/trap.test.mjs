// An engine that dies costs nothing. TRAP_DIST names a site whose package was built with the cargo feature `trap`, which
// exports a way to provoke a real trap; a release has none.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { DIST } from "./serve.mjs";
import { site } from "./site.mjs";

const root = process.env.TRAP_DIST ?? DIST;
const glue = await readFile(join(root, "pkg/reconcile_playground.js"), "utf8");
const skip = glue.includes("function trap(") ? false : "the package has no trap";
const journey = site(root);

test("a trap costs nothing: new instance, replay to the last good move, the move that failed is named, the session is offered", { skip }, () =>
  journey({ allowed: ["provoked by a test", "panicked"], reducedMotion: "reduce" }, async (me, page) => {
    const arm = () => page.evaluate(async () => {
      const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.includes("reconcile_playground.js"));
      const engine = await import(loaded.at(-1));
      engine.trap();
    });
    await me.step(4);
    const before = await me.text(page.locator("main .path"));
    await arm();
    await page.locator(".dock .step").click();
    await me.says(me.problem, /The engine stopped, and was started anew.*It failed while playing: answer “What differs\?”.*back at move 4/);
    assert.equal(await me.text(page.locator("main .path")), before);
    const waiting = page.waitForEvent("download");
    await me.problem.getByRole("button", { name: "Save session as a file" }).click();
    const session = JSON.parse(await readFile(await (await waiting).path(), "utf8"));
    assert.equal(session.moves.length, 4);
    await me.step();
    await me.settle();
    await me.says(me.said, "Quiet");
    assert.equal(await me.text(me.problem), "");
  }));
