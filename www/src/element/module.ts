// The element as a module of the npm package, which is the folder `pkg` of a site.

import { define } from "./element.ts";

const at = `${import.meta.url}`;
// Bundlers name the place where they found it: then the attribute `src` says where the site is.
define(at.startsWith("file:") && globalThis.location?.protocol !== "file:" ? "" : at.replace(/(pkg\/)?[^/]*$/, ""));
