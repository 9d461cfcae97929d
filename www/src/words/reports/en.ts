// The words around the public reports, in English.

import type { ReportGroup } from "../../documentation/report-groups.ts";

export const en = {
  situations: "Situations",
  reports: "Reports",
  title: "Choose a report",
  intro: "Public reports of reconcile trouble, each played here. One opens at the step where it goes wrong, with a cured run beside it. What you have now is replaced; save the session first if you want it back.",
  search: "Search the reports",
  searchHint: "stale cache, finalizer, R27…",
  found: (shown: number, of: number) => (shown === of ? `${of} reports` : `${shown} of ${of}`),
  nothing: "Nothing found.",
  groups: {
    loops: "Loops: each pass wakes the next",
    status: "Status, and the generation it speaks of",
    caches: "Stale caches",
    writers: "Several writers",
    queue: "Requeue and backoff",
    events: "Predicates and missed events",
    deletion: "Finalizers and deletion",
    restarts: "Crashes and restarts",
    schemas: "Schemas and immutable fields",
  } satisfies Record<ReportGroup, string>,
  open: "Open",
  report: (id: string) => `Report ${id}`,
  symptom: "What people saw",
  cause: "Why",
  right: "What is right",
  threads: "Where to read it",
  notes: "What is different here",
  ill: "As reported",
  cured: "Cured from the start",
  asItIs: "The controller is written as it should be: what is wrong lies elsewhere.",
  variants: "Ways in which it goes wrong",
  cures: "Ways in which it is cured",
  rollOut: "Roll it out in A",
  onlyAnew: "Only from the start: rolled out at this step it would not heal what happened.",
  elsewhere: "From the start alone: it is no habit that could be rolled out.",
  sideBySide: "Compare move by move",
  stands: "The run in hand stands where it goes wrong. **Reset** leads to its beginning.",
};

export type ReportWords = typeof en;
