// The Events about an object, as kubectl shows them. Ages are the server's: it prints them in its table.

import type { KubeObject, Ref } from "../contract.ts";
import { ask, collectionOf, TABLE } from "../state/world.ts";
import { tabulate } from "./tabs.ts";

export interface About { type: string; reason: string; age: string; object: string; from: string; message: string }

interface Table { columnDefinitions: { name: string; priority: number }[]; rows: { cells: unknown[]; object: KubeObject }[] }

export function tableOf(path: string): Table | null {
  return ask(path, TABLE, { includeObject: "Object" }) as Table | null;
}

/** The last one last. */
export function eventsAbout(ref: Ref): About[] {
  const table = tableOf(collectionOf({ apiVersion: "v1", name: "events" }, ref.namespace ?? "default"));
  if (!table) return [];
  const column = (name: string) => table.columnDefinitions.findIndex((one) => one.name === name);
  const [last, first, count] = [column("Last Seen"), column("First Seen"), column("Count")];
  const found = table.rows.filter(({ object }) => {
    const about = object["involvedObject"] as { kind?: string; name?: string } | undefined;
    return about?.kind === ref.kind && about.name === ref.name;
  });
  const when = ({ object }: Table["rows"][number]) => String(object["lastTimestamp"] ?? object["eventTime"] ?? "");
  return found.sort((a, b) => when(a).localeCompare(when(b))).map(({ cells, object }) => {
    const times = Number(cells[count] ?? 1);
    const source = object["source"] as { component?: string } | undefined;
    return {
      type: String(object["type"] ?? ""),
      reason: String(object["reason"] ?? ""),
      age: times > 1 ? `${String(cells[last])} (x${times} over ${String(cells[first])})` : String(cells[first]),
      object: `${ref.kind}/${ref.name}`,
      from: source?.component ?? String(object["reportingComponent"] ?? ""),
      message: String(object["message"] ?? "").trim(),
    };
  });
}

/** `kubectl events --for`. */
export function printEvents(ref: Ref): string {
  const events = eventsAbout(ref);
  if (events.length === 0) return `No events found in ${ref.namespace ?? "default"} namespace.`;
  return tabulate(
    ["LAST SEEN\tTYPE\tREASON\tOBJECT\tMESSAGE", ...events.map((one) => [one.age, one.type, one.reason, one.object, one.message].join("\t"))],
    { least: 6, padding: 3 },
  );
}
