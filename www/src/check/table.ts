// What a check says of every habit and value under each of the ready budgets: written by a test, not asked anew here.

import type { CheckFails, Habits, Verdict } from "../contract.ts";
import { OWN, valuesOf } from "../documentation/values.ts";
import type { HabitName, HabitValue } from "../habits.ts";
import type { BudgetName } from "./budgets.ts";

/** The first story that was found, on which of the test's stages. */
export type Why = Pick<CheckFails, "property" | "how" | "fault" | "faults"> & { stage: string; moves: number; others: number };

/** `with`: what else is written otherwise, in all rows of the habit. Of each budget the verdict, and why, where it fails. */
export interface TableRow { habit: HabitName; value: HabitValue; with?: Partial<Habits>; verdicts: Verdict["verdict"][]; why: (Why | null)[] }
export interface Table { version: 1; budgets: BudgetName[]; rows: TableRow[] }

export async function habitTable(): Promise<Table> {
  return (await import("./table.json")).default as unknown as Table;
}

/** The row of a value, by its key in the documentation. */
export function rowOf({ rows }: Table, habit: HabitName, key: string): TableRow | undefined {
  return rows.find((row) => row.habit === habit && keyOfRow(row) === key);
}

export function keyOfRow({ habit, value }: TableRow): string {
  return valuesOf(habit).some(({ key }) => key === String(value)) ? String(value) : OWN;
}
