// One object, three truths: what the server holds, what a cache holds of it, what a pass has in its hands. Line by line,
// as YAML would print them, so that what differs stands side by side.

import type { ControllerView, KubeObject, Pass, Ref } from "../contract.ts";
import { printObject } from "../yaml.ts";
import { findObject, refOf, sameObject } from "./names.ts";
import { sameContent } from "./proof.ts";

export type Cached = "notRunning" | "notKept" | "notListed" | "selected" | "kept";

export interface Truths {
  server: KubeObject | undefined;
  /** `selected`: the cache is restricted to a selector, and never hears of it. */
  cached: Cached;
  cache: KubeObject | undefined;
  selector: string | undefined;
  /** Events about it that the cache has not had yet. */
  underway: number;
  held: boolean;
  cut: boolean;
  /** The pass in whose hands it is, else the one that runs. */
  pass: Pass | null;
  copy: { object: KubeObject; from: Pass["holds"][number]["from"] } | undefined;
}

export function truthsOf(ref: Ref, server: KubeObject | undefined, controller: ControllerView): Truths {
  const cache = controller.cache[ref.kind];
  const object = cache && findObject(cache.objects, ref);
  const pass = controller.inProgress.find((one) => copyIn(one, ref)) ?? controller.pass;
  return {
    server,
    cached: !controller.running ? "notRunning" : !cache ? "notKept" : !cache.synced ? "notListed" : !object && server && cache.selector !== undefined && cache.behind === 0 ? "selected" : "kept",
    cache: object,
    selector: cache?.selector,
    underway: controller.inFlight.filter(({ object }) => sameObject(refOf(object), ref)).length,
    held: cache?.held ?? false,
    cut: cache !== undefined && cache.watch !== "open",
    pass,
    copy: pass ? copyIn(pass, ref) : undefined,
  };
}

function copyIn(pass: Pass, ref: Ref): Pass["holds"][number] | undefined {
  return pass.holds.find(({ object }) => findObject([object], ref));
}

/** Whether all who hold it hold the same. */
export function agree({ server, cache, copy, cached }: Truths): boolean {
  return (cached !== "kept" || sameContent(cache, server)) && (copy === undefined || sameContent(copy.object, server));
}

export type Column = "server" | "cache" | "copy";
export const COLUMNS: readonly Column[] = ["server", "cache", "copy"];

export interface Row {
  depth: number;
  /** What stands before the value, `- ` of a list included. */
  label: string;
  /** Absent: the field is not there, or there is no object. Null for a line that only opens what is below it. */
  values: Partial<Record<Column, string>> | null;
  differs: boolean;
}

type Values = Partial<Record<Column, unknown>>;

export function rowsOf({ server, cache, copy }: Truths): Row[] {
  const objects: Values = {};
  if (server) objects.server = plain(server);
  if (cache) objects.cache = plain(cache);
  if (copy) objects.copy = plain(copy.object);
  const rows: Row[] = [];
  walk(objects, 0, "", Object.keys(objects) as Column[], rows);
  return rows;
}

/** Who wrote which field is another matter, and long. */
function plain({ metadata: { managedFields: _, ...metadata }, apiVersion, kind, ...rest }: KubeObject): Record<string, unknown> {
  return { apiVersion, kind, metadata, ...rest };
}

function walk(values: Values, depth: number, dash: string, among: readonly Column[], rows: Row[]): void {
  const present = among.flatMap((column) => (column in values ? [values[column]] : []));
  const list = present.every(Array.isArray);
  let mark = dash;
  for (const key of new Set(present.flatMap((one) => Object.keys(one as object)))) {
    const below: Values = {};
    for (const column of among) {
      const held = values[column] as Record<string, unknown> | undefined;
      if (held && key in held) below[column] = held[key];
    }
    const label = `${mark}${list ? "" : `${key}:`}`;
    const deep = Object.values(below).every((one) => typeof one === "object" && one !== null && Object.keys(one).length > 0)
      && new Set(Object.values(below).map(Array.isArray)).size === 1;
    if (deep && list) {
      walk(below, depth, `${label}- `, among, rows);
    } else if (deep) {
      const from = rows.length;
      rows.push({ depth, label, values: null, differs: false });
      walk(below, depth + 1, "", among, rows);
      rows[from]!.differs = rows.slice(from + 1).some((row) => row.differs);
    } else {
      const texts: Row["values"] = {};
      for (const column of among) {
        if (!(column in below)) continue;
        const alike = among.find((other) => texts[other] !== undefined && below[other] === below[column]);
        texts[column] = alike ? texts[alike]! : scalar(below[column]);
      }
      rows.push({ depth, label: list ? `${label}-` : label, values: texts, differs: new Set(among.map((column) => texts[column])).size > 1 });
    }
    mark = mark === "" ? "" : " ".repeat(mark.length);
  }
}

/** On one line, whatever it is. */
function scalar(value: unknown): string {
  const text = printObject(value);
  return text.includes("\n") ? JSON.stringify(value) : text;
}
