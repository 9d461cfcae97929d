// The element as a classic script: the site's folder is where it was loaded from.

import { define } from "./element.ts";

define((document.currentScript as HTMLScriptElement | null)?.src.replace(/[^/]*$/, "") ?? "");
