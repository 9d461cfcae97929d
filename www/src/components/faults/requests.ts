// "Fail its next request": which one, with which answer, how often, and whether the server did it all the same.

import { html, type TemplateResult } from "lit-html";
import type { Moves } from "../../contract.ts";
import { factsOf } from "../../derive/tell.ts";
import { entries, here, moment } from "../../state/run.ts";
import { apiVersions, resourcesOf } from "../../state/world.ts";
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

/** What was armed last for the controller that is shown, and how often it is still to happen; null when it has. */
function stillArmed(): { fail: Moves["fail"]; left: number } | null {
  const { controller } = here();
  const past = entries.value.slice(0, moment.value?.view.position ?? 0);
  const at = past.findLastIndex(({ move }) => "fail" in move && move.fail.controller === controller);
  const move = past[at]?.move;
  if (!move || !("fail" in move)) return null;
  const { fail } = move;
  const happened = factsOf(past.slice(at).flatMap(({ facts }) => facts), "injected").filter((one) => one.controller === controller && one.reason === fail.reason).length;
  const left = (fail.times ?? 1) - happened;
  return left > 0 ? { fail, left } : null;
}

function targetOf({ method, kind, subresource }: Moves["fail"]): string {
  return `${method} ${kind}${subresource === undefined ? "" : `/${subresource}`}`;
}

/** Those that can be made here: of kinds that the server has. */
function targets(): string[] {
  const kinds = new Set(apiVersions().flatMap(resourcesOf).map(({ kind }) => kind));
  return TARGETS.filter((target) => kinds.has(/ (\w+)/.exec(target)![1]!));
}

export function requests(w: FaultWords): TemplateResult {
  const { fail } = w;
  const last = stillArmed();
  return html`
    <form class="faults-fail" @submit=${submit}>
      <label>${fail.target}<select name="target">${targets().map((target) => html`<option>${target}</option>`)}</select></label>
      <label>${fail.reason}<select name="reason">${REASONS.map((reason) => html`<option>${reason}</option>`)}</select></label>
      <label>${fail.times}<input name="times" type="number" min="1" max="1000" step="1" value="1" required></label>
      <label class="faults-wide">${fail.message}<input name="message" spellcheck="false" maxlength="500"></label>
      <label class="check faults-wide"><input type="checkbox" name="applied">${fail.applied}</label>
      <button type="submit" class="small">${fail.go}</button>
      <span class="faults-armed" role="status">${last ? html`${icon("check")} ${prose(w.armed(last.left, targetOf(last.fail), last.fail.reason))}` : ""}</span>
    </form>`;
}

function submit(event: SubmitEvent): void {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  const [method = "", what = ""] = String(data.get("target")).split(" ");
  const [kind = "", subresource] = what.split("/");
  const reason = String(data.get("reason"));
  const message = String(data.get("message"));
  const times = Number(data.get("times"));
  void fault("requests", {
    fail: {
      ...here(), method, kind, reason,
      ...(subresource === undefined ? {} : { subresource }),
      ...(message === "" ? {} : { message }),
      ...(data.get("applied") === null ? {} : { applied: true }),
      ...(times === 1 ? {} : { times }),
    },
  });
}
