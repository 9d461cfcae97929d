// A scenario's file, played: as it stands with each of `shows`, with each cure from its start, and with each cure that is
// rolled out at its end. What it says that one will see is seen.

import type { Habits, Scenario } from "../contract.ts";
import { holds, valueAt, type Claim } from "../derive/claims.ts";
import { seen, type Seen } from "../lesson/measure.ts";
import { withHabits, type Cure, type Situation } from "../scenarios.ts";
import type { Step } from "../story.ts";
import { begun, played, Stopped, twice, type Begin, type Found, type Run } from "./found.ts";

export type When = "ill" | "cured" | "healed";
export interface Expectation extends Claim { after: number; when?: When }
/** In a report the cure may lie outside of the controller: in the cluster, or in what people do. Both are from the start. */
export interface Remedy extends Cure {
  /** A merge patch over the scenario. */
  scenario?: Record<string, unknown>;
  /** In place of the file's. */
  moves?: Step[];
}
export interface ScenarioFile extends Omit<Situation, "cures"> { cures?: Remedy[]; expectations: Expectation[] }

/** So long a roll-out at the end is given, in ms of virtual time. */
const HEALING = 20_000;

export async function checkScenario(file: ScenarioFile, begin: Begin): Promise<Found[]> {
  const found = itself(file);
  if (found.length > 0) return found;
  for (const [at, shown] of (file.shows ?? [{}]).entries()) {
    const name = file.shows ? `with ${JSON.stringify(shown)}` : "as it is";
    try {
      found.push(...expected(file, name, await look(file, begin, shown, name), "ill"));
      for (const cure of file.cures ?? []) found.push(...await checkCure(file, begin, shown, cure, name, at));
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      found.push(thrown.found);
    }
  }
  return found;
}

/** What can be said without playing it. */
function itself({ id, scenario, moves, shows, cures, expectations }: ScenarioFile): Found[] {
  const found: Found[] = twice(cures ?? [], "/cures");
  const say = (path: string, what: string) => found.push({ path, what });
  const said = (way: When) => expectations.some(({ when }) => when === way);
  if (scenario.name !== id) say("/scenario/name", `is ${JSON.stringify(scenario.name)}, and should be the file's id, ${JSON.stringify(id)}`);
  if (shows !== undefined && cures === undefined) say("", "what it shows is not cured");
  if (cures !== undefined && !(said("ill") && said("cured"))) say("/expectations", "nothing tells the ill from the cured: there must be some with `when` ill, and with cured");
  if (cures?.some(({ anew }) => !anew) && !said("healed")) say("/expectations", "nothing says what a roll-out heals: there must be one with `when` healed");
  for (const [at, { after }] of expectations.entries()) if (after > moves.length) say(`/expectations/${at}/after`, `is ${after}, and there are ${moves.length} moves`);
  return found;
}

async function checkCure(file: ScenarioFile, begin: Begin, shown: Partial<Habits>, cure: Remedy, name: string, at: number): Promise<Found[]> {
  const cured = await look(remedied(file, cure), begin, { ...shown, ...cure.set }, `${name}, cured from its start by ${cure.id}`, undefined, true);
  const found = expected(file, `${name}, cured from its start by ${cure.id}`, cured, "cured");
  if (!of(file, "ill").some(([, claim]) => claim.when && !holds(cured[claim.after], claim))) found.push({ path: `/cures/${file.cures?.indexOf(cure)}`, way: name, what: `with ${cure.id} all is as it is without` });
  if (!cure.anew) {
    const rolledOut = `${name}, then ${cure.id} rolled out`;
    const seen = await look(file, begin, shown, rolledOut, cure);
    found.push(...expected(file, rolledOut, seen, "healed", true));
  }
  return found.map((one) => (file.shows && one.path === "" ? { ...one, path: `/shows/${at}` } : one));
}

function remedied(file: ScenarioFile, { scenario, moves }: Remedy): ScenarioFile {
  return { ...file, ...(scenario && { scenario: merged(file.scenario, scenario) as Scenario }), ...(moves && { moves }) };
}

/** RFC 7386. */
function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const whole: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [name, one] of Object.entries(patch)) {
    if (one === null) delete whole[name];
    else whole[name] = merged(whole[name], one);
  }
  return whole;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is seen after the opening and after each move; at the end when a cure was rolled out. */
async function look(file: ScenarioFile, begin: Begin, set: Partial<Habits>, way: string, cure?: Remedy, anyway = false): Promise<Seen[]> {
  const traced = file.expectations.some(({ path }) => path.startsWith("/trace"));
  const run = begun(begin, withHabits(file.scenario, set), "/scenario", way);
  try {
    const all: Seen[] = [];
    await played(run, file.opening ?? [], "/opening", way, undefined, anyway);
    const start = run.view().position;
    const see = (run: Run, settled: Seen["settled"]) => seen(run.view(), settled, traced ? run.trace(start) : []);
    all.push(see(run, null));
    await played(run, file.moves, "/moves", way, (_, settled) => { all.push(see(run, settled)); }, anyway);
    if (cure) {
      const [controller] = Object.keys(run.view().controllers);
      await played(run, [{ habits: { set: cure.set, ...(controller === undefined ? {} : { controller }) } }], `/cures/${file.cures?.indexOf(cure)}/set`, way);
      all[file.moves.length] = see(run, await run.settle({ until: run.view().time + HEALING }));
    }
    return all;
  } finally {
    run.free();
  }
}

const of = (file: ScenarioFile, way: When, only = false) => [...file.expectations.entries()].filter(([, { when }]) => when === way || (when === undefined && !only));

function expected(file: ScenarioFile, way: string, seen: readonly Seen[], when: When, only = false): Found[] {
  return of(file, when, only).filter(([, claim]) => !holds(seen[claim.after], claim)).map(([at, { after, path, op, value }]) => {
    const move = file.moves[after - 1];
    return { path: `/expectations/${at}`, way, after, ...(move && { move }), claim: { path, op, ...(value === undefined ? {} : { value }) }, there: valueAt(seen[after], path), what: "does not hold" };
  });
}
