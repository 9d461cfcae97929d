// The evidence of one write: what became of it, what moved, whether an event came of it and what that event did.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, Write } from "../contract.ts";
import { fateOf } from "../derive/fate.ts";
import { words } from "../words/index.ts";
import { icon, OUTCOME_ICONS } from "./icons.ts";
import { prose } from "./prose.ts";

/** How an outcome is coloured; the word and the icon say the same. */
const TONES: Record<Write["outcome"], string> = {
  created: "moved", changed: "moved", terminating: "moved", deleted: "moved",
  unchanged: "still", skipped: "still",
  conflict: "bad", notFound: "bad", alreadyExists: "bad", refused: "bad", failed: "bad", lost: "bad",
};

export function evidence(write: Write, controller: ControllerView): TemplateResult {
  const w = words().evidence;
  const explain = w.explain[write.outcome];
  const fate = fateOf(write, controller);
  return html`
    <article class="evidence tone-${TONES[write.outcome]}">
      <header class="evidence-head">
        <span class="outcome">${icon(OUTCOME_ICONS[write.outcome])}${words().outcome[write.outcome]}</span>
        <span class="evidence-title">${prose(w.title(write))}</span>
        ${write.code === null || write.outcome === "lost" ? "" : html`<span class="muted">${w.code(write.code)}</span>`}
      </header>
      ${explain === "" ? "" : html`<p class="explain">${explain}</p>`}
      <dl class="facts">
        <div><dt>${w.revision}</dt><dd>${moved(write.before, write.after)}</dd></div>
        <div><dt>${w.generation}</dt><dd>${generation(write)}</dd></div>
        <div><dt>${w.event}</dt><dd>${write.event === null ? w.nothing : html`<span class="mono">${write.event}</span>`} <span class="muted">${prose(words().fate(fate))}</span></dd></div>
        ${write.changed.length === 0 ? "" : html`<div class="full"><dt>${w.fields}</dt><dd>${write.changed.map((path) => html`<span class="field">${prose(words().pointer(path))}</span> `)}</dd></div>`}
      </dl>
      ${write.message === undefined ? "" : html`<p class="server-words"><span class="caption">${write.outcome === "lost" ? w.controllerSees : w.serverSays}${write.reason === undefined ? "" : `: ${write.reason}`}</span>${write.message}</p>`}
    </article>`;
}

export function moved(before: string | null, after: string | null): TemplateResult {
  const w = words().evidence;
  if (before === after) return html`<span class="version">${after ?? w.nothing}</span> <span class="muted">${after === null ? "" : w.same}</span>`;
  return html`<span class="version">${before ?? w.nothing}</span> → <span class="version new">${after ?? w.nothing}</span>`;
}

function generation(write: Write): TemplateResult {
  const w = words().evidence;
  const { generationBefore: before, generationAfter: after } = write;
  if (after === null && before === null) return html`<span class="muted">${w.noGeneration}</span>`;
  const why = w.generationWhy(write);
  if (write.event === null && before === after) return html`<span class="mono">${after}</span> <span class="muted">${w.same}</span>`;
  return html`<span class="mono">${before === after ? after : html`${before ?? w.nothing} → ${after ?? w.nothing}`}</span> <span class="muted">${why}</span>`;
}
