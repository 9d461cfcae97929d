// The proof of a write: what it carried, and its object before and after it, field by field.

import type { KubeObject } from "../contract.ts";
import { valueAt } from "./claims.ts";
import { below } from "./pointer.ts";

export interface Proof {
  /** What the request carried; undefined where nobody knows it (a person's PATCH is told by its move). */
  sent: Record<string, unknown> | undefined;
  before: KubeObject | undefined;
  after: KubeObject | undefined;
}

export interface Change { path: string; before: unknown; after: unknown }

/** The values at the paths that a write changed; what is there as a whole for the first time, field by field. */
export function changesOf(paths: readonly string[], { before, after }: Proof): Change[] {
  const changes: Change[] = [];
  for (const path of paths) {
    const was = valueAt(before, path);
    if (was !== undefined) apart(was, valueAt(after, path), path, changes);
    else walk(valueAt(after, path), path, (leaf, is) => changes.push({ path: leaf, before: undefined, after: is }));
  }
  return changes;
}

/** Where two values differ. */
export function differing(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  apart(before, after, "", changes);
  return changes;
}

/** As deep as both go on; lists of another length differ as a whole. */
function apart(before: unknown, after: unknown, path: string, found: Change[]): void {
  if (sameContent(before, after)) return;
  const deeper = isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after) && !(Array.isArray(before) && Array.isArray(after) && before.length !== after.length);
  if (!deeper) {
    found.push({ path, before, after });
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) apart(before[name], after[name], below(path, name), found);
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** One field of the status that was sent, what the server holds of it now, and whether it was so before. */
export interface Sent { path: string; sent: unknown; kept: boolean; news: boolean }

/** What a request said of the status, field by field; times and texts included, nothing where it said nothing. */
export function sentStatus({ sent, before, after }: Proof): Sent[] {
  const rows: Sent[] = [];
  walk(sent?.["status"], "/status", (path, value) => {
    rows.push({ path, sent: value, kept: sameContent(valueAt(after, path), value), news: !sameContent(valueAt(before, path), value) });
  });
  return rows;
}

function walk(value: unknown, path: string, leaf: (path: string, value: unknown) => void): void {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    if (value !== undefined) leaf(path, value);
    return;
  }
  for (const [name, one] of Object.entries(value)) walk(one, below(path, name), leaf);
}

export function sameContent(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
