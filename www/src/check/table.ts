// What a check says of every habit and value under each of the ready budgets: written by a test, not asked anew here.

import type { CheckProperty, Verdict } from "../contract.ts";
import { OWN, valuesOf } from "../documentation/values.ts";
import type { HabitName, HabitValue } from "../habits.ts";
import type { BudgetName } from "./budgets.ts";

export interface TableRow { habit: HabitName; value: HabitValue; verdicts: Verdict["verdict"][]; stage?: string; property?: CheckProperty }
export interface Table { version: 1; budgets: BudgetName[]; rows: TableRow[] }

export async function habitTable(): Promise<Table> {
  return (await import("./table.json")).default as Table;
}

/** The row of a value, by its key in the documentation. */
export function rowOf({ rows }: Table, habit: HabitName, key: string): TableRow | undefined {
  return rows.find((row) => row.habit === habit && keyOfRow(row) === key);
}

export function keyOfRow({ habit, value }: TableRow): string {
  return valuesOf(habit).some(({ key }) => key === String(value)) ? String(value) : OWN;
}
