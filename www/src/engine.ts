// The engine as the page has it. It owns the instance and the page's own list of moves, and brings the
// run back after a trap: new instance, replay to the last good move, report of the move that failed. The list may go on
// where the engine's own ends: what lies ahead is played again when somebody goes there.

import type {
  ApiRequest, ApiResponse, KubeObject, Move, MovesOptions, PlaygroundError, Ref, Scenario, Session, Settled, SettleOptions, TraceEntry, Version, View, ViewOptions, Fact,
} from "./contract.ts";
import { goOn, sharedLength, take, type Branch, type WrittenBranch } from "./branches.ts";
import { load, type Package } from "./package.ts";

/** What the page uses of the package's class. */
export interface Playground {
  moves(options?: MovesOptions): Move[];
  play(move: Move): Fact[];
  finishPass(): Fact[];
  settle(options?: SettleOptions): Settled;
  view(options?: ViewOptions): View;
  object(ref: Ref): KubeObject | undefined;
  readonly position: number;
  readonly length: number;
  goto(position: number): void;
  trace(from?: number, to?: number): TraceEntry[];
  request(request: ApiRequest): ApiResponse;
  fork(): Playground;
  save(): Session;
  digest(): string;
  free(): void;
}

/** What the caller did wrong, in the engine's words. Nothing has changed. */
export class Refusal extends Error {
  constructor(readonly code: string, message: string, readonly path: string | undefined) {
    super(message);
  }
}

/** The engine died. `restored` tells whether the run is back at the last good move. */
export class Trap extends Error {
  constructor(message: string, readonly move: Move | null, readonly position: number, readonly restored: boolean) {
    super(message);
  }
}

/** The engine as one run: a scenario, its moves, and where we are among them. */
export class Engine {
  #package: Package;
  #playground: Playground;
  #scenario: Scenario;
  #entries: readonly TraceEntry[] = [];
  #position = 0;
  #branches: readonly Branch[] = [];
  #lastBranch = 0;
  #instance: number;

  private constructor(loaded: Package, instance: number, scenario: Scenario, playground: Playground) {
    this.#package = loaded;
    this.#instance = instance;
    this.#scenario = scenario;
    this.#playground = playground;
  }

  /** Loads the package and starts a scenario. */
  static async open(scenario: Scenario): Promise<Engine> {
    const loaded = await load(0);
    return new Engine(loaded, 0, scenario, new loaded.Playground(scenario));
  }

  /** Of the world as it stands. */
  digest(): string { return this.#playground.digest(); }

  get version(): Version { return this.#package.version(); }
  get scenario(): Scenario { return this.#scenario; }
  get position(): number { return this.#position; }
  /** Every recorded move with its facts, those that Forward can redo included. */
  get entries(): readonly TraceEntry[] { return this.#entries; }

  /** The ways that were left by a new move in the past, oldest first. */
  get branches(): readonly Branch[] { return this.#branches; }
  /** Grows when the engine was started anew: what came of an older one is dead. */
  get instance(): number { return this.#instance; }

  /** What is to be seen now, with at most so many of the passes that ended: a hundred of them are most of the view. */
  view(passes?: number): View { return this.#playground.view({ copies: false, ...(passes === undefined ? {} : { passes }) }); }
  /** What happens by itself, the default first; after that, if asked for, the faults. */
  moves(options: MovesOptions = {}): Move[] { return this.#playground.moves(options); }

  /** Beside the run: what the engine would say to a move of a fresh run, without playing it here. */
  #probe: { instance: number; playground: Playground } | null = null;

  /** Plays a move at the beginning of a run of its own; what is refused of it, in the engine's words. */
  ask(move: Move): Refusal | null {
    try {
      if (this.#probe?.instance !== this.#instance) this.#probe = { instance: this.#instance, playground: new this.#package.Playground({ version: 1 }) };
      this.#probe.playground.goto(0);
      this.#probe.playground.play(move);
      return null;
    } catch (thrown) {
      if (isRefusal(thrown)) return asRefusal(thrown);
      // It died of a question. The run itself finds that out at its next move, and is brought back then.
      this.#probe = null;
      return null;
    }
  }

  play(move: Move): Promise<TraceEntry[]> {
    return this.#advance(() => { this.#playground.play(move); }, () => this.#once(move), move);
  }

  finishPass(): Promise<TraceEntry[]> {
    return this.#advance(() => { this.#playground.finishPass(); }, () => this.#defaultsUntilPassEnds());
  }

  async settle(options: SettleOptions): Promise<{ settled: Settled; entries: TraceEntry[] }> {
    let settled: Settled | undefined;
    const entries = await this.#advance(
      () => { settled = this.#playground.settle(options); },
      () => { settled = this.#settleOneByOne(options); },
    );
    return { settled: settled!, entries };
  }

  /** One of the recorded moments. Where the engine's own record ends, what follows in the page's is played again. */
  async goto(wanted: number): Promise<void> {
    // The beginning of a situation may lie behind the end of a run that took another way before it.
    const position = Math.min(Math.max(0, wanted), this.#entries.length);
    this.#position = await this.#guarded(() => this.#stand(this.#playground, position));
  }

  /** The branch becomes the run in hand, and what was in hand a branch. */
  async takeBranch(id: number): Promise<void> {
    const taken = take({ entries: this.#entries, branches: this.#branches }, this.#position, id);
    if (!taken) return;
    const shared = Math.min(sharedLength(this.#entries, taken.entries), this.#playground.length);
    await this.#guarded(() => {
      this.#playground.goto(shared);
      this.#playAgain(this.#playground, taken.entries, shared, taken.entries.length);
    });
    this.#entries = taken.entries;
    this.#branches = taken.branches;
    await this.goto(taken.at);
  }

  /** From one of the recorded moments the way of these moves: it becomes the run in hand, and what was in hand a branch. */
  async go(from: number, moves: readonly Move[]): Promise<TraceEntry[]> {
    await this.goto(from);
    try {
      return await this.#advance(() => { for (const move of moves) this.#playground.play(move); }, () => { for (const move of moves) this.#once(move); });
    } catch (thrown) {
      if (thrown instanceof Refusal) this.#stand(this.#playground, from);
      throw thrown;
    }
  }

  /** Forgets a branch; without an id all of them. */
  dismiss(id?: number): void {
    this.#branches = id === undefined ? [] : this.#branches.filter((one) => one.id !== id);
  }

  /** A second run that stands where this one stood at `position`; whoever asks for it frees it. */
  forkAt(position: number): Playground {
    const fork = this.#playground.fork();
    this.#stand(fork, position);
    return fork;
  }

  /** A run beside this one, played to the end of its moves; whoever asks for it frees it. */
  beside(scenario: Scenario, moves: readonly Move[]): Playground {
    return this.#package.Playground.replay({ version: 1, engine: this.#package.version().playground, scenario, moves: [...moves] });
  }

  /** A run beside this one has died, and the engine with it: it is started anew, and this run is where it was. */
  revive(thrown: unknown): Promise<void> { return this.#rebuild(thrown, null); }

  /** A question to the API server: a GET, which changes nothing and is not recorded. */
  read(request: ApiRequest): ApiResponse { return this.#playground.request(request); }

  /** Brings a playground to a moment of the run, whose beginning it has played. */
  #stand(playground: Playground, position: number): number {
    const known = Math.min(position, playground.length);
    if (playground.position !== known) playground.goto(known);
    this.#playAgain(playground, this.#entries, known, position);
    return position;
  }

  #playAgain(playground: Playground, entries: readonly TraceEntry[], from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      this.#failing = entries[at]!.move;
      playground.play(entries[at]!.move);
    }
  }

  /** Something that plays nothing new; after a trap the run is where it was. */
  async #guarded<T>(act: () => T): Promise<T> {
    this.#failing = null;
    try {
      return act();
    } catch (thrown) {
      if (isRefusal(thrown)) throw asRefusal(thrown);
      const failing = this.#failing;
      await this.#rebuild(thrown, failing);
      throw new Trap(messageOf(thrown), failing, this.#position, true);
    }
  }

  /** Leaves the present run for a new one; when the scenario is refused the present run stays. */
  async begin(scenario: Scenario): Promise<void> {
    const next = await this.#making(() => new this.#package.Playground(scenario));
    this.#replace(scenario, next, []);
  }

  /** The same for a saved session, replayed to its end, with the branches of it; one that can't be played is left out. */
  async load(session: Session, written: readonly WrittenBranch[] = []): Promise<void> {
    const [next, entries, branches] = await this.#making(() => {
      const replayed = this.#package.Playground.replay(session);
      return [replayed, replayed.trace(), written.flatMap((one, at) => this.#branchOf(replayed, one, at + 1))] as const;
    });
    this.#replace(session.scenario, next, entries, branches);
  }

  #branchOf(run: Playground, { from, moves, at }: WrittenBranch, id: number): Branch[] {
    if (moves.length === 0 || from > run.length) return [];
    const fork = run.fork();
    let tail: TraceEntry[] = [];
    try {
      fork.goto(from);
      for (const move of moves) fork.play(move);
      tail = fork.trace(from, fork.position);
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
    }
    fork.free();
    return tail.length === 0 ? [] : [{ id, from, tail, at }];
  }

  async #making<T>(make: () => T): Promise<T> {
    try {
      return make();
    } catch (thrown) {
      if (isRefusal(thrown)) throw asRefusal(thrown);
      await this.#rebuild(thrown, null);
      throw new Trap(messageOf(thrown), null, this.#position, true);
    }
  }

  /** The run as a file. It is made of the page's own list, so that it can be offered when the engine is gone. */
  session(): Session {
    try {
      return this.#playground.save();
    } catch {
      return this.#ownSession(this.#position);
    }
  }

  /** The run with what lies ahead of where one stands. */
  whole(): Session { return this.#ownSession(this.#entries.length); }

  #replace(scenario: Scenario, playground: Playground, entries: TraceEntry[], branches: readonly Branch[] = []): void {
    try { this.#playground.free(); } catch { /* an instance that died frees nothing */ }
    this.#scenario = scenario;
    this.#playground = playground;
    this.#entries = entries;
    this.#position = entries.length;
    this.#branches = branches;
    this.#lastBranch = branches.at(-1)?.id ?? 0;
  }

  #ownSession(upTo: number): Session {
    let engine = "";
    try { engine = this.#package.version().playground; } catch { /* dead */ }
    return { version: 1, engine, scenario: this.#scenario, moves: this.#entries.slice(0, upTo).map((entry) => entry.move) };
  }

  /** Runs `act`, takes over what it recorded; after a trap, `again` finds the move that failed. */
  async #advance(act: () => void, again: () => void, move?: Move): Promise<TraceEntry[]> {
    const from = this.#position;
    const before = this.#playground;
    try {
      // A new move drops what lies ahead. It may turn out to be the way that was gone before: that one is not lost, then.
      if (from < before.length) this.#playground = before.fork();
      act();
      const known = this.#entries;
      const added = this.#record(from);
      this.#keep(before, this.#entries === known && this.#position <= before.length);
      return added;
    } catch (thrown) {
      if (isRefusal(thrown)) {
        this.#keep(before, true);
        throw asRefusal(thrown);
      }
      await this.#rebuild(thrown, move ?? null);
      if (move) throw new Trap(messageOf(thrown), move, from, true);
      try {
        again();
        return this.#record(from);
      } catch (second) {
        if (isRefusal(second)) throw asRefusal(second);
        const failed = this.#failing;
        await this.#rebuild(second, failed);
        throw new Trap(messageOf(second), failed, this.#position, true);
      }
    }
  }

  /** Of the run as it was and the one that went on apart from it, the one that is wanted; it stands where the other one does. */
  #keep(before: Playground, wanted: boolean): void {
    const apart = this.#playground;
    if (apart === before) return;
    if (wanted) {
      before.goto(this.#position);
      this.#playground = before;
    }
    (wanted ? apart : before).free();
  }

  /** The move under way while moves are played one by one after a trap. */
  #failing: Move | null = null;

  #once(move: Move): void {
    this.#failing = move;
    const from = this.#playground.position;
    this.#playground.play(move);
    this.#record(from);
  }

  #defaultsUntilPassEnds(): void {
    const ended = () => Object.values(this.view().controllers).reduce((sum, c) => sum + (c.lastPass?.number ?? 0), 0);
    const before = ended();
    for (let played = 0; played < 1000 && ended() === before; played += 1) {
      const [next] = this.moves();
      if (!next) return;
      this.#once(next);
    }
  }

  #settleOneByOne(options: SettleOptions): Settled {
    const limit = options.limit ?? 1000;
    const sum: Settled = { quiet: false, moves: 0, passes: 0, writes: 0, nextDue: null, loop: null };
    while (sum.moves < limit) {
      this.#failing = this.moves()[0] ?? null;
      const from = this.#playground.position;
      const one = this.#playground.settle({ ...options, limit: 1 });
      this.#record(from);
      Object.assign(sum, { quiet: one.quiet, nextDue: one.nextDue, loop: one.loop ?? sum.loop }, one.fight && { fight: one.fight });
      sum.moves += one.moves;
      sum.passes += one.passes;
      sum.writes += one.writes;
      if (one.moves === 0) break;
    }
    return sum;
  }

  #record(from: number): TraceEntry[] {
    const position = this.#playground.position;
    const added = position > from ? this.#playground.trace(from, position) : [];
    const { entries, branches } = goOn({ entries: this.#entries, branches: this.#branches }, from, added, this.#lastBranch + 1);
    if (branches.some((one) => one.id > this.#lastBranch)) this.#lastBranch += 1;
    this.#entries = entries;
    this.#branches = branches;
    this.#position = position;
    return added;
  }

  async #rebuild(thrown: unknown, move: Move | null): Promise<void> {
    const moves = this.#entries.map((entry) => entry.move);
    const session: Session = { version: 1, engine: "", scenario: this.#scenario, moves };
    try {
      this.#instance += 1;
      this.#package = await load(this.#instance);
      session.engine = this.#package.version().playground;
      this.#playground = this.#package.Playground.replay(session);
      this.#playground.goto(this.#position);
    } catch {
      throw new Trap(messageOf(thrown), move, this.#position, false);
    }
  }
}

/** What a run beside the run refused; null: it died. */
export function refusalIn(thrown: unknown): Refusal | null {
  return thrown instanceof Refusal ? thrown : isRefusal(thrown) ? asRefusal(thrown) : null;
}

function isRefusal(thrown: unknown): thrown is PlaygroundError {
  return thrown instanceof Error && typeof (thrown as { code?: unknown }).code === "string";
}

function asRefusal(thrown: PlaygroundError): Refusal {
  return new Refusal(thrown.code, thrown.message, thrown.path);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
