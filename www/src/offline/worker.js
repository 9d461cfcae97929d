// The service worker of the hosted site: after one visit the page, its parts, the engine and the course are there without a
// network. What it keeps is of one build as a whole; a build in which one file is missing or other is not taken.

import { precacheAndRoute } from "workbox-precaching";

// FILES is written by the build: each file with the hash of its content. What stands behind a `?` is for the page, not
// another file.
precacheAndRoute(FILES, { ignoreURLParametersMatching: [/./], cleanURLs: false });

// A new build waits until the person asks for it, or no page of the old one is open.
self.addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") void self.skipWaiting();
});
