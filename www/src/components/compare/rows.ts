// The moves of both in rows, aligned by what happened.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import type { TraceEntry } from "../../contract.ts";
import { factsOf, tell } from "../../derive/tell.ts";
import type { CompareWords } from "../../words/compare/en.ts";
import { words } from "../../words/index.ts";
import { icon, type IconName } from "../icons.ts";
import { prose } from "../prose.ts";
import { align, type Mark, type Row } from "./align.ts";
import type { Comparison } from "./state.ts";

const onlyDifferences = signal(true);
/** Folds that were opened, by the row where they begin, of this point. */
const unfolded = signal<{ of: string; rows: ReadonlySet<number>; shown: number }>({ of: "", rows: new Set(), shown: 0 });

const SHOWN = 80;
/** So many rows that are the same may stand beside a difference. */
const AROUND = 1;
/** So many of those that are only in one. */
const BEGINNING = 12;

let known: { a: readonly TraceEntry[]; b: readonly TraceEntry[]; rows: Row[] } | null = null;

function aligned({ a, b }: Comparison): Row[] {
  if (known?.a !== a.entries || known.b !== b.entries) known = { a: a.entries, b: b.entries, rows: align(a.entries, b.entries) };
  return known.rows;
}

type Part = { code: "row"; at: number; row: Row } | { code: "fold"; at: number; rows: number; mark: Mark };

export function rows(now: Comparison, w: CompareWords): TemplateResult {
  const all = aligned(now);
  const id = `${now.point} ${JSON.stringify(now.other)}`;
  const open = unfolded.value.of === id ? unfolded.value : { of: id, rows: new Set<number>(), shown: SHOWN };
  const parts = onlyDifferences.value ? fold(all, open.rows) : all.map((row, at): Part => ({ code: "row", at, row }));
  const shown = parts.slice(0, open.shown);
  return html`
    <section class="compare-rows" aria-labelledby="compare-rows">
      <header class="card-head"><h3 id="compare-rows">${w.rows}</h3><span class="spring"></span>
        <label class="check"><input type="checkbox" .checked=${onlyDifferences.value} @change=${(event: Event) => { onlyDifferences.value = (event.target as HTMLInputElement).checked; }}><span>${w.onlyDifferences}</span></label>
      </header>
      ${all.length === 0 ? html`<p class="empty">${w.rowsNone}</p>` : html`
        ${all.every(({ mark }) => mark === "same") ? html`<p class="empty">${icon("equals")} ${w.allSame}</p>` : ""}
        <ol class="compare-list" tabindex="-1" aria-labelledby="compare-rows">
          ${shown.map((part) => part.code === "row" ? line(part.row, now, w) : html`
            <li class="compare-fold" data-mark=${part.mark}><span>${icon(MARKS[part.mark])} ${w.folded(part.rows, part.mark)}</span> <button type="button" class="link" @click=${() => { unfolded.value = { ...open, rows: new Set([...open.rows, part.at]) }; focusList(); }}>${w.unfold}</button></li>`)}
        </ol>
        ${parts.length > shown.length ? html`<button type="button" class="link" @click=${() => { unfolded.value = { ...open, shown: open.shown + 200 }; }}>${w.moreRows(Math.min(200, parts.length - shown.length))}</button>` : ""}`}
    </section>`;
}

/** Long stretches of one kind become one line, but for what stands beside a difference, and what is only in one begins with. */
function fold(all: readonly Row[], open: ReadonlySet<number>): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < all.length;) {
    const { mark } = all[at]!;
    let end = at;
    while (end < all.length && all[end]!.mark === mark) end += 1;
    const before = mark === "same" ? (at === 0 ? 0 : AROUND) : mark === "differs" ? end - at : BEGINNING;
    const after = mark === "same" && end < all.length ? AROUND : 0;
    const folded = end - at - before - after;
    const add = (from: number, to: number) => { for (let row = from; row < to; row += 1) parts.push({ code: "row", at: row, row: all[row]! }); };
    if (folded < 3 || open.has(at)) add(at, end);
    else {
      add(at, at + before);
      parts.push({ code: "fold", at, rows: folded, mark });
      add(end - after, end);
    }
    at = end;
  }
  return parts;
}

const MARKS: Record<Mark, IconName> = { same: "equals", differs: "unequal", onlyA: "back", onlyB: "forward" };

function line({ mark, a, b }: Row, now: Comparison, w: CompareWords): TemplateResult {
  return html`
    <li class="compare-row" data-mark=${mark}>
      <span class="compare-mark">${icon(MARKS[mark])}<span>${w.marks[mark]}</span></span>
      ${cell("a", w.a, a === null ? null : now.a.entries[a]!, w)}
      ${cell("b", w.b, b === null ? null : now.b.entries[b]!, w)}
    </li>`;
}

function cell(side: "a" | "b", name: string, entry: TraceEntry | null, w: CompareWords): TemplateResult {
  if (!entry) return html`<div class="compare-cell compare-${side}" data-empty><span class="compare-letter">${name}</span> <span class="muted">${w.nothing}</span></div>`;
  const all = words();
  const move = Object.keys(entry.move)[0] ?? "";
  // Of a pass that began, what differs is why.
  const why = factsOf(entry.facts, "begun").map(({ causes }) => w.why(causes.map(all.cause)));
  const sentences = [...tell(entry, all), ...why];
  return html`
    <div class="compare-cell compare-${side}"><span class="compare-letter">${name}</span>
      <span><strong>${all.moveName[move] ?? move}</strong> ${sentences.map((sentence) => html`<span>${prose(sentence)} </span>`)}<span class="compare-time">${all.span(entry.time)}</span></span></div>`;
}

/** What was pressed is gone: the list takes the focus. */
function focusList(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".compare-list")?.focus({ preventScroll: true }));
}
