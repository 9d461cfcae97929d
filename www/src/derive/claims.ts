// What a scenario says that one will see, checked against a view: a path, how it compares, and with what. A path is a
// JSON Pointer; within a list a step may also be `last`, `length`, or `field=text`, the first element that has it (its
// metadata counts as its own, `a.b` is a field of a field; `field=` has none). `one=text&other=text` must both hold,
// `*one=text` is the list of all that have it, `>one=text` of what stands behind the first one, `>>one=text` behind the last. What is not there is null.

import { stepsOf } from "./pointer.ts";

export interface Claim {
  path: string;
  op: "eq" | "in" | "exists" | "absent" | "gte";
  value?: unknown;
}

export function holds(root: unknown, claim: Claim): boolean {
  const found = valueAt(root, claim.path);
  switch (claim.op) {
    case "exists": return found !== undefined && found !== null;
    case "absent": return found === undefined || found === null;
    case "eq": return same(found ?? null, claim.value);
    case "in": return Array.isArray(claim.value) && claim.value.some((one) => same(found ?? null, one));
    case "gte": return typeof found === "number" && typeof claim.value === "number" && found >= claim.value;
  }
}

export function valueAt(root: unknown, path: string): unknown {
  return stepsOf(path).reduce(into, root);
}

function into(value: unknown, step: string): unknown {
  if (value === null || typeof value !== "object") return undefined;
  if (!Array.isArray(value)) return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  if (step === "last") return value.at(-1);
  if (step === "length") return value.length;
  if (step.startsWith("*")) return value.filter(fitting(step.slice(1)));
  if (step.startsWith(">")) {
    const found = step.startsWith(">>") ? value.findLastIndex(fitting(step.slice(2))) : value.findIndex(fitting(step.slice(1)));
    return found < 0 ? [] : value.slice(found + 1);
  }
  return step.includes("=") ? value.find(fitting(step)) : /^\d+$/.test(step) ? value[Number(step)] : undefined;
}

/** Read once for all elements: a list may be the facts of ten thousand moves. */
function fitting(conditions: string): (one: unknown) => boolean {
  const all = conditions.split("&").map((condition) => {
    const [, field = "", text] = /^([^=]*)=(.*)$/s.exec(condition) ?? [];
    return { steps: field.split("."), text };
  });
  return (one) => all.every(({ steps, text }) => String(steps.reduce(into, one) ?? ["metadata", ...steps].reduce(into, one) ?? "") === text);
}

export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length
    && names.every((name) => Object.hasOwn(b, name) && same((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]));
}
