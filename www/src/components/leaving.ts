// What is typed and not saved is not lost without a question, when another world takes the place of this one.

import { consent } from "../state/consent.ts";
import { somethingTyped } from "../state/drafts.ts";
import { words } from "../words/index.ts";

/** True: nothing is typed, or the person gives it up. */
export function leaving(): boolean {
  return !somethingTyped() || consent(words().editor.leave);
}
