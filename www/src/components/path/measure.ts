// How wide a text will be: SVG neither wraps nor cuts, so both are done here, before it is drawn.

import { language } from "../../words/index.ts";

export type Face = "name" | "head" | "item" | "mono" | "small" | "label" | "cargo";

/** As in path.css: weight, size, and whether it is set in the fixed font. */
const FACES: Record<Face, [weight: number, size: number, mono: boolean]> = {
  name: [600, 14, false],
  head: [600, 12, false],
  item: [400, 12, false],
  mono: [600, 12, true],
  small: [400, 11, false],
  label: [400, 11, false],
  cargo: [600, 11, false],
};

let paper: OffscreenCanvasRenderingContext2D | null | undefined;
let set = "";
const known = new Map<string, number>();
let families: { language: string; text: string; mono: string } | null = null;

function family(mono: boolean): string {
  if (families?.language !== language.value) {
    const style = getComputedStyle(document.documentElement);
    families = { language: language.value, text: style.getPropertyValue("--font"), mono: style.getPropertyValue("--mono") };
    known.clear();
  }
  return mono ? families.mono : families.text;
}

/** Says how wide a text is. */
export type Ruler = (text: string, weight: number, size: number, mono: boolean) => number;

let ruler: Ruler | null = null;

/** What `draw` makes at once is measured by this ruler, and not by the page's own fonts. */
export function measuredBy<T>(by: Ruler, draw: () => T): T {
  const before = ruler;
  ruler = by;
  try {
    return draw();
  } finally {
    ruler = before;
  }
}

export function widthOf(text: string, face: Face): number {
  const [weight, size, mono] = FACES[face];
  if (ruler) return ruler(text, weight, size, mono);
  const fonts = family(mono);
  const key = `${face} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  paper ??= new OffscreenCanvas(1, 1).getContext("2d");
  if (!paper) return text.length * size * 0.6;
  const font = `${weight} ${size}px ${fonts}`;
  if (font !== set) paper.font = set = font;
  const { width } = paper.measureText(text);
  if (known.size > 5000) known.clear();
  known.set(key, width);
  return width;
}

/** The text, cut with … where it is longer than the room. */
export function fit(text: string, room: number, face: Face): string {
  if (widthOf(text, face) <= room) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(`${text.slice(0, middle).trimEnd()}…`, face) <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${text.slice(0, low).trimEnd()}…`;
}

/** In lines, the last one cut. Scripts without spaces break between any two characters, but for what closes and opens. */
export function wrap(text: string, room: number, lines: number, face: Face): string[] {
  const words = text.match(/[「『（]*[\u3000-\u9fff\uff00-\uffef][、。，．：；？！」』）ー]*|[^\s\u3000-\u9fff\uff00-\uffef]+|\s+/g) ?? [];
  const done: string[] = [];
  let line = "";
  for (const [at, word] of words.entries()) {
    if (line === "" || widthOf(line + word, face) <= room) {
      line += line === "" ? word.trimStart() : word;
      continue;
    }
    if (done.length === lines - 1) return [...done, fit(line + words.slice(at).join(""), room, face)];
    done.push(line.trimEnd());
    line = word.trimStart();
  }
  return line === "" ? done : [...done, fit(line, room, face)];
}
