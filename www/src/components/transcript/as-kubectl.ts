// What a terminal beside the cluster shows.

import { html, type TemplateResult } from "lit-html";
import type { TranscriptWords } from "../../words/transcript/en.ts";
import { prose } from "../prose.ts";
import { printedLines, textOf } from "./as-lines.ts";
import type { Resource } from "../../state/world.ts";
import { printedOf, resources, type Printed } from "./kubectl.ts";
import { kind, watchEvents } from "./state.ts";

function chosen(): Resource | undefined {
  const all = resources();
  return all.find((one) => one.kind === kind.value) ?? all[0];
}

export function kubectl(w: TranscriptWords): TemplateResult | string {
  const resource = chosen();
  if (!resource) return "";
  const text = printedOf(resource, watchEvents.value);
  return html`
    <div class="transcript-options">
      <label class="inline">${w.kind}<select @change=${(event: Event) => { kind.value = (event.target as HTMLSelectElement).value; }}>
        ${resources().map((one) => html`<option value=${one.kind} .selected=${one.kind === resource.kind}>${one.kind}</option>`)}
      </select></label>
      <label class="check"><input type="checkbox" .checked=${watchEvents.value} @change=${(event: Event) => { watchEvents.value = (event.target as HTMLInputElement).checked; }}><span>${prose(w.events)}</span></label>
      <span class="muted">${w.kubectlHint}</span>
    </div>
    <p class="transcript-command mono">$ ${text.command}</p>
    ${text.lines.length === 0 ? html`<p class="empty">${prose(w.kubectlNone(resource.name))}</p>` : printedLines(text.lines, text.command, w, "table")}
    ${text.ended === null ? "" : html`<p class="server-words"><span class="caption">${w.kubectlEnded}</span><span lang="en">${text.ended}</span></p>`}`;
}

export function kubectlText(): string {
  const resource = chosen();
  return resource ? whole(printedOf(resource, watchEvents.value)) : "";
}

function whole({ command, lines, ended }: Printed): string {
  return `$ ${command}\n${textOf(lines)}${ended === null ? "" : `${ended}\n`}`;
}
