// Line icons, drawn on a 16 × 16 grid in the colour of the text. Decorative: the word beside them carries the meaning.

import { svg, html, type TemplateResult } from "lit-html";
import type { Outcome } from "../contract.ts";

const PATHS = {
  step: "M3 3v10l6-5zM12 3v10",
  finish: "M2 3v10l5-5zM7 3v10l5-5zM13.500 3v10",
  settle: "M2 3.500 7 8l-5 4.500zM8 3.500 13 8l-5 4.500z",
  back: "M9.500 3.500 5 8l4.500 4.500",
  forward: "M6.500 3.500 11 8l-4.500 4.500",
  out: "M6.500 3H3v10h10V9.500M9.500 3H13v3.500M13 3 7.500 8.500",
  first: "M4 3.500v9M11.500 3.500 7 8l4.500 4.500",
  last: "M12 3.500v9M4.500 3.500 9 8l-4.500 4.500",
  branch: "M4.500 2.500v11M4.500 9.500c0-2.500 7-1.500 7-5M11.500 4.500v-2M9.500 4.500l2-2 2 2",
  reset: "M3 8a5 5 0 1 0 1.600-3.700M3 2.500v3h3",
  clock: "M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M8 5v3l2 1.500",
  book: "M8 4C6.500 3 4.500 2.500 2 2.500v10c2.500 0 4.500.5 6 1.500 1.500-1 3.500-1.500 6-1.500v-10C11.500 2.500 9.500 3 8 4M8 4v10",
  globe: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M2 8h12M8 2c4.500 4 4.500 8 0 12M8 2c-4.500 4-4.500 8 0 12",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1.500v1M8 13.500v1M1.500 8h1M13.500 8h1M3.400 3.400l.7.7M11.900 11.900l.7.7M3.400 12.600l.7-.7M11.900 4.100l.7-.7",
  moon: "M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z",
  keyboard: "M1.500 4.500h13v7h-13zM4 7h.01M6.700 7h.01M9.300 7h.01M12 7h.01M5 9.500h6",
  server: "M3 2.500h10v4H3zM3 9.500h10v4H3zM5.500 4.500h.01M5.500 11.500h.01",
  watch: "M1.500 8h3l2-4.500 3 9 2-4.500h3",
  cache: "M8 2c3 0 5 .8 5 2s-2 2-5 2-5-.8-5-2 2-2 5-2M3 4v8c0 1.200 2 2 5 2s5-.8 5-2V4M3 8c0 1.200 2 2 5 2s5-.8 5-2",
  queue: "M2 4h12M2 8h12M2 12h8",
  reconciler: "M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12 2v3H9M4 14v-3h3",
  collector: "M3 4.500h10M6 4.500v-2h4v2M4.500 4.500l.6 9h5.800l.6-9",
  outside: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M2 8h12M8 2c2 2 2.500 4 2.500 6S10 12 8 14c-2-2-2.500-4-2.500-6S6 4 8 2",
  minus: "M3.500 8h9",
  plus: "M8 3.500v9M3.500 8h9",
  pencil: "M3 13l.7-3L10.500 3.200l2.300 2.300L6 12.300z",
  equals: "M4 6.300h8M4 9.700h8",
  unequal: "M4 6.300h8M4 9.700h8M10.500 3.500l-5 9",
  hourglass: "M4.500 2.500h7M4.500 13.500h7M5 2.500c0 3 2.500 3.500 3 5.500.500-2 3-2.500 3-5.500M5 13.500c0-3 2.500-3.500 3-5.500.500 2 3 2.500 3 5.500",
  trash: "M3 4.500h10M6 4.500v-2h4v2M4.500 4.500l.6 9h5.800l.6-9",
  lock: "M4 7.500h8v6H4zM5.500 7.500V5.300a2.500 2.500 0 0 1 5 0v2.200",
  question: "M5.500 6a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .7-1 1.500M8 12.300h.01",
  copies: "M5.500 5.500h8v8h-8zM3 10.500V3h7.500",
  ban: "M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M4.200 4.200l7.600 7.600",
  bolt: "M9 1.500 3.500 9H8l-1 5.500L12.500 7H8z",
  lost: "M2 8h5M9 8h.01M11 8h.01M13 8h.01M5 5.500 7.500 8 5 10.500",
  skip: "M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M5.500 8h5",
  check: "M3 8.500 6.500 12 13 4.500",
  warning: "M8 2.500 14 13H2zM8 6.500v3M8 11.300h.01",
  info: "M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M8 7.500v3.200M8 5.300h.01",
  close: "M4 4l8 8M12 4l-8 8",
  arrow: "M2 8h11M9.500 4.500 13 8l-3.500 3.500",
  dropped: "M2 8h6M11 5l4 6M15 5l-4 6",
  dot: "M8 6.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3z",
  chevron: "M4 6l4 4 4-4",
  pause: "M5.500 3.500v9M10.500 3.500v9",
  moves: "M2.500 8h4M6.500 8c3 0 2-4.500 5-4.500h2M6.500 8h7M6.500 8c3 0 2 4.500 5 4.500h2",
  play: "M4.500 3v10l7.500-5z",
  flask: "M6.500 2v4L3 12.300a1.100 1.100 0 0 0 1 1.700h8a1.100 1.100 0 0 0 1-1.700L9.500 6V2M5.500 2h5M4.600 10h6.800",
  flag: "M4 14V2.500h7.500l-1.500 3 1.500 3H4",
  file: "M4 1.500h5.500L12.500 4.500v10H4zM9.500 1.500v3h3",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${svg`<path d=${PATHS[name]}></path>`}</svg>`;
}

/** The same within a picture: where it stands, and how large. */
export function glyph(name: IconName, x: number, y: number, size: number): TemplateResult {
  return svg`<path class="glyph" d=${PATHS[name]} transform="translate(${x} ${y}) scale(${size / 16})"></path>`;
}

export const OUTCOME_ICONS: Record<Outcome, IconName> = {
  created: "plus",
  changed: "pencil",
  unchanged: "equals",
  terminating: "hourglass",
  deleted: "trash",
  conflict: "lock",
  notFound: "question",
  alreadyExists: "copies",
  refused: "ban",
  failed: "bolt",
  lost: "lost",
  skipped: "skip",
};
