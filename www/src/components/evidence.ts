// The evidence of one write: what became of it, what moved, whether an event came of it and what that event did.

import { html, type TemplateResult } from "lit-html";
import type { ControllerView, Pass, Write } from "../contract.ts";
import { fateOf } from "../derive/fate.ts";
import { changesOf, type Change } from "../derive/proof.ts";
import { proofOf } from "../state/proofs.ts";
import { shown } from "../state/run.ts";
import { words } from "../words/index.ts";
import { icon, OUTCOME_ICONS } from "./icons.ts";
import { prose } from "./prose.ts";

/** How an outcome is coloured; the word and the icon say the same. */
const TONES: Record<Write["outcome"], string> = {
  created: "moved", changed: "moved", terminating: "moved", deleted: "moved",
  unchanged: "still", skipped: "still",
  conflict: "bad", notFound: "bad", alreadyExists: "bad", refused: "bad", failed: "bad", lost: "bad",
};

/** More fields than these are counted. */
const SHOWN = 5;

export function evidence(write: Write, pass: Pass, controller: ControllerView): TemplateResult {
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
        ${write.changed.length === 0 ? "" : html`<div class="full"><dt>${w.fields}</dt><dd>${fields(write, pass)}</dd></div>`}
      </dl>
      ${write.message === undefined ? "" : html`<p class="server-words"><span class="caption">${write.outcome === "lost" ? w.controllerSees : w.serverSays}${write.reason === undefined ? "" : `${words().between.colon}${write.reason}`}</span><span lang="en">${write.message}</span></p>`}
    </article>`;
}

/** The fields with their values where they are on record. */
function fields(write: Write, pass: Pass): TemplateResult {
  const proof = proofOf(write, shown.value?.name ?? "", pass.key);
  if (!proof) return html`${write.changed.map((path) => html`<span class="field">${prose(words().pointer(path))}</span> `)}`;
  const all = changesOf(write.changed, proof);
  return html`<ul class="changes">${all.slice(0, SHOWN).map(change)}</ul>${all.length > SHOWN ? html`<span class="muted">${words().path.more(all.length - SHOWN)}</span>` : ""}`;
}

function change({ path, before, after }: Change): TemplateResult {
  const w = words().evidence;
  return html`
    <li class="change">
      <span class="field">${prose(words().pointer(path))}</span>
      ${before === undefined ? html`<span class="muted">${w.added}</span>` : html`<del><span class="visually-hidden">${w.was} </span>${literal(before)}</del>`}
      ${after === undefined ? html`<span class="muted">${w.removed}</span>` : html`<ins><span class="visually-hidden">${w.is} </span>${literal(after)}</ins>`}
    </li>`;
}

/** A value as short JSON: what stands in an object is in no reader's language. */
export function literal(given: unknown): TemplateResult {
  const text = JSON.stringify(given);
  return html`<span lang="en">${text.length > 120 ? `${text.slice(0, 117)}…` : text}</span>`;
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
