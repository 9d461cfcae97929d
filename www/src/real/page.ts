// The page "What is real here, and what is not": the inside of its article, written when the site is built.

import type { RealWords } from "../words/real/en.ts";
import type { SimulatedWords } from "../words/simulated/en.ts";
import { stepsOf, type Real } from "./data.ts";
import { code, details, english, escape, list, paragraphs, prose, table } from "./text.ts";

/** What stands above it, in the window's title too. */
export const realTitle = (w: RealWords): string => w.title;

export function realPage(data: Real, w: RealWords, simulated: SimulatedWords): string {
  return [
    paragraphs(w.lead),
    numbers(data, w),
    `<h2>${escape(w.how.title)}</h2>\n`, paragraphs([w.how.recorded(data.release), ...w.how.compared]),
    cases(data, w),
    queues(data, w),
    rules(data, w),
    models(data, w),
    here(simulated),
  ].join("");
}

function numbers(data: Real, w: RealWords): string {
  const { steps, same } = stepsOf(data);
  const rows: [string, number][] = [
    [w.numbers.cases, data.golden.length],
    [w.numbers.steps, steps],
    [w.numbers.same, same],
    [w.numbers.scripts, data.queues.length],
    [w.numbers.scriptSteps, data.queues.reduce((sum, one) => sum + one.steps, 0)],
    [w.numbers.rules, data.rules.reduce((sum, one) => sum + one.rules.length, 0)],
    [w.numbers.files, data.models.length],
  ];
  return table("real-numbers", escape(w.numbers.title), [w.numbers.what, w.numbers.many], rows.map(([what, many]) => [escape(what), String(many)]));
}

function cases({ golden }: Real, w: RealWords): string {
  const rows = golden.map((one) => [code(numberOf(one.id)), english(one.title), String(one.steps), String(one.steps - one.failing.length)]);
  const failing = golden.flatMap((one) => one.failing.map((step) => [`${code(numberOf(one.id))} ${step.step}`, english(step.note), prose(w.why[step.why as keyof RealWords["why"]])]));
  return `<h2>${escape(w.cases.title)}</h2>\n`
    + details(w.cases.all(golden.length), table("real-cases", escape(w.cases.caption), [w.cases.name, w.cases.about, w.cases.steps, w.cases.same], rows) + sources(golden, w))
    + `<h3>${escape(w.failing.title)}</h3>\n${paragraphs([w.failing.lead])}`
    + table("real-failing", escape(w.failing.caption), [w.failing.step, w.failing.about, w.failing.why], failing);
}

/** By which the rules name it too. */
const numberOf = (id: string): string => id.split("-")[0] ?? id;

function queues({ queues, added }: Real, w: RealWords): string {
  const rows = queues.map((one) => [code(one.id), english(one.title), String(one.runs), String(one.steps)]);
  return `<h2>${escape(w.queues.title)}</h2>\n${paragraphs([w.queues.lead])}`
    + table("real-queues", escape(w.queues.caption), [w.queues.name, w.queues.about, w.queues.runs, w.queues.steps], rows)
    + added.map((one) => `<p>${prose(w.queues.added(one.case, one.run, one.after, one.op))}</p>\n`).join("")
    + sources(queues, w);
}

/** What was run, and how: each only once. */
function sources(all: readonly { source: string }[], w: RealWords): string {
  const different = [...new Set(all.map(({ source }) => source))];
  return `<h3>${escape(w.sources)}</h3>\n<ul>\n${different.map((one) => `<li>${english(one)}</li>\n`).join("")}</ul>\n`;
}

function rules({ rules }: Real, w: RealWords): string {
  const all = rules.reduce((sum, one) => sum + one.rules.length, 0);
  const tables = rules.map((one, at) => table(`real-rules-${at + 1}`, english(one.about), [w.rules.rule, w.rules.source],
    one.rules.map(({ name, source }) => [english(name.replaceAll("_", " ")), english(source.replaceAll("`", ""))])));
  return `<h2>${escape(w.rules.title)}</h2>\n${paragraphs([w.rules.lead])}${details(w.rules.all(all), tables.join(""))}`;
}

function models({ models }: Real, w: RealWords): string {
  const rows = models.map(({ file, upstream }) => [code(file), upstream.map(code).join("<br>")]);
  return `<h2>${escape(w.models.title)}</h2>\n${paragraphs([w.models.lead])}`
    + details(w.models.all(models.length), table("real-models", escape(w.models.caption), [w.models.ours, w.models.theirs], rows));
}

function here(w: SimulatedWords): string {
  const part = (one: { title: string; items: readonly string[] }): string => `<h3>${escape(one.title)}</h3>\n${list(one.items)}`;
  return `<h2>${escape(w.title)}</h2>\n${part(w.is)}${part(w.notYet)}${part(w.never)}${part(w.different)}${part(w.chosen)}`;
}
