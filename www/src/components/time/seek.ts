// Going to a moment as fast as somebody drags: at most one journey a frame, always to the last moment asked for.

import { goto } from "../../state/run.ts";

let wanted: number | null = null;

/** The moment on the way to; null: it is reached. */
export function sought(): number | null {
  return wanted;
}

export function seek(position: number): void {
  const under = wanted !== null;
  wanted = position;
  if (!under) requestAnimationFrame(() => void go());
}

async function go(): Promise<void> {
  const to = wanted!;
  await goto(to);
  if (wanted === to) wanted = null;
  else requestAnimationFrame(() => void go());
}
