// The check for whoever shows one: by itself, or in a box.

export { checkBox, type Box } from "./box.ts";
export { BUDGET_NAMES, BUDGETS, FAULTS, type BudgetName } from "./budgets.ts";
export { Checking, type Subject } from "./checking.ts";
export { MOST_OTHERS, othersIn, ownMoves, type Other } from "./others.ts";
export { startCheck, type Started } from "./start.ts";
export { written } from "./subject.ts";
