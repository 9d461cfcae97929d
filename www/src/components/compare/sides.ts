// What came of both: the result in a sentence, what can be done to both, the counters, the moves in rows, the worlds.

import { html, type TemplateResult } from "lit-html";
import type { Habits } from "../../contract.ts";
import { keyOf, OWN } from "../../documentation/values.ts";
import type { HabitName, HabitValue } from "../../habits.ts";
import { branches } from "../../state/run.ts";
import type { CompareWords } from "../../words/compare/en.ts";
import type { HabitWords } from "../../words/habits/en.ts";
import { words } from "../../words/index.ts";
import type { Cured } from "../compare.ts";
import { icon } from "../icons.ts";
import { leaving } from "../leaving.ts";
import { prose } from "../prose.ts";
import { COUNTED, countersOf, outcomeOf, type Counted, type Outcome } from "./outcome.ts";
import { rows } from "./rows.ts";
import { deedText } from "./setup.ts";
import type { Deal, Side, Stopped } from "./side.ts";
import { both, canTake, close, take, taking, toTitle, working, type Comparison } from "./state.ts";
import { worlds } from "./differing.ts";

interface Seen { counters: Record<Counted, number>; outcome: Outcome }

export function sides(now: Comparison, w: CompareWords, texts: HabitWords): TemplateResult {
  const [a, b] = [now.a, now.b].map((side): Seen => ({ counters: countersOf(side), outcome: outcomeOf(side) })) as [Seen, Seen];
  const { span } = words();
  const said = (name: string, { counters, outcome }: Seen) => prose(w.result(name, counters.passes, counters.writes, outcome, span));
  return html`
    <p class="compare-point muted">${now.other.code !== "anew" ? w.point(now.point) : now.other.cured?.people ? w.anewOtherwise : w.anewPoint} ${now.other.code === "anew" && now.other.left > 0 ? w.leftOut(now.other.left) : ""}</p>
    <div class="compare-result" role="status"><p>${said(w.a, a)}</p><p>${said(w.b, b)}</p></div>
    ${tools(now, w)}
    <div class="compare-heads">
      ${head("a", w.a, titleOfA(now, w), now.a, a, b, w)}
      ${head("b", w.b, titleOfB(now, w, texts), now.b, b, a, w, true)}
    </div>
    ${rows(now, w)}
    ${worlds(now, w)}`;
}

const AMOUNTS = [1_000, 10_000, 60_000];

function tools(now: Comparison, w: CompareWords): TemplateResult {
  const off = working.value;
  const done = !now.a.moves[0] && !now.b.moves[0];
  const timer = [now.a, now.b].some(({ moves }) => moves[0] && "advance" in moves[0]);
  const button = (label: string, deal: Deal, { kind = "", disabled = false } = {}) =>
    html`<button type="button" class=${kind} aria-disabled=${off || disabled ? "true" : "false"} @click=${() => { if (!off && !disabled) void both(deal); }}>${label}</button>`;
  return html`
    <div class="compare-tools" role="group" aria-label=${w.do}>
      ${button(w.step, { code: "step" }, { kind: "primary", disabled: done })}
      ${button(w.finish, { code: "finish" }, { disabled: done })}
      ${button(w.settle, { code: "settle" }, { disabled: done })}
      ${button(w.timer, { code: "timer" }, { disabled: !timer })}
      ${AMOUNTS.map((by) => button(w.by(words().span(by)), { code: "pass", by }, { kind: "quiet" }))}
      ${button(w.back, { code: "back" }, { kind: "quiet", disabled: now.a.entries.length + now.b.entries.length === 0 })}
      <span class="spring"></span>
      <button type="button" class="quiet" @click=${() => { close(); toTitle(); }}>${icon("close")}${w.close}</button>
    </div>`;
}

function head(id: "a" | "b", name: string, title: TemplateResult | string, side: Side, mine: Seen, other: Seen, w: CompareWords, taken = false): TemplateResult {
  const { span } = words();
  const differ = mine.outcome.code !== other.outcome.code;
  return html`
    <section class="compare-head compare-${id}" aria-labelledby="compare-${id}">
      <h3 id="compare-${id}"><span class="compare-letter">${name}</span> ${title}</h3>
      <dl class="compare-counters">
        ${COUNTED.map((counted) => {
          const value = mine.counters[counted];
          return counter(w.counted[counted], counted === "time" ? span(value) : String(value), value !== other.counters[counted], w);
        })}
        ${counter(w.state, html`<span class="pill ${STATE_KINDS[mine.outcome.code]}">${icon(STATE_ICONS[mine.outcome.code])}${w.states[mine.outcome.code]}</span>`, differ, w)}
      </dl>
      <p class="compare-next muted">${side.next ? html`${w.next} ${prose(words().deed(side.next))}` : w.nothingNext}</p>
      <div role="alert">${side.stopped ? stopped(side.stopped, w) : ""}</div>
      ${taken ? takeIt(w) : ""}
    </section>`;
}

const STATE_ICONS = { quiet: "check", down: "bolt", stalled: "pause", timer: "hourglass", loop: "warning", goesOn: "step" } as const;
const STATE_KINDS: Record<Outcome["code"], string> = { quiet: "ok", down: "bad", stalled: "bad", timer: "warn", loop: "bad", goesOn: "" };

function counter(label: string, value: TemplateResult | string, differs: boolean, w: CompareWords): TemplateResult {
  return html`<div ?data-differs=${differs}><dt>${label}</dt><dd>${value}${differs ? html`<span class="compare-differs">${icon("unequal")}<span class="visually-hidden">${w.differs}</span></span>` : ""}</dd></div>`;
}

function stopped(why: Stopped, w: CompareWords): TemplateResult {
  const says = why.code === "refused" ? w.stoppedRefused : w.stoppedTrap(why.deed && words().deed(why.deed));
  return html`<p class="mistake">${icon("bolt")}<span>${prose(says)} <span class="mono">${why.message}</span></span></p>`;
}

function takeIt(w: CompareWords): TemplateResult | string {
  if (!canTake.value) return "";
  return html`<p class="compare-take"><button type="button" class="small" ?disabled=${working.value} @click=${() => { if (taking.peek() !== "instead" || leaving()) void take(); }}>${icon("check")}${w.take}</button> <span class="muted">${w.takeHint[taking.value]}</span></p>`;
}

function titleOfA(now: Comparison, w: CompareWords): string {
  return now.other.code === "branch" ? w.inHand : w.asItIs;
}

function titleOfB({ other, b, a }: Comparison, w: CompareWords, texts: HabitWords): TemplateResult | string {
  switch (other.code) {
    case "anew": return prose(whatCures(other.set, other.cured, w, texts));
    case "rollout": return prose(w.other.rollout(written(other.set, w, texts)));
    case "branch": return w.other.branch(other.id, branches.value.find(({ id }) => id === other.id)?.from ?? b.before.length);
    case "move": return prose(deedText(other.move, other.label, a.view, w));
  }
}

/** What is different from the start: how the controller is written, the cluster, what people do. */
export function whatCures(set: Partial<Habits>, cured: Pick<Cured, "cluster" | "people"> | undefined, w: CompareWords, texts: HabitWords): string {
  const habits = Object.keys(set).length === 0 && cured ? [] : [w.other.anew(written(set, w, texts))];
  return [...habits, ...(cured?.cluster ? [w.other.cluster] : []), ...(cured?.people ? [w.other.people] : [])].join(w.and);
}

export function written(set: Partial<Habits>, w: CompareWords, texts: HabitWords): string {
  return Object.entries(set).map(([name, value]) => w.pair(name, labelOf(name as HabitName, value as HabitValue, texts))).join(w.and);
}

function labelOf(name: HabitName, value: HabitValue, { habits }: HabitWords): string {
  const key = keyOf(name, value);
  return key === OWN ? words().habits.plain(value) : habits[name].values[key]?.[0] ?? key;
}
