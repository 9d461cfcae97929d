// A hint speaks of the buttons as they stand there: on a phone some have short names, one is an icon, and of the parts of the
// page one shows at a time.

import { html, type TemplateResult } from "lit-html";
import { narrow } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { icon } from "./icons.ts";
import { prose } from "./prose.ts";

export function hint(line: string): TemplateResult {
  if (!narrow.value) return prose(line);
  const { controls: { settle, settleShort, finish, finishNone, finishShort, faults }, page: { areas }, overTime: { tabs } } = words();
  const short = new Map([[settle, settleShort], [finish, finishShort], [finishNone, finishShort], [tabs.passes, `${areas.history}** → **${tabs.passes}`]]);
  const [first = "", ...others] = line.replace(/\*\*([^*]+)\*\*/g, (whole, name: string) => (short.has(name) ? `**${short.get(name)}**` : whole)).split(`**${faults}**`);
  return html`${prose(first)}${others.map((part) => html`${icon("bolt")}&nbsp;<strong>${faults}</strong>${prose(part)}`)}`;
}
