// A moment as a figure that stands alone: what it is, what just happened, and the path as the page draws it, without
// anything to press. The same text wherever it is made.

import { nothing, svg, type TemplateResult } from "lit-html";
import type { ControllerView } from "../contract.ts";
import { sentenceOf, type Station } from "../components/path/box.ts";
import type { Group, Line } from "../components/path/contents.ts";
import { drawing, stationsOf, type Scene } from "../components/path/drawing.ts";
import { figureLayout, type Layout } from "../components/path/layout.ts";
import { balanced, fit, measuredBy, widthOf, type Face } from "../components/path/measure.ts";
import { glyph } from "../components/icons.ts";
import { actorOf, deedOf } from "../derive/deed.ts";
import { plain } from "../derive/marks.ts";
import { tell } from "../derive/tell.ts";
import { deviations } from "../habits.ts";
import type { Language } from "../words/index.ts";
import { spoken, words } from "../words/index.ts";
import { escaped, markup } from "./markup.ts";
import { ruler } from "./ruler.ts";
import { controllerIn, inWords, playedIn, spokenOf, type Shot, type Spoken } from "./shot.ts";
import { styleOf, type Theme } from "./style.ts";

export type Width = "middle" | "narrow";

/** How it is to be drawn; `controller`: whose path, where there are several. */
export interface Look { language: Language; theme: Theme; width: Width; controller?: string }

/** In the picture's own units, CSS pixels where nothing is scaled. */
export const WIDTHS: Record<Width, number> = { middle: 720, narrow: 360 };
const MARGINS: Record<Width, number> = { middle: 16, narrow: 12 };

export async function pictureOf(shot: Shot, { language, theme, width, controller }: Look): Promise<string> {
  const said = await spokenOf(shot.scenario, language);
  return drawn(said, () => figure(shot, said, { name: width, width: WIDTHS[width], margin: MARGINS[width], theme, controller }));
}

/** Draws in a language, by the one ruler. */
export function drawn<T>(spoken: Spoken, draw: () => T): T {
  return inWords(spoken, () => measuredBy(ruler, draw));
}

interface Frame { name: Width; width: number; margin: number; theme: Theme; controller: string | undefined }

function figure(shot: Shot, { called, figure: f, language }: Spoken, { name, width, margin, theme, controller }: Frame): string {
  const w = words();
  const { view } = shot;
  const shown = controllerIn(shot, controller);
  const said = saidOf(shot, plain(called.about[0] ?? f.beginning));
  const room = width - 2 * margin;
  const caption = [w.controls.at(view.position), w.span(view.time), ...(shown?.several ? [shown.name] : [])].join(" · ");
  const above = wrapAt(called.title, room, 2, 17);
  const below = wrapAt(said, room, name === "narrow" ? 5 : 3, 13);
  const top = margin + 8 + 20 + (above.length - 1) * 21;
  const rule = top + 21 + (below.length - 1) * 18 + 17;
  const path = shown && pathOf(shot, shown, figureLayout(name, room));
  const height = Math.round(rule + (path ? 18 + path.layout.height : 0) + margin);
  return svgText({
    width, height, language, theme, title: `${called.title} · ${w.controls.at(view.position)}`, about: [said, ...(path?.says ?? [w.page.noController])].join(" "),
    inside: svg`
      ${line("muted", margin, margin + 2, fit(caption, room - 130, "label"))}
      ${line("f-label at-end", width - margin, margin + 2, BRAND)}
      ${above.map((part, at) => line("title", margin, margin + 28 + at * 21, part))}
      ${below.map((part, at) => line("said", margin, top + 21 + at * 18, part))}
      <path class="rule" d="M${margin} ${rule}H${width - margin}"></path>
      ${path ? svg`<g transform="translate(${margin} ${rule + 18})">${path.drawn}</g>` : nothing}`,
  });
}

export const BRAND = "reconcile-playground";

interface Whole { width: number; height: number; language: Language; theme: Theme; title: string; about: string; inside: TemplateResult; round?: boolean }

export function svgText({ width, height, language, theme, title, about, inside, round = true }: Whole): string {
  const text = markup(inside).replaceAll("<text ", '<text dy=".35em" ').replaceAll(' aria-hidden="true"', "");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about" lang="${language}" xml:lang="${language}">`
    + `<title id="title">${escaped(title)}</title><desc id="about">${escaped(about)}</desc><style>${styleOf(theme)}</style>`
    + `${round ? `<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="14"/>` : `<rect class="frame" width="${width}" height="${height}"/>`}${text}</svg>\n`;
}

export function line(face: string, x: number, y: number, text: string): TemplateResult {
  return svg`<text class=${face} x=${x} y=${y}>${text}</text>`;
}

/** In lines of a size that the picture itself does not have. */
export function wrapAt(text: string, room: number, lines: number, size: number): string[] {
  const [face, known] = size >= 17 ? ["name", 14] as const : ["item", 12] as const;
  return balanced(text, (room * known) / size, lines, face);
}

/** What just happened; before anything did, what is the case. */
export function saidOf(shot: Shot, beginning: string): string {
  const last = playedIn(shot).at(-1);
  return last ? plain(tell(last, words()).join(" ")) : beginning;
}

export interface Path { layout: Layout; drawn: TemplateResult; says: string[] }

/** The path of one controller, and the same as sentences. */
export function pathOf(shot: Shot, { name, controller }: { name: string; controller: ControllerView }, layout: Layout): Path {
  const { view, next } = shot;
  const trace = playedIn(shot);
  const scene: Scene = { view, next: next ? deedOf(next, view) : null, by: next ? actorOf(next) : null, name, controller, last: trace.slice(-1), trace };
  const stations = stationsOf(scene, layout);
  for (const one of Object.values(stations)) one.contents.groups = one.contents.groups.map((group) => unpressed(group, one, layout));
  return { layout, drawn: drawing(scene, stations, layout, { reconciler: [written(controller, stations.reconciler, layout)] }), says: Object.values(stations).map((one) => punctuated(sentenceOf(one))) };
}

/** Each part ends once, as its language ends it. */
function punctuated(sentence: string): string {
  const ended = `${sentence}.`.replace(/([.?？。])\./g, "$1");
  return spoken() === "ja" ? ended.replace(/([？。]) /g, "$1").replace(/\.( |$)/g, "。") : ended;
}

/** Without levers, and without the place that they keep where nothing is; a line that is too long becomes two, a sentence as many as it needs. */
function unpressed({ lever, head, items, total = items.length }: Group, { box }: Station, { pad }: Layout): Group {
  const room = box.w - 2 * pad;
  const shown = lever?.waiting === 0 ? [] : items.flatMap((item) => (isSentence(item) ? sentence(item, room) : twoLines(item, item.mono ? "mono" : "item", room)));
  const [above, ...below] = head ? twoLines(head.weak ? { text: head.text } : head, "head", room) : [];
  const lines = [...below, ...shown];
  return { ...(above ? { head: above } : {}), items: lines, total: total + lines.length - items.length };
}

const isSentence = ({ mono, note, end }: Line): boolean => !mono && note === undefined && end === undefined;

/** Its icon goes where it would stand beside the first of several lines. */
function sentence(line: Line, room: number): Line[] {
  if ((line.icon ? 17 : 0) + widthOf(line.text, "item") <= room) return [line];
  return balanced(line.text, room, 3, "item").map((text) => ({ text, ...(line.tone ? { tone: line.tone } : {}) }));
}

/** What stands at the end goes below, where it would cut what the line is about; a version goes. */
function twoLines(line: Line, face: Face, room: number): Line[] {
  const { end = "", endIcon: _, ...rest } = line;
  const wide = (line.icon ? 17 : 0) + widthOf(line.text, face);
  if (end === "" || wide > room || wide + 6 + widthOf(end, "label") <= room) return [line];
  return /^\d+$/.test(end) ? [rest] : [rest, { text: end, ...(line.tone ? { tone: line.tone } : {}) }];
}

/** How the controller is written, where that is not the good way: at the bottom of its box, what has no room is counted. */
function written({ habits }: ControllerView, { box }: Station, { name, pad }: Layout): TemplateResult {
  const [rows, size, indent] = name === "narrow" ? [3, 10, 0] : [2, 12, 18];
  const left = box.x + pad + indent;
  const scale = 12 / size;
  const room = (box.w - 2 * pad - indent) * scale;
  const all = deviations(habits).map((habit) => {
    const value = String(habits[habit]);
    return widthOf(`${habit}: ${value}`, "mono") <= room ? [`${habit}: ${value}`] : [`${habit}:`, value];
  });
  const shown: string[][] = [];
  for (const one of all) if (shown.flat().length + one.length <= rows) shown.push(one);
  const lines = shown.flat();
  const more = all.length > shown.length ? `+${all.length - shown.length}` : "";
  const cut = (at: number): number => (more !== "" && at === lines.length - 1 ? (widthOf(more, "label") + 6) * scale : 0);
  const y = (at: number): number => box.y + box.h - 17 - (lines.length - 1 - at) * (size + 4);
  return svg`${lines.length > 0 && indent > 0 ? glyph("pencil", box.x + pad, y(0) - 6.5, 13) : nothing}${lines.map((text, at) => svg`<text class=${size === 12 ? "f-mono" : "f-mono f-tiny"} x=${left} y=${y(at)}>${fit(text, room - cut(at), "mono")}</text>`)}${
    more === "" ? nothing : svg`<text class="f-label more at-end" x=${box.x + box.w - pad} y=${y(lines.length - 1)}>${more}</text>`}`;
}
