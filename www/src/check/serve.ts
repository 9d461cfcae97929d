// The worker's side: one check after another, each told of now and then.

import type { PlaygroundError } from "../contract.ts";
import type { Asked, Page, Said } from "./messages.ts";
import type { Checks } from "./package.ts";
import { EVERY, inSlices } from "./slices.ts";

export function serve(page: Page, { Check }: Checks): void {
  page.onmessage = ({ data }) => void answer(data).then((said) => page.postMessage(said));
  page.postMessage({ said: "ready" });

  async function answer({ scenario, options }: Asked): Promise<Said> {
    try {
      const check = new Check(scenario, options);
      const verdict = await inSlices(check, { most: EVERY, pause: () => Promise.resolve(true), tell: (progress) => page.postMessage({ said: "progress", progress }) });
      check.free();
      return { said: "verdict", verdict: verdict! };
    } catch (thrown) {
      const { code, message, path } = thrown as PlaygroundError;
      return typeof code === "string" ? { said: "refused", code, message, path } : { said: "died", message: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }
}
