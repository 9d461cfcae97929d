// The lines that the process itself prints: controller-runtime through zap's console encoder (`--zap-devel`), client-go's
// leader election through klog. Times are virtual, with milliseconds (`--zap-time-encoding=iso8601`); stack traces are
// left out.

import type { Decision, Fact, Habits, TraceEntry, View } from "../../contract.ts";
import { sharedLength } from "../../branches.ts";
import { goDuration } from "./human-duration.ts";
import { START, type Line } from "./lines.ts";

/** The verbosity at which controller-runtime tells of every reconcile. */
const EACH = "LEVEL(-5)";
const FOR = "AppConfig";
const SOURCES: readonly [kind: string, wanted: (habits: Habits) => boolean][] = [
  [FOR, () => true],
  ["ConfigMap", (habits) => habits.watchOwned],
  ["Secret", (habits) => habits.watchRequired],
];

interface Printed extends Line { each: boolean }

/** What one process has printed, and what has to be known to go on. */
export interface Log {
  entries: readonly TraceEntry[];
  lines: Printed[];
  habits: Habits;
  /** The lease that it must hold before it starts anything. */
  lease: string | null;
  starts: number;
  /** The kinds whose lists are awaited; null: its workers have started, or it does not run. */
  awaited: Set<string> | null;
}

/** Why a text goes on with another process; the sentences are the catalog's. */
export interface Notes { died: string; rolledOut: (set: Partial<Habits>) => string }

/** The beginning: what the process printed before the first move. */
export function begin(name: string, view: View, start: string | undefined): Log {
  const { habits, cache, running, leader } = view.controllers[name]!;
  const lease = view.controllers[name]!.lease?.name ?? null;
  const log: Log = { entries: [], lines: [], habits, lease: lease === null ? null : `default/${lease}`, starts: 0, awaited: null };
  if (!running) return log;
  const print = printer(log, name, start, 0, view.time);
  if (log.lease !== null) print.tries(log.lease);
  if (leader === false) return log;
  print.starts(new Set(Object.entries(cache).flatMap(([kind, { synced }]) => (synced ? [] : [kind]))));
  return log;
}

/** The same for a longer run, or one that went another way. */
export function goOn(log: Log, name: string, first: () => Log, now: readonly TraceEntry[], start: string | undefined, notes: Notes): Log {
  const same = sharedLength(log.entries, now);
  const next = same === log.entries.length ? { ...log, lines: [...log.lines] } : first();
  for (let at = next.entries.length; at < now.length; at += 1) {
    const { facts, time } = now[at]!;
    const print = printer(next, name, start, at + 1, time);
    for (const fact of facts) tellOf(next, name, fact, print, facts, notes);
  }
  next.entries = now;
  return next;
}

type Printer = ReturnType<typeof printer>;

function printer(log: Log, name: string, start: string | undefined, at: number, time: number) {
  const when = new Date(Date.parse(start ?? START) + time).toISOString();
  const add = (text: string, each = false) => { log.lines.push({ at, text, each }); };
  const base = { controller: name, controllerGroup: "lab.example.com", controllerKind: FOR };
  const zap = (level: string, message: string, more: Record<string, unknown> = {}) => {
    add(`${when}\t${level}\t${message}\t${spaced({ ...base, ...more })}`, level === EACH);
  };
  const plain = (level: string, message: string, more?: Record<string, unknown>) => {
    add(`${when}\t${level}\t${message}${more ? `\t${spaced(more)}` : ""}`);
  };
  const print = {
    zap, plain,
    note: (text: string) => { log.lines.push({ at, text: `# ${text}`, each: false, note: true }); },
    klog: (severity: string, ...text: string[]) => {
      add(`${severity}${when.slice(5, 7)}${when.slice(8, 10)} ${when.slice(11, 23)}000       1 ${text.join("")}`);
    },
    tries: (lease: string) => print.klog("I", `leaderelection.go:257] attempting to acquire leader lease ${lease}...`),
    /** The sources start; the workers do when every cache is in step. */
    starts: (awaited: Set<string>) => {
      log.starts += 1;
      for (const [kind, wanted] of SOURCES) if (wanted(log.habits)) zap("INFO", "Starting EventSource", { source: `kind source: *v1.${kind}` });
      log.awaited = awaited;
      if (awaited.size === 0) workers();
    },
    workers,
  };
  return print;
  function workers(): void {
    if (log.awaited === null) return;
    log.awaited = null;
    zap("INFO", "Starting Controller");
    zap("INFO", "Starting workers", { "worker count": log.habits.workers });
  }
}

function tellOf(log: Log, name: string, fact: Fact, print: Printer, beside: readonly Fact[], notes: Notes): void {
  if ("listed" in fact && fact.listed.controller === name) {
    log.awaited?.delete(fact.listed.kind);
    if (log.awaited?.size === 0) print.workers();
  } else if ("begun" in fact && fact.begun.controller === name) {
    print.workers();
    print.zap(EACH, "Reconciling", requestOf(log, name, fact.begun.key, fact.begun.pass));
  } else if ("returned" in fact && fact.returned.controller === name) {
    returned(fact.returned.decision, requestOf(log, name, fact.returned.key, fact.returned.pass), print);
  } else if ("elected" in fact && fact.elected.controller === name) {
    const lease = log.lease ?? "";
    if (fact.elected.outcome === "acquired") {
      print.klog("I", "leaderelection.go:271] successfully acquired lease ", lease);
      print.starts(new Set(SOURCES.map(([kind]) => kind)));
    } else if (fact.elected.outcome === "lost") {
      print.klog("I", "leaderelection.go:297] failed to renew lease ", lease, ": context deadline exceeded");
      print.plain("ERROR", "setup\tproblem running manager", { error: "leader election lost" });
    }
  } else if ("crashed" in fact && fact.crashed.controller === name) {
    log.awaited = null;
    if (!beside.some((one) => "habits" in one)) print.note(notes.died);
  } else if ("habits" in fact && fact.habits.controller === name) {
    log.habits = { ...log.habits, ...fact.habits.set };
    print.note(notes.rolledOut(fact.habits.set));
  } else if ("started" in fact && fact.started.controller === name) {
    if (log.lease !== null) print.tries(log.lease);
    else print.starts(new Set(SOURCES.map(([kind]) => kind)));
  }
}

function returned({ returned: result, rule, delay, ignored }: Decision, request: Record<string, unknown>, print: Printer): void {
  if (result.panic !== undefined) print.zap("ERROR", "Observed a panic", { ...request, panic: result.panic });
  if (result.error) {
    if (ignored && ignored.length > 0) print.zap("INFO", WARNING, request);
    print.zap("ERROR", "Reconciler error", { ...request, error: result.error.message });
  } else if (rule === "requeueAfter") {
    print.zap(EACH, `Reconcile done, requeueing after ${goDuration(result.requeueAfter ?? delay ?? 0)}`, request);
  } else {
    print.zap(EACH, rule === "requeue" ? "Reconcile done, requeueing" : "Reconcile successful", request);
  }
}

const WARNING = "Warning: Reconciler returned both a result with either RequeueAfter or Requeue set and a non-nil error. RequeueAfter and Requeue will always be ignored if the error is non-nil. This causes requeuing with exponential backoff. For more details, see: https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/reconcile#Reconciler";

/** What controller-runtime puts beside every line of a reconcile. */
function requestOf(log: Log, controller: string, key: string, pass: number): Record<string, unknown> {
  const [namespace = "", name = ""] = key.split("/");
  return { [FOR]: { name, namespace }, namespace, name, reconcileID: idOf(`${controller} ${log.starts} ${pass}`) };
}

/** A UUID that is the same whenever the run is played again. */
function idOf(text: string): string {
  let hex = "";
  for (let part = 0; part < 4; part += 1) {
    let hash = 0x811c9dc5 ^ part;
    for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hex += ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0");
  }
  const variant = "89ab"[parseInt(hex[16]!, 16) & 3]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** As zap's console encoder writes fields: spaces between them, none within. */
function spaced(fields: Record<string, unknown>): string {
  return `{${Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")}}`;
}
