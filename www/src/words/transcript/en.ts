// The words of the transcript, in English. Loaded when the transcript is opened.

import type { Form } from "../../components/transcript/state.ts";

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

export const en = {
  title: "Everything that happened",
  hint: "Oldest first. Choose a line to go to the moment behind it; ↑ and ↓ move along them.",
  forms: { sentences: "Sentences", kubectl: "`kubectl get -w`", log: "Controller log" } satisfies Record<Form, string>,
  form: "Form",
  none: "No move yet.",
  start: "The beginning",
  before: "Before the first pass",
  pass: (pass: number, key: string, why: string) => `Pass ${pass} of ${code(key)}: ${why}`,
  passOf: (pass: number, key: string, by: string, why: string) => `Pass ${pass} of ${code(key)} by ${code(by)}: ${why}`,
  after: (pass: number, key: string) => `After pass ${pass} of ${code(key)}`,
  afterOf: (pass: number, key: string, by: string) => `After pass ${pass} of ${code(key)} by ${code(by)}`,
  more: (n: number) => `and ${count(n, "more reason")}`,
  inPass: (pass: number) => `pass ${pass}`,
  earlier: (n: number) => `Show ${n} earlier`,
  later: (n: number) => `Show ${n} later`,
  here: "To where we are",
  ahead: "undone",
  copy: "Copy all",
  copied: "Copied",
  copyFailed: "It could not be copied: download it",
  download: "Download",
  kind: "Kind",
  events: "with `--output-watch-events`",
  kubectlHint: "As if it had been started at the beginning. The tables are the API server's own; ages are those of each event.",
  kubectlNone: (plural: string) => `Nothing printed: there has been no ${code(plural)}.`,
  kubectlEnded: "The API server ended the watch:",
  verbose: "each reconcile too (`--zap-log-level=5`)",
  logHint: (name: string) => `What ${code(name)} prints through controller-runtime, with virtual time and without stack traces.`,
  logNone: "Nothing printed. At this level only a start and what goes wrong are told: a loop that succeeds is silent.",
  died: "the process died here; this is the log of another one",
  rolledOut: (set: string) => `a new version was rolled out (${set}); this is its log`,
};

export type TranscriptWords = typeof en;
