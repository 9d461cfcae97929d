// A check in a box: its button, how far it has come, the verdict, the story and what would heal. Whoever shows it says what is
// checked, and what becomes of a story.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { copyText } from "../components/hand-over.ts";
import { icon, type IconName } from "../components/icons.ts";
import { plain, prose } from "../components/prose.ts";
import type { CheckFails, CheckHolds, CheckNotFinished, CheckReport, Verdict } from "../contract.ts";
import type { CheckWords } from "../words/check/en.ts";
import type { Checking, Fixing, State, Subject } from "./checking.ts";
import type { Trial } from "./fixes.ts";

export interface Box {
  checking: Checking;
  w: CheckWords;
  /** What is checked when the button is pressed; null: nothing can be. */
  subject: () => Subject | null;
  /** Opens a story; left out: there is nowhere to. */
  see?: (verdict: CheckFails) => void;
  link?: (verdict: CheckFails) => Promise<string>;
  /** Asks again with a higher limit; left out: by itself. */
  more?: (states: number) => void;
  /** Left out: nobody is told what would heal. */
  fix?: { text: (trial: Trial, of: Subject) => string; apply: (trial: Trial, of: Subject) => void; isApplied: (trial: Trial, of: Subject) => boolean };
  /** What is told is about something else than what would be checked now. */
  isOther?: boolean;
}

const MORE = 5;

export function checkBox(box: Box): TemplateResult {
  const { checking, w } = box;
  const state = checking.state.value;
  const running = state.code === "running";
  const press = (): void => {
    const subject = box.subject();
    if (running) checking.cancel();
    else if (subject) checking.begin(subject);
  };
  return html`
    <div class="check-box" data-state=${state.code === "verdict" ? state.verdict.verdict : state.code}>
      <p class="check-go">
        <button type="button" class=${running ? "" : "primary"} aria-disabled=${!running && box.subject() === null ? "true" : "false"} @click=${press}>
          ${icon(running ? "close" : "moves")}<span>${running ? w.cancel : state.code === "idle" ? w.go : w.again}</span></button>
      </p>
      <p class="visually-hidden" role="status">${heard(box, state)}</p>
      <div class="check-result">${result(box, state)}</div>
    </div>`;
}

/** What somebody hears who does not see: that it goes on, now and then, and the outcome, once. */
function heard({ checking, w }: Box, state: State): string {
  switch (state.code) {
    case "idle": return "";
    case "running": return checking.heard.value === null ? w.starting : w.heard(checking.heard.value);
    case "cancelled": return w.cancelled;
    case "refused": return w.refused;
    case "unloaded": return w.unloaded;
    case "died": return w.died;
    case "verdict": return plain(headline(state.verdict, w));
  }
}

function headline(verdict: Verdict, w: CheckWords): string {
  switch (verdict.verdict) {
    case "holds": return w.holds;
    case "fails": return w.fails(w.properties[verdict.property][0]);
    case "notFinished": return w.notFinished;
  }
}

function result(box: Box, state: State): TemplateResult {
  const { w } = box;
  const before = box.isOther ? html`<p class="muted check-before">${icon("info")}<span>${w.before}</span></p>` : "";
  switch (state.code) {
    case "idle": return html`<p class="muted">${w.waiting}</p>`;
    case "running": return pace(state.pace, w);
    case "cancelled": return html`${head("still", "skip", w.cancelled)}${state.pace ? pace(state.pace, w) : ""}`;
    case "refused": return html`<div role="alert">${head("bad", "warning", w.refused)}<p class="mono check-words">${state.path === undefined ? "" : html`${state.path}: `}${state.message}</p></div>`;
    case "unloaded": return html`<div role="alert">${head("bad", "lost", w.unloaded)}</div>`;
    case "died": return html`<div role="alert">${head("bad", "bolt", w.died)}<p class="mono check-words">${state.message}</p></div>`;
    case "verdict": return html`${before}${verdictOf(box, state.of, state.verdict)}`;
  }
}

function head(tone: "ok" | "bad" | "warn" | "still", name: IconName, text: string): TemplateResult {
  return html`<p class="check-head tone-${tone}">${icon(name)}<strong>${prose(text)}</strong></p>`;
}

function pace(now: Extract<State, { code: "running" }>["pace"], w: CheckWords): TemplateResult {
  if (!now) return html`<p class="check-pace">${w.starting}</p>`;
  const { progress, rate } = now;
  return html`
    <p class="check-pace">${w.progress(progress.states, rate === null ? null : Math.round(rate), progress.depth)}</p>
    <p class="muted">${w.frontier(progress.frontier)}</p>`;
}

function verdictOf(box: Box, of: Subject, verdict: Verdict): TemplateResult {
  switch (verdict.verdict) {
    case "holds": return holds(verdict, box);
    case "fails": return fails(verdict, of, box);
    case "notFinished": return notFinished(verdict, of, box);
  }
}

function holds(verdict: CheckHolds, { w }: Box): TemplateResult {
  return html`${head("ok", "check", w.holds)}${looked(verdict, w)}`;
}

function notFinished(verdict: CheckNotFinished, of: Subject, box: Box): TemplateResult {
  const { w, checking } = box;
  const states = Math.max(verdict.states, of.options.limits?.states ?? 0) * MORE;
  const again = (): void => {
    if (box.more) box.more(states);
    else checking.begin({ ...of, options: { ...of.options, limits: { ...of.options.limits, states } } });
  };
  return html`
    ${head("warn", "hourglass", w.notFinished)}
    <p>${w.stopped(verdict.limit)} ${w.frontier(verdict.frontier)}</p>
    ${looked(verdict, w)}
    ${verdict.limit === "states" ? html`<p><button type="button" @click=${again}>${icon("forward")}${w.more(states)}</button></p>` : ""}`;
}

/** How much was looked into, and what was not. */
function looked(verdict: CheckReport, w: CheckWords): TemplateResult {
  const { budget, others, reduced, leftOut } = verdict.bounded;
  return html`
    <p>${w.looked(verdict.states, verdict.transitions, verdict.depth, verdict.ms)} ${w.quiet(verdict.quiet)}</p>
    <p>${w.bounded(budget, others)} ${reduced ? w.reduced : ""}</p>
    ${leftOut.length === 0 ? "" : html`
      <div class="check-left"><p class="caption">${w.leftOut}</p><ul>${leftOut.map((one) => html`<li>${prose(w.left[one] ?? `\`${one}\``)}</li>`)}</ul></div>`}`;
}

function fails(verdict: CheckFails, of: Subject, box: Box): TemplateResult {
  const { w, see } = box;
  const { property, how, fault, where, controller, session, faults, othersMoves } = verdict;
  const [name, means] = w.properties[property];
  return html`
    ${head("bad", "warning", w.fails(name))}
    <p class="muted">${w.should(means)}</p>
    <p><strong>${w.how[how]}</strong> ${fault ? w.wrong[fault] : ""} ${where === "" ? "" : prose(w.where(where))} ${controller === undefined ? "" : prose(w.by(controller))}</p>
    <p>${w.story(session.moves.length, faults, othersMoves)} ${verdict.cycle ? w.cycle(verdict.cycle.from + 1, verdict.cycle.to) : ""}</p>
    <p class="check-tools">
      ${see ? html`<button type="button" class="primary" @click=${() => see(verdict)}>${icon("play")}${w.see}</button>` : ""}
      ${box.link ? copyLink(verdict, box.link, w) : ""}
    </p>
    ${see ? html`<p class="muted">${w.seeHint}</p>` : ""}
    ${box.fix ? fix(of, box, box.fix) : ""}
    <details class="check-looked"><summary>${w.lookedAt}</summary>${looked(verdict, w)}</details>`;
}

/** The link that was made last, of which verdict. */
const made = signal<{ of: Verdict; link: string; copied: boolean } | null>(null);

function copyLink(of: CheckFails, linkOf: (verdict: CheckFails) => Promise<string>, w: CheckWords): TemplateResult {
  const now = made.value?.of === of ? made.value : null;
  const copy = async (): Promise<void> => {
    const link = await linkOf(of);
    made.value = { of, link, copied: await copyText(link) };
  };
  return html`
    <button type="button" @click=${() => void copy()}>${icon("copies")}<span aria-live="polite">${now === null ? w.copy : now.copied ? w.copied : w.copyFailed}</span></button>
    ${now && !now.copied ? html`<input type="text" readonly aria-label=${w.copy} .value=${now.link} @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}>` : ""}`;
}

function fix(of: Subject, { checking, w }: Box, how: NonNullable<Box["fix"]>): TemplateResult {
  const now = checking.fixing.value;
  const trying = now.code === "trying";
  return html`
    <section class="check-fix" aria-label=${w.fix}>
      <p class="check-tools"><button type="button" @click=${() => { if (trying) checking.cancelFix(); else checking.fix(); }}>${icon(trying ? "close" : "flask")}<span>${trying ? w.cancel : w.fix}</span></button> <span class="muted">${w.fixHint}</span></p>
      <div aria-live="polite">${now.code === "none" || trying ? "" : html`<p>${fixSaid(now, w)}</p>`}</div>
      ${trying && now.tried ? html`<p class="check-pace">${w.trying(now.tried.tried, now.tried.of)}${now.tried.now ? html` <span class="muted">${prose(w.tryingWhat(how.text(now.tried.now, of)))}</span>` : ""}</p>` : ""}
      ${now.code === "none" || now.code === "failed" || !now.tried ? "" : html`
        <ul class="check-fixes">${now.tried.healing.map((trial) => {
          const done = how.isApplied(trial, of);
          return html`<li><p>${icon("check")}<span>${prose(how.text(trial, of))}</span></p> <button type="button" class="small" ?disabled=${done} @click=${() => how.apply(trial, of)}>${done ? w.applied : w.apply}</button></li>`;
        })}</ul>`}
    </section>`;
}

function fixSaid(now: Fixing, w: CheckWords): string {
  if (now.code === "failed") return `${w.fixFailed} ${now.message}`;
  if ((now.code !== "done" && now.code !== "cancelled") || !now.tried) return w.fixCancelled;
  const { healing, tried, undecided } = now.tried;
  return [
    now.code === "cancelled" ? w.fixCancelled : "",
    healing.length > 0 ? w.found(tried) : tried > 0 || now.code === "done" ? w.foundNone(tried) : "",
    undecided > 0 ? w.undecided(undecided) : "",
  ].filter((one) => one !== "").join(" ");
}
