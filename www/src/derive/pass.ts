// Reading a pass: which question it is at, which writes belong to which question, how many of them moved something.

import type { ControllerView, Pass, Question, TraceEntry, Write } from "../contract.ts";

export const QUESTIONS: readonly Question[] = ["desired", "observed", "diff", "action", "requeue", "status"];

/** The recorded moves, from the first one on. */
type Trace = readonly TraceEntry[];

export type QuestionState = "answered" | "failed" | "current" | "open" | "passedOver";

const FAILURES: readonly Write["outcome"][] = ["conflict", "notFound", "alreadyExists", "refused", "failed", "lost"];

export function stateOf(question: Question, pass: Pass, trace: Trace): QuestionState {
  if (pass.ended === null && pass.question === question) return "current";
  if (writesOf(question, pass, trace).some((write) => FAILURES.includes(write.outcome))) return "failed";
  if (question === "action" && pass.answers.action?.failed !== undefined) return "failed";
  if (pass.answers[question] !== undefined) return "answered";
  if (pass.ended !== null) return "passedOver";
  const at = QUESTIONS.indexOf(pass.question as Question);
  return at > QUESTIONS.indexOf(question) ? "passedOver" : "open";
}

/** Status writes belong to the last question, every other one to the action. */
export function writesOf(question: Question, pass: Pass, trace: Trace): Write[] {
  if (question === "status") return pass.writes.filter((write) => isStatusWrite(write, trace));
  if (question === "action") return pass.writes.filter((write) => !isStatusWrite(write, trace));
  return [];
}

/**
 * Whether a child that was not found was looked for. What was to be done says so: a child that is missing is one path that
 * differs, the whole object. Before that answer is there, the habits do.
 */
export function lookedAtChild({ answers }: Pass, { habits }: ControllerView): boolean {
  const { desired, observed, diff } = answers;
  if (observed?.child != null) return true;
  if ((desired?.deleting ?? false) || observed?.required === "absent") return false;
  if (diff) return diff.need.includes("createChild") && diff.paths.length > 0;
  return habits.ensure !== "createOnly" && habits.truth !== "status";
}

/** Why nothing is known of the account: it was asked and did not answer, by which the pass failed; or nobody looked. */
export function whyUnknown({ answers, decision }: Pass): "silent" | "unwanted" | "not" {
  const { desired, diff, requeue } = answers;
  if (diff === undefined && (decision?.returned.error?.message ?? requeue?.swallowed ?? "").startsWith("account ")) return "silent";
  return desired?.account === null && !desired.deleting ? "unwanted" : "not";
}

/** What became of each deed that is a write: the last one of its object, finalizers apart from the child. */
export function outcomesOf(pass: Pass, trace: Trace): Partial<Record<string, Write["outcome"]>> {
  const found: Partial<Record<string, Write["outcome"]>> = {};
  for (const write of writesOf("action", pass, trace)) {
    const names = write.ref.kind === "ConfigMap" ? DEEDS[write.method] : FINALIZER_DEEDS;
    for (const name of names ?? []) found[name] = write.outcome;
  }
  return found;
}

const FINALIZER_DEEDS: readonly string[] = ["addFinalizer", "removeFinalizer"];
const DEEDS: Partial<Record<string, readonly string[]>> = {
  POST: ["createChild"], PUT: ["updateChild"], PATCH: ["createChild", "updateChild"], DELETE: ["deleteChild"],
};

export type End = "running" | "returned" | "failed" | "crashed" | "panicked";

/** How it ended, if it has. A panic that was caught is a return to the queue, and none to the one who wrote it. */
export function endOf(pass: Pass): End {
  if (pass.ended === null) return "running";
  if (pass.ended === "crashed") return "crashed";
  if (pass.decision?.returned.panic !== undefined) return "panicked";
  return pass.decision?.returned.error === undefined ? "returned" : "failed";
}

/** The key's object is not there any more: the first question had no answer, and the pass looked no further. */
export function isGone(pass: Pass): boolean {
  return pass.question === "returned" && pass.answers.desired === undefined && pass.decision?.returned.error === undefined;
}

/** One that is sent to the main resource is known by the question to which its move belonged. */
export function isStatusWrite(write: Write, trace: Trace): boolean {
  if (write.subresource === "status") return true;
  const facts = write.ref.kind === "ConfigMap" ? [] : trace[write.move - 1]?.facts ?? [];
  return facts.some((fact) => "answered" in fact && fact.answered.question === "status");
}

/** What the server committed; a write it found identical, refused or never got is not one. */
export function committed(writes: readonly Write[]): Write[] {
  return writes.filter((write) => write.event !== null || ["created", "changed", "deleted", "terminating", "lost"].includes(write.outcome));
}

/** Passes per second of virtual time among the last `n`; null when there are fewer, or all in one instant. */
export function ratePerSecond(passes: readonly Pass[], n: number): number | null {
  const last = passes.slice(-n);
  const first = last[0];
  const final = last[last.length - 1];
  if (first === undefined || final === undefined || last.length < n) return null;
  const span = final.startedAt - first.startedAt;
  return span > 0 ? ((last.length - 1) * 1000) / span : null;
}
