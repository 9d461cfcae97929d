// Sessions of other versions: each is played again here, up to where that goes, and what came of it is said.

import type { WrittenBranch } from "../branches.ts";
import type { Session } from "../contract.ts";
import { deedOf } from "../derive/deed.ts";
import { Refusal, type Engine } from "../engine.ts";
import { pack } from "../derive/link.ts";
import { kind } from "../kind.ts";
import { siteFolder } from "./address.ts";
import { runNumber, version } from "./run.ts";
import { foreign, type Ended, type Foreign } from "./versions.ts";

/** A session that does not say who made it counts as one of this version. */
export function isForeign({ engine }: Pick<Session, "engine">): boolean {
  return typeof engine === "string" && engine !== "" && engine !== version.peek()?.playground;
}

/** As `Engine.load`; one of another version is played up to its first move that can't be. Null: it is of this version. */
export async function loadAny(run: Engine, session: Session, branches: readonly WrittenBranch[] = []): Promise<Ended | null> {
  if (!isForeign(session)) {
    await run.load(session, branches);
    return null;
  }
  let now = session;
  let ended: Ended = { code: session.digest === undefined ? "played" : "same" };
  for (;;) {
    try {
      await run.load(now, branches);
      break;
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      const { digest: _, ...plain } = now;
      const [, at] = /^\/moves\/(\d+)/.exec(thrown.path ?? "") ?? [];
      if (at !== undefined && Number(at) < now.moves.length) {
        ended = { code: "move", move: Number(at) + 1, of: session.moves.length, deed: null, message: thrown.message };
        now = { ...plain, moves: now.moves.slice(0, Number(at)) };
      } else if (thrown.path === "/digest" && thrown.code === "diverged") {
        ended = { code: "digest" };
        now = plain;
      } else throw thrown;
    }
  }
  if (ended.code === "move") {
    // It may be a move that this version has no words for.
    try { ended.deed = deedOf(session.moves[ended.move - 1]!, run.view()); } catch { /* its number says which */ }
  }
  return ended;
}

/** Says it, and looks for the version that made it. `fragment`: what opens it there. */
export async function sayForeign(session: Session, from: Foreign["from"], ended: Ended, fragment: string | null): Promise<void> {
  const engine = nameOf(session.engine);
  const said: Foreign = { from, engine, ended, run: ended.code === "begin" ? null : runNumber.peek(), address: undefined };
  foreign.value = said;
  const address = await addressIn(engine, fragment ?? await pack(session).catch(() => ""));
  if (foreign.peek() === said) foreign.value = { ...said, address };
}

/** What a session says of itself may be anything. */
export function nameOf(engine: string): string | null {
  return /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(engine) ? engine : null;
}

/** Browsers give up on addresses that are much longer. */
const LONGEST = 100_000;

/** The address in another version of this site; null where the site does not have it, undefined where nobody can be asked. */
async function addressIn(engine: string | null, fragment: string): Promise<string | null | undefined> {
  if (engine === null) return null;
  if (kind !== "site" || !/^https?:$/.test(location.protocol)) return undefined;
  const address = new URL(`index.html${fragment.length <= LONGEST ? fragment : ""}`, siteFolder(`v${engine}`));
  let answer: Response;
  try {
    answer = await fetch(new URL("../versions.json", address), { cache: "no-cache" });
  } catch {
    return undefined;
  }
  const list = answer.ok ? await answer.json().catch(() => null) as { versions?: unknown } | null : null;
  return Array.isArray(list?.versions) && list.versions.includes(engine) ? address.href : null;
}
