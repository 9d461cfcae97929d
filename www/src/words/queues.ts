// What the kind of a queue is called beside its name; which value of the habit that is, is told to who points at it.

import { spoken, words, type Language } from "./index.ts";

const QUEUES: Record<Language, Record<string, string>> = {
  en: { priority: "by priority", classic: "classic" },
  ja: { priority: "優先度付き", classic: "従来型" },
  ko: { priority: "우선순위 큐", classic: "기존 큐" },
};

export function queueName(value: string): string {
  return QUEUES[spoken()][value] ?? value;
}

/** The habit by its name, and its value as it is written. */
export function queueHabit(value: string): string {
  const { path, between } = words();
  return `${path.stations.queue}${between.colon}${value}`;
}
