// The card of a link, as services show it beside an address: 1200 × 630, the path in one row.

import { svg, nothing } from "lit-html";
import { figureLayout } from "../components/path/layout.ts";
import { plain } from "../derive/marks.ts";
import { BRAND, drawn, line, pathOf, svgText, wrapAt } from "./picture.ts";
import { controllerIn, type Shot, type Spoken } from "./shot.ts";

export const CARD = { width: 1200, height: 630 };
const MARGIN = 48;

export function cardOf(shot: Shot, spoken: Spoken): string {
  const { called: { title, about }, language } = spoken;
  return drawn(spoken, () => {
    const room = CARD.width - 2 * MARGIN;
    const size = [44, 40, 36].find((one) => wrapAt(title, room, 2, one).length === 1) ?? 32;
    const [above = ""] = wrapAt(title, room, 1, size);
    const below = wrapAt(plain(about[0] ?? ""), room, 2, 24);
    const shown = controllerIn(shot);
    const path = shown && pathOf(shot, shown, figureLayout("wide", room));
    return svgText({
      ...CARD, language, theme: "light", title, about: "", round: false,
      inside: svg`
        <style>${`.brand{font-size:20px;font-weight:600;fill:#2349b8}.title{font-size:${size}px}.said{font-size:24px;fill:#5a6576}.frame{stroke:none}`}</style>
        <g transform=${`translate(${MARGIN} 44) scale(.875)`}><rect class="chip" width="32" height="32" rx="9"></rect><path d="M23.500 12.500a8.200 8.200 0 1 0 .6 5.500M23.700 6.800v5.700h-5.700" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"></path></g>
        ${line("brand", MARGIN + 40, 58, BRAND)}
        ${line("title", MARGIN, 117, above)}
        ${below.map((part, at) => line("said", MARGIN, 168 + at * 32, part))}
        ${path ? svg`<g transform=${`translate(${MARGIN} ${CARD.height - MARGIN - path.layout.height + 4})`}>${path.drawn}</g>` : nothing}`,
    });
  });
}
