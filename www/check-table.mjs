// What a check says of every habit and value under each of the ready budgets: asked of the engine, on the stages that
// tests/check/stages.json sets. A value is judged on the stages that all have in common and on those of its habit; the first
// stage on which it fails is the one that is told.
//
//   node www/check-table.mjs            prints the table
//   node www/check-table.mjs --write    and puts it where the page and the README have it
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const here = dirname(fileURLToPath(import.meta.url));
const pkg = process.env.PKG ?? join(here, "pkg");
/** More than any of them needs. */
const LIMIT = 500_000;
const THREADS = 2;

export const stages = JSON.parse(await readFile(join(here, "../tests/check/stages.json"), "utf8"));
export const FILE = join(here, "src/check/table.json");
const README = join(here, "../README.md");
const MARKS = ["<!-- the table of habits: written by www/check-table.mjs -->", "<!-- the end of the table of habits -->"];

/** A stage with habits, as a check takes it. */
export function staged(name, habits, budget) {
  const stage = stages.stages[name];
  const scenario = {
    version: 1, ...stage.scenario,
    objects: stage.scenario.objects.map((object) => stages.objects[object]),
    controllers: [{ name: "appconfig-controller", habits: { ...stage.habits, ...habits } }],
  };
  const others = stage.others.map((move) => stages.moves[move]);
  return [scenario, { budget: stages.budgets[budget], others, limits: { states: LIMIT } }];
}

/** Every row that there is to be. */
export function rowsToAsk() {
  return Object.entries(stages.rows).flatMap(([habit, row]) =>
    row.values.map((value, at) => ({ habit, value, ...(at > 0 && { with: row.with }), stages: [...row.stages, ...stages.core] })));
}

async function engine() {
  const { initSync, Check, Playground } = await import(join(pkg, "reconcile_playground_check.js"));
  initSync({ module: await readFile(join(pkg, "reconcile_playground_check_bg.wasm")) });
  return { Check, Playground };
}

export function ask(Check, scenario, options) {
  const check = new Check(scenario, options);
  try {
    while (!check.run(20_000).done);
    return check.verdict();
  } finally {
    check.free();
  }
}

/** The habits of a row that are not the good ones: the first value of each. */
function deviating({ habit, value, with: others }) {
  return { ...others, ...(stages.rows[habit].values[0] !== value && { [habit]: value }) };
}

/** Its story can be played again, and gone through to the step that decides. Throws where it cannot. */
function replays(Playground, { session, decisive }) {
  const run = Playground.replay(session);
  try {
    run.goto(decisive);
  } finally {
    run.free();
  }
}

/** A row with what came out. */
export function judge({ Check, Playground }, asked) {
  const { habit, value, with: others, stages: names } = asked;
  const row = { habit, value, ...(others && { with: others }), verdicts: [], why: [] };
  for (const budget of Object.keys(stages.budgets)) {
    let told = "holds", why = null;
    for (const stage of names) {
      const verdict = once(Check, stage, deviating(asked), budget);
      if (verdict.verdict === "fails") {
        replays(Playground, verdict);
        const { property, how, fault, faults, othersMoves, session } = verdict;
        [told, why] = ["fails", { stage, property, how, ...(fault && { fault }), moves: session.moves.length, faults, others: othersMoves }];
        break;
      }
      if (verdict.verdict === "notFinished") told = "notFinished";
    }
    row.verdicts.push(told);
    row.why.push(why);
  }
  return row;
}

const answers = new Map();

/** The good habits are asked about on each stage once, though each habit has a row of them. */
function once(Check, stage, habits, budget) {
  const key = JSON.stringify([stage, habits, budget]);
  if (!answers.has(key)) answers.set(key, ask(Check, ...staged(stage, habits, budget)));
  return answers.get(key);
}

/** The whole table, two rows at a time. */
export async function table() {
  const rows = rowsToAsk();
  const done = new Array(rows.length);
  // Those that are alike go to the same worker, one after the other.
  const order = [...rows.keys()].sort((one, other) => Object.keys(deviating(rows[one])).length - Object.keys(deviating(rows[other])).length || one - other);
  let next = 0;
  await Promise.all(Array.from({ length: THREADS }, () => new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url));
    const give = () => (next < rows.length ? worker.postMessage([order[next], rows[order[next++]]]) : void worker.terminate().then(resolve));
    worker.on("message", ([at, row]) => {
      done[at] = row;
      give();
    }).on("error", reject);
    give();
  })));
  return { version: 1, budgets: Object.keys(stages.budgets), rows: done };
}

/** The file's text: one row a line. */
export function text({ version, budgets, rows }) {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
  return `{\n  "version": ${version},\n  "budgets": ${JSON.stringify(budgets)},\n  "rows": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

const SAYS = { holds: "holds", fails: "**fails**", notFinished: "not finished" };

/** As the README shows it. */
export function markdown({ budgets, rows }) {
  const value = (row) => `\`${row.habit}: ${String(row.value)}\`${row.with ? ` with ${Object.entries(row.with).map(([habit, value]) => `\`${habit}: ${value}\``).join(", ")}` : ""}`;
  const why = (row) => {
    const first = row.why.find(Boolean);
    if (!first) return stages.remarks[`${row.habit}: ${row.value}`] ?? "";
    return `${first.property}${first.fault ? ` (${first.fault})` : ""}: ${first.how} after ${first.moves} moves on \`${first.stage}\``;
  };
  const lines = rows.map((row) => `| ${value(row)} | ${row.verdicts.map((verdict) => SAYS[verdict]).join(" | ")} | ${why(row)} |`);
  return [`| habit | ${budgets.join(" | ")} | the first one that fails, or what it costs |`, `|---|${budgets.map(() => "---|").join("")}---|`, ...lines].join("\n");
}

/** The README with the table in it. */
export function within(readme, table) {
  const [from, to] = MARKS.map((mark) => readme.indexOf(mark));
  if (from < 0 || to < from) throw new Error("README.md has no place for the table of habits");
  return `${readme.slice(0, from + MARKS[0].length)}\n\n${markdown(table)}\n\n${readme.slice(to)}`;
}

if (!isMainThread) {
  const loaded = await engine();
  parentPort.on("message", ([at, row]) => parentPort.postMessage([at, judge(loaded, row)]));
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = await table();
  console.log(markdown(made));
  if (process.argv.includes("--write")) {
    await writeFile(FILE, text(made));
    await writeFile(README, within(await readFile(README, "utf8"), made));
  }
}

export { engine, README };
