// The worker where nothing may be fetched: made of what is inside. The browser may not allow it, in a sandbox above all.

import worker from "inside:worker";
import { checksInside } from "./checks.ts";

export async function beginWorker(): Promise<Worker> {
  const { fresh, module } = await checksInside();
  const address = URL.createObjectURL(new Blob([`const fresh=${fresh.toString()};${worker}`], { type: "text/javascript" }));
  try {
    const begun = new Worker(address);
    begun.postMessage(module);
    return begun;
  } finally {
    // What was begun has its text.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
