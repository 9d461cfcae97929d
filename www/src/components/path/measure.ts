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

/** In lines, the last one cut. Japanese breaks between phrases, or between any two characters where that would cut it. */
export function wrap(text: string, room: number, lines: number, face: Face): string[] {
  const words = text.match(/[「『（]*[\u3000-\u9fff\uff00-\uffef][、。，．：；？！」』）ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]*|[^\s\u3000-\u9fff\uff00-\uffef]+[、。，．：；？！」』）]*|\s+/g) ?? [];
  const parts = phrases(words);
  const whole = parts.length < words.length && parts.every((part) => widthOf(part, face) <= room) ? filled(parts, room, lines, face) : [];
  return whole.length > 0 && !whole.at(-1)!.endsWith("…") ? whole : filled(words, room, lines, face);
}

function filled(words: readonly string[], room: number, lines: number, face: Face): string[] {
  const done: string[] = [];
  let line = "";
  for (const [at, word] of words.entries()) {
    if (line === "" || widthOf((line + word).trimEnd(), face) <= room) {
      line += line === "" ? word.trimStart() : word;
      continue;
    }
    if (done.length === lines - 1) return [...done, fit(line + words.slice(at).join(""), room, face)];
    done.push(line.trimEnd());
    line = word.trimStart();
  }
  return line === "" ? done : [...done, fit(line.trimEnd(), room, face)];
}

/** What one does not like to see apart: a word and the kana that follow it, kanji or katakana in a row. */
function phrases(words: readonly string[]): string[] {
  const parts: string[] = [];
  for (const word of words) {
    const before = parts.at(-1) ?? "";
    if (/[「『（]$/.test(before) || /[^\s、。，．：；？！」』）]$/.test(before) && (/^[ぁ-ゖ]/.test(word) || /[一-鿿々]$/.test(before) && /^[一-鿿々]/.test(word) || /[ァ-ヺー]$/.test(before) && /^[ァ-ヺー]/.test(word))) parts[parts.length - 1] += word;
    else if (/^\s+$/.test(before) && parts.length > 1 && /^[ぁ-ゖ]/.test(word)) parts.splice(-2, 2, `${parts.at(-2)}${before}${word}`);
    else parts.push(word);
  }
  return parts;
}

/** The same, without a last line of a syllable or two. */
export function balanced(text: string, room: number, lines: number, face: Face): string[] {
  const done = wrap(text, room, lines, face);
  const last = done.at(-1) ?? "";
  if (done.length < 2 || last.endsWith("…") || widthOf(last, face) > room / 3) return done;
  let even = done;
  for (let narrow = room - 6; narrow > room / 2; narrow -= 6) {
    const next = wrap(text, narrow, lines, face);
    if (next.length > done.length || next.at(-1)?.endsWith("…")) break;
    even = next;
  }
  return even;
}
