// What `kubectl get -w` would have printed since the beginning: the API server's own tables, event by event.

import type { ApiRequest, ApiResponse, KubeStatus, TraceEntry } from "../../contract.ts";
import { sharedLength } from "../../branches.ts";
import { firstWhere } from "../../derive/first.ts";
import { askAt, entries, moment, read, runNumber, scenario } from "../../state/run.ts";
import { apiVersions, collectionOf, resourcesOf, TABLE, type Resource } from "../../state/world.ts";
import { age } from "./human-duration.ts";
import { START, type Line } from "./lines.ts";

interface Column { name: string; type: string; priority: number; description: string }

interface Table {
  /** Of a watch, only its first table has them. */
  columnDefinitions?: Column[] | null;
  rows?: { cells: unknown[]; object?: { metadata?: { name?: string; namespace?: string; creationTimestamp?: string | null; resourceVersion?: string } } }[];
  metadata?: { resourceVersion?: string };
}

interface Row { at: number; type: string; namespace: string; cells: string[] }

/** What was read of a kind so far. */
interface Watched {
  run: number;
  entries: readonly TraceEntry[];
  revision: string;
  columns: Column[];
  rows: Row[];
  /** The server's words, where it ended the watch. */
  ended: string | null;
}

const watched = new Map<string, Watched>();

/** What can be watched, what is Kubernetes' own last. */
export function resources(): Resource[] {
  const own = (version: string) => (version === "v1" ? 1 : /^[^/]*\.k8s\.io\//.test(version) ? 2 : 0);
  return apiVersions().sort((a, b) => own(a) - own(b)).flatMap(resourcesOf);
}

/** The command as one types it. */
export function commandOf(resource: Resource, allNamespaces: boolean, events: boolean): string {
  return `kubectl get ${resource.name}${allNamespaces ? " --all-namespaces" : ""} --watch${events ? " --output-watch-events" : ""}`;
}

export interface Printed { command: string; lines: Line[]; ended: string | null }

const printed = new WeakMap<Watched, Map<string, Printed>>();

export function printedOf(resource: Resource, events: boolean): Printed {
  const all = watch(resource);
  const kept = printed.get(all) ?? new Map<string, Printed>();
  printed.set(all, kept);
  const name = `${events}`;
  let text = kept.get(name);
  if (!text) {
    const namespaces = resource.namespaced && all.rows.some(({ namespace }) => namespace !== "default");
    text = { command: commandOf(resource, namespaces, events), lines: print(all, events, namespaces), ended: all.ended };
    kept.set(name, text);
  }
  return text;
}

/** As kubectl's tab writer lays it out: columns are as wide as the widest cell so far, and what is printed stays. */
function print({ columns, rows }: Watched, events: boolean, namespaces: boolean): Line[] {
  const widths: number[] = [];
  const line = (cells: string[]): string => {
    cells.forEach((cell, at) => { if (at < cells.length - 1) widths[at] = Math.max(widths[at] ?? 6, cell.length + 3); });
    return cells.map((cell, at) => (at < cells.length - 1 ? cell.padEnd(widths[at]!) : cell)).join("");
  };
  const before = (type: string, namespace: string) => [...(events ? [type] : []), ...(namespaces ? [namespace] : [])];
  const [first] = rows;
  if (!first) return [];
  // The header and the list that it stands over are laid out together.
  const listed = rows.filter(({ at, type }) => at === 0 && type === "ADDED");
  const titles = [...before("EVENT", "NAMESPACE"), ...columns.filter(shown).map(({ name }) => name.toUpperCase())];
  for (const row of listed) line([...before(row.type, row.namespace), ...row.cells]);
  if (listed.length === 0) line([...before(first.type, first.namespace), ...first.cells]);
  return [
    { at: first.at, text: line(titles) },
    ...rows.map((row) => ({ at: row.at, text: line([...before(row.type, row.namespace), ...row.cells]) })),
  ];
}

function watch(resource: Resource): Watched {
  const path = collectionOf(resource);
  const now = entries.value;
  const before = watched.get(path);
  if (before && before.run === runNumber.value && before.entries === now) return before;
  const goesOn = before && before.run === runNumber.value && sharedLength(before.entries, now) === before.entries.length;
  const next: Watched = goesOn
    ? { ...before, rows: [...before.rows] }
    : { run: runNumber.value, entries: [], revision: "", columns: [], rows: [], ended: null };
  const ask = (at: number, request: ApiRequest, hear: (answer: ApiResponse) => void) => {
    const answer = askAt(at, (run) => run.request(request));
    if (answer) hear(answer);
    return answer !== null;
  };
  // Where nothing answers any more, what there is is not kept.
  if (next.revision === "" && next.ended === null && !ask(0, { method: "GET", path, accept: TABLE }, (answer) => list(next, answer))) return next;
  // A compaction takes the past away: what was before it is read at the moment before it.
  for (let at = next.entries.length; at < now.length && next.ended === null; at += 1) {
    if ("compact" in now[at]!.move && !ask(at, watchRequest(path, next.revision), (answer) => follow(next, answer, now, at))) return next;
  }
  if (next.ended === null) {
    const here = moment.value?.view.position === now.length;
    if (here) follow(next, read(watchRequest(path, next.revision)), now, now.length);
    else if (!ask(now.length, watchRequest(path, next.revision), (answer) => follow(next, answer, now, now.length))) return next;
  }
  next.entries = now;
  watched.set(path, next);
  return next;
}

function watchRequest(path: string, revision: string) {
  return { method: "GET", path, query: { watch: "true", resourceVersion: revision }, accept: TABLE };
}

function list(into: Watched, { code, body }: ApiResponse): void {
  if (code !== 200) return end(into, body);
  const table = body as Table;
  into.revision = table.metadata?.resourceVersion ?? "0";
  take(into, table, "ADDED", 0, 0);
}

function follow(into: Watched, { code, body, events }: ApiResponse, run: readonly TraceEntry[], until: number): void {
  if (code !== 200) return end(into, body);
  for (const { type, object } of events ?? []) {
    if (type === "ERROR") return end(into, object);
    const table = object as unknown as Table;
    const revision = table.rows?.[0]?.object?.metadata?.resourceVersion ?? table.metadata?.resourceVersion;
    if (revision === undefined || type === "BOOKMARK") continue;
    const at = momentOf(revision, run);
    take(into, table, type, at, run[at - 1]?.time ?? 0);
  }
  // What was asked for is known until here: an older version may be forgotten by the time of the next question.
  into.revision = run[until - 1]?.revision ?? into.revision;
}

function end(into: Watched, body: unknown): void {
  into.ended = (body as KubeStatus | null)?.message ?? "";
}

/** The move that made a revision. */
function momentOf(revision: string, run: readonly TraceEntry[]): number {
  const wanted = Number(revision);
  return Math.min(firstWhere(0, run.length, (at) => Number(run[at]!.revision) >= wanted) + 1, run.length);
}

/** Without `-o wide`. */
function shown({ priority }: Column): boolean {
  return priority === 0;
}

function take(into: Watched, { columnDefinitions, rows }: Table, type: string, at: number, time: number): void {
  into.columns = columnDefinitions ?? into.columns;
  const now = Date.parse(scenario().start ?? START) + time;
  for (const { cells, object } of rows ?? []) {
    const created = object?.metadata?.creationTimestamp;
    const texts = into.columns.map(({ name, type: of, description }, index) => {
      // The server tells the age at the moment at which it is asked, which for us is not that of the event.
      const isAge = created && (of === "date" ? description.endsWith(".metadata.creationTimestamp") : name === "Age");
      if (isAge) return age(Math.floor((now - Date.parse(created)) / 1000));
      return String(cells[index] ?? "").split(/[\n\r\f]/)[0]!;
    });
    into.rows.push({ at, type, namespace: object?.metadata?.namespace ?? "", cells: texts.filter((_, index) => shown(into.columns[index]!)) });
  }
}
