/**
 * The contract, version 1, as TypeScript: the type of everything that crosses the boundary of the wasm package.
 * This text goes into the package's declarations as it stands; the class `Playground` itself is declared by
 * wasm-bindgen. Times are milliseconds of virtual time, revisions are the strings that Kubernetes shows as
 * `resourceVersion`, a key is `"namespace/name"`. Fields, values and moves may be added in later versions.
 */

/** JSON. Whole numbers beyond ±(2⁵³−1) are refused at the boundary. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// ---------------------------------------------------------------------------------------------------- objects

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Json;
  subresource?: string;
}

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string | null;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** Any Kubernetes object: typed metadata, and `spec`, `status`, `data`… as JSON. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** A missing namespace of a namespaced kind is `default`. */
export interface Ref {
  kind: string;
  name: string;
  namespace?: string;
  apiVersion?: string;
}

// --------------------------------------------------------------------------------------------- the API server

export interface ApiRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  contentType?: string;
  accept?: string;
  body?: unknown;
  /** Sent as it is; may be malformed. */
  rawBody?: string;
  /** User agent, default `kubectl`. The field manager is the query's, else the part before `/`. */
  as?: string;
}

export interface ApiResponse {
  code: number;
  body: unknown;
  warnings?: string[];
  retryAfter?: number;
  /** Of a watch: all from the asked revision to now; the stream then counts as closed. */
  events?: { type: string; object: KubeObject }[];
}

/** Kubernetes' own `Status`, the body of every refusal. */
export interface KubeStatus {
  kind: "Status";
  apiVersion: "v1";
  metadata: Record<string, unknown>;
  status: "Success" | "Failure";
  message?: string;
  reason?: string;
  details?: {
    name?: string;
    group?: string;
    kind?: string;
    uid?: string;
    causes?: { reason?: string; message?: string; field?: string }[];
    retryAfterSeconds?: number;
  };
  code?: number;
}

// --------------------------------------------------------------------------------------------------- scenario

export interface Scenario {
  version: 1;
  name?: string;
  /** Feeds uids and generated names. */
  seed?: number;
  /** RFC 3339, default `2026-01-01T00:00:00Z` = virtual time 0. */
  start?: string;
  /** Virtual time that each request of a reconciler takes, default 2; cache reads take none. */
  latency?: { request?: number };
  /** Replaces the default, which is AppConfig. */
  kinds?: CustomKind[];
  cluster?: { collector?: boolean; quirks?: { noopBumps?: boolean } };
  /** Default: one, `appconfig-controller`. */
  controllers?: ControllerSpec[];
  /** How watch events reach the caches. */
  delivery?: "prompt" | "held" | { delay: number };
  /** Bounds what `moves({ faults: true })` lists, not what a person may play. */
  budget?: Budget;
  /** Created in order, as `setup`; a status in them is written through /status afterwards. */
  objects?: KubeObject[];
  outside?: { name: string; broken?: boolean; madeBy?: string }[];
  /** Played after that; position 0 is behind it. */
  prelude?: Move[];
}

export interface Budget {
  crash?: number;
  cutWatch?: number;
  fail?: number;
  hold?: number;
  stall?: number;
}

export interface ControllerSpec {
  name: string;
  habits?: Partial<Habits>;
  /** Laid over `spec.data`: a second controller that fights the first. */
  wants?: Record<string, string>;
  /** Controllers naming the same lease compete; only the holder starts workers. */
  lease?: string;
  reconciler?: "appconfig" | "external";
}

export interface CustomKind {
  group: string;
  version: string;
  kind: string;
  plural: string;
  namespaced?: boolean;
  /** Default true. */
  statusSubresource?: boolean;
  /** Structural OpenAPI v3. */
  schema?: object;
  printerColumns?: object[];
}

export interface Session {
  version: 1;
  engine: string;
  scenario: Scenario;
  /** Resolved: every left-out argument filled in. */
  moves: Move[];
  digest?: string;
}

// ----------------------------------------------------------------------------------------------------- habits

/** How the reconciler is written. The first value of each is the default, and the good one. */
export interface Habits {
  predicate: "generation" | "none" | "resourceVersion" | "generationOrMetadata" | "swapped";
  predicateScope: "for" | "global";
  ownedPredicate: "none" | "generation";
  watchOwned: boolean;
  watchRequired: boolean;
  /** Which owners an event of the child wakes: `Owns` as it is, or with `MatchEveryOwner`. */
  matchOwner: "controller" | "every";
  queue: "priority" | "classic";
  workers: number;
  readFrom: "cache" | "server";
  /** Of the caches of ConfigMaps and Secrets. */
  cacheSelector: string | null;
  /** false: what a pass sets before it writes stands in the cache until the object's next event. */
  cacheCopy: boolean;
  compare: "fields" | "always" | "whole" | "hash";
  /** seeded: one more key, `config.properties`, whose lines stand in an order drawn per pass. */
  order: "sorted" | "seeded";
  /** As the annotation `lab.example.com/stamp` of the child. */
  stamp: "none" | "time" | "counter";
  ensure: "createOrUpdate" | "createOnly";
  naming: "fixed" | "generated";
  write: "update" | "mergePatch" | "apply";
  force: boolean;
  removeStale: boolean;
  onForeign: "refuse" | "adopt";
  child: "mutable" | "immutable" | "immutableRecreate";
  afterCreate: "trust" | "readBack" | "sleep";
  owner: "controller" | "plain" | "none";
  statusWhen: "changed" | "always";
  statusContent: "stable" | "time" | "timeNano" | "counter" | "lastError" | "unordered";
  statusVia: "status" | "main";
  statusBase: "cached" | "fresh" | "patch" | "apply" | "firstRead";
  truth: "observed" | "status";
  observedGeneration: "always" | "onChange" | "never";
  onMissing: "requeueAfter" | "error" | "requeue" | "terminal" | "done" | "both" | "panic" | "timeout";
  onError: "return" | "statusAndRequeueAfter" | "giveUpAfter15";
  /** Milliseconds, default 10000. */
  missingDelay: number;
  /** Milliseconds; null = no periodic check. */
  periodic: number | null;
  finalizer: "beforeOutside" | "afterOutside" | "none";
  finalizerFlow: "continue" | "returnAndWait";
  finalizerRemoval: "own" | "all" | "byIndex";
  deletionCheck: "first" | "late";
  whileDeleting: "cleanupOnly" | "full";
  cleanup: "idempotent" | "failsOnMissing" | "needsRequired";
  events: "none" | "record";
}

// ------------------------------------------------------------------------------------------------------ moves

/** The arguments of each move, by its name. `controller` may be left out when there is one. */
export interface Moves {
  request: ApiRequest;
  edit: { object: KubeObject; as?: string };
  remove: { kind: string; name: string; namespace?: string; apiVersion?: string; policy?: "Background" | "Foreground" | "Orphan" };
  deliver: { controller?: string; kind?: string; count?: number };
  begin: { controller?: string; key?: string };
  answer: { controller?: string; key?: string };
  collect: { worker?: Worker };
  report: { controller?: string };
  elect: { controller?: string };
  advance: { to?: number; by?: number };
  resync: { controller?: string; kind?: string };
  hold: { controller?: string; kind?: string };
  release: { controller?: string; kind?: string };
  cutWatch: { controller?: string; kind?: string; expired?: boolean };
  compact: Record<string, never>;
  crash: { controller?: string };
  start: { controller?: string; at?: string };
  stall: { controller?: string };
  resume: { controller?: string };
  fail: {
    controller?: string;
    method: string;
    kind: string;
    subresource?: string;
    reason: string;
    message?: string;
    applied?: boolean;
    times?: number;
  };
  outside: { op: "remove" | "create" | "break" | "heal"; name: string };
  habits: { controller?: string; set: Partial<Habits> };
  call: { controller?: string; key?: string; request: ApiRequest; from?: string };
  return: { controller?: string; key?: string; result?: Decision["returned"]; error?: { reason?: string; message: string } };
}

export type Worker = "garbage-collector" | "namespaces" | "customResources";
export type MoveName = keyof Moves;

/** An object with one key, the name of the move; its value holds the arguments. */
export type Move = { [Name in MoveName]: { [N in Name]: Moves[Name] } }[MoveName];

// ------------------------------------------------------------------------------------------------------- view

export type WatchType = "ADDED" | "MODIFIED" | "DELETED";

export interface View {
  position: number;
  length: number;
  time: number;
  revision: string;
  /** By group, kind, namespace, name. */
  objects: KubeObject[];
  /** A leak is one whose owner is gone. */
  outside: { name: string; broken: boolean; madeBy: string | null }[];
  controllers: Record<string, ControllerView>;
  /** Workers of the control plane: `garbage-collector`, `namespaces`, `customResources`. */
  background: Record<string, { running: boolean; held: boolean; pending: Ref[] }>;
  counters: Counters;
  /** What ought to hold whatever happens, always all of them and in this order. Not part of the digest. */
  invariants: Invariant[];
}

export interface Invariant {
  name: "oneRunPerKey" | "cacheIsPast" | "nothingLeaks" | "noDuplicates" | "readyIsTrue" | "noLoop";
  holds: boolean;
  /** The move that broke it; 0 = it was so before the first one. Null where it holds. */
  since: number | null;
  /** A key, a controller or an object, as text. */
  where: string | null;
  /** `habit=value` if a habit that is or was chosen is known to break it; null where it holds, and where it is a fault. */
  expectedOf: string | null;
}

export interface Counters {
  /** Without GET and watch. */
  requests: number;
  /** Committed changes by anyone, but to Events and Leases. */
  writes: number;
  /** 2xx that moved nothing. */
  unchangedWrites: number;
  conflicts: number;
  passes: number;
  events: number;
  droppedByPredicate: number;
}

export interface ControllerView {
  running: boolean;
  /** It does not move, and keeps its memory. */
  stalled: boolean;
  /**
   * Whether it believes to hold its lease, so that its caches and workers have started; null without one. A stalled one that
   * has lost it goes on believing so until it has failed to renew for long enough.
   */
  leader: boolean | null;
  /** What its process knows of the lease; there with `ControllerSpec.lease` while it runs. */
  lease?: LeaseView;
  habits: Habits;
  passes: number;
  /** By kind. */
  cache: Record<string, CacheView>;
  inFlight: InFlight[];
  /** `aside`: added while they are processed, and ready when that is done (classic only). */
  queue: { ready: QueueItem[]; aside: QueueItem[]; processing: string[]; waiting: WaitingItem[]; failures: Record<string, number> };
  /** Oldest first. */
  inProgress: Pass[];
  /** The first of `inProgress`. */
  pass: Pass | null;
  /** The last one that ended. */
  lastPass: Pass | null;
  /** The last 100 that ended, oldest first. */
  recentPasses: Pass[];
  /** The last 100 events that woke nobody. */
  notWoken: NotWoken[];
}

export interface LeaseView {
  name: string;
  /** The holder that it would be. */
  identity: string;
  /** The holder that it saw last. */
  holder: string | null;
  /** When it last saw the lease change, on its own clock. */
  since: number;
  /** Not before then it takes the lease from another holder. */
  expires: number;
  /** When it tries next. */
  due: number;
  /** When it gives up if it does not get to renew: the process then exits. */
  deadline: number | null;
}

export interface CacheView {
  objects: KubeObject[];
  revision: string;
  /** Events not yet seen. */
  behind: number;
  held: boolean;
  synced: boolean;
  watch: "open" | "cut" | "expired";
  /** What the cache is restricted to. */
  selector?: string;
}

export interface InFlight {
  kind: string;
  type: WatchType;
  object: KubeObject;
  due: number;
  /** Whose play made it. */
  move: number;
}

export interface NotWoken {
  move: number;
  ref: Ref;
  type: string;
  before: string | null;
  after: string;
  /** Only where the kind has generations. */
  generationBefore?: number | null;
  generationAfter?: number;
  /** Found missing in a list: what is shown is the last state that the cache had. */
  finalStateUnknown?: true;
  /**
   * `predicate:` and the predicate, `predicate:ownedGeneration` (`ownedPredicate`), `handler:notOwned`, `handler:notController`,
   * `handler:notRequired`, `handler:notWatched` (cached for reads only), `cache:selector` (never sent).
   */
  by: string;
  writer?: string;
}

export interface QueueItem {
  key: string;
  priority: number;
  causes: Cause[];
}

export interface WaitingItem extends QueueItem {
  due: number;
}

export interface Cause {
  why:
    | "created"
    | "updated"
    | "deleted"
    | "owned"
    | "required"
    | "initialList"
    | "resync"
    | "requeueAfter"
    | "requeue"
    | "retry"
    | "leader";
  /** Whose play made it. */
  move: number;
  /** Field manager of the write. */
  by?: string;
  ref?: Ref;
  type?: WatchType;
  before?: string;
  after?: string;
  generationBefore?: number;
  generationAfter?: number;
  /** JSON Pointers. */
  changed?: string[];
  /** Found missing in a list: what is shown is the last state that the cache had. */
  finalStateUnknown?: true;
  /** Joined a key that was already there. */
  merged: boolean;
}

export type Question = "desired" | "observed" | "diff" | "action" | "requeue" | "status";

/** What the next answer will do, known before it is played. */
export type Next =
  | { question: string; read: Ref }
  | { question: string }
  | { method: string; ref: Ref; subresource?: string; /** With `bodies`: what it will carry, and as what (JSON where it is left out). */ body?: unknown; contentType?: string }
  | { outside: string; name: string }
  | { sleep: number }
  | { return: true };

export interface Pass {
  key: string;
  number: number;
  causes: Cause[];
  startedAt: number;
  startMove: number;
  question: Question | "returned";
  /** The state's name. */
  waitingFor: string;
  /** Asleep until then. */
  wakes: number | null;
  next: Next | null;
  /** The reconciler's own copies. */
  holds: { object: KubeObject; from: "cache" | "server" | "answer" }[];
  answers: Answers;
  writes: Write[];
  decision: Decision | null;
  ended: "returned" | "crashed" | null;
}

export interface Answers {
  desired?: { child: KubeObject | null; account: string | null; deleting: boolean };
  observed?: {
    child: string | null;
    required: "present" | "absent" | "notNeeded";
    account: "present" | "absent" | "unknown";
  };
  diff?: { paths: string[]; need: string[] };
  action?: { did: string[]; failed?: string };
  /** What the pass intends; the decision is what it returned. `swallowed` is the text of an error that is not returned. */
  requeue?: { rule: string; delay: number | null; swallowed?: string };
  status?: { write: boolean; changed: string[] };
}

export type Outcome =
  | "created"
  | "changed"
  | "unchanged"
  | "terminating"
  | "deleted"
  | "conflict"
  | "notFound"
  | "alreadyExists"
  | "refused"
  | "failed"
  | "lost"
  | "skipped";

export interface Write {
  method: string;
  ref: Ref;
  subresource?: "status";
  move: number;
  outcome: Outcome;
  code: number | null;
  reason?: string;
  message?: string;
  /** resourceVersion; of a deletion, the delete's revision. */
  before: string | null;
  after: string | null;
  generationBefore: number | null;
  generationAfter: number | null;
  /** JSON Pointers. */
  changed: string[];
  event: WatchType | null;
}

/** The requeue decision, as the lab wants it in JSON. */
export interface Decision {
  returned: {
    error?: { reason: string; message: string; terminal: boolean };
    requeueAfter?: number;
    requeue?: boolean;
    panic?: string;
  };
  rule: "error" | "terminalError" | "requeueAfter" | "requeue" | "done";
  ignored?: ("requeueAfter" | "requeue")[];
  forgets: boolean;
  /** The key's count after it. */
  failures: number;
  call: "AddRateLimited" | "AddAfter" | null;
  /** What the rule gives. */
  delay: number | null;
  effect: "added" | "earlierKept" | "alreadyReady" | null;
  /** When the key will really run next. */
  due: number | null;
}

// ------------------------------------------------------------------------------------------------------ facts

/** What a cache took in: an object, and the version it had of it before. */
export interface Told {
  ref: Ref;
  type: WatchType;
  before: string | null;
  after: string;
  generationBefore?: number | null;
  generationAfter?: number;
  finalStateUnknown?: true;
  /** The move whose play made the event. */
  move?: number;
  /** Field manager of the write behind it. */
  writer?: string;
}

/** What happened, one by one: codes with parameters, no sentence. */
export interface Facts {
  /** The API server answered; `as` is who asked; `status` is the body of a refusal, with its causes. */
  request: {
    as: string;
    method: string;
    path: string;
    code: number;
    ref?: Ref;
    subresource?: string;
    reason?: string;
    message?: string;
    status?: KubeStatus;
    warnings?: string[];
  };
  /** A write's evidence; `controller` is there when a controller made it. */
  write: Write & { by: string; controller?: string };
  /** The store changed; the event is on its way to whoever watches. */
  event: { type: WatchType; ref: Ref; before: string | null; after: string; by: string };
  /** A cache took a list; `expired`: what the server had said about the version last seen, so that it was not the first. */
  listed: { controller: string; kind: string; count: number; revision: string; expired?: string };
  /** A broken watch was opened again. */
  reconnected: { controller: string; kind: string; missed: number };
  /** A cache took an event. */
  delivered: Told & { controller: string; kind: string; revision: string };
  /** A cache replayed its store. */
  resynced: { controller: string; kind: string; count: number };
  /** The event has passed its predicate, and the handler names a key for it: `passed` is true. What dropped one says `notWoken`. */
  predicate: Told & { controller: string; name: string; passed: boolean };
  /** An event woke nobody. */
  notWoken: NotWoken & { controller: string };
  enqueued: {
    controller: string;
    key: string;
    priority: number;
    effect: Decision["effect"];
    due: number | null;
    why: Cause["why"];
    merged: boolean;
    cause: Cause;
  };
  begun: { controller: string; key: string; pass: number; causes: Cause[] };
  /** A pass moved on: from `state`, which belonged to `question`, to `waitingFor`; `found` is the revision that was read. */
  answered: {
    controller: string;
    key: string;
    pass: number;
    state: string;
    question: Question | "returned";
    waitingFor: string;
    read?: Ref;
    found?: string | null;
  };
  outside: { by: string; op: string; name: string; outcome: "done" | "failed"; error?: string };
  sleeping: { controller: string; key: string; until: number };
  /** The context of a pass is done: what it asked for was not answered, and the server has done nothing. */
  timedOut: { controller: string; key: string; pass: number };
  returned: { controller: string; key: string; pass: number; decision: Decision };
  /** A process died, with the passes of these keys in progress. */
  crashed: { controller: string; passes: string[] };
  started: { controller: string };
  habits: { controller: string; set: Partial<Habits> };
  collected: { worker: Worker; [what: string]: unknown };
  /** An Event was sent, or held back since there were too many about its object. */
  reported: { controller: string; sent: boolean };
  /** A try for the lease. `failed`: it does not lead, or did not get to renew; `lost`: it gives up, `crashed` follows. */
  elected: LeaseView & { controller: string; outcome: "acquired" | "renewed" | "failed" | "lost" };
  stalled: { controller: string };
  resumed: { controller: string };
  advanced: { from: number; to: number; ready: { controller: string; key: string }[] };
  held: { controller: string; kind?: string };
  released: { controller: string; kind?: string };
  /** A watch broke; `expired`: it cannot go on where it was. */
  watchCut: { controller: string; kind: string; expired: boolean };
  /** etcd was compacted and the API server started anew. */
  compacted: { revision: string };
  failSet: { [what: string]: unknown };
  /** An injected failure took place. */
  injected: { controller: string; reason: string; applied: boolean };
}

export type FactName = keyof Facts;

/** An object with one key, the code of the fact. Unknown codes may come with later engines. */
export type Fact = { [Name in FactName]: { [N in Name]: Facts[Name] } }[FactName];

// ---------------------------------------------------------------------------------------------------- the check

/**
 * Every interleaving of a scenario: all orders of deliveries, passes, collector steps and timers, with the faults that the
 * budget allows and other people's moves at every point.
 */
export interface CheckOptions {
  /** How many faults of each kind may happen, each at any time; none where it is left out. */
  budget?: Budget;
  /** Other people's moves: each may happen once, at any time, or never. At most 16. */
  others?: Move[];
  limits?: CheckLimits;
  /** false = nothing is left out of what comes to the same; the verdict is the same and takes longer. */
  reduce?: boolean;
}

/** Where the check stops without a verdict of its own. */
export interface CheckLimits {
  /** Default 1,000,000. */
  states?: number;
  /** Moves from the start; none by default. */
  depth?: number;
  /** Wall-clock time spent in `run`. */
  ms?: number;
  /** What the states take in memory, as the check reckons it. */
  bytes?: number;
}

/** How far a check has come. */
export interface CheckProgress {
  /** There is a verdict. */
  done: boolean;
  states: number;
  transitions: number;
  /** Moves from the start to what is looked at now. */
  depth: number;
  /** States that are known and not yet looked into. */
  frontier: number;
  bytes: number;
}

/**
 * What is checked. `stable` is *eventually stable reconciliation*: once faults are spent, every continuation in which nobody is
 * starved reaches quiet worlds in which all is as the specs want it, and stays there. `noLoop`: nobody writes for ever.
 * `othersKept`: what belongs to others is as they left it. The rest are the invariants of the view.
 */
export type CheckProperty =
  | "stable"
  | "noLoop"
  | "othersKept"
  | "oneRunPerKey"
  | "cacheIsPast"
  | "nothingLeaks"
  | "noDuplicates"
  | "readyIsTrue";

/** What is wrong with a world that is not as it should be. */
export type CheckFault =
  /** The child is missing. */
  | "childMissing"
  /** The child holds something else than what the spec wants. */
  | "childDiffers"
  /** A child is there that nobody wants. */
  | "childLeft"
  /** An account that the spec wants is not there. */
  | "accountMissing"
  /** An account is there that nobody wants. */
  | "accountLeft"
  /** The status says nothing of this generation. */
  | "statusOld"
  /** The status says Ready and it is not, or the other way round. */
  | "statusWrong"
  /** An object that is being deleted still has the controller's finalizer. */
  | "finalizerLeft"
  /** A controller took away what somebody else had put there. */
  | "othersTaken"
  /** A key fails again and again, and nobody else is to blame. */
  | "failing";

/** What all verdicts tell. */
export interface CheckReport {
  states: number;
  transitions: number;
  depth: number;
  ms: number;
  bytes: number;
  /** Quiet worlds that were reached. */
  quiet: number;
  /** The faults and the moves of others that were allowed, and what is not followed at all, by code. */
  bounded: { budget: Required<Budget>; others: number; reduced: boolean; leftOut: string[] };
}

export interface CheckHolds extends CheckReport {
  verdict: "holds";
}

export interface CheckFails extends CheckReport {
  verdict: "fails";
  property: CheckProperty;
  /** `broken`: at one move. `deadlock`: quiet, wrong, and nobody will look again. `livelock`: it goes round for ever. */
  how: "broken" | "deadlock" | "livelock";
  fault?: CheckFault;
  /** The key, or whatever else it is about. */
  where: string;
  controller?: string;
  /** How many faults the story has, and how many moves of others. */
  faults: number;
  othersMoves: number;
  /** The story: it can be replayed. Its scenario has no latency and delivers promptly, since time and delays are moves here. */
  session: Session;
  /**
   * The position at which it is decided: from there on, what happens by itself does not make it right. Where it never would,
   * the one that shows it: the end, or where it begins to go round.
   */
  decisive: number;
  /** Of a livelock, the positions between which it goes round. */
  cycle?: { from: number; to: number };
}

export interface CheckNotFinished extends CheckReport {
  verdict: "notFinished";
  /** The limit that it ran into. */
  limit: keyof CheckLimits;
  frontier: number;
}

export type Verdict = CheckHolds | CheckFails | CheckNotFinished;

// ------------------------------------------------------------------------------------------- calls and errors

export interface Settled {
  quiet: boolean;
  moves: number;
  passes: number;
  writes: number;
  nextDue: number | null;
  loop: { key: string; passes: number; writes: number } | null;
  /**
   * One key ran 20 times in a row, each pass woken only by writes of controllers, and not only by its own one's: these
   * controllers wake each other. Left out where nobody does.
   */
  fight?: { key: string; passes: number; writes: number; controllers: string[] };
}

export interface TraceEntry {
  move: Move;
  time: number;
  revision: string;
  facts: Fact[];
}

export interface MovesOptions {
  faults?: boolean;
}

export interface SettleOptions {
  limit?: number;
  until?: number;
}

export interface ViewOptions {
  /** false = only refs and revisions where objects would stand. */
  objects?: boolean;
  /** At most so many of `recentPasses`, the last ones; all that are kept if left out. */
  passes?: number;
  /** true = the next request of a pass comes with its body. */
  bodies?: boolean;
  /** false = only refs and revisions where the copies of passes would stand that have ended. */
  copies?: boolean;
}

export interface Version {
  playground: string;
  /** The recorded release. */
  kubernetes: string;
}

/** Thrown for what a caller can cause; `path` is a JSON Pointer into what was handed in. */
export interface PlaygroundError extends Error {
  code: string;
  path?: string;
}
