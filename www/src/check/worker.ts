// The worker of the site: a file of its own that loads the package beside the page.

import type { Page } from "./messages.ts";
import { loadChecks } from "./package.ts";
import { serve } from "./serve.ts";

const page = self as unknown as Page;
loadChecks().then((loaded) => serve(page, loaded), () => page.postMessage({ said: "failed" }));
