// The pass: why it runs, the six questions with their answers, and the evidence of each write under its question.

import { html, type TemplateResult } from "lit-html";
import type { Answers, ControllerView, Pass, Question } from "../contract.ts";
import { absorbing, passesOf } from "../derive/fate.ts";
import { refOf } from "../derive/names.ts";
import { endOf, isGone, lookedAtChild, outcomesOf, QUESTIONS, stateOf, whyUnknown, writesOf, type End } from "../derive/pass.ts";
import { entries } from "../state/run.ts";
import { chosenPass } from "../state/ui.ts";
import { words } from "../words/index.ts";
import { evidence } from "./evidence.ts";
import { icon, type IconName } from "./icons.ts";
import { prose } from "./prose.ts";
import { whose } from "./whose.ts";

/** The pass that is looked at: the chosen one, else the one in progress, else the last. */
export function shownPass(controller: ControllerView): Pass | null {
  const chosen = chosenPass.value;
  if (chosen !== null) {
    const found = passesOf(controller).find((pass) => pass.number === chosen);
    if (found) return found;
  }
  return controller.pass ?? controller.lastPass;
}

export function passPanel(controller: ControllerView): TemplateResult {
  const w = words().pass;
  const pass = shownPass(controller);
  const latest = controller.pass ?? controller.lastPass;
  return html`
    <section class="card pass area-pass" aria-labelledby="pass-title">
      <header class="card-head">
        <h2 id="pass-title">${pass ? prose(w.heading(pass.number, pass.key)) : w.title}</h2>
        ${whose()}${pass ? state(pass) : ""}
      </header>
      ${pass && latest && pass.number !== latest.number
        ? html`<p class="banner info">${icon("info")}<span class="banner-text">${w.past}</span><button type="button" class="small" @click=${() => { chosenPass.value = null; }}>${w.follow}</button></p>`
        : ""}
      ${pass ? html`${why(pass, controller)}<ol class="questions">${QUESTIONS.map((question) => row(question, pass, controller))}</ol>${holds(pass)}` : html`<p class="empty">${w.none}</p>`}
    </section>`;
}

const ENDS: Record<End, [IconName, string]> = { running: ["step", "accent"], returned: ["check", "ok"], failed: ["warning", "warn"], crashed: ["bolt", "bad"], panicked: ["bolt", "bad"] };

function state(pass: Pass): TemplateResult {
  const w = words().pass;
  const end = endOf(pass);
  const [name, tone] = ENDS[end];
  return html`<span class="pill ${tone}">${icon(name)}${w[end]}</span><span class="muted">${w.started(pass.startedAt)}</span>`;
}

function why(pass: Pass, controller: ControllerView): TemplateResult {
  const w = words();
  const first = absorbing(pass, controller);
  return html`
    <div class="why">
      <h3 class="caption">${w.pass.why}</h3>
      <ul>${pass.causes.map((cause) => html`<li>${prose(w.cause(cause))}${cause.merged ? html` <span class="pill" title=${w.pass.mergedHint}>${w.pass.merged}</span>` : ""}${w.causeDetail(cause) === "" ? "" : html` <span class="cause-detail">${prose(w.causeDetail(cause))}</span>`}${first?.cause === cause ? html` <span class="cause-detail">${w.pass.absorbed(first.due)}</span>` : ""}</li>`)}</ul>
      ${meanwhile(pass, controller)}
      <p class="muted">${w.pass.whyNote}</p>
    </div>`;
}

/** Events since the pass before that woke nobody: what one might take for a reason, and is none. */
function meanwhile(pass: Pass, controller: ControllerView): TemplateResult | string {
  const before = passesOf(controller).findLast((one) => one.number < pass.number)?.startMove ?? 0;
  const dropped = controller.notWoken.filter((one) => one.move > before && one.move < pass.startMove);
  if (dropped.length === 0) return "";
  const w = words();
  return html`
    <h3 class="caption">${w.pass.notWhy}</h3>
    <ul class="not-why">${dropped.slice(-3).map((one) => html`<li>${prose(w.history.droppedWhat(one.type, one.ref, one.before, one.after))}${w.between.colon}${prose(w.history.droppedBy(one.by))}${prose(w.history.droppedWhy(one))}</li>`)}</ul>
    ${dropped.length > 3 ? html`<p class="muted">${w.path.more(dropped.length - 3)}</p>` : ""}`;
}

const MARKS: Record<ReturnType<typeof stateOf>, IconName> = { answered: "check", failed: "warning", current: "step", open: "dot", passedOver: "skip" };

function row(question: Question, pass: Pass, controller: ControllerView): TemplateResult {
  const w = words();
  const now = stateOf(question, pass, entries.value);
  const answer = answered(question, pass, controller);
  return html`
    <li class="question" data-state=${now} aria-current=${now === "current" ? "step" : "false"}>
      <span class="question-mark">${icon(MARKS[now])}</span>
      <div class="question-body">
        <h3><span class="question-name">${w.pass.names[question]}</span> ${w.pass.questions[question]} <span class="visually-hidden">(${w.pass.states[now]})</span></h3>
        ${answer === "" ? "" : html`<p class="answer">${prose(answer)}</p>`}
        ${now === "current" && pass.next ? html`<p class="next-line"><span class="caption">${w.pass.next}</span> ${prose(w.next(pass.next))}</p>` : ""}
        ${writesOf(question, pass, entries.value).map((write) => evidence(write, pass, controller))}
      </div>
    </li>`;
}

function answered(question: Question, pass: Pass, controller: ControllerView): string {
  const w = words().answer;
  const { answers } = pass;
  const given = answers[question];
  if (given === undefined) return question === "desired" && isGone(pass) ? w.gone : "";
  switch (question) {
    case "desired": return w.desired(given as NonNullable<Answers["desired"]>);
    case "observed": return w.observed(given as NonNullable<Answers["observed"]>, { child: lookedAtChild(pass, controller), account: whyUnknown(pass), from: controller.habits.readFrom });
    case "diff": return w.diff(given as NonNullable<Answers["diff"]>, answers.observed?.required === "absent");
    case "action": return w.action(given as NonNullable<Answers["action"]>, answers.observed?.required === "absent", outcomesOf(pass, entries.value));
    case "requeue": return `${w.requeue(given as NonNullable<Answers["requeue"]>, answers.observed?.required === "absent")}${overturned(pass) ? ` ${w.overturned}` : ""}`;
    case "status": return w.status(given as NonNullable<Answers["status"]>);
  }
}

/** The pass failed after it had answered this: what it returned is the failure. */
function overturned({ answers: { requeue }, decision }: Pass): boolean {
  return requeue !== undefined && decision?.rule === "error" && requeue.rule !== "error";
}

function holds(pass: Pass): TemplateResult | string {
  if (pass.holds.length === 0 || pass.ended !== null) return "";
  const w = words().pass;
  return html`
    <div class="holds">
      <h3 class="caption">${w.holds}</h3>
      <ul class="rows tight">${pass.holds.map((copy) => {
        const ref = refOf(copy.object);
        return html`<li class="row"><span class="row-open"><span class="row-name">${ref.name}</span><span class="row-kind">${ref.kind}${words().between.comma}${w.holdsFrom[copy.from]}</span></span><span class="row-end"><span class="version">${copy.object.metadata.resourceVersion}</span></span></li>`;
      })}</ul>
    </div>`;
}
