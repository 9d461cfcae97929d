// The reconcile report as a table, and as JSON.

import { html, type TemplateResult } from "lit-html";
import { reportOf, type ReportRow } from "../../derive/report.ts";
import { entries, moment, startPosition } from "../../state/run.ts";
import { words } from "../../words/index.ts";
import type { LabWords } from "../../words/lab/en.ts";
import { copyButton, download } from "../hand-over.ts";
import { icon } from "../icons.ts";

export function reportTable(task: string, w: LabWords["report"]): TemplateResult | string {
  const now = moment.value;
  if (!now) return "";
  const rows = reportOf(now.view, entries.value.slice(startPosition.value, now.view.position));
  const json = () => `${JSON.stringify({ version: 1, task, objects: rows }, null, 2)}\n`;
  return html`
    <div class="report">
      <h3 id="report-title">${w.title}</h3>
      <p class="muted">${w.lead}</p>
      <div class="report-scroll" tabindex="0" role="region" aria-labelledby="report-title">
        <table class="report-table">
          <thead><tr>${[w.object, w.passes, w.action, w.child, w.status, w.decision].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
          <tbody>${rows.map((row) => line(row, w))}</tbody>
        </table>
      </div>
      <p class="task-buttons">
        ${copyButton("report", json, w)}
        <button type="button" class="small" @click=${() => download(`${task}.report.json`, "application/json", json())}>${icon("file")}${w.save}</button>
      </p>
    </div>`;
}

function line({ key, passes, action, child, status, decision }: ReportRow, w: LabWords["report"]): TemplateResult {
  const { ready } = status;
  return html`
    <tr>
      <th scope="row"><code>${key}</code></th>
      <td data-name=${w.passes}>${passes}</td>
      <td data-name=${w.action}>${w.actions[action]}</td>
      <td data-name=${w.child}><span>${child === null ? w.noChild : html`<code>${child.name}</code> <span class="mono">${child.before === child.after ? child.after : `${child.before ?? "–"} → ${child.after ?? "–"}`}</span>`}</span></td>
      <td data-name=${w.status}>${ready === null ? w.noStatus : status.written ? w.written(ready) : w.notWritten(ready)}</td>
      <td data-name=${w.decision}><span>${decision === null ? w.noPass : html`<code>${words().requeue.returned(decision)}</code>`}</span></td>
    </tr>`;
}
