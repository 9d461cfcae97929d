// The path as one picture: every station with what it holds, every arrow with what it carries.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { ControllerView, Pass } from "../../contract.ts";
import { stationOf, type Deed } from "../../derive/deed.ts";
import { freshOf } from "../../derive/fresh.ts";
import { QUESTIONS, stateOf } from "../../derive/pass.ts";
import { tripsOf, type ArrowName, type Trip } from "../../derive/travel.ts";
import { deviations } from "../../habits.ts";
import { entries, here, lastEntries, play, type Moment, type Shown } from "../../state/run.ts";
import { dialog } from "../../state/ui.ts";
import { words } from "../../words/index.ts";
import { glyph, type IconName } from "../icons.ts";
import { dialogs } from "../lazy.ts";
import { plain } from "../prose.ts";
import { arrows } from "./arrows.ts";
import { DELIVERS, roomOf, stationBox, type Station } from "./box.ts";
import { cacheContents, collectorContents, fill, outsideContents, queueContents, serverContents, watchContents, type Contents } from "./contents.ts";
import { knob } from "./knob.ts";
import { layoutFor, type Layout } from "./layout.ts";
import { fit, widthOf, wrap } from "./measure.ts";
import { pictureWidth, type Named } from "./state.ts";

/** What the last move sent; a run of many moves is not told as one. */
export function lastTrips({ name, controller }: Shown): Trip[] {
  const [only, ...others] = lastEntries.value;
  return !only || others.length > 0 ? [] : tripsOf(only, name, (kind) => kind in controller.cache);
}

export function picture(now: Moment, one: Shown): TemplateResult {
  const { controller } = one;
  const w = words().path;
  const layout = layoutFor(pictureWidth.value);
  const mine = now.by === null || now.by === one.name;
  const at = now.next && mine ? stationOf(now.next) : null;
  const fresh = freshOf(lastEntries.value, one.name);
  const place = (name: Named, icon: IconName, contents: Contents, inside?: TemplateResult): TemplateResult => {
    const station: Station = { name, icon, next: at === name, box: layout.boxes[name], contents, ...(inside ? { inside } : {}) };
    return stationBox(station, layout);
  };
  const watch = watchContents(now.view, controller);
  return html`
    <svg class="picture picture-${layout.name}" viewBox="0 0 ${layout.width} ${layout.height}" role="group" aria-labelledby="path-title" aria-describedby="path-about">
      ${arrows(layout, lastTrips(one), now.next && mine ? arrowOf(now.next) : null)}
      ${layout.lane ? lane(w.lane, layout) : nothing}
      ${place("server", "server", serverContents(now.view, fresh))}
      ${place("watch", "watch", watch)}
      ${levers(watch, layout)}
      ${place("cache", "cache", cacheContents(now.view, controller, fresh))}
      ${place("queue", "queue", queueContents(now.view, controller, fresh))}
      ${place("reconciler", "reconciler", reconcilerContents(controller), pass(controller, layout))}
      ${knobs(controller, layout)}
      ${place("collector", "collector", collectorContents(now.view, at === "collector"))}
      ${place("outside", "outside", outsideContents(now.view))}
      <g class="tokens" aria-hidden="true"></g>
    </svg>`;
}

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

/** Beside the name of each kind: let its events flow, or hold them; and while they are held, let some through. */
function levers(contents: Contents, layout: Layout): TemplateResult[] {
  const w = words().path.lever;
  const box = layout.boxes.watch;
  const { rows, first, pitch } = roomOf(box, contents, layout);
  const high = Math.min(24, pitch + 1);
  const end = box.x + box.w - layout.pad;
  return fill(contents.groups, rows).flatMap(({ lever, head }, at) => {
    if (!lever) return [];
    const { kind, held, waiting, off, deaf } = lever;
    const y = first + at * pitch - high / 2;
    const about = { ...here(), kind };
    if (head) {
      return [knob({
        class: held ? "lever holds" : "lever", x: box.x + layout.pad - 2, y, w: 24, h: high, off, icon: held ? "play" : "pause",
        name: held ? w.release(kind) : w.hold(kind), press: () => void play(held ? { release: about } : { hold: about }),
      })];
    }
    if (!held) return [];
    const why = deaf === null ? "" : `${words().between.colon}${deaf}`;
    const none = waiting === 0 || deaf !== null;
    const deliver = (count: number) => () => void play({ deliver: { ...about, count } });
    return [
      knob({ class: "lever", x: end - DELIVERS, y, w: 26, h: high, off: none, icon: "step", name: `${w.one(kind)}${why}`, press: deliver(1) }),
      knob({ class: "lever", x: end - 26, y, w: 26, h: high, off: none, icon: "settle", name: `${w.all(kind, waiting)}${why}`, press: deliver(waiting) }),
    ];
  });
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
function pass(controller: ControllerView, layout: Layout): TemplateResult {
  const w = words();
  const box = layout.boxes.reconciler;
  const { pass: now, running, stalled } = controller;
  const left = box.x + layout.pad;
  const room = box.w - 2 * layout.pad;
  const first = box.y + layout.head + layout.row / 2 - 1;
  const busy = running && now;
  const y = first + layout.row + 3;
  const state = !running ? w.path.crashed : stalled ? w.path.stalled : now ? "" : w.path.idle;
  const said = state === "" ? [] : wrap(state, room, layout.name === "narrow" ? 3 : busy ? 1 : 2, "item");
  const question = busy && state === "" ? asked(now, room, layout) : [];
  const next = busy && now.next ? wrap(`${w.pass.next}${words().between.colon}${plain(w.next(now.next))}`, room, layout.name === "narrow" && question.length < 2 ? 3 : 2, "small") : [];
  const below = y + layout.row + 1;
  return svg`
    ${state === "" ? nothing : svg`<g class=${running && !stalled ? "state" : "state down"}><title>${state}</title>${said.map((part, at) =>
      svg`<text class="f-item" x=${left} y=${busy ? below + at * 15 : first + at * 15}>${part}</text>`)}</g>`}
    ${running ? svg`<g class="marks">${QUESTIONS.map((question, at) => mark(busy ? stateOf(question, now, entries.value) : "open", left + 9 + (at * (room - 18)) / 5, busy ? y : y + 4 + (said.length - 1) * 15, at))}</g>` : nothing}
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

/** What one does to the controller, one press away: crash it where it stands, or start it; write it otherwise. */
function knobs(controller: ControllerView, layout: Layout): TemplateResult[] {
  const w = words();
  const box = layout.boxes.reconciler;
  const high = 26;
  const changed = deviations(controller.habits).length;
  const stacked = layout.name === "narrow";
  const room = box.w - 2 * layout.pad + 4;
  const wide = stacked || !dialogs ? room : (room - 6) / 2;
  const x = box.x + layout.pad - 2;
  const y = box.y + box.h - high - 8;
  return [
    knob({
      class: controller.running ? "crash" : "crash down", x, y: stacked && dialogs ? y - high - 5 : y, w: wide, h: high, icon: controller.running ? "bolt" : "play",
      text: controller.running ? w.path.crashHere : w.path.start, name: controller.running ? w.path.crashHereName : w.path.startName,
      press: () => void play(controller.running ? { crash: here() } : { start: here() }),
    }),
    ...(dialogs ? [knob({
      class: changed > 0 ? "habits changed" : "habits", x: stacked ? x : x + wide + 6, y, w: wide, h: high, icon: "pencil",
      text: changed > 0 ? w.path.habitsChanged(changed) : w.path.habits, name: changed > 0 ? `${w.habits.open}${words().between.colon}${w.path.habitsChanged(changed)}` : w.habits.open,
      press: () => { dialog.value = "habits"; },
    })] : []),
  ];
}
