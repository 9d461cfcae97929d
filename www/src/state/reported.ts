// What was said of the last action, as it was kept: only what has the shape of it is said again.

import type { Settled } from "../contract.ts";
import type { Report } from "./run.ts";

type Kept = Record<string, unknown>;

export function reportOf(kept: unknown): Report | null {
  if (!isObject(kept)) return null;
  const { code, pass, settled, rate } = kept;
  if (code === "finished" && (pass === null || isObject(pass) && isCount(pass["number"]) && typeof pass["key"] === "string")) return kept as Report;
  if (code === "settled" && (rate === null || typeof rate === "number") && isSettled(settled)) return kept as Report;
  return null;
}

function isSettled(value: unknown): value is Settled {
  if (!isObject(value)) return false;
  const { quiet, nextDue, loop, fight } = value;
  return typeof quiet === "boolean" && ["moves", "passes", "writes"].every((name) => isCount(value[name])) && (nextDue === null || isCount(nextDue))
    && (loop === null || isTurning(loop)) && (fight === undefined || isTurning(fight) && isTexts(fight["controllers"]));
}

function isTurning(value: unknown): value is Kept {
  return isObject(value) && typeof value["key"] === "string" && isCount(value["passes"]) && isCount(value["writes"]);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isObject(value: unknown): value is Kept {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
