// The reconcile report: what came of each object of one kind in a round, which is what was played since the process last
// started. Read from the facts, not remembered by anybody.

import type { Decision, Facts, KubeObject, TraceEntry, View } from "../contract.ts";

export type Action = "none" | "created" | "changed" | "unchanged" | "deleted" | "failed";

export interface ReportRow {
  key: string;
  /** Those that returned. */
  passes: number;
  action: Action;
  child: { name: string; before: string | null; after: string | null } | null;
  status: { written: boolean; ready: string | null; reason: string | null };
  /** Of the last pass. */
  decision: Decision | null;
}

const KIND = "AppConfig";

/** Of several writes the one that counts. */
const WEIGHT: Action[] = ["none", "unchanged", "failed", "deleted", "changed", "created"];
const ACTIONS: Record<string, Action> = { created: "created", changed: "changed", unchanged: "unchanged", deleted: "deleted", terminating: "deleted", skipped: "none" };

export function reportOf({ objects }: View, entries: readonly TraceEntry[]): ReportRow[] {
  const started = entries.findLastIndex(({ facts }) => facts.some((fact) => "started" in fact));
  const round = entries.slice(Math.max(0, started));
  const rows = new Map<string, ReportRow>();
  const written = new Set<string>();
  const rowOf = (key: string): ReportRow => {
    let row = rows.get(key);
    if (!row) rows.set(key, row = { key, passes: 0, action: "none", child: null, status: { written: false, ready: null, reason: null }, decision: null });
    return row;
  };
  for (const object of objects) {
    if (object.kind !== KIND) continue;
    const row = rowOf(`${object.metadata.namespace ?? "default"}/${object.metadata.name ?? ""}`);
    const { status, reason } = readyOf(object);
    row.status.ready = status;
    row.status.reason = reason;
    const child = objects.find(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === object.metadata.uid));
    const version = child?.metadata.resourceVersion ?? null;
    if (child) row.child = { name: child.metadata.name ?? "", before: version, after: version };
  }
  for (const { move, facts } of round) {
    const key = "answer" in move ? move.answer.key : undefined;
    for (const fact of facts) {
      if ("returned" in fact) {
        const row = rowOf(fact.returned.key);
        row.passes += 1;
        row.decision = fact.returned.decision;
      }
      if ("write" in fact && key !== undefined) wrote(rowOf(key), fact.write, written);
    }
  }
  return [...rows.values()];
}

/** `written`: the keys whose child was written in this round before. */
function wrote(row: ReportRow, write: Facts["write"], written: Set<string>): void {
  const { ref, subresource, outcome, before, after, changed } = write;
  if (ref.kind === KIND) {
    const reports = subresource === "status" || changed.some((path) => path.startsWith("/status"));
    if (reports && outcome === "changed") row.status.written = true;
    return;
  }
  const action = ACTIONS[outcome] ?? "failed";
  if (WEIGHT.indexOf(action) > WEIGHT.indexOf(row.action)) row.action = action;
  row.child = { name: ref.name, before: written.has(row.key) ? row.child?.before ?? null : before, after: action === "deleted" ? null : after };
  written.add(row.key);
}

function readyOf({ status }: KubeObject): { status: string | null; reason: string | null } {
  const { conditions } = (status ?? {}) as { conditions?: { type: string; status: string; reason?: string }[] };
  const ready = conditions?.find(({ type }) => type === "Ready");
  return { status: ready?.status ?? null, reason: ready?.reason ?? null };
}
