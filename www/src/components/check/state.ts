// What is chosen in the dialog of the check, and what would be checked with it.

import { computed, signal } from "@preact/signals-core";
import type { Budget, Move, View } from "../../contract.ts";
import { BUDGETS, Checking, FAULTS, MOST_OTHERS, othersIn, ownMoves, written, type BudgetName, type Other, type Subject } from "../../check/index.ts";
import { askAt, entries, moment, runNumber, scenario, shown } from "../../state/run.ts";
import { changes } from "../habits/state.ts";

export const checking = new Checking();

export const budgetName = signal<BudgetName | "own">("intermediate");
/** As it is typed. */
export const ownNumbers = signal<Record<keyof Budget, string>>({ crash: "1", fail: "1", stall: "0", cutWatch: "0", hold: "0" });
export const limit = signal("200000");

export const MOST_FAULTS = 9;
export const [LEAST_STATES, MOST_STATES] = [100, 5_000_000];
/** What a tab can bear. */
const MOST_BYTES = 1_000_000_000;

export type Choice = { id: string; move: Move } & ({ other: Other } | { own: Move });

/** How the world stands at the beginning. */
const beginning = computed<View | null>(() => {
  void runNumber.value;
  return moment.value && askAt(0, (run) => run.view({ passes: 1 }));
});

export const choices = computed<Choice[]>(() => {
  const view = beginning.value;
  if (!view) return [];
  const ready = othersIn(view).map((other): Choice => ({ id: `${other.code} ${other.name}`, move: other.move, other }));
  return [...ready, ...ownMoves(entries.value.map(({ move }) => move)).map((move): Choice => ({ id: JSON.stringify(move), move, own: move }))];
});

/** Those that were turned on or off; the first edit of a spec is on before. */
const turned = signal<Readonly<Record<string, boolean>>>({});

export const isOn = ({ id }: Choice): boolean => turned.value[id] ?? id === choices.value.find((one) => "other" in one && one.other.code === "spec")?.id;

export function turn({ id }: Choice, on: boolean): void {
  turned.value = { ...turned.value, [id]: on };
}

export const chosen = computed(() => choices.value.filter(isOn));

export interface Faulty { limit: boolean; budget: boolean; others: boolean }

export const faulty = computed<Faulty>(() => ({
  limit: !within(limit.value, LEAST_STATES, MOST_STATES),
  budget: budgetName.value === "own" && FAULTS.some((fault) => !within(ownNumbers.value[fault], 0, MOST_FAULTS)),
  others: chosen.value.length > MOST_OTHERS,
}));

function within(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

/** Nothing of the world is there that anybody would reconcile. */
export const isEmpty = computed(() => beginning.value !== null && !beginning.value.objects.some(({ kind }) => kind === "AppConfig"));

/** Null: what is chosen cannot be asked for. */
export const subject = computed<Subject | null>(() => {
  const now = moment.value;
  if (!now || Object.values(faulty.value).some((one) => one)) return null;
  const habits = Object.fromEntries(Object.entries(now.view.controllers).map(([name, one]) => [name, name === shown.value?.name ? { ...one.habits, ...changes.value } : one.habits]));
  return {
    scenario: written(scenario(), habits),
    options: { budget: budget(), others: chosen.value.map(({ move }) => move), limits: { states: Number(limit.value), bytes: MOST_BYTES } },
  };
});

function budget(): Budget {
  if (budgetName.value !== "own") return BUDGETS[budgetName.value];
  return Object.fromEntries(FAULTS.map((fault) => [fault, Number(ownNumbers.value[fault])]).filter(([, n]) => n !== 0)) as Budget;
}

/** Whether what is told is about something else than what is chosen now. */
export const isOther = computed(() => {
  const now = checking.state.value;
  return now.code !== "idle" && now.code !== "running" && JSON.stringify(now.of) !== JSON.stringify(subject.value);
});
