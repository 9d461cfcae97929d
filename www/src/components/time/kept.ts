// A new move in the past leaves the old way: it says so beside the controls, and how to get there again.

import { html, type TemplateResult } from "lit-html";
import { dismiss, freshBranch, justLeft, leftRun, takeBack, takeBranch, type LeftRun } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import { bring } from "../bring.ts";
import { icon } from "../icons.ts";
import { leaving } from "../leaving.ts";

export function kept(): TemplateResult | string {
  if (justLeft.value && leftRun.value) return left(leftRun.value);
  const branch = freshBranch.value;
  if (!branch) return "";
  const w = words().time;
  return html`
    <p class="said-line way-left">${icon("branch")} ${w.kept(branch.id, branch.tail.length, branch.from + 1)}
      <button type="button" class="small" @click=${() => { backToStep(); void takeBranch(branch.id); }}>${w.goThere}</button>
      <button type="button" class="small quiet" @click=${() => { backToStep(); dismiss(branch.id); }}>${w.dismiss}</button>
    </p>`;
}

/** The run that was left as a whole. */
function left(one: LeftRun): TemplateResult {
  const w = words().time;
  return html`
    <p class="said-line way-left">${icon("branch")} ${w.left(one.moves.length)}
      <button type="button" class="small" @click=${() => { backToStep(); goBack(); }}>${w.goBack}</button>
      <button type="button" class="small quiet" @click=${() => { backToStep(); leftRun.value = null; }}>${w.dismiss}</button>
    </p>`;
}

export function goBack(): void {
  if (leaving()) void takeBack();
}

/** The button that was pressed is about to go: the focus stays in the controls. */
function backToStep(): void {
  document.querySelector<HTMLElement>(".dock .step")?.focus({ preventScroll: true });
}

/** Brings the list of branches into sight, and the focus to it. */
export const openBranches = (): void => bring("timeline", "branches-title", "center");
