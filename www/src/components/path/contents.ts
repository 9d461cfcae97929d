// What a station shows at a glance: groups of lines for the picture, and the same as a sentence for who does not see it.

import type { CacheView, ControllerView, KubeObject, QueueItem, View } from "../../contract.ts";
import type { Fresh } from "../../derive/fresh.ts";
import { appConfigOf, findObject, idOf, isScenery, isTerminating, refOf, revisionOf } from "../../derive/names.ts";
import { words } from "../../words/index.ts";
import { queueHabit, queueName } from "../../words/queues.ts";
import type { IconName } from "../icons.ts";
import { deaf } from "../deaf.ts";
import { plain } from "../prose.ts";

export type Tone = "ok" | "warn" | "bad";

export interface Line {
  text: string;
  mono?: boolean;
  icon?: IconName;
  /** Beside the text, while there is room. */
  note?: string;
  /** At the end of the line. */
  end?: string;
  endIcon?: IconName;
  /** The end may be left out, on all lines like it. */
  weak?: boolean;
  tone?: Tone;
  fresh?: boolean;
  /** So many more stand behind this one. */
  more?: number;
}

/** What a watch can be made to do, one kind at a time. */
export interface Lever { kind: string; held: boolean; waiting: number; off: boolean; deaf: string | null }

export interface Group {
  head?: Line;
  /** The first of them, what was just touched before the others. */
  items: Line[];
  /** How many there are; left out: no more than these. */
  total?: number;
  lever?: Lever;
}

export interface Contents {
  meta: string;
  /** What the short word stands for. */
  metaHint?: string;
  groups: Group[];
  says: string;
}

/** A sentence names so many, and counts the rest. */
const NAMED = 6;

/** No station has room for more. */
const LINES = 8;
/** Among more than these nobody looks for what was just touched. */
const SEARCHED = 400;

/** The first few, and before them what was just touched. */
function first<T>(all: readonly T[], fresh: (one: T) => boolean): T[] {
  if (all.length <= LINES || all.length > SEARCHED) return all.slice(0, LINES);
  const touched = all.filter(fresh).slice(0, LINES);
  return [...touched, ...all.filter((one) => !touched.includes(one))].slice(0, LINES);
}

export function serverContents(view: View, fresh: Fresh): Contents {
  const w = words().path;
  const objects = view.objects.filter((object) => !isScenery(object));
  const items = first(objects, (object) => fresh.server.has(idOf(refOf(object)))).map((object): Line => {
    const ref = refOf(object);
    const going = isTerminating(object);
    return {
      text: ref.name, mono: true, note: going ? w.terminating : `${ref.kind}${told(object)}`, end: object.metadata.resourceVersion ?? "",
      fresh: fresh.server.has(idOf(ref)), ...(going ? { icon: "hourglass" as const, tone: "warn" as const } : {}),
    };
  });
  const list = objects.slice(0, NAMED).map((object) => `${object.kind} ${object.metadata.name ?? ""} ${object.metadata.resourceVersion ?? ""}${isTerminating(object) ? ` (${w.terminating})` : ""}`);
  return {
    meta: w.revision(view.revision),
    groups: [items.length === 0 ? { items: [{ text: w.emptyServer }] } : { items, total: objects.length }],
    says: `${w.revision(view.revision)}. ${objects.length === 0 ? w.emptyServer : w.says.some(list, objects.length - list.length)}`,
  };
}

/** What an Event tells, and how often: its name is only a moment. */
export function told(object: KubeObject): string {
  if (object.kind !== "Event" || object.apiVersion !== "v1") return "";
  const { reason, count } = object;
  return ` · ${String(reason ?? "")}${typeof count === "number" && count > 1 ? ` × ${count}` : ""}`;
}

export const EVENT_ICONS = { ADDED: "plus", MODIFIED: "pencil", DELETED: "trash" } as const;

export function watchContents(view: View, controller: ControllerView): Contents {
  const w = words().path;
  const { inFlight, running } = controller;
  const groups = Object.entries(controller.cache).map(([kind, one]): Group => {
    const events = inFlight.filter((event) => event.kind === kind);
    const items = events.slice(0, LINES).map((event): Line => ({
      icon: EVENT_ICONS[event.type], text: event.object.metadata.name ?? "", mono: true, note: event.type,
      end: event.due > view.time ? w.dueShort(event.due - view.time) : event.object.metadata.resourceVersion ?? "",
    }));
    return {
      head: one.watch !== "open"
        ? { text: kind, end: w.cutShort, endIcon: "warning", tone: "bad" }
        : one.held ? { text: kind, end: events.length > 0 ? w.heldCount(events.length) : w.held, tone: "warn" } : { text: kind, end: w.flows, weak: true },
      ...(items.length === 0 ? { items: [{ text: w.nothingHere }] } : { items, total: events.length }),
      lever: { kind, held: one.held, waiting: events.length, off: !running, deaf: deaf(controller) },
    };
  });
  const held = groups.flatMap(({ lever }) => (lever?.held ? [lever.kind] : []));
  const list = inFlight.slice(0, NAMED).map((event) => `${event.type} ${event.kind} ${event.object.metadata.name ?? ""}`);
  const says = inFlight.length === 0 ? w.emptyWatch : `${w.says.inFlight(inFlight.length)}${words().between.colon}${w.says.some(list, inFlight.length - list.length)}`;
  return {
    meta: "",
    groups: groups.length === 0 ? [{ items: [{ text: w.noWatch }] }] : groups,
    says: held.length === 0 ? says : `${says} ${w.says.held(held)}`,
  };
}

export function cacheContents(view: View, controller: ControllerView, fresh: Fresh): Contents {
  const w = words().path;
  const kinds = Object.entries(controller.cache);
  const groups = kinds.map(([kind, one]): Group => ({
    head: {
      text: kind, ...(one.synced ? { note: w.atShort(one.revision) } : {}), ...cacheState(one),
    },
    total: one.objects.length,
    items: first(one.objects, (object) => fresh.cache.has(idOf(refOf(object)))).map((object): Line => {
      const ref = refOf(object);
      const there = revisionOf(findObject(view.objects, ref));
      const here = revisionOf(object);
      return {
        text: ref.name, mono: true, end: here ?? "", fresh: fresh.cache.has(idOf(ref)),
        ...(there === here ? {} : { note: w.serverHas(there ?? "—") }),
      };
    }),
  }));
  return {
    meta: "",
    groups: groups.length === 0 ? [{ items: [{ text: w.noCache }] }] : groups,
    says: kinds.length === 0 ? w.noCache : w.says.some(kinds.map(([kind, one]) => w.says.cache(kind, cacheState(one).end ?? "", one.objects.length)), 0),
  };
}

/** In a word: in step, behind, held, cut, not there yet. */
export function cacheState(one: CacheView): Pick<Line, "end" | "endIcon" | "tone"> {
  const w = words().path;
  if (!one.synced) return { end: w.unsynced };
  if (one.watch !== "open" && one.behind === 0) return { end: w.cutShort, endIcon: "warning", tone: "bad" };
  const end = one.behind > 0 ? w.behind(one.behind) : w.inStep;
  return { end, endIcon: one.watch !== "open" ? "warning" : one.held ? "pause" : one.behind > 0 ? "hourglass" : "check", tone: one.behind > 0 ? "warn" : "ok" };
}

export function queueContents(view: View, controller: ControllerView, fresh: Fresh): Contents {
  const w = words().path;
  const { ready, aside, processing, waiting, failures } = controller.queue;
  const counted = new Set<string>();
  const failed = (key: string): Pick<Line, "note" | "tone"> => {
    counted.add(key);
    const count = failures[key] ?? 0;
    return count > 0 ? { note: w.failedShort(count), tone: "bad" } : {};
  };
  const item = (one: QueueItem): Line => ({ text: one.key, mono: true, fresh: fresh.queue.has(one.key), ...failed(one.key), ...(one.priority < 0 ? { end: w.low } : {}) });
  const group = <T>(name: string, all: readonly T[], line: (one: T) => Line, touched: (one: T) => boolean = () => false): Group => ({
    head: { text: name, end: all.length === 0 ? w.emptyList : String(all.length) }, items: first(all, touched).map(line), total: all.length,
  });
  const touched = (one: QueueItem): boolean => fresh.queue.has(one.key);
  const groups = [
    group(w.ready, ready, item, touched),
    group(w.processing, processing, (key) => ({ text: key, mono: true, ...failed(key) })),
    ...(aside.length === 0 ? [] : [group(w.aside, aside, item)]),
    group(w.waiting, waiting, (one) => ({ ...item(one), endIcon: "clock", end: w.dueShort(one.due - view.time) }), touched),
  ];
  const elsewhere = Object.entries(failures).filter(([key, count]) => count > 0 && !counted.has(key));
  if (elsewhere.length > 0 && ready.length + processing.length + waiting.length < LINES) {
    groups.push(group(w.failures, elsewhere, ([key, count]) => ({ text: key, mono: true, tone: "bad", end: w.failedShort(count) })));
  }
  const part = <T>(name: string, all: readonly T[], text: (one: T) => string): string => {
    const list = all.slice(0, NAMED).map(text);
    return `${name}${words().between.colon}${list.length === 0 ? w.emptyList : w.says.some(list, all.length - list.length)}`;
  };
  const says = [
    part(w.ready, ready, ({ key }) => key),
    part(w.processing, processing, (key) => key),
    part(w.waiting, waiting, ({ key, due }) => `${key} ${w.dueShort(due - view.time)}`),
    ...Object.entries(failures).filter(([, count]) => count > 0).slice(0, NAMED).map(([key, count]) => `${key}${words().between.colon}${w.failed(count)}`),
  ];
  return { meta: queueName(controller.habits.queue), metaHint: queueHabit(controller.habits.queue), groups, says: says.join("; ") };
}

/** The collector, and whoever else of the control plane has work. */
export function collectorContents(view: View, next: boolean): Contents {
  const w = words();
  const groups = Object.entries(view.background).flatMap(([worker, one]): Group[] => {
    const usual = worker === COLLECTOR;
    if (!usual && one.pending.length === 0 && one.running && !one.held) return [];
    const state: Line[] = !one.running
      ? [{ text: w.path.collectorDown, icon: "bolt", tone: "bad" }]
      : one.held ? [{ text: w.path.held, icon: "pause", tone: "warn" }]
      : one.pending.length === 0 ? [{ text: next && usual ? w.path.collectorSees : w.path.collectorIdle }] : [];
    const pending = one.pending.slice(0, LINES).map((ref): Line => ({ text: ref.name, mono: true, note: ref.kind }));
    return [usual
      ? { items: [...state, ...pending], total: state.length + one.pending.length }
      : { items: [{ text: w.worker(worker), note: w.path.pending(one.pending.length) }] }];
  });
  const says = groups.flatMap(({ items }) => items.map(({ text, note }) => (note === undefined ? text : `${text} (${note})`)));
  return { meta: "", groups, says: says.slice(0, NAMED).join(" ") };
}

export const COLLECTOR = "garbage-collector";

export function outsideContents(view: View): Contents {
  const w = words().path;
  const items = view.outside.slice(0, LINES).map((account): Line => {
    const leak = isLeak(account, view);
    return {
      text: account.name, mono: true,
      ...(leak ? { end: w.leakShort, endIcon: "warning", tone: "bad" as const } : account.broken ? { end: w.broken, endIcon: "bolt", tone: "bad" as const } : {}),
      note: account.madeBy === null ? w.madeByOther : plain(w.madeBy(account.madeBy)),
    };
  });
  return {
    meta: "",
    groups: [items.length === 0 ? { items: [{ text: w.outsideEmpty }] } : { items, total: view.outside.length }],
    says: items.length === 0 ? w.outsideEmpty : w.says.some(items.map(({ text, note, end }) => `${text} (${[note, end].filter((part) => part).join(", ")})`), view.outside.length - items.length),
  };
}

/** Made for an AppConfig that is not there any more. */
export function isLeak(account: View["outside"][number], view: View): boolean {
  return account.madeBy !== null && !appConfigOf(view.objects, account.madeBy);
}

export interface Filled { line: Line; lever?: Lever | undefined; head: boolean }

/** As many lines as there is room for; what does not fit is counted. */
export function fill(groups: readonly Group[], rows: number): Filled[] {
  let room = rows - groups.filter(({ head }) => head).length;
  const shown = groups.map(() => 0);
  // One of each group first, then the rest in order.
  for (const [at, { items }] of groups.entries()) if (items.length > 0 && room > 0) { shown[at] = 1; room -= 1; }
  for (const [at, { items }] of groups.entries()) {
    const more = Math.min(items.length - shown[at]!, room);
    shown[at]! += more;
    room -= more;
  }
  return groups.flatMap(({ head, items, lever, total = items.length }, at): Filled[] => {
    const lines = items.slice(0, shown[at]!);
    const last = lines.at(-1);
    const rest = total - lines.length;
    if (last && rest > 0) lines[lines.length - 1] = { ...last, more: rest };
    return [...(head ? [{ line: head, lever, head: true }] : []), ...lines.map((line) => ({ line, lever, head: false }))];
  });
}
