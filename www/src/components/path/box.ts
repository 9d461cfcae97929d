// A station in the picture: a box with its name, an icon, what it holds at a glance. The box is a button that opens its
// drawer, and says as a sentence what is drawn above it; what else can be pressed lies above both.

import { nothing, svg, type TemplateResult } from "lit-html";
import { words } from "../../words/index.ts";
import { glyph, type IconName } from "../icons.ts";
import { fill, type Contents, type Filled, type Line } from "./contents.ts";
import { pressed } from "./knob.ts";
import type { Box, Layout } from "./layout.ts";
import { fit, widthOf } from "./measure.ts";
import type { Named } from "./state.ts";

export interface Station {
  name: Named;
  icon: IconName;
  next: boolean;
  box: Box;
  contents: Contents;
  /** Instead of lines, or below them. */
  inside?: TemplateResult;
  /** Left out: there is nothing to press. */
  drawer?: Drawer;
}

/** What a press of a station opens or closes. */
export interface Drawer { open: boolean; press: () => void }

/** The icon before the name of a station, and the gap behind it. */
const ICON = 22;

/** Room for the name of a station beside its icon; the queue, which is next time and again, keeps a place for saying so. */
function nameRoom({ name, next, box }: Station, { pad }: Layout): number {
  return box.w - 2 * pad - ICON - (next || name === "queue" ? chipWidth() + 4 : 0);
}

const chipWidth = (): number => widthOf(words().path.next, "label") + 14;

/** Either every station has its whole name, or all have their short ones. */
export function namesFit(stations: readonly Station[], layout: Layout): boolean {
  const { stations: names } = words().path;
  return stations.every((one) => widthOf(names[one.name], "name") <= nameRoom(one, layout));
}

/** `whole`: with its whole name. */
export function stationBox(station: Station, layout: Layout, whole: boolean): TemplateResult {
  const { name, box, next } = station;
  const { x, y, w: wide, h: high } = box;
  const face = svg`<rect class="box" x=${x + 1} y=${y + 1} width=${wide - 2} height=${high - 2} rx="11"></rect>`;
  const drawn = svg`
        ${title(station, layout, whole)}
        ${lines(station, layout)}
        ${station.inside ?? nothing}`;
  if (!station.drawer) return svg`<g class="path-station" ?data-next=${next}>${face}${drawn}</g>`;
  const { open, press } = station.drawer;
  return svg`
    <g class="path-station" data-name=${name} ?data-next=${next} ?data-open=${open}>
      <g class="path-button" role="button" tabindex="0" aria-expanded=${open ? "true" : "false"} aria-controls=${open ? "drawer" : nothing}
        aria-label=${sentenceOf(station)} @click=${press} @keydown=${(event: KeyboardEvent) => pressed(event, press)}>${face}</g>
      <g class="drawn" aria-hidden="true" @click=${press}>${drawn}</g>
      <rect class="focus-ring" x=${x - 2} y=${y - 2} width=${wide + 4} height=${high + 4} rx="13"></rect>
    </g>`;
}

/** What is drawn, as a sentence. */
export function sentenceOf({ name, next, contents }: Pick<Station, "name" | "next" | "contents">): string {
  const w = words().path;
  return `${w.stations[name]}. ${next ? `${w.says.next} ` : ""}${contents.says}`;
}

function title({ name, icon, next, box, contents }: Station, { head, pad }: Layout, whole: boolean): TemplateResult {
  const w = words().path;
  const y = box.y + head / 2 + 2;
  const end = box.x + box.w - pad;
  const chip = next ? chipWidth() : 0;
  const free = end - box.x - pad - (next ? chip + 4 : 0);
  const full = w.stations[name];
  const best = whole ? full : w.short[name];
  // The icon gives way before the name is cut.
  const drawn = widthOf(best, "name") <= free - ICON;
  const left = box.x + pad + (drawn ? ICON : 0);
  const text = fit(best, free - (drawn ? ICON : 0), "name");
  const room = end - left - widthOf(text, "name") - 10 - (next ? chip + 6 : 0);
  const meta = contents.meta !== "" && widthOf(contents.meta, "label") <= room ? contents.meta : "";
  return svg`
    ${drawn ? glyph(icon, box.x + pad, y - 8, 16) : nothing}
    <text class="f-name" x=${left} y=${y}>${text === full ? nothing : svg`<title>${full}</title>`}${text}</text>
    ${meta === "" ? nothing : svg`<text class="f-label at-end" x=${end - (next ? chip + 6 : 0)} y=${y}>${contents.metaHint === undefined ? nothing : svg`<title>${contents.metaHint}</title>`}${meta}</text>`}
    ${next ? svg`<rect class="chip" x=${end - chip} y=${y - 9} width=${chip} height="18" rx="9"></rect><text class="f-label chip-text" x=${end - chip / 2} y=${y}>${w.next}</text>` : nothing}`;
}

/** How many lines a box has room for, and where the first one is. */
export function roomOf(box: Box, contents: Contents, { head, row, leverRow }: Layout): { rows: number; first: number; pitch: number } {
  const pitch = contents.groups.some(({ lever }) => lever) ? leverRow : row;
  return { rows: Math.floor((box.h - head - 4) / pitch), first: box.y + head + pitch / 2 - 1, pitch };
}

function lines({ box, contents }: Station, layout: Layout): TemplateResult[] {
  const { rows, first, pitch } = roomOf(box, contents, layout);
  const filled = fill(contents.groups, rows);
  const all = weakFits(filled, box, layout);
  return filled.map((one, at) => line(one, first + at * pitch, box, layout, all));
}

/** A state that its lever shows already gives way where one of the lines has no room for it: all say it, or none does. */
function weakFits(filled: readonly Filled[], box: Box, layout: Layout): boolean {
  const end = filled.find(({ line: one }) => one.weak)?.line.end;
  return end === undefined || filled.every(({ line: one, lever, head }) => !head || widthOf(one.text, "head") + widthOf(end, "label") + 6 <= spanOf(lever, head, box, layout).room);
}

/** How far a lever and its two buttons reach into the lines of a watch. */
export const LEVER = 28;
export const DELIVERS = 56;

/** From where to where a line may reach. */
function spanOf(lever: Filled["lever"], head: boolean, box: Box, layout: Layout): { left: number; right: number; room: number } {
  // On a phone what stands below a lever needs the whole line.
  const left = box.x + layout.pad + (lever && (head || layout.name !== "narrow") ? LEVER : 0);
  const right = box.x + box.w - layout.pad - (lever?.held && !head ? DELIVERS + 4 : 0);
  return { left, right, room: right - left };
}

function line({ line: one, lever, head }: Filled, y: number, box: Box, layout: Layout, all: boolean): TemplateResult {
  const { left, right } = spanOf(lever, head, box, layout);
  return svg`
    <g class="line" ?data-fresh=${one.fresh ?? false} data-tone=${one.tone ?? nothing}>
      <title>${whole(one)}</title>
      ${one.fresh ? svg`<rect class="fresh" x=${box.x + 5} y=${y - layout.row / 2 + 1} width=${box.w - 10} height=${layout.row - 2} rx="5"></rect>` : nothing}
      ${content(one.weak && !all ? { ...one, end: "" } : one, head, left, right, y)}
    </g>`;
}

function whole({ text, note, end, more }: Line): string {
  return [text, note, end, more === undefined ? undefined : `+${more}`].filter((part) => part).join(" ");
}

function content(one: Line, head: boolean, left: number, right: number, y: number): TemplateResult {
  const face = head ? "head" : one.mono ? "mono" : "item";
  const { end = "" } = one;
  const more = one.more === undefined ? "" : `+${one.more}`;
  const start = left + (one.icon ? 17 : 0);
  const needed = widthOf(one.text, face);
  const endWidth = end === "" ? 0 : widthOf(end, "label") + 6;
  const moreWidth = more === "" ? 0 : widthOf(more, "label") + 6;
  // The icon of the end gives way before the text is cut.
  const endIcon = one.endIcon && needed + endWidth + moreWidth + 14 <= right - start ? one.endIcon : undefined;
  const room = right - start - endWidth - moreWidth - (endIcon ? 14 : 0);
  const text = fit(one.text, room, face);
  const after = start + widthOf(text, face) + 7;
  const note = one.note !== undefined && text === one.text && after + widthOf(one.note, "label") <= start + room ? one.note : "";
  return svg`
    ${one.icon ? glyph(one.icon, left, y - 6.5, 13) : nothing}
    <text class="f-${face}" x=${start} y=${y}>${text}</text>
    ${note === "" ? nothing : svg`<text class="f-label note" x=${after} y=${y}>${note}</text>`}
    ${more === "" ? nothing : svg`<text class="f-label more at-end" x=${right - endWidth - (endIcon ? 14 : 0)} y=${y}>${more}</text>`}
    ${endIcon ? glyph(endIcon, right - endWidth - 9, y - 6, 12) : nothing}
    ${end === "" ? nothing : svg`<text class="f-label end at-end" x=${right} y=${y}>${end}</text>`}`;
}
