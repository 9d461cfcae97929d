// Proofs are asked of the engine when they are shown, each once: a run of its own stands at the moment before the write.

import type { Pass, TraceEntry, Write } from "../contract.ts";
import { idOf } from "../derive/names.ts";
import type { Proof } from "../derive/proof.ts";
import { askAt, entries } from "./run.ts";

/** A move never changes what it did. */
const known = new WeakMap<TraceEntry, Map<string, Proof>>();

/** What a write of a pass carried, and its object before and after. Null: it is not on record. */
export function proofOf(write: Write, controller: string, key: Pass["key"]): Proof | null {
  const entry = entries.value[write.move - 1];
  if (!entry || write.outcome === "skipped") return null;
  let proofs = known.get(entry);
  if (!proofs) known.set(entry, proofs = new Map());
  const id = idOf(write.ref);
  let proof = proofs.get(id);
  if (!proof) {
    const found = read(write, entry, controller, key);
    if (!found) return null;
    proofs.set(id, proof = found);
  }
  return proof;
}

function read(write: Write, entry: TraceEntry, controller: string, key: string): Proof | null {
  return askAt(write.move - 1, (run) => {
    const pass = run.view({ objects: false, passes: 0, bodies: true }).controllers[controller]?.inProgress.find((one) => one.key === key);
    const next = pass?.next ?? null;
    const before = run.object(write.ref);
    run.play(entry.move);
    return {
      sent: next && "body" in next ? next.body as Record<string, unknown> : undefined,
      before,
      after: run.object(write.ref),
    };
  });
}
