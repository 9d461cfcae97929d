// The package outside a browser, and that what really crosses the boundary has the shape that the declarations promise.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { test } from "node:test";

const here = fileURLToPath(new URL(".", import.meta.url));
const pkg = resolve(process.env.DIST ?? join(here, "../../dist"), "pkg");
const { initSync, version, Playground } = await import(pathToFileURL(join(pkg, "reconcile_playground.js")));
initSync({ module: await readFile(join(pkg, "reconcile_playground_bg.wasm")) });

const web = { apiVersion: "lab.example.com/v1", kind: "AppConfig", metadata: { name: "web" }, spec: { data: { color: "blue" }, account: "web-db", requires: "creds" } };
const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "creds" }, stringData: { user: "web" } };

/** A run in which most things happen once; everything that crossed on the way. */
function run() {
  const scenario = {
    version: 1, budget: { crash: 2, cutWatch: 1, fail: 2, hold: 2 },
    controllers: [{ name: "appconfig-controller", habits: { statusWhen: "always", periodic: 60000 } }],
  };
  const playground = new Playground(scenario);
  const views = [], moves = [], facts = [];
  const play = (move) => facts.push(...playground.play(move));
  const settle = () => {
    for (let n = 0; n < 200 && playground.moves()[0] && !("advance" in playground.moves()[0]); n++) {
      moves.push(...playground.moves({ faults: true }));
      facts.push(...playground.step());
      if (n % 5 === 0) views.push(playground.view());
    }
  };
  settle();
  play({ edit: { object: web } });
  settle();
  play({ edit: { object: secret } });
  play({ fail: { method: "POST", kind: "ConfigMap", reason: "InternalError", applied: true } });
  settle();
  play({ advance: {} });
  settle();
  play({ hold: { kind: "AppConfig" } });
  play({ request: { method: "PATCH", path: "/apis/lab.example.com/v1/namespaces/default/appconfigs/web", contentType: "application/merge-patch+json", body: { metadata: { labels: { a: "b" } } } } });
  play({ resync: { kind: "ConfigMap" } });
  settle();
  play({ release: { kind: "AppConfig" } });
  play({ cutWatch: { kind: "ConfigMap" } });
  play({ outside: { op: "break", name: "web-db" } });
  play({ remove: { kind: "AppConfig", name: "web" } });
  settle();
  play({ outside: { op: "heal", name: "web-db" } });
  play({ crash: {} });
  views.push(playground.view());
  play({ start: {} });
  settle();
  play({ habits: { set: { onMissing: "error", queue: "classic" } } });
  const settled = playground.settle({ until: 1000 });
  const response = playground.request({ method: "GET", path: "/api/v1/namespaces/default/secrets", query: { watch: "true", resourceVersion: "0" } });
  const session = playground.save();
  const trace = playground.trace(0, 12);
  views.push(playground.view({ objects: false }));
  assert.equal(Playground.replay(session).digest(), playground.digest());
  return { views, moves, facts, settled, response, session, trace, version: version(), scenario };
}

/** Two replicas with a lease, of which the leader stalls, and a rival that wants something else. */
function several() {
  const scenario = {
    version: 1, budget: { crash: 2, fail: 2, stall: 2 },
    controllers: [{ name: "a", lease: "leader" }, { name: "b", lease: "leader" }, { name: "rival", wants: { color: "red" } }],
  };
  const playground = new Playground(scenario);
  const severalViews = [], severalFacts = [];
  const play = (move) => severalFacts.push(...playground.play(move));
  play({ elect: { controller: "a" } });
  play({ edit: { object: { ...web, spec: { data: { color: "blue" } } } } });
  const fight = playground.settle({ limit: 2000 });
  assert.deepEqual(fight.fight?.controllers, ["a", "rival"]);
  play({ crash: { controller: "rival" } });
  playground.settle();
  play({ stall: { controller: "a" } });
  severalViews.push(playground.view());
  const severalMoves = playground.moves({ faults: true });
  playground.settle({ until: 30000 });
  play({ resume: { controller: "a" } });
  for (let n = 0; n < 40; n++) severalFacts.push(...playground.step());
  severalViews.push(playground.view());
  return { severalScenario: scenario, severalViews, severalMoves, severalFacts, fight };
}

test("the package runs in Node, and what crosses has the declared types", async () => {
  const seen = { ...run(), ...several() };
  const names = new Set(seen.facts.map((fact) => Object.keys(fact)[0]));
  for (const name of ["elected", "stalled", "resumed"]) assert.ok(seen.severalFacts.some((fact) => name in fact), `no fact ${name}`);
  for (const name of ["request", "write", "event", "delivered", "predicate", "enqueued", "begun", "answered", "returned", "crashed", "advanced", "collected"]) {
    assert.ok(names.has(name), `no fact ${name}`);
  }
  const folder = await mkdtemp(join(here, "declared-"));
  try {
    const types = { views: "View[]", moves: "Move[]", facts: "Fact[]", settled: "Settled", response: "ApiResponse", session: "Session", trace: "TraceEntry[]", version: "Version", scenario: "Scenario", severalScenario: "Scenario", severalViews: "View[]", severalMoves: "Move[]", severalFacts: "Fact[]", fight: "Settled" };
    const text = Object.entries(types).map(([name, type]) => `export const ${name}: T.${type} = ${JSON.stringify(seen[name])};`);
    await writeFile(join(folder, "real.ts"), `import type * as T from "${join(pkg, "reconcile_playground.js")}";\n${text.join("\n")}\n`);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true, noEmit: true, module: "esnext", moduleResolution: "bundler", target: "es2022", lib: ["esnext", "dom"], skipLibCheck: false, types: [] }, include: ["real.ts"] }));
    execFileSync(process.execPath, [join(here, "../node_modules/typescript/bin/tsc"), "-p", folder], { stdio: ["ignore", "pipe", "inherit"] });
  } catch (failed) {
    assert.fail(String(failed.stdout ?? failed).slice(0, 6000));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
