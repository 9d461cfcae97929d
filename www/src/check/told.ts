// What a story shows, as it is handed over with its session. Nothing of it is trusted: what is not of its shape is left out.

import type { CheckFails, CheckFault, CheckProperty } from "../contract.ts";
import { isObject } from "../derive/shape.ts";
import type { Story } from "../state/story.ts";

const PROPERTIES: Record<CheckProperty, true> = { stable: true, noLoop: true, othersKept: true, oneRunPerKey: true, cacheIsPast: true, nothingLeaks: true, noDuplicates: true, readyIsTrue: true };
const WAYS: Record<CheckFails["how"], true> = { broken: true, deadlock: true, livelock: true };
const FAULTS: Record<CheckFault, true> = {
  childMissing: true, childDiffers: true, childLeft: true, accountMissing: true, accountLeft: true, statusOld: true, statusWrong: true, finalizerLeft: true, othersTaken: true,
  failing: true,
};

export function storyOf({ property, how, fault, where, decisive, cycle }: Story): Story {
  return { property, how, where, decisive, ...(fault && { fault }), ...(cycle && { cycle }) };
}

/** Null: it is none of a run with so many moves. */
export function readStory(value: unknown, moves: number): Story | null {
  if (!isObject(value)) return null;
  const { property, how, fault, where, decisive, cycle } = value;
  const isPosition = (at: unknown): at is number => Number.isSafeInteger(at) && (at as number) >= 0 && (at as number) <= moves;
  if (!isOf(PROPERTIES, property) || !isOf(WAYS, how) || typeof where !== "string" || where.length > 500 || !isPosition(decisive)) return null;
  const { from, to } = isObject(cycle) ? cycle : {};
  return storyOf({ property, how, where, decisive, ...(isOf(FAULTS, fault) && { fault }), ...(isPosition(from) && isPosition(to) && { cycle: { from, to } }) });
}

function isOf<Name extends string>(names: Record<Name, true>, value: unknown): value is Name {
  return typeof value === "string" && Object.hasOwn(names, value);
}
