// "Fail its next request": which one, with which reason, and whether the server did it all the same.

import { html, type TemplateResult } from "lit-html";
import { play } from "../../state/run.ts";
import { words } from "../../words/index.ts";

const TARGETS = [
  { value: "PUT AppConfig status", method: "PUT", kind: "AppConfig", subresource: "status" },
  { value: "PATCH AppConfig", method: "PATCH", kind: "AppConfig" },
  { value: "POST ConfigMap", method: "POST", kind: "ConfigMap" },
  { value: "PUT ConfigMap", method: "PUT", kind: "ConfigMap" },
  { value: "DELETE ConfigMap", method: "DELETE", kind: "ConfigMap" },
] as const;

const REASONS = ["InternalError", "Timeout", "ServiceUnavailable", "Conflict", "Forbidden", "TooManyRequests"];

export function failForm(): TemplateResult {
  const w = words().interfere;
  return html`
    <form class="fail-form" @submit=${submit}>
      <p class="caption">${w.fail}</p>
      <label>${w.failKind}<select name="target">${TARGETS.map((target) => html`<option>${target.value}</option>`)}</select></label>
      <label>${w.failReason}<select name="reason">${REASONS.map((reason) => html`<option>${reason}</option>`)}</select></label>
      <label class="check"><input type="checkbox" name="applied">${w.failApplied}</label>
      <button type="submit" class="small">${w.failGo}</button>
    </form>`;
}

function submit(event: SubmitEvent): void {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  const target = TARGETS.find((one) => one.value === data.get("target"));
  if (!target) return;
  const { value: _value, ...where } = target;
  const applied = data.get("applied") !== null;
  void play({ fail: { ...where, reason: String(data.get("reason")), ...(applied ? { applied } : {}) } });
}
