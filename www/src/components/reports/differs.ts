// In what the two of a report differ where they stand, in a few lines: the rest of it is in the comparison.

import { html, type TemplateResult } from "lit-html";
import { sameMove } from "../../branches.ts";
import type { CompareWords } from "../../words/compare/en.ts";
import { words } from "../../words/index.ts";
import type { ReportWords } from "../../words/reports/en.ts";
import { nameOf } from "../compare/differing.ts";
import { COUNTED, countersOf, outcomeOf, type Counted } from "../compare/outcome.ts";
import type { Side } from "../compare/side.ts";
import { differencesOf, type Difference } from "../compare/worlds.ts";
import { prose } from "../prose.ts";

const SHOWN = 3;
const LONGEST = 36;
/** What follows from when something was written, and says nothing of what. */
const BY_ITSELF = /\/(resourceVersion|creationTimestamp|last\w*Time)$/;
/** What is said of both as a sentence, and what follows from it. */
const SAID: readonly Counted[] = ["moves", "passes", "writes", "events", "time"];

/** `ahead`: what comes of it is still to be looked at. */
export function differs({ a, b }: { a: Side; b: Side }, ahead: boolean, w: ReportWords, compare: CompareWords): TemplateResult {
  const rows = [...inWorlds(a, b, compare), ...inCounts(a, b, compare)];
  return html`
    <div class="reported-differs" role="status">
      <p class="caption">${w.differs}</p>
      ${rows.length > 0 ? html`<ul>${rows.slice(0, SHOWN)}</ul>` : html`<p>${alike(a, b, ahead, w)}</p>`}
      ${rows.length > SHOWN ? html`<p class="muted">${w.more(rows.length - SHOWN)}</p>` : ""}
    </div>`;
}

function alike(a: Side, b: Side, ahead: boolean, w: ReportWords): string {
  if (isSaid(a, b)) return w.alikeWorlds;
  if (ahead) return w.alike;
  return a.entries.length === b.entries.length && a.entries.every((entry, at) => sameMove(entry, b.entries[at]!)) ? w.same : w.onTheWay;
}

/** The sentences of the two differ already. */
function isSaid(a: Side, b: Side): boolean {
  const [one, other] = [countersOf(a), countersOf(b)];
  return one.passes !== other.passes || one.writes !== other.writes || outcomeOf(a).code !== outcomeOf(b).code;
}

function inWorlds(a: Side, b: Side, compare: CompareWords): TemplateResult[] {
  const isWhole = ({ of, path }: Difference) => of === "object" && path === "";
  const found = differencesOf(a.view, b.view).filter(({ path }) => !BY_ITSELF.test(path));
  // What is there or not says more than what is in it.
  return [...found.filter(isWhole), ...found.filter((one) => !isWhole(one))].map((one) => {
    const value = (text: string | null) => (text === null || text === "" ? compare.absent : isWhole(one) ? compare.there(text) : html`<code>${short(text)}</code>`);
    return row(nameOf(one, compare), value(one.a), value(one.b), compare);
  });
}

function inCounts(a: Side, b: Side, compare: CompareWords): TemplateResult[] {
  const [one, other] = [countersOf(a), countersOf(b)];
  return COUNTED.filter((counted) => !SAID.includes(counted) && one[counted] !== other[counted])
    .map((counted) => row(compare.counted[counted], String(one[counted]), String(other[counted]), compare));
}

function row(name: string, a: TemplateResult | string, b: TemplateResult | string, compare: CompareWords): TemplateResult {
  const { colon, comma } = words().between;
  return html`<li>${prose(name)}${colon}<strong>${compare.a}</strong> ${a}${comma}<strong>${compare.b}</strong> ${b}</li>`;
}

function short(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
