// Writes docs/habits.md out of what the page says of the habits, so that it can be read without the page.
//
//   node habits.mjs          writes it
//   node habits.mjs --check  fails when it is not what would be written
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../docs/habits.md");

/** Everything that is documented, as the page's own modules have it. */
export async function documentation() {
  const { outputFiles } = await build({
    absWorkingDir: here,
    stdin: {
      resolveDir: here,
      contents: `
        export { CODE } from "./src/documentation/code.ts";
        export { HABIT_GROUPS } from "./src/documentation/groups.ts";
        export { REPORTS } from "./src/documentation/reports.ts";
        export { keyOf, kindOf, OWN, valuesOf } from "./src/documentation/values.ts";
        export { goodValue, HABIT_NAMES } from "./src/habits.ts";
        export { en } from "./src/words/habits/en.ts";`,
    },
    bundle: true, format: "esm", platform: "node", write: false, logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

export function markdown({ CODE, HABIT_GROUPS, REPORTS, valuesOf, HABIT_NAMES, en }) {
  const { ui, habits } = en;
  const values = HABIT_NAMES.reduce((sum, name) => sum + valuesOf(name).length, 0);
  const lines = [
    "# Habits: how the reconciler is written", "",
    `<!-- Written by \`npm run habits --prefix www\`; the page shows the same. Change it there: www/src/words/habits, www/src/documentation. -->`, "",
    `A controller is written in one way or another; each way is one value of one habit. There are ${HABIT_NAMES.length} habits with ${values} values.`,
    "The first value of each is the default, and the good one; most others are mistakes that real controllers make, some only",
    "have another price. The code is ours, for controller-runtime v0.25 and kube-rs 4 (there with the feature",
    "`unstable-runtime` where a controller is built from a stream): `app` is the AppConfig of the pass, `child` its",
    "ConfigMap, `wanted` the ConfigMap that it should be, `apps`, `maps` and `secrets` are kube-rs' `Api`s.", "",
  ];
  for (const [group, names] of Object.entries(HABIT_GROUPS)) {
    lines.push(`- ${ui.groups[group]}: ${names.map((name) => `[\`${name}\`](#${name.toLowerCase()})`).join(", ")}`);
  }
  lines.push("");
  for (const [group, names] of Object.entries(HABIT_GROUPS)) {
    lines.push(`## ${ui.groups[group]}`, "");
    for (const name of names) {
      lines.push(`### ${name}`, "", `**${habits[name].name}.** ${habits[name].asks}`, "");
      for (const [at, { key }] of valuesOf(name).entries()) {
        const [label, means, wrong, note = ""] = habits[name].values[key];
        const [go, rust] = CODE[name][key];
        const title = key === label ? `\`${key}\`` : key === "set" ? label : `\`${key}\`: ${label}`;
        lines.push(`#### ${title}${at === 0 ? ` (${ui.good})` : ""}`, "", means, "");
        if (wrong !== "") lines.push(`**${ui.wrong}:** ${wrong}`, "");
        if (go !== "") lines.push("```go", go, "```", "");
        if (rust !== "") lines.push("```rust", rust, "```", "");
        if (note !== "") lines.push(`kube-rs: ${note}`, "");
        else if (rust === "") lines.push(ui.noRust, "");
        const reports = REPORTS[name]?.[key] ?? [];
        if (reports.length > 0) lines.push(`${ui.reports}: ${reports.map((address) => `<${address}>`).join(", ")}`, "");
      }
    }
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const text = markdown(await documentation());
  if (process.argv.includes("--check")) {
    if ((await readFile(out, "utf8").catch(() => "")) !== text) {
      console.error("docs/habits.md is not what `npm run habits` writes.");
      process.exit(1);
    }
  } else await writeFile(out, text);
}
