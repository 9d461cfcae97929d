// The worker of the site: a file of its own that loads the package beside the page.

import { load } from "../package.ts";
import type { Page } from "./messages.ts";
import { serve } from "./serve.ts";

const page = self as unknown as Page;
load(0).then((loaded) => serve(page, loaded), () => page.postMessage({ said: "failed" }));
