// How a figure looks: the picture of the page in the colours of one theme, without a name that anything else would have to
// know. The colours are those of styles/tokens.css, the sizes those of components/path/measure.ts.

export type Theme = "light" | "dark";

export const COLOURS = {
  ground: ["#f4f5f8", "#0f1319"],
  surface: ["#ffffff", "#171c24"],
  line: ["#e0e4ea", "#2a323e"],
  "line-strong": ["#c3cad5", "#3d4857"],
  ink: ["#18202c", "#e8ecf2"],
  muted: ["#5a6576", "#9daabb"],
  accent: ["#2b59d9", "#85a9ff"],
  "accent-ink": ["#ffffff", "#0d1530"],
  "accent-soft": ["#eaf0fe", "#1c2947"],
  "accent-text": ["#2349b8", "#a6c0ff"],
  "ok-text": ["#17693b", "#7fd8a0"],
  "warn-text": ["#7d4f00", "#f0c463"],
  "bad-text": ["#ab231b", "#ff9f97"],
  "still-line": ["#97a3b4", "#5f6c7f"],
  fresh: ["#fff6d6", "#362f14"],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Fonts that are as wide as the ruler says, wherever one of them is there. */
export const SANS = `"Helvetica Neue",Helvetica,Arial,"Liberation Sans",Arimo,Roboto,sans-serif`;
export const MONO = `"SF Mono",Menlo,Consolas,"Liberation Mono",Cousine,"DejaVu Sans Mono",monospace`;

export function styleOf(theme: Theme): string {
  const c = Object.fromEntries(Object.entries(COLOURS).map(([name, both]) => [name, both[theme === "light" ? 0 : 1]])) as Record<keyof typeof COLOURS, string>;
  return [
    `text{font-family:${SANS};font-size:11px;fill:${c.ink}}`,
    `.f-name{font-weight:600;font-size:14px}.f-head{font-weight:600;font-size:12px}.f-item{font-size:12px;fill:${c.muted}}`,
    `.f-mono{font-family:${MONO};font-size:12px;font-weight:600}.f-tiny{font-size:10px}.f-label{fill:${c.muted}}.f-cargo{font-weight:600}`,
    `.title{font-weight:600;font-size:17px}.said{font-size:13px}`,
    `.at-end{text-anchor:end}.muted{fill:${c.muted}}.end{fill:${c.ink}}.more{font-weight:600;fill:${c["accent-text"]}}`,
    `.glyph{fill:none;stroke:${c.muted};stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}`,
    `.frame{fill:${c.ground};stroke:${c.line}}.rule{stroke:${c.line}}`,
    `.box{fill:${c.surface};stroke:${c["line-strong"]}}[data-next]>.box{stroke:${c.accent};stroke-width:2}`,
    `.chip{fill:${c.accent}}.chip-text{fill:${c["accent-ink"]};text-anchor:middle;font-weight:600}.fresh{fill:${c.fresh}}`,
    ...(["ok", "warn", "bad"] as const).map((tone) => `[data-tone=${tone}] .glyph{stroke:${c[`${tone}-text`]}}[data-tone=${tone}] .end${tone === "ok" ? "" : `,[data-tone=${tone}] .note`}{fill:${c[`${tone}-text`]}}`),
    `[data-tone=warn] .f-item{fill:${c["warn-text"]}}[data-tone=bad] .f-item,.down text{fill:${c["bad-text"]}}`,
    `.dot circle{fill:${c.surface};stroke:${c["line-strong"]};stroke-width:1.5}.dot text{text-anchor:middle}`,
    `[data-state=answered] circle{fill:${c.accent};stroke:${c.accent}}[data-state=answered] .glyph{stroke:${c["accent-ink"]};stroke-width:2}`,
    `[data-state=failed] circle{fill:${c["bad-text"]};stroke:${c["bad-text"]}}[data-state=failed] .glyph{stroke:${c.surface};stroke-width:2}`,
    `[data-state=current] circle{fill:${c["accent-soft"]};stroke:${c.accent};stroke-width:2.5}[data-state=current] text{fill:${c["accent-text"]};font-weight:600}.asked{fill:${c["accent-text"]}}`,
    `.arrow>path{fill:none;stroke:${c["still-line"]};stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}`,
    `.arrow[data-next]>path{stroke:${c.accent}}.arrow[data-next]>.arrow-line{stroke-dasharray:4 4}`,
    `.arrow[data-used]>path{stroke:${c.accent};stroke-width:2.5}[data-used] .arrow-cargo{fill:${c["accent-text"]}}`,
    `.arrow[data-tone=bad]>path{stroke:${c["bad-text"]}}[data-tone=bad] .arrow-cargo{fill:${c["bad-text"]}}`,
    `.arrow[data-tone=muted]>.arrow-line,.arrow[data-tone=muted]>.arrow-head{stroke:${c["still-line"]};stroke-width:1.5}[data-tone=muted] .arrow-cargo{fill:${c["warn-text"]}}`,
    `.arrow>.arrow-stop{stroke:${c["warn-text"]}}`,
  ].join("");
}
