// Two runs, move beside move: what happened in both stands in one row, what happened in one alone is marked.

import type { Cause, Fact, Facts, Move, TraceEntry } from "../../contract.ts";
import { idOf } from "../../derive/names.ts";

export type Mark = "same" | "differs" | "onlyA" | "onlyB";
export interface Row { mark: Mark; a: number | null; b: number | null }

type Entries = readonly TraceEntry[];

/** Cells of the table of common subsequences: beyond that only what both begin with is compared. */
const MOST = 4_000_000;

export function align(a: Entries, b: Entries): Row[] {
  const left = a.map(keyOf);
  const right = b.map(keyOf);
  const rows: Row[] = [];
  let first = 0;
  while (first < left.length && first < right.length && left[first] === right[first]) {
    rows.push({ mark: "same", a: first, b: first });
    first += 1;
  }
  let [onlyA, onlyB]: number[][] = [[], []];
  const flush = () => {
    for (let at = 0; at < Math.max(onlyA!.length, onlyB!.length); at += 1) {
      const [one, other] = [onlyA![at] ?? null, onlyB![at] ?? null];
      rows.push({ mark: one === null ? "onlyB" : other === null ? "onlyA" : "differs", a: one, b: other });
    }
    [onlyA, onlyB] = [[], []];
  };
  for (const [i, j] of common(left, right, first)) {
    if (i !== null && j !== null) {
      flush();
      rows.push({ mark: "same", a: i, b: j });
    } else if (i !== null) onlyA!.push(i);
    else onlyB!.push(j!);
  }
  flush();
  return rows;
}

/** A longest common subsequence from `first` on. */
function* common(a: readonly string[], b: readonly string[], first: number): Generator<[number | null, number | null]> {
  const [height, width] = [a.length - first, b.length - first];
  if (height * width > MOST) {
    for (let i = first; i < a.length; i += 1) yield [i, null];
    for (let j = first; j < b.length; j += 1) yield [null, j];
    return;
  }
  const row = width + 1;
  const length = new Uint16Array((height + 1) * row);
  for (let i = height - 1; i >= 0; i -= 1) {
    for (let j = width - 1; j >= 0; j -= 1) {
      length[i * row + j] = a[first + i] === b[first + j]
        ? length[(i + 1) * row + j + 1]! + 1
        : Math.max(length[(i + 1) * row + j]!, length[i * row + j + 1]!);
    }
  }
  let [i, j] = [0, 0];
  while (length[i * row + j]! > 0) {
    // Of the matches with which a longest one can begin, the nearest.
    const [k, l] = nearest(i, j);
    while (i < k) yield [first + i++, null];
    while (j < l) yield [null, first + j++];
    yield [first + i++, first + j++];
  }
  while (i < height) yield [first + i++, null];
  while (j < width) yield [null, first + j++];

  function nearest(i: number, j: number): [number, number] {
    const wanted = length[i * row + j]!;
    for (let far = 0; ; far += 1) {
      for (let k = Math.max(i, i + far - (width - 1 - j)); k <= Math.min(i + far, height - 1); k += 1) {
        const l = j + far - (k - i);
        if (a[first + k] === b[first + l] && length[k * row + l] === wanted) return [k, l];
      }
    }
  }
}

const keys = new WeakMap<TraceEntry, string>();

/** What happened, without versions, times and numbers of passes. */
function keyOf(entry: TraceEntry): string {
  let key = keys.get(entry);
  if (key === undefined) {
    key = [moveKey(entry.move), ...entry.facts.map(factKey)].join("\n");
    keys.set(entry, key);
  }
  return key;
}

/** An advance is known by its fact: how long, and not until when. */
function moveKey(move: Move): string {
  return "advance" in move ? "advance" : JSON.stringify(move);
}

type Key<Name extends keyof Facts> = (fact: Facts[Name]) => unknown[];

const KEYS: { [Name in keyof Facts]?: Key<Name> } = {
  request: (f) => [f.as, f.method, f.path, f.code],
  write: (f) => [f.by, f.method, idOf(f.ref), f.subresource, f.outcome, f.event],
  event: (f) => [f.type, idOf(f.ref), f.by],
  listed: (f) => [f.controller, f.kind, f.count],
  delivered: (f) => [f.controller, f.type, idOf(f.ref)],
  predicate: (f) => [f.controller, f.passed, idOf(f.ref)],
  notWoken: (f) => [f.controller, f.by, idOf(f.ref)],
  enqueued: (f) => [f.controller, f.key, f.why, f.effect, f.merged],
  begun: (f) => [f.controller, f.key, ...f.causes.map(causeKey)],
  answered: (f) => [f.controller, f.key, f.state, f.waitingFor, f.read && idOf(f.read), f.found === null],
  returned: (f) => [f.controller, f.key, f.decision.rule, f.decision.delay, f.decision.returned.error?.message],
  advanced: (f) => [f.to - f.from, ...f.ready.map((one) => one.key)],
  elected: (f) => [f.controller, f.outcome],
  collected: (f) => [f.worker, f["outcome"], f["ref"] && idOf(f["ref"] as Facts["event"]["ref"]), f["method"], f["code"]],
};

function causeKey(cause: Cause): string {
  return `${cause.why} ${cause.ref ? idOf(cause.ref) : ""} ${cause.type ?? ""}`;
}

function factKey(fact: Fact): string {
  const [name, given] = Object.entries(fact)[0] as [keyof Facts, Facts[keyof Facts]];
  const known = KEYS[name] as Key<keyof Facts> | undefined;
  return JSON.stringify([name, ...(known ? known(given) : [])]);
}
