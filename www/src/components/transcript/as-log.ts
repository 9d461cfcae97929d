// What `kubectl logs` of the controller shows.

import { html, type TemplateResult } from "lit-html";
import { askAt, entries, runNumber, scenario, shown } from "../../state/run.ts";
import type { TranscriptWords } from "../../words/transcript/en.ts";
import { language, words } from "../../words/index.ts";
import { plain, prose } from "../prose.ts";
import { printedLines, textOf } from "./as-lines.ts";
import { begin, goOn, type Log, type Notes } from "./controller-log.ts";
import { verbose } from "./state.ts";

let known: { id: string; first: Log; log: Log } | null = null;

function log(w: TranscriptWords): Log["lines"] {
  const name = shown.value?.name;
  if (name === undefined) return [];
  const { start } = scenario();
  const id = `${runNumber.value} ${name} ${language.value}`;
  if (known?.id !== id) {
    // What it printed before the first move is read at the beginning of the run.
    const first = askAt(0, (run) => begin(name, run.view({ objects: false, passes: 0 }), start));
    if (!first) return [];
    known = { id, first, log: first };
  }
  const { first } = known;
  const notes: Notes = {
    died: w.died,
    rolledOut: (set) => w.rolledOut(Object.entries(set).map(([habit, value]) => `${habit}${words().between.colon}${plain(words().habits.plain(value))}`).join(words().between.comma)),
  };
  if (known.log.entries !== entries.value) known.log = goOn(known.log, name, () => ({ ...first, lines: [...first.lines], awaited: first.awaited && new Set(first.awaited) }), entries.value, start, notes);
  return known.log.lines;
}

const known5 = new WeakMap<Log["lines"], Log["lines"]>();

/** At the level that is chosen. */
function lines(w: TranscriptWords): Log["lines"] {
  const all = log(w);
  if (verbose.value) return all;
  const kept = known5.get(all) ?? all.filter(({ each }) => !each);
  known5.set(all, kept);
  return kept;
}

export function controllerLog(w: TranscriptWords): TemplateResult {
  const all = lines(w);
  const name = shown.value?.name ?? "";
  return html`
    <div class="transcript-options">
      <label class="check"><input type="checkbox" .checked=${verbose.value} @change=${(event: Event) => { verbose.value = (event.target as HTMLInputElement).checked; }}><span>${prose(w.verbose)}</span></label>
      <span class="muted">${prose(w.logHint(name))}</span>
    </div>
    ${all.length === 0 ? html`<p class="empty">${w.logNone}</p>` : printedLines(all, w.forms.log, w, "text")}`;
}

export function controllerLogText(w: TranscriptWords): string {
  return textOf(lines(w));
}
