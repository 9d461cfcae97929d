// Ready budgets of faults: the three patterns by which controllers fail in the field, and none at all.

import type { Budget } from "../contract.ts";

export const BUDGETS = {
  none: {},
  intermediate: { crash: 1, fail: 1 },
  stale: { stall: 1 },
  unobserved: { crash: 1, cutWatch: 1 },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;
export const BUDGET_NAMES = Object.keys(BUDGETS) as BudgetName[];

export const FAULTS = ["crash", "fail", "stall", "cutWatch", "hold"] as const satisfies readonly (keyof Budget)[];
