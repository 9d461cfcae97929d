// The picture as the page has it: a press opens a station, holds and delivers events, crashes the controller.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView } from "../../contract.ts";
import type { Trip } from "../../derive/travel.ts";
import { deviations } from "../../habits.ts";
import { entries, here, lastEntries, play, type Moment, type Shown } from "../../state/run.ts";
import { dialog } from "../../state/ui.ts";
import { words } from "../../words/index.ts";
import { dialogs } from "../lazy.ts";
import { DELIVERS, roomOf, type Drawer } from "./box.ts";
import { fill, type Contents } from "./contents.ts";
import { drawing, stationsOf, tripsIn, type Scene } from "./drawing.ts";
import { knob } from "./knob.ts";
import { layoutFor, type Layout } from "./layout.ts";
import { closeDrawer, drawer, openDrawer, pictureWidth, type Named } from "./state.ts";

/** What the last move sent; a run of many moves is not told as one. */
export function lastTrips(one: Shown): Trip[] {
  return tripsIn({ ...one, last: lastEntries.value });
}

export function picture(now: Moment, one: Shown): TemplateResult {
  const layout = layoutFor(pictureWidth.value);
  const { view, next, by } = now;
  const { name, controller } = one;
  const scene: Scene = { view, next, by, name, controller, last: lastEntries.value, trace: entries.value };
  const stations = stationsOf(scene, layout);
  const over = { watch: levers(stations.watch.contents, layout), reconciler: knobs(controller, layout) };
  return html`
    <svg class="picture picture-${layout.name}" viewBox="0 0 ${layout.width} ${layout.height}" role="group" aria-labelledby="path-title" aria-describedby="path-about">
      ${drawing(scene, stations, layout, over, drawerOf)}
      <g class="tokens" aria-hidden="true"></g>
    </svg>`;
}

function drawerOf(name: Named): Drawer {
  return { open: drawer.value === name, press: () => { if (drawer.peek() === name) closeDrawer(); else openDrawer(name); } };
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
