// The drawer that is open.

import type { TemplateResult } from "lit-html";
import { stationOf } from "../../../derive/deed.ts";
import { freshOf } from "../../../derive/fresh.ts";
import { lastEntries, moment, shown } from "../../../state/run.ts";
import { drawer } from "../state.ts";
import { collector, outside } from "./beside.ts";
import { cache } from "./cache.ts";
import { queue } from "./queue.ts";
import { reconciler } from "./reconciler.ts";
import { server } from "./server.ts";
import { watch } from "./watch.ts";

export const open = (): (() => TemplateResult | string) => drawers;

function drawers(): TemplateResult | string {
  const now = moment.value;
  const one = shown.value;
  const name = drawer.value;
  if (!now || !one || name === null) return "";
  const { view } = now;
  const { controller } = one;
  const next = now.next !== null && (now.by === null || now.by === one.name) && stationOf(now.next) === name;
  const fresh = freshOf(lastEntries.value, one.name);
  switch (name) {
    case "server": return server(view, next, fresh);
    case "watch": return watch(view, controller, next);
    case "cache": return cache(view, controller, next, fresh);
    case "queue": return queue(view, controller, next, fresh);
    case "reconciler": return reconciler(controller, next);
    case "collector": return collector(view, next);
    case "outside": return outside(view, next);
  }
}
