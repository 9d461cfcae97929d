// The result that somebody handed over: the verdict, given here, and what they did of their own.

import { html, type TemplateResult } from "lit-html";
import { goalsHold, type Verdict } from "../../lab/task.ts";
import { atItsEnd, madeMoves, parts, proof } from "../../state/lab.ts";
import { goto, moment } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";

export function opened(now: Verdict, w: LabWords): TemplateResult {
  const left = now.checks.filter((one) => !one.holds).length;
  const untried = atItsEnd.value && !now.done && goalsHold(now) && proof.value === null;
  const position = moment.value?.view.position;
  return html`
    <div class="banner ${atItsEnd.value ? (now.done ? "ok" : untried ? "" : "warn") : ""}" role="status">${icon(!atItsEnd.value || untried ? "info" : now.done ? "check" : "warning")}
      <div class="banner-text"><p><strong>${!atItsEnd.value ? w.midway : now.done ? w.holdsUp(madeMoves.value) : untried ? w.order.untried : w.doesNot(left)}</strong></p><p>${w.opened}</p></div>
    </div>
    <div class="task-way">
      <h3>${w.way}</h3>
      <ol>${parts.value.map((part) => (typeof part === "number"
        ? html`<li class="muted">${w.byItself(part)}</li>`
        : html`<li><button type="button" class="link" aria-current=${part.position === position ? "step" : "false"} @click=${() => void goto(part.position)}>${words().controls.at(part.position)}</button> ${prose(words().deed(part.deed))}</li>`))}</ol>
    </div>`;
}
