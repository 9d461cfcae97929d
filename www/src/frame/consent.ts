// A frame may not open the browser's question: it stands in the frame, and whoever presses again agrees.

import { signal } from "@preact/signals-core";

/** The question that stands there. */
export const asking = signal<string | null>(null);

const LONG_ENOUGH = 12_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function consent(question: string): boolean {
  clearTimeout(timer);
  const agreed = asking.peek() === question;
  asking.value = agreed ? null : question;
  if (!agreed) timer = setTimeout(() => { asking.value = null; }, LONG_ENOUGH);
  return agreed;
}
