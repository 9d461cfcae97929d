// "Fail its next request": which one, with which answer, how often, and whether the server did it all the same.

import { html, type TemplateResult } from "lit-html";
import { signal } from "@preact/signals-core";
import { here, moment, runNumber, entries } from "../../state/run.ts";
import type { FaultWords } from "../../words/faults/en.ts";
import { icon } from "../icons.ts";
import { prose } from "../prose.ts";
import { fault } from "./state.ts";

/** The requests that a reconciler makes. */
const TARGETS = [
  "PUT AppConfig/status", "PATCH AppConfig/status", "PUT AppConfig", "PATCH AppConfig", "GET AppConfig",
  "POST ConfigMap", "PUT ConfigMap", "PATCH ConfigMap", "DELETE ConfigMap", "GET ConfigMap", "GET Secret",
  "POST Event", "PATCH Event", "PUT Lease", "POST Lease",
];

const REASONS = [
  "InternalError", "Timeout", "ServerTimeout", "ServiceUnavailable", "TooManyRequests", "Conflict", "NotFound", "AlreadyExists",
  "Invalid", "Forbidden", "Unauthorized", "Gone", "Expired", "BadRequest", "MethodNotAllowed",
];

const armed = signal<{ times: number; target: string; reason: string; run: number; position: number } | null>(null);

/** What was armed last, as long as the move that armed it lies in the past of this run. */
function stillArmed(): typeof armed.value {
  const last = armed.value;
  if (!last || last.run !== runNumber.value || (moment.value?.view.position ?? 0) < last.position) return null;
  return "fail" in (entries.value[last.position - 1]?.move ?? {}) ? last : null;
}

export function requests(w: FaultWords): TemplateResult {
  const { fail } = w;
  const last = stillArmed();
  return html`
    <form class="faults-fail" @submit=${submit} @change=${() => { armed.value = null; }}>
      <label>${fail.target}<select name="target">${TARGETS.map((target) => html`<option>${target}</option>`)}</select></label>
      <label>${fail.reason}<select name="reason">${REASONS.map((reason) => html`<option>${reason}</option>`)}</select></label>
      <label>${fail.times}<input name="times" type="number" min="1" max="1000" step="1" value="1" required></label>
      <label class="faults-wide">${fail.message}<input name="message" spellcheck="false" maxlength="500"></label>
      <label class="check faults-wide"><input type="checkbox" name="applied">${fail.applied}</label>
      <button type="submit" class="small">${fail.go}</button>
      <span class="faults-armed" role="status">${last ? html`${icon("check")} ${prose(w.armed(last.times, last.target, last.reason))}` : ""}</span>
    </form>`;
}

async function submit(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  const target = String(data.get("target"));
  const [method = "", what = ""] = target.split(" ");
  const [kind = "", subresource] = what.split("/");
  const reason = String(data.get("reason"));
  const message = String(data.get("message"));
  const times = Number(data.get("times"));
  const played = await fault("requests", {
    fail: {
      ...here(), method, kind, reason,
      ...(subresource === undefined ? {} : { subresource }),
      ...(message === "" ? {} : { message }),
      ...(data.get("applied") === null ? {} : { applied: true }),
      ...(times === 1 ? {} : { times }),
    },
  });
  armed.value = played ? { times, target, reason, run: runNumber.value, position: moment.value?.view.position ?? 0 } : null;
}
