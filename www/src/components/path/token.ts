// The move just played, travelling along its arrow. With reduced motion, after a run of moves, and on the way back nothing
// travels: the arrow alone stays marked.

import { effect } from "@preact/signals-core";
import { moment, runNumber, shown } from "../../state/run.ts";
import { calm } from "../../state/ui.ts";
import type { Trip } from "../../derive/travel.ts";
import { words } from "../../words/index.ts";
import { pathOf } from "./arrows.ts";
import { layoutFor, type Point } from "./layout.ts";
import { widthOf } from "./measure.ts";
import { lastTrips } from "./picture.ts";
import { pictureWidth } from "./state.ts";

const TIME = 400;
const SVG = "http://www.w3.org/2000/svg";
const probe = document.createElementNS(SVG, "path");

export function followTokens(): void {
  let last = { position: 0, run: 0, controller: "" };
  effect(() => {
    const position = moment.value?.view.position ?? 0;
    const one = shown.value;
    const now = { position, run: runNumber.value, controller: one?.name ?? "" };
    const forward = now.run === last.run && now.controller === last.controller && position === last.position + 1;
    if (now.position === last.position && now.run === last.run && now.controller === last.controller) return;
    last = now;
    clear();
    if (!forward || !one || calm.matches || document.hidden) return;
    const trips = lastTrips(one);
    if (trips.length > 0) requestAnimationFrame(() => send(trips));
  });
}

function place(): Element | null {
  return document.querySelector(".picture .tokens");
}

function clear(): void {
  place()?.replaceChildren();
}

function send(trips: readonly Trip[]): void {
  const tokens = place();
  if (!tokens) return;
  tokens.replaceChildren();
  const w = words().path;
  const layout = layoutFor(pictureWidth.peek());
  for (const trip of trips) {
    const { points } = layout.arrows[trip.arrow];
    const { cargo } = trip;
    const answer = cargo.code === "request" ? cargo.answer : null;
    const text = (cargo.code === "request" ? [cargo.method, cargo.name] : w.cargo(cargo)).join(" ").trim();
    travel(tokens, text, trip, points, layout.width, trip.phase);
    // The answer comes back the way that the request went.
    if (answer !== null) travel(tokens, answer === "lost" ? w.lost : String(answer), { ...trip, reverse: !trip.reverse, stops: answer === "lost" }, points, layout.width, 1, answer === "lost" || answer >= 400);
  }
}

function travel(tokens: Element, text: string, { reverse, stops }: Trip, points: readonly Point[], width: number, phase: number, bad = false): void {
  const wide = widthOf(text, "cargo") + 18;
  const token = document.createElementNS(SVG, "g");
  token.setAttribute("class", bad ? "token bad" : "token");
  token.setAttribute("opacity", "0");
  const face = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 })) face.setAttribute(name, String(value));
  const label = document.createElementNS(SVG, "text");
  label.setAttribute("class", "f-cargo");
  label.setAttribute("text-anchor", "middle");
  label.textContent = text;
  token.append(face, label);
  tokens.append(token);
  const stations = along(points, reverse, stops ? 0.5 : 1).map(([x, y]) => {
    // It stays within the picture whole.
    const inside = Math.min(width - wide / 2 - 2, Math.max(wide / 2 + 2, x));
    return `translate(${inside}px, ${y}px)`;
  });
  const frames = stations.map((transform, at) => ({ transform, opacity: at === stations.length - 1 ? 0 : 1, offset: at / (stations.length - 1) * 0.85 }));
  const [end] = stations.slice(-1);
  token.animate([...frames.slice(0, -1), { transform: end ?? "", opacity: 1, offset: 0.85 }, { transform: end ?? "", opacity: 0, offset: 1 }], {
    duration: TIME, delay: phase * TIME, easing: "ease-in-out", fill: "none",
  }).finished.then(() => token.remove(), () => undefined);
}

/** Some points of the way, corners among them. */
function along(points: readonly Point[], reverse: boolean, part: number): Point[] {
  probe.setAttribute("d", pathOf(points));
  const length = probe.getTotalLength();
  const steps = points.length > 2 ? 16 : 2;
  return Array.from({ length: steps + 1 }, (_, at) => {
    const done = (at / steps) * part;
    const { x, y } = probe.getPointAtLength(length * (reverse ? 1 - done : done));
    return [x, y] as const;
  });
}
