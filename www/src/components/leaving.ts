// What is typed and not saved is not lost without a question, when another world takes the place of this one.

import { somethingTyped } from "../state/drafts.ts";
import { words } from "../words/index.ts";

/** True: nothing is typed, or the person gives it up. */
export function leaving(): boolean {
  return !somethingTyped() || window.confirm(words().editor.leave);
}
