// The worker where nothing may be fetched. `fresh`, the package's glue, stands before it; the page hands over the compiled
// module first.

import type { fresh as make } from "inside:check-glue";
import type { Page } from "../check/messages.ts";
import { serve } from "../check/serve.ts";

declare const fresh: typeof make;

const page = self as unknown as Page;
self.onmessage = ({ data }: MessageEvent<WebAssembly.Module>) => {
  const glue = fresh();
  glue.default({ module_or_path: data }).then(() => serve(page, glue), () => page.postMessage({ said: "failed" }));
};
