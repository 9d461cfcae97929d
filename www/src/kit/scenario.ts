// A scenario's file, played: as it stands with each of `shows`, with each cure from its start, and with each cure that is
// rolled out at its end. What it says that one will see is seen.

import type { CheckProperty, Habits } from "../contract.ts";
import { holds, valueAt, type Claim } from "../derive/claims.ts";
import { bounded, type Bounds, type Prove } from "../lesson/every-order.ts";
import { seen, type Seen } from "../lesson/measure.ts";
import { fromTheStart, remedied, type Remedy } from "../reports.ts";
import { withHabits, type Situation } from "../scenarios.ts";
import { proved, said } from "./every-order.ts";
import { begun, played, Stopped, twice, type Begin, type Found, type Run } from "./found.ts";

export type When = "ill" | "cured" | "healed";
export interface Expectation extends Claim { after: number; when?: When }
export interface ScenarioFile extends Omit<Situation, "cures"> { cures?: Remedy[]; expectations: Expectation[]; check?: SceneCheck }
/** Of every order: each of `shows` fails by a property, the cures that are named hold, and the others fail. */
export interface SceneCheck extends Bounds { fails: CheckProperty; holds: string[] }

/** So long a roll-out at the end is given, in ms of virtual time. */
const HEALING = 20_000;

export async function checkScenario(file: ScenarioFile, begin: Begin, prove: Prove): Promise<Found[]> {
  const found = itself(file);
  if (found.length > 0) return found;
  for (const [at, shown] of (file.shows ?? [{}]).entries()) {
    const name = file.shows ? `with ${JSON.stringify(shown)}` : "as it is";
    try {
      found.push(...expected(file, name, await look(file, begin, shown, name), "ill"));
      for (const cure of file.cures ?? []) found.push(...await checkCure(file, begin, shown, cure, name, at));
      if (file.check) found.push(...await everyOrder(file, file.check, prove, shown, name));
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      found.push(thrown.found);
    }
  }
  return found;
}

/** What can be said without playing it. */
function itself({ id, scenario, moves, shows, cures, expectations, check }: ScenarioFile): Found[] {
  const found: Found[] = twice(cures ?? [], "/cures");
  const say = (path: string, what: string) => found.push({ path, what });
  const said = (way: When) => expectations.some(({ when }) => when === way);
  if (scenario.name !== id) say("/scenario/name", `is ${JSON.stringify(scenario.name)}, and should be the file's id, ${JSON.stringify(id)}`);
  if (shows !== undefined && cures === undefined) say("", "what it shows is not cured");
  if (cures !== undefined && !(said("ill") && said("cured"))) say("/expectations", "nothing tells the ill from the cured: there must be some with `when` ill, and with cured");
  if (cures?.some((cure) => !fromTheStart(cure)) && !said("healed")) say("/expectations", "nothing says what a roll-out heals: there must be one with `when` healed");
  for (const [at, { after }] of expectations.entries()) if (after > moves.length) say(`/expectations/${at}/after`, `is ${after}, and there are ${moves.length} moves`);
  for (const [at, one] of (check?.holds ?? []).entries()) if (!cures?.some((cure) => cure.id === one)) say(`/check/holds/${at}`, `there is no cure "${one}"`);
  const last = Math.max(...expectations.filter(({ when }) => when === undefined || when === "cured").map(({ after }) => after));
  for (const [at, { moves: own }] of (cures ?? []).entries()) if (own && own.length < last) say(`/cures/${at}/moves`, `are ${own.length}, and what is expected of the cured looks behind move ${last}`);
  return found;
}

/** What comes of every order, ill and with each cure. */
async function everyOrder(file: ScenarioFile, check: SceneCheck, prove: Prove, shown: Partial<Habits>, name: string): Promise<Found[]> {
  const found: Found[] = [];
  const place = (path: string): string => (path.startsWith("/options") ? path.replace("/options", "/check") : path);
  const of = (set: Partial<Habits>, way: string) => proved(prove, { scenario: withHabits(file.scenario, set), options: bounded(check) }, place, way);
  const ill = await of(shown, name);
  if (ill.verdict !== "fails" || ill.property !== check.fails) found.push({ path: "/check/fails", way: name, what: `is "${check.fails}", and the engine says ${said(ill)}` });
  for (const cure of file.cures ?? []) {
    const way = `${name}, cured from its start by ${cure.id}`;
    const cured = await of({ ...shown, ...cure.set }, way);
    const wanted = check.holds.includes(cure.id ?? "") ? "holds" : "fails";
    if (cured.verdict !== wanted) found.push({ path: "/check/holds", way, what: `says that it ${wanted}, and the engine says ${said(cured)}` });
  }
  return found;
}

async function checkCure(file: ScenarioFile, begin: Begin, shown: Partial<Habits>, cure: Remedy, name: string, at: number): Promise<Found[]> {
  const place = `/cures/${file.cures?.indexOf(cure)}`;
  const way = `${name}, cured from its start by ${cure.id}`;
  const other = remedied(file, cure);
  const paths = { scenario: cure.scenario ? `${place}/scenario` : "/scenario", moves: cure.moves ? `${place}/moves` : "/moves" };
  const cured = await look(other, begin, { ...shown, ...cure.set }, way, undefined, true, paths);
  const found = expected(other, way, cured, "cured");
  if (!of(file, "ill").some(([, claim]) => claim.when && !holds(cured[claim.after], claim))) found.push({ path: place, way: name, what: `with ${cure.id} all is as it is without` });
  if (!fromTheStart(cure)) {
    const rolledOut = `${name}, then ${cure.id} rolled out`;
    const seen = await look(file, begin, shown, rolledOut, cure);
    found.push(...expected(file, rolledOut, seen, "healed", true));
  }
  return found.map((one) => (file.shows && one.path === "" ? { ...one, path: `/shows/${at}` } : one));
}

/** What is seen after the opening and after each move; at the end when a cure was rolled out. */
async function look(file: ScenarioFile, begin: Begin, set: Partial<Habits>, way: string, cure?: Remedy, anyway = false, paths = { scenario: "/scenario", moves: "/moves" }): Promise<Seen[]> {
  const traced = file.expectations.some(({ path }) => path.startsWith("/trace"));
  const run = begun(begin, withHabits(file.scenario, set), paths.scenario, way);
  try {
    const all: Seen[] = [];
    await played(run, file.opening ?? [], "/opening", way, undefined, anyway);
    const start = run.view().position;
    const see = (run: Run, settled: Seen["settled"]) => seen(run.view(), settled, traced ? run.trace(start) : []);
    all.push(see(run, null));
    await played(run, file.moves, paths.moves, way, (_, settled) => { all.push(see(run, settled)); }, anyway);
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
