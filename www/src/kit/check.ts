// Checks one file of an author: what it is, whether it keeps to its schema, and what comes of playing it.

import type { Verdict } from "../contract.ts";
import type { Lesson, LessonText } from "../lesson/lesson.ts";
import type { Task } from "../lab/task.ts";
import type { Prove } from "../lesson/every-order.ts";
import type { SceneFile } from "../lesson/play.ts";
import { playedEnding } from "./every-order.ts";
import { Stopped, watched, type Begin, type Found } from "./found.ts";
import { faultsOf, LANGUAGES, playedLesson, type IdeaOutcome } from "./lesson.ts";
import { astray, fieldsOf, ofLesson, ofScenario, ofTask } from "./paths.ts";
import { asScenario, itself, type ReportFile } from "./report.ts";
import { checkScenario, type ScenarioFile } from "./scenario.ts";
import { faultsAgainst, type Schemas } from "./schema.ts";
import { checkTask } from "./task.ts";

export type Kind = "report" | "scenario" | "lesson" | "task";

/** What is checked against: the engine, the schemas, and what files name by its id. */
export interface Kit {
  begin: Begin;
  /** Looks into every order. */
  prove: Prove;
  schemas: Schemas;
  scenes: readonly SceneFile[];
  reports: readonly string[];
}

export interface Report {
  kind: Kind | null;
  id: string | null;
  found: Found[];
  /** Of a lesson or a report the languages that it is said in; of a lesson what its ideas come to. */
  languages?: string[];
  outcomes?: Record<string, IdeaOutcome>;
  /** Of a lesson with a check what its ways come to. */
  verdicts?: Record<string, Verdict["verdict"]>;
}

/** By what only files of that kind have. */
const MARKS: Record<Kind, string> = { report: "report", scenario: "expectations", lesson: "ideas", task: "goals" };
const SCHEMAS: Record<Kind, string> = { report: "../tests/reports/schema.json", scenario: "scenarios/schema.json", lesson: "course/schema.json", task: "lab/schema.json" };
const WORDS = "course/words.schema.json";
const VERSION = 1;

/** `beside` reads a file of the same folder; undefined where there is none. `names` are those that are there. */
export async function check(text: string, beside: (name: string) => Promise<string | undefined>, kit: Kit, names: readonly string[] = []): Promise<Report> {
  const data = parsed(text);
  if ("what" in data) return { kind: null, id: null, found: [data] };
  const { value } = data;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return { kind: null, id: null, found: [{ path: "", what: "is no JSON object" }] };
  const file = value as Record<string, unknown>;
  const id = typeof file["id"] === "string" ? file["id"] : null;
  const kind = (Object.keys(MARKS) as Kind[]).find((one) => Object.hasOwn(file, MARKS[one]) && !(one === "report" && Object.hasOwn(file, MARKS.task))) ?? null;
  if (kind === null) return { kind, id, found: [{ path: "", what: "is no report (it has no report), no scenario (no expectations), no lesson (no ideas), and no task (no goals)" }] };
  if (kind === "lesson" && !Array.isArray(file["ideas"]) && Object.hasOwn(file, "lead")) return { kind, id, found: [{ path: "", what: "are the words of a lesson: they are checked with the lesson.json beside them" }] };
  if (Object.hasOwn(file, "version") && file["version"] !== VERSION) return { kind, id, found: [{ path: "/version", what: `version ${JSON.stringify(file["version"])} is not known; this checker knows ${VERSION}` }] };
  const found = faultsAgainst(kit.schemas, SCHEMAS[kind], file);
  if (kind === "lesson") return checkLesson(file as unknown as Lesson, id, found, beside, kit, names);
  if (found.length > 0) return { kind, id, found };
  const scenario = kind === "report" ? asScenario(file as unknown as ReportFile) : file as unknown as ScenarioFile;
  const task = file as unknown as Task;
  if (kind === "report") found.push(...itself(file as unknown as ReportFile));
  found.push(...astray(kind === "task" ? ofTask(task) : ofScenario(scenario), fieldsOf(kit.begin)));
  const languages = kind === "report" ? { languages: Object.keys((file as unknown as ReportFile).words) } : {};
  if (found.length > 0) return { kind, id, found, ...languages };
  const { begin, note } = watched(kit.begin);
  return { kind, id, found: noted(kind === "task" ? await checkTask(task, kit.scenes, begin, kit.prove) : await checkScenario(scenario, begin, kit.prove), note()), ...languages };
}

async function checkLesson(lesson: Lesson, id: string | null, found: Found[], beside: (name: string) => Promise<string | undefined>, kit: Kit, names: readonly string[]): Promise<Report> {
  const words: Record<string, LessonText> = {};
  const files: readonly string[] = ["lesson.json", ...LANGUAGES.map((one) => `${one}.json`)];
  const others = names.filter((name) => /^[^.].*\.json$/i.test(name) && !files.includes(name)).sort();
  found.push(...others.map((file) => ({ file, path: "", what: `is no language that there is: ${LANGUAGES.join(", ")}` })));
  for (const language of LANGUAGES) {
    const file = `${language}.json`;
    const text = await beside(file);
    if (text === undefined) continue;
    const data = parsed(text);
    const faults = "what" in data ? [data] : faultsAgainst(kit.schemas, WORDS, data.value);
    found.push(...faults.map((one) => ({ ...one, file })));
    if ("value" in data) words[language] = data.value as LessonText;
  }
  const languages = Object.keys(words);
  const report = { kind: "lesson" as const, id, found, languages };
  if (found.length > 0) return report;
  found.push(...astray(ofLesson(lesson), fieldsOf(kit.begin)));
  if (found.length > 0) return report;
  if (languages.length === 0) found.push({ path: "", what: `there are no words beside it: ${LANGUAGES.map((one) => `${one}.json`).join(", ")}` });
  const { begin, note } = watched(kit.begin);
  try {
    const outcomes = await playedLesson(lesson, kit.scenes, begin);
    const verdicts = await playedEnding(lesson, kit.scenes, kit.prove);
    found.push(...noted(faultsOf(lesson, words, outcomes, kit.reports, verdicts), note()));
    return { ...report, outcomes, ...(lesson.check && { verdicts: Object.fromEntries(Object.entries(verdicts).map(([id, { verdict }]) => [id, verdict])) }) };
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) throw thrown;
    return { ...report, found: [...found, ...noted([thrown.found], note())] };
  }
}

/** With what is to be known of the run that it was found in; words are not of a run. */
function noted(found: Found[], note: string | null): Found[] {
  return note === null ? found : found.map((one) => (one.file === undefined ? { ...one, note: [...(one.note === undefined ? [] : [one.note]), note].join("; ") } : one));
}

/** So deep an object may be nested: no object of a cluster is, and what walks it need not fear. */
const DEEPEST = 100;

/** Whether it is nested deeper than it may be; it is looked at level by level. */
function tooDeep(value: unknown): boolean {
  const inside = (one: unknown): unknown[] => (one !== null && typeof one === "object" ? Object.values(one) : []);
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap(inside);
  }
  return false;
}

function parsed(text: string): { value: unknown } | Found {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
    return tooDeep(value) ? { path: "", what: `is too deeply nested: ${DEEPEST} levels at most` } : { value };
  } catch (thrown) {
    return { path: "", what: `is not JSON: ${(thrown as Error).message}` };
  }
}
