// What is typed into the editors. A draft remembers on which version it was begun, so that nothing typed is ever lost
// when the server's object moves on.

import { batch, computed, effect, signal } from "@preact/signals-core";
import type { Fact, KubeObject, KubeStatus, Ref } from "../contract.ts";
import { findObject, idOf, refOf, revisionOf } from "../derive/names.ts";
import { stepsOf } from "../derive/pointer.ts";
import { factsOf } from "../derive/tell.ts";
import { newName, templateOf } from "../derive/templates.ts";
import { appConfig, CHILD, childTemplate, SECRET, secret, WEB } from "../scenarios.ts";
import { parseObject, printObject, syntaxFault, type ParseFault } from "../yaml.ts";
import { moment, play, problem, runNumber } from "./run.ts";
import { pathOf, resourceOf, serverObject, type Resource } from "./world.ts";

/** A new world shows what it has: an object that only the old one had is no longer open. */
export function followRuns(): void {
  effect(() => {
    if (runNumber.value === 0) return;
    const ref = openRef.peek();
    const usual = [WEB, CHILD, SECRET].some((one) => idOf(one) === idOf(ref));
    if (!usual && !findObject(moment.peek()?.view.objects ?? [], ref)) open(WEB);
  });
}

/** How much of an object the text shows. */
export type Detail = "written" | "whole" | "managed";

export type Answer =
  | { code: "saved"; outcome: string; before: string | null; after: string | null; warnings: string[] }
  | { code: "refused"; status: KubeStatus }
  /** No request could be made of the text; the marks say why. */
  | { code: "notSent" };

export interface Draft {
  text: string;
  /** What the text was when it was begun; equal = nothing typed. */
  baseText: string;
  baseRevision: string | null;
  marks: { line: number | null; message: string }[];
  answer: Answer | null;
}

export const openRef = signal<Ref>(WEB);
export const detail = signal<Detail>("written");
export const comparing = signal(false);
/** Whether what Save would send is shown. */
export const sending = signal(false);
const drafts = signal<ReadonlyMap<string, Draft>>(new Map());
let draftsOfRun = 0;

export const openId = computed(() => idOf(openRef.value));

export function isDirty(draft: Draft): boolean {
  return draft.text !== draft.baseText;
}

/** Both signals are always read, so that whoever shows a draft hears of the next one. */
function keptOf(ref: Ref): Draft | undefined {
  const all = drafts.value;
  return draftsOfRun === runNumber.value ? all.get(idOf(ref)) : undefined;
}

/** Whether something typed waits there; cheap, for the tabs. */
export function hasTyped(ref: Ref): boolean {
  const kept = keptOf(ref);
  return kept !== undefined && isDirty(kept);
}

/** Whether something typed waits anywhere. */
export function somethingTyped(): boolean {
  return draftsOfRun === runNumber.value && [...drafts.value.values()].some(isDirty);
}

export interface Typed { id: string; text: string; baseText: string; baseRevision: string | null }

/** What is typed and not saved. */
export function typed(): Typed[] {
  const all = drafts.value;
  if (draftsOfRun !== runNumber.value) return [];
  return [...all].filter(([, draft]) => isDirty(draft)).map(([id, { text, baseText, baseRevision }]) => ({ id, text, baseText, baseRevision }));
}

/** It was typed in a run whose world is this one's. */
export function bringBack(those: readonly Typed[]): void {
  draftsOfRun = runNumber.value;
  drafts.value = new Map(those.map(({ id, ...draft }) => [id, { ...draft, marks: [], answer: null }]));
}

/** The draft of an object: what is typed, or the server's object as text. */
export function draftOf(ref: Ref): Draft {
  const kept = keptOf(ref);
  if (kept && (isDirty(kept) || kept.marks.length > 0)) return kept;
  const now = fresh(ref);
  return kept ? { ...now, answer: kept.baseRevision === now.baseRevision ? kept.answer : null } : now;
}

function fresh(ref: Ref): Draft {
  const object = serverObject(ref);
  const text = printObject(object ? shown(object, detail.value) : template(ref));
  return { text, baseText: text, baseRevision: revisionOf(object), marks: [], answer: null };
}

/** Written by a person and so lost when a PUT leaves it out; the rest is the server's own bookkeeping. */
export function shown(object: KubeObject, how: Detail): Record<string, unknown> {
  const { managedFields, ...metadata } = object.metadata;
  if (how === "managed") return object;
  if (how === "whole") return { ...object, metadata };
  const { apiVersion, kind, status: _status, metadata: _metadata, ...body } = object;
  const kept: Record<string, unknown> = {};
  for (const key of ["name", "namespace", "labels", "annotations", "finalizers", "ownerReferences"] as const) {
    if (metadata[key] !== undefined) kept[key] = metadata[key];
  }
  return { apiVersion, kind, metadata: kept, ...body };
}

function template(ref: Ref): KubeObject {
  if (idOf(ref) === idOf(WEB)) return appConfig();
  if (idOf(ref) === idOf(SECRET)) return secret();
  if (idOf(ref) === idOf(CHILD)) return childTemplate();
  return templateOf(placed(ref));
}

/** A missing namespace is `default`, where the kind has namespaces. */
function placed({ namespace, ...ref }: Ref): Ref {
  return resourceOf(ref)?.namespaced === false ? ref : { ...ref, namespace: namespace ?? "default" };
}

function put(ref: Ref, draft: Draft): void {
  const next = new Map(draftsOfRun === runNumber.value ? drafts.value : []);
  draftsOfRun = runNumber.value;
  next.set(idOf(ref), draft);
  drafts.value = next;
}

export function open(ref: Ref): void {
  batch(() => {
    openRef.value = ref;
    comparing.value = false;
    sending.value = false;
  });
}

/** Opens the template of an object that is not there yet. */
export function begin({ apiVersion, kind, namespaced }: Resource): void {
  const at = (name: string): Ref => ({ apiVersion, kind, name, ...(namespaced ? { namespace: "default" } : {}) });
  open(at(newName(kind, (name) => serverObject(at(name)) !== undefined)));
}

export function type(ref: Ref, text: string): void {
  const draft = draftOf(ref);
  put(ref, { ...draft, text, marks: [], answer: null });
}

/** What is no YAML is marked while it is typed; whether it is an object is asked when it is saved. */
export function check(ref: Ref): void {
  const draft = draftOf(ref);
  if (!isDirty(draft) || draft.marks.length > 0) return;
  const fault = syntaxFault(draft.text);
  if (fault) put(ref, { ...draft, marks: [fault] });
}

/** Gives up what was typed and shows what the server has. */
export function revert(ref: Ref): void {
  comparing.value = false;
  put(ref, fresh(ref));
}

/** Save is a real request; what the server says comes back beside the text. */
export async function save(ref: Ref, say: (fault: ParseFault) => string): Promise<void> {
  const draft = draftOf(ref);
  const parsed = parseObject(draft.text, say);
  if (!parsed.ok) {
    put(ref, { ...draft, marks: [parsed.mark], answer: { code: "notSent" } });
    return;
  }
  const facts = await play({ edit: { object: parsed.object } });
  if (!facts) {
    markRefusal(ref, draft, parsed);
    return;
  }
  const refusal = factsOf(facts, "request").find((fact) => fact.code >= 400)?.status;
  if (refusal) {
    put(ref, { ...draft, marks: marksOf(refusal, parsed), answer: { code: "refused", status: refusal } });
    return;
  }
  const written = factsOf(facts, "write").at(-1);
  const target = placed(refOf(parsed.object));
  batch(() => {
    comparing.value = false;
    put(ref, fresh(ref));
    openRef.value = target;
    put(target, { ...fresh(target), answer: answerOf(written, warningsOf(facts)) });
  });
}

function answerOf(written: { outcome: string; before: string | null; after: string | null } | undefined, warnings: string[] = []): Answer | null {
  return written ? { code: "saved", outcome: written.outcome, before: written.before, after: written.after, warnings } : null;
}

type Text = Extract<ReturnType<typeof parseObject>, { ok: true }>;

/** What a refusal says about fields, each on its line. A decoder's refusal has no causes but names the Go field. */
function marksOf(status: KubeStatus, text: Text): Draft["marks"] {
  const causes = status.details?.causes ?? [];
  const decoded = /Go struct field \w+\.([\w.]+)/.exec(status.message ?? "")?.[1];
  if (causes.length === 0 && decoded !== undefined) return [{ line: text.lineOf(decoded), message: decoded }];
  return causes.map(({ field, message = "" }) => ({
    line: field === undefined ? null : text.lineOf(field),
    message: field === undefined ? message : `${field}: ${message}`,
  }));
}

/** An object that no request can be made of (say, of a kind that is not served): said beside the text, too. */
function markRefusal(ref: Ref, draft: Draft, text: Text): void {
  const fault = problem.value;
  const path = fault?.code === "refused" ? fault.path ?? "" : "";
  if (fault?.code !== "refused" || !path.startsWith(OF_THE_OBJECT)) return;
  const field = fieldOf(path.slice(OF_THE_OBJECT.length));
  batch(() => {
    problem.value = null;
    put(ref, { ...draft, marks: [{ line: field === "" ? null : text.lineOf(field), message: `${field === "" ? "" : `${field}: `}${fault.message}` }], answer: { code: "notSent" } });
  });
}

const OF_THE_OBJECT = "/edit/object";

/** `/spec/data/log level` → `spec.data.log level`, as the server writes paths. */
function fieldOf(pointer: string): string {
  return stepsOf(pointer).map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`)).join("");
}

/** What the server warned of, without the header around it: `299 - "unknown field \"spec.colour\""`. */
function warningsOf(facts: readonly Fact[]): string[] {
  const headers = factsOf(facts, "request").flatMap((fact) => fact.warnings ?? []);
  return headers.map((header) => (/^299 - "(.*)"$/s.exec(header)?.[1] ?? header).replaceAll('\\"', '"'));
}

export async function remove(ref: Ref): Promise<void> {
  const { kind, name, namespace, apiVersion } = ref;
  const facts = await play({
    remove: { kind, name, ...(namespace === undefined ? {} : { namespace }), ...(apiVersion === undefined ? {} : { apiVersion }) },
  });
  if (facts) told(ref, facts);
}

/** The escape hatch, as `kubectl patch --type=merge` does it. */
export async function removeFinalizers(ref: Ref): Promise<void> {
  const facts = await play({
    request: {
      method: "PATCH",
      path: pathOf(ref),
      contentType: "application/merge-patch+json",
      body: { metadata: { finalizers: null } },
    },
  });
  if (facts) told(ref, facts);
}

function told(ref: Ref, facts: readonly Fact[]): void {
  const refusal = factsOf(facts, "request").find((fact) => fact.code >= 400)?.status;
  const draft = draftOf(ref);
  put(ref, { ...draft, answer: refusal ? { code: "refused", status: refusal } : answerOf(factsOf(facts, "write").at(-1)) });
}
