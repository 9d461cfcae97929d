// The path as it is drawn: every station with what it holds, every arrow with what it carries. What of it can be pressed is
// laid over it by whoever shows it to be pressed.

import { nothing, svg, type TemplateResult } from "lit-html";
import type { ControllerView, Pass, TraceEntry, View } from "../../contract.ts";
import { stationOf, type Deed } from "../../derive/deed.ts";
import { freshOf } from "../../derive/fresh.ts";
import { QUESTIONS, stateOf } from "../../derive/pass.ts";
import { tripsOf, type ArrowName, type Trip } from "../../derive/travel.ts";
import { words } from "../../words/index.ts";
import { glyph, type IconName } from "../icons.ts";
import { plain } from "../prose.ts";
import { arrows } from "./arrows.ts";
import { namesFit, stationBox, type Drawer, type Station } from "./box.ts";
import { cacheContents, collectorContents, outsideContents, queueContents, serverContents, watchContents, type Contents } from "./contents.ts";
import type { Layout } from "./layout.ts";
import { balanced, fit, widthOf, wrap } from "./measure.ts";
import type { Named } from "./state.ts";

/** A moment, as one controller sees it. */
export interface Scene {
  view: View;
  /** The move that comes by itself, and whose it is. */
  next: Deed | null;
  by: string | null;
  name: string;
  controller: ControllerView;
  /** What was played last, and all that was. */
  last: readonly TraceEntry[];
  trace: readonly TraceEntry[];
}

/** What the last move sent; a run of many moves is not told as one. */
export function tripsIn({ last, name, controller }: Pick<Scene, "last" | "name" | "controller">): Trip[] {
  const [only, ...others] = last;
  return !only || others.length > 0 ? [] : tripsOf(only, name, (kind) => kind in controller.cache);
}

const ICONS = { server: "server", watch: "watch", cache: "cache", queue: "queue", reconciler: "reconciler", collector: "collector", outside: "outside" } as const satisfies Record<Named, IconName>;

/** The stations in the order in which they are drawn and read. */
export function stationsOf(scene: Scene, layout: Layout): Record<Named, Station> {
  const { view, next, by, name, controller, last, trace } = scene;
  const at = next && isMine(by, name) ? stationOf(next) : null;
  const fresh = freshOf(last, name);
  const station = (named: Named, contents: Contents, inside?: TemplateResult): Station =>
    ({ name: named, icon: ICONS[named], next: at === named, box: layout.boxes[named], contents, ...(inside ? { inside } : {}) });
  return {
    server: station("server", serverContents(view, fresh)),
    watch: station("watch", watchContents(view, controller)),
    cache: station("cache", cacheContents(view, controller, fresh)),
    queue: station("queue", queueContents(view, controller, fresh)),
    reconciler: station("reconciler", reconcilerContents(controller), pass(controller, trace, layout)),
    collector: station("collector", collectorContents(view, at === "collector")),
    outside: station("outside", outsideContents(view)),
  };
}

/** `over`: what can be pressed in a station; `drawerOf`: what a press of the station itself does. */
export function drawing(scene: Scene, stations: Record<Named, Station>, layout: Layout, over: Partial<Record<Named, TemplateResult[]>> = {}, drawerOf?: (name: Named) => Drawer): TemplateResult {
  const { next, by, name } = scene;
  const whole = namesFit(Object.values(stations), layout);
  return svg`
      ${arrows(layout, tripsIn(scene), next && isMine(by, name) ? arrowOf(next) : null)}
      ${layout.lane ? lane(words().path.lane, layout) : nothing}
      ${Object.values(stations).map((one) => svg`${stationBox(drawerOf ? { ...one, drawer: drawerOf(one.name) } : one, layout, whole)}${over[one.name] ?? nothing}`)}`;
}

const isMine = (by: string | null, name: string): boolean => by === null || by === name;

/** The arrow that a move will use. */
function arrowOf(deed: Deed): ArrowName | null {
  switch (deed.code) {
    case "deliver":
    case "list": return "deliver";
    case "begin": return "take";
    case "collect": return "collect";
    case "ask": return "read" in deed.next ? "read" : "method" in deed.next ? "write" : "outside" in deed.next ? "call" : null;
    default: return null;
  }
}

function lane(text: string, { lane: slot }: Layout): TemplateResult | typeof nothing {
  if (!slot) return nothing;
  return svg`<text class="f-label lane" aria-hidden="true" text-anchor=${slot.anchor} x=${slot.x} y=${slot.y}>${fit(text, slot.w, "label")}</text>`;
}

function reconcilerContents(controller: ControllerView): Contents {
  const w = words();
  const { pass: now, running, stalled } = controller;
  const state = !running ? w.path.crashed : stalled ? w.path.stalled : now ? "" : w.path.idle;
  const others = controller.inProgress.length - 1;
  const at = now?.question === "returned" || !now ? "" : `${w.pass.names[now.question]}${words().between.colon}${w.pass.questions[now.question]}`;
  const says = [state, now ? plain(w.pass.heading(now.number, now.key)) : "", at, now?.next ? `${w.pass.next}${words().between.colon}${plain(w.next(now.next))}` : ""].filter((part) => part !== "");
  return {
    meta: now ? w.path.pass(now.number) : "",
    groups: running && now ? [{ items: [{ text: now.key, mono: true, ...(others > 0 ? { more: others } : {}) }] }] : [],
    says: says.join(". "),
  };
}

const MARKS = { answered: "check", failed: "close", passedOver: "skip", current: "dot", open: null } as const satisfies Record<string, IconName | null>;

/** The six questions in a row; which is asked now; what comes of it. */
function pass(controller: ControllerView, trace: readonly TraceEntry[], layout: Layout): TemplateResult {
  const w = words();
  const box = layout.boxes.reconciler;
  const { pass: now, running, stalled } = controller;
  const left = box.x + layout.pad;
  const room = box.w - 2 * layout.pad;
  const first = box.y + layout.head + layout.row / 2 - 1;
  const busy = running && now;
  const y = first + layout.row + 3;
  const state = !running ? w.path.crashed : stalled ? w.path.stalled : now ? "" : w.path.idle;
  const said = state === "" ? [] : balanced(state, room, layout.name === "narrow" ? 3 : busy ? 1 : 2, "item");
  const question = busy && state === "" ? asked(now, room, layout) : [];
  const next = busy && now.next ? wrap(`${w.pass.next}${words().between.colon}${plain(w.next(now.next))}`, room, layout.name === "narrow" && question.length < 2 ? 3 : 2, "small") : [];
  const below = y + layout.row + 1;
  return svg`
    ${state === "" ? nothing : svg`<g class=${running && !stalled ? "state" : "state down"}><title>${state}</title>${said.map((part, at) =>
      svg`<text class="f-item" x=${left} y=${busy ? below + at * 15 : first + at * 15}>${part}</text>`)}</g>`}
    ${running ? svg`<g class="marks">${QUESTIONS.map((question, at) => mark(busy ? stateOf(question, now, trace) : "open", left + 9 + (at * (room - 18)) / 5, busy ? y : y + 4 + (said.length - 1) * 15, at))}</g>` : nothing}
    ${question.map((part, at) => svg`<text class="f-head asked" x=${left} y=${below + at * 15}><title>${askedOf(now!)}</title>${part}</text>`)}
    ${state === "" ? next.map((part, at) => svg`<text class="f-small muted" x=${left} y=${below + (question.length === 0 ? 0 : 2 + question.length * 15) + at * 14}><title>${plain(now?.next ? w.next(now.next) : "")}</title>${part}</text>`) : nothing}`;
}

function mark(state: keyof typeof MARKS, x: number, y: number, at: number): TemplateResult {
  const sign = MARKS[state];
  return svg`
    <g class="dot" data-state=${state}>
      <circle cx=${x} cy=${y} r="8"></circle>
      ${sign === null || sign === "dot" ? svg`<text class="f-label" text-anchor="middle" x=${x} y=${y}>${at + 1}</text>` : glyph(sign, x - 5.5, y - 5.5, 11)}
    </g>`;
}

/** The question in hand; where there is little room, without its name. */
function asked(now: Pass, room: number, layout: Layout): string[] {
  const { question } = now;
  if (question === "returned") return [];
  const number = QUESTIONS.indexOf(question) + 1;
  if (layout.name === "narrow") return wrap(`${number} ${words().pass.questions[question]}`, room, 2, "head");
  // Cut, one question could be read as another one.
  const whole = askedOf(now);
  return [widthOf(whole, "head") <= room ? whole : fit(`${number} ${words().pass.names[question]}`, room, "head")];
}

function askedOf({ question }: Pass): string {
  const w = words().pass;
  return question === "returned" ? "" : `${QUESTIONS.indexOf(question) + 1} ${w.names[question]}${words().between.colon}${w.questions[question]}`;
}
