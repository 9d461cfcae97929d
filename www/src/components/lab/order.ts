// The end of a task: whether what was built holds in every order, too. Of somebody's result it is found out anew.

import { html, type TemplateResult } from "lit-html";
import { effect } from "@preact/signals-core";
import { checkBox } from "../../check/box.ts";
import { Checking } from "../../check/checking.ts";
import type { Budget, Move } from "../../contract.ts";
import { deedOf } from "../../derive/deed.ts";
import { atItsEnd, found, isOpened, proof, subject, verdict } from "../../state/lab.ts";
import { moment, runNumber, task } from "../../state/run.ts";
import { goalsHold } from "../../lab/task.ts";
import { keyOf } from "../../lesson/every-order.ts";
import { checkWords } from "../../words/check/index.ts";
import type { CheckWords } from "../../words/check/en.ts";
import { labWords } from "../../words/lab/index.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { words, type Language } from "../../words/index.ts";
import { seeStory, storyLink } from "../check/see.ts";
import { prose } from "../prose.ts";

/** One for each run: of another one nothing is told here. */
let checking = new Checking();
let run: number | null = null;

function ofThisRun(): Checking {
  if (run !== runNumber.value) {
    checking.cancel();
    checking = new Checking();
    run = runNumber.value;
  }
  return checking;
}

effect(() => {
  const { state } = ofThisRun();
  const now = state.value;
  if (now.code === "verdict") found(now.of, now.verdict.verdict);
  const of = subject.value;
  if (of && isOpened.value && task.value?.check?.demand && atItsEnd.value && proof.value === null && now.code === "idle" && verdict.value && goalsHold(verdict.value)) {
    queueMicrotask(() => { if (state.peek().code === "idle") ofThisRun().begin(of); });
  }
});

export async function open(language: Language): Promise<() => TemplateResult | string> {
  const [w, check] = await Promise.all([labWords(language), checkWords(language)]);
  return () => order(w, check);
}

function order(w: LabWords, check: CheckWords): TemplateResult | string {
  const at = task.value;
  const of = subject.value;
  if (!at?.check || !of) return "";
  const now = ofThisRun();
  const state = now.state.value;
  const { budget = {}, others = [], demand } = at.check;
  const more = w.items[at.id]?.order;
  return html`
    <section class="task-order" aria-labelledby="task-order-title">
      <h3 id="task-order-title">${w.order.title}</h3>
      <p>${demand ? w.order.demanded : w.order.offered} ${at.check.scenario ? w.order.smaller : ""}</p>
      <p class="caption">${w.order.may}</p>
      <ul>${[...faultsOf(budget, check), ...others.map((move) => otherOf(move, check))].map((one) => html`<li>${prose(one)}</li>`)}</ul>
      ${checkBox({
        checking: now, w: check, subject: () => subject.peek(), see: (verdict) => void seeStory(verdict), link: storyLink,
        isOther: "of" in state && state.code !== "running" && keyOf(state.of) !== keyOf(of),
      })}
      ${more !== undefined && state.code === "verdict" && state.verdict.verdict === "fails" ? html`<p>${prose(more)}</p>` : ""}
    </section>`;
}

function faultsOf(budget: Budget, { fault }: CheckWords): string[] {
  return (Object.keys(budget) as (keyof Budget)[]).filter((one) => (budget[one] ?? 0) > 0).map((one) => `${fault[one]}${words().between.colon}${budget[one]}`);
}

/** As the dialog of the check says it, where it has words for it. */
function otherOf(move: Move, { others: w }: CheckWords): string {
  if ("remove" in move && move.remove.kind === "ConfigMap") return w.childGone(move.remove.name);
  if ("remove" in move && move.remove.kind === "AppConfig") return w.webGone(move.remove.name);
  if ("edit" in move && move.edit.object.kind === "Secret") return w.secretThere(move.edit.object.metadata.name ?? "");
  if ("request" in move) {
    const { path, body } = move.request;
    const [, plural, name = ""] = /\/(configmaps|appconfigs)\/([^/]+)$/.exec(path) ?? [];
    const data = plural === "configmaps" ? (body as Body).data : (body as Body).spec?.data;
    const field = Object.keys(data ?? {})[0];
    if (field !== undefined) return plural === "configmaps" ? w.child(name, field) : w.spec(name, field);
  }
  return words().deed(deedOf(move, moment.value!.view));
}

interface Body { data?: object; spec?: { data?: object } }
