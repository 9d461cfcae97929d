// What the kind of a queue is called beside its name: the value of the habit, or a language's own word for it.

import { spoken, type Language } from "./index.ts";

const QUEUES: Partial<Record<Language, Record<string, string>>> = {
  ko: { priority: "우선순위 큐", classic: "기존 큐" },
};

export function queueName(value: string): string {
  return QUEUES[spoken()]?.[value] ?? value;
}
