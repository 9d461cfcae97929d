// Begins a situation out of a dialog, in place of this run; where nothing typed is in the way.

import type { Situation } from "../scenarios.ts";
import { beginSituation, type Wishes } from "../state/run.ts";
import { guideOpen } from "../state/ui.ts";
import { leaving } from "./leaving.ts";
import { instead } from "./modal.ts";

export function start(one: Situation, wishes: Wishes = {}): void {
  if (!leaving()) return;
  instead(one.list ? "simulated" : null);
  guideOpen.value = true;
  void beginSituation(one, wishes);
}
