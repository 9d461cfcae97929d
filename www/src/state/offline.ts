// The site without a network: its worker is asked for when the page stands, and a new version of the site that it finds is
// offered. Never in a frame, and where there is no worker to be had nothing is missed.

import { Workbox } from "workbox-window";
import { kind } from "../kind.ts";
import { renewal } from "./versions.ts";

/** A page that stays open asks for a new version now and then, when one comes back to it. */
const EACH = 3_600_000;

export async function workOffline(): Promise<void> {
  if (kind !== "site" || window.top !== window || !/^https?:$/.test(location.protocol) || !("serviceWorker" in navigator)) return;
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const worker = new Workbox(new URL("./sw.js", import.meta.url).href);
  worker.addEventListener("waiting", () => {
    renewal.value = () => {
      // The new one takes over, and only then is there something to reload; nobody but this button does it.
      worker.addEventListener("controlling", () => location.reload());
      worker.messageSkipWaiting();
    };
  });
  await idle();
  await worker.register({ immediate: true });
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < EACH) return;
    asked = Date.now();
    worker.update().catch(() => { /* no network, or the site is gone: what is kept goes on */ });
  });
}

/** What it loads does not stand in the way of what the page loads. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 2_000);
  });
}
