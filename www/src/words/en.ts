// The catalog of what is always there, in English; the panel of faults and the chooser of habits bring their own
// (`faults/`, `habits/`). Keys are typed; a parameter makes a function. Text between backticks is set as code. Another
// language is another file of this shape (`Words`).

import type { Answers, Cause, Decision, FactName, Facts, LeaseView, Next, NotWoken, Question, Ref, Settled, Write, WatchType } from "../contract.ts";
import type { Deed, Station } from "../derive/deed.ts";
import type { Fate } from "../derive/fate.ts";
import type { ArrowName, Cargo } from "../derive/travel.ts";
import type { HabitValue } from "../habits.ts";
import type { Source, Unreadable } from "../state/run.ts";
import type { Tab } from "../state/ui.ts";
import type { ParseFault } from "../yaml.ts";

// ------------------------------------------------------------------------------------------------ small pieces

/** Milliseconds as people say them; exact, never rounded to something else. */
function span(ms: number): string {
  if (ms === 0) return "0 ms";
  if (Math.abs(ms) < 1000) return `${ms} ms`;
  if (Math.abs(ms) < 60_000 || ms % 60_000 !== 0) {
    const minutes = Math.trunc(ms / 60_000);
    const seconds = `${(ms - minutes * 60_000) / 1000} s`;
    return minutes === 0 ? seconds : `${minutes} min ${seconds}`;
  }
  return `${ms / 60_000} min`;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

function list(items: readonly string[], last = "and"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${last} ${items[items.length - 1]}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function thing(ref: Ref): string {
  return `${ref.kind} ${code(ref.name)}`;
}

function sub(subresource: string | undefined): string {
  return subresource === undefined ? "" : ` ${code(`/${subresource}`)}`;
}

const VERBS: Record<string, string> = { POST: "create", PUT: "replace", PATCH: "patch", DELETE: "delete", GET: "get" };

function verb(method: string): string {
  return VERBS[method] ?? method;
}

const RULES: Record<string, string> = {
  error: "an error",
  terminalError: "a terminal error",
  requeueAfter: "`RequeueAfter`",
  requeue: "`Requeue: true`",
  done: "an empty result",
};

function rule(name: string): string {
  return RULES[name] ?? code(name);
}

const NEEDS: Record<string, string> = {
  createChild: "create the ConfigMap",
  updateChild: "update the ConfigMap",
  deleteChild: "delete the ConfigMap",
  createAccount: "create the account outside",
  removeAccount: "remove the account outside",
  addFinalizer: "put the finalizer on",
  removeFinalizer: "take the finalizer off",
  refuse: "refuse: the ConfigMap belongs to another controller",
};

const DID: Record<string, string> = {
  createChild: "created the ConfigMap",
  updateChild: "updated the ConfigMap",
  deleteChild: "deleted the ConfigMap",
  createAccount: "created the account outside",
  removeAccount: "removed the account outside",
  addFinalizer: "put the finalizer on",
  removeFinalizer: "took the finalizer off",
};

const WORKERS: Record<string, string> = {
  "garbage-collector": "garbage collector",
  namespaces: "namespace controller",
  customResources: "custom resource controller",
};

const PREDICATES: Record<string, string> = {
  generation: "`GenerationChangedPredicate`",
  resourceVersion: "`ResourceVersionChangedPredicate`",
  generationOrMetadata: "the predicate on generation or metadata",
  swapped: "the predicate",
  none: "no predicate",
  ownedGeneration: "the child's `GenerationChangedPredicate`",
};

/** Who dropped an event: `predicate:generation`, `handler:notOwned`, `cache:selector`. */
function dropper(by: string): string {
  const [where, what = ""] = by.split(":");
  if (where === "predicate") return PREDICATES[what] ?? "a predicate";
  const known: Record<string, string> = {
    "handler:notOwned": "the handler: no AppConfig owns it",
    "handler:notController": "the handler: its owner reference is not the controller's",
    "handler:notRequired": "the handler: no AppConfig requires it",
    "handler:notWatched": "nobody: its kind is cached for reads and has no handler",
    "cache:selector": "the cache's selector: it is never sent",
  };
  return known[by] ?? code(by);
}

function next(step: Next, question: (q: Question) => string): string {
  if ("read" in step) return `read ${thing(step.read)} from the cache`;
  if ("method" in step) return `${verb(step.method)} ${thing(step.ref)}${sub(step.subresource)} (${code(step.method)})`;
  if ("outside" in step) {
    const what: Record<string, string> = { look: "look for", create: "create", remove: "remove" };
    const name = step.name === "" ? "its accounts" : `account ${code(step.name)}`;
    return `${what[step.outside] ?? step.outside} ${name} outside the cluster`;
  }
  if ("sleep" in step) return `sleep for ${span(step.sleep)}`;
  if ("return" in step) return "return its result to the queue";
  return `answer “${question(step.question as Question)}”`;
}

/** By the engine's names; one that is not here is shown as it is. */
const INVARIANTS: Record<string, string> = {
  oneRunPerKey: "No key runs twice at once",
  cacheIsPast: "Each cache is a past state of the server",
  nothingLeaks: "Nothing outside is left behind",
  noDuplicates: "No child is there twice",
  readyIsTrue: "Ready was true when it was written",
  noLoop: "No key keeps waking itself",
};

const OUTSIDE: Record<string, string> = { look: "look", create: "create", remove: "remove" };

const EVENT: Record<WatchType, string> = { ADDED: "ADDED", MODIFIED: "MODIFIED", DELETED: "DELETED" };

const asks: Record<Question, string> = {
  desired: "What is wanted?",
  observed: "What is there?",
  diff: "What differs?",
  action: "What closes the gap?",
  requeue: "When to look again?",
  status: "What to report?",
};

function pointer(path: string): string {
  if (path === "") return "the whole object";
  return code(path.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")).join("."));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cause(c: Cause): string {
  const object = c.ref === undefined ? "" : thing(c.ref);
  const moved = c.before !== undefined && c.after !== undefined && c.before !== c.after ? ` (${c.before} → ${c.after})` : "";
  const by = c.by === undefined || c.by === "" ? "" : `, written by ${code(c.by)}`;
  const event = c.type === undefined ? "" : `${EVENT[c.type]} `;
  switch (c.why) {
    case "created": return `${event}${object}${by}`;
    case "updated": return `${event}${object}${moved}${by}`;
    case "deleted": return `${event}${object}${by}`;
    case "owned": return `${event}${object}${moved}, which it owns${by}`;
    case "required": return `${event}${object}${moved}, which it requires${by}`;
    case "initialList": return `${object === "" ? "it" : object} was in the list that the cache started with`;
    case "resync": return `resync: the cache replayed ${object === "" ? "its store" : object}, nothing new`;
    case "requeueAfter": return "an earlier pass had asked to come back (`RequeueAfter`)";
    case "requeue": return "an earlier pass had returned `Requeue: true`";
    case "retry": return "an earlier pass had failed and was to be tried again";
    case "leader": return "this process became the leader";
  }
}

const asIs = (value: HabitValue): string => (value === null ? "off" : typeof value === "number" ? span(value) : String(value));

const outcomes: Record<Write["outcome"], string> = {
  created: "created", changed: "changed", unchanged: "unchanged", terminating: "terminating", deleted: "deleted", conflict: "conflict",
  notFound: "not found", alreadyExists: "already exists", refused: "refused", failed: "failed", lost: "answer lost", skipped: "skipped",
};

function decision(d: Decision): string {
  switch (d.rule) {
    case "done": return "It asked for nothing more: the key is forgotten, and only an event brings it back.";
    case "requeueAfter": return `It asked to look again in ${span(d.delay ?? 0)}. That is no failure: the counter is reset.`;
    case "requeue": return `It asked for another turn: like an error it waits ${span(d.delay ?? 0)}, and the delay grows.`;
    case "error": return `${d.returned.panic === undefined ? "It failed" : "It panicked, and the panic was caught and taken for an error"}: try again after a backoff of ${span(d.delay ?? 0)}. Failure ${d.failures} in a row.`;
    case "terminalError": return "It failed for good: it is not queued again. Only an event brings it back.";
  }
}

// ----------------------------------------------------------------------------------------------------- the rest

export const en = {
  span,
  /** What stands between two pieces that a component puts beside each other. */
  between: { comma: ", ", colon: ": ", brackets: (text: string) => ` (${text})` },

  page: {
    name: "reconcile playground",
    title: "reconcile playground: a Kubernetes controller, step by step",
    tagline: "A Kubernetes control plane and a controller, run inside this page. Step through a reconcile and see what moved.",
    noController: "This session has no controller, so there is no loop to show here. Its API server can be used through the package; choose a situation to go on.",
    skip: "Skip to the controls",
    skipToTranscript: "Skip to the transcript",
    clock: (ms: number) => `t = ${span(ms)}`,
    clockHint: "Virtual time: it moves only when a move takes time",
    position: (at: number, of: number) => (at === of ? `move ${at}` : `move ${at} of ${of}`),
    course: "Course",
    situations: "Situations",
    lab: "Lab",
    languageLabel: (now: string) => `Language: ${now}`,
    themeToDark: "Dark",
    themeToLight: "Light",
    themeLabel: (now: string) => `Colour theme: ${now}. Switch.`,
    themes: { light: "light", dark: "dark" },
    versions: (playground: string, kubernetes: string) => `Engine ${playground}; the API server's answers follow Kubernetes ${kubernetes}.`,
    licences: "Licences",
    licencesInside: "Licences of what is in it: at the end of this file.",
    private: "Nothing leaves this page: no account, no server, no third party.",
    areas: { label: "Parts of the page", run: "Path", pass: "Pass", edit: "Edit", history: "History" },
  },

  guide: {
    label: "What to try",
    hide: "Hide",
    show: "Show what to try",
    beginning: "At the beginning:",
    cures: "Cures",
    wrong: "See it go wrong",
    happen: "See it happen",
    apply: (name: string) => `Try: ${name}`,
    anew: (name: string) => `Start again: ${name}`,
    compare: "Compare",
    compareWith: (name: string) => `Compare with the cure: ${name}`,
  },

  scenarios: {
    title: "Choose a situation",
    intro: "Each begins at a telling moment, with the controller written as it says. What you have now is replaced; save the session first if you want it back.",
    close: "Close",
    open: "Start here",
    current: "You are here",
    items: {
      fresh: {
        title: "A first AppConfig",
        situation: "Somebody has just created AppConfig `web`. The controller has not heard of it yet.",
        tries: [
          "Press **Step** and follow the event along the path, one move at a time.",
          "When the pass has returned, press **Run until quiet** and read how many passes it took, and why.",
          "Change `spec.data` in the editor, save, and step again: what moved this time, and what did not?",
        ],
        see: "An event becomes a key, a pass makes the ConfigMap, and a second pass finds that nothing is left to do.",
      },
    },
  },

  session: {
    title: "Session",
    save: "Save session as a file",
    open: "Open a session file…",
    share: "Share or embed…",
    copy: "Copy link",
    copied: (length: number) => `Copied: a link of ${length} characters.`,
    notCopied: (length: number) => `The browser did not let it be copied. The link, of ${length} characters:`,
    long: (most: number) => `Many places cut links that are longer than ${most} characters. A file is the better way.`,
    link: "The link",
    fromHere: "Start from here",
    fromHereHint: "The world as it is becomes the beginning of a new run, and Reset leads back to it.",
    kept: {
      back: "Your last run is back.",
      broken: "Your last run could not be brought back: what was kept of it is damaged, and was removed.",
      tooLong: "This run is too long to be kept for your next visit. Save it as a file if you want it back.",
      noRoom: "The browser has no room to keep this run for your next visit. Save it as a file if you want it back.",
    },
    afresh: "Start afresh",
    hide: "Hide this note",
  },

  controls: {
    label: "Controls",
    step: "Step",
    nothing: "Nothing left to do: all is quiet and no timer is set",
    nothingDown: "Nothing moves: the controller is down",
    nothingStalled: "Nothing moves: the controller is stalled",
    nothingHeld: "Nothing moves by itself: events are held",
    stalled: (name: string) => `${code(name)} is stalled: it stands where it was, and does nothing until it goes on.`,
    resumeIt: "Resume the controller",
    down: (name: string) => `${code(name)} is down: whatever changes now is not reconciled until it starts.`,
    startIt: "Start the controller",
    ahead: (count: number) => `You are in the past: another move goes a new way from here, and ${count === 1 ? "the move ahead stays" : `the ${count} moves ahead stay`} as a branch.`,
    finish: "Finish this pass",
    finishNone: "Finish next pass",
    finishShort: "Finish",
    settle: "Run until quiet",
    settleShort: "Run",
    back: "Back",
    forward: "Forward",
    reset: "Reset",
    time: "Let time pass",
    faults: "Faults",
    others: (n: number) => `Other moves (${n})`,
    othersShort: (n: number) => `Others (${n})`,
    othersHint: "What else could happen by itself now. One press plays it.",
    othersNone: "Nothing else can happen by itself now.",
    othersFaults: "Break something: faults…",
    of: (controller: string) => `${code(controller)}: `,
    check: "Try every order",
    shortcuts: "Keyboard shortcuts",
    shortcutsOn: "Use single-key shortcuts",
    shortcutsHint: "They work while no text field has the focus.",
    keys: { step: "S", finish: "F", settle: "R", back: "←", forward: "→", reset: "0", time: "T", check: "C" },
    toTimer: (by: number) => `To the next timer (+${span(by)})`,
    noTimer: "No timer is set",
    by: (ms: number) => `+${span(ms)}`,
    custom: "Milliseconds",
    go: "Let pass",
    nothingYet: "Nothing yet. Press Step to make the first move.",
    begins: "The situation begins here.",
    at: (n: number) => `Move ${n}`,
    loading: "Loading…",
  },

  time: {
    label: "Back and forth",
    scrubber: "Moment of the run",
    at: (at: number, of: number, ms: number) => `move ${at} of ${of}, t = ${span(ms)}`,
    first: "To the beginning",
    last: "To the last move",
    kept: (number: number, moves: number, from: number) => `The old way is kept as branch ${number}: ${count(moves, "move")} from move ${from} on.`,
    goThere: "Go there",
    left: (moves: number) => `The run before, of ${count(moves, "move")}, is kept with its branches until another run begins.`,
    goBack: "Go back to it",
    dismiss: "Dismiss",
    branches: (n: number) => count(n, "branch", "branches"),
  },

  /** What a move will do; completes "Step: …". */
  deed: (deed: Deed): string => {
    switch (deed.code) {
      case "deliver":
        return `deliver ${deed.type} ${code(deed.name)} to the cache${deed.count > 1 ? `, and ${deed.count - 1} more` : ""}`;
      case "list":
        return `list ${deed.kind}s into the cache`;
      case "begin":
        return `a worker takes ${code(deed.key)} from the queue`;
      case "ask":
        return next(deed.next, (q) => asks[q] ?? q);
      case "collect":
        return `the ${WORKERS[deed.worker] ?? deed.worker} does its next piece of work${deed.about ? ` (${thing(deed.about)})` : ""}`;
      case "advance":
        if (deed.reason === "timer" && deed.key !== null) return `let ${span(deed.by)} pass, to the timer of ${code(deed.key)}`;
        if (deed.reason === "lease" && deed.key !== null) return `let ${span(deed.by)} pass, until ${code(deed.key)} tries for its lease`;
        if (deed.reason === "sleep" && deed.key !== null) return `let ${span(deed.by)} pass, until the pass of ${code(deed.key)} wakes`;
        if (deed.reason === "event") return `let ${span(deed.by)} pass, until the next event arrives`;
        return `let ${span(deed.by)} pass`;
      case "request":
        return `${code(deed.arguments.method)} ${code(deed.arguments.path)}`;
      case "edit":
        return `save ${deed.arguments.object.kind} ${code(deed.arguments.object.metadata?.name ?? "")}`;
      case "remove":
        return `delete ${thing(deed.arguments)}`;
      case "hold":
        return `hold the events of ${deed.arguments.kind ?? deed.arguments.controller ?? "every kind"}`;
      case "release":
        return `release the events of ${deed.arguments.kind ?? deed.arguments.controller ?? "every kind"}`;
      case "resync":
        return `resync ${deed.arguments.kind ?? "every kind"}: the cache replays what it holds`;
      case "cutWatch":
        return `cut the watch of ${deed.arguments.kind ?? "every kind"}${deed.arguments.expired ? ", and let its version expire" : ""}`;
      case "crash":
        return `crash ${WORKERS[deed.arguments.controller ?? ""] ?? "the controller"}`;
      case "start":
        return `start ${WORKERS[deed.arguments.controller ?? ""] ?? "the controller"}${deed.arguments.at === undefined ? "" : ` against revision ${deed.arguments.at}`}`;
      case "fail":
        return `fail the next ${(deed.arguments.times ?? 1) > 1 ? `${deed.arguments.times} ` : ""}${code(deed.arguments.method)} of ${deed.arguments.kind}${sub(deed.arguments.subresource)} with ${deed.arguments.reason}${deed.arguments.applied ? ", the answer lost" : ""}`;
      case "outside": {
        const what = { remove: "removes", create: "creates", break: "breaks", heal: "heals" }[deed.arguments.op];
        return `the world outside ${what} account ${code(deed.arguments.name)}`;
      }
      case "habits":
        return `roll out ${list(Object.entries(deed.arguments.set).map(([name, value]) => `${code(name)}: ${asIs(value as HabitValue)}`))}`;
      case "report":
        return "send the next Event";
      case "elect":
        return "try for the lease";
      case "compact":
        return "compact etcd and restart the API server";
      case "stall":
        return `stall ${code(deed.arguments.controller ?? "")}`;
      case "resume":
        return `let ${code(deed.arguments.controller ?? "")} go on`;
      case "call":
        return `${code(deed.arguments.request.method)} ${code(deed.arguments.request.path)}`;
      case "return":
        return "return the result";
      case "unknown":
        return code(deed.move);
    }
  },

  /** What happened, one sentence a fact. An empty string = not worth a sentence of its own. */
  fact: {
    request: (f: Facts["request"]) => {
      const what = f.ref ? `${thing(f.ref)}${sub(f.subresource)}` : code(f.path);
      const refused = f.code >= 400 ? `: ${f.code} ${f.reason ?? ""}` : "";
      return `${code(f.as)} sent ${code(f.method)} ${what}${refused}.`;
    },
    write: (f: Facts["write"]) => {
      const what = `${code(f.by)}: ${f.method} ${thing(f.ref)}${sub(f.subresource)}`;
      if (f.outcome === "skipped") return `${thing(f.ref)}${sub(f.subresource)}: no need to write, ${f.after ?? ""} stays.`;
      if (f.event === null) return `${what} → ${outcomes[f.outcome]}${f.code === null || f.outcome === "lost" ? "" : ` (${f.code})`}, no event.`;
      const moved = f.before === null ? `version ${f.after ?? ""}` : `${f.before} → ${f.after ?? ""}`;
      return `${what} → ${outcomes[f.outcome]}, ${moved}, event ${f.event}.`;
    },
    event: (f: Facts["event"]) => `${code(f.by)}: ${f.type} ${thing(f.ref)}, ${f.before === null ? "version" : `${f.before} →`} ${f.after}.`,
    listed: (f: Facts["listed"]) => `The cache listed ${f.kind}s${f.expired === undefined ? "" : " anew, since the version that it had seen has expired"}: ${count(f.count, "object")}, at revision ${f.revision}.`,
    reconnected: (f: Facts["reconnected"]) => `The watch of ${f.kind}s is open again; ${count(f.missed, "event")} replayed.`,
    delivered: (f: Facts["delivered"]) => `${f.type} ${thing(f.ref)} reached the cache, ${f.before === null ? "version" : `${f.before} →`} ${f.after}.`,
    resynced: (f: Facts["resynced"]) => `The cache replayed its ${f.kind}s: ${count(f.count, "object")}, nothing new.`,
    predicate: (f: Facts["predicate"]) => (f.passed ? "" : `Dropped by ${dropper(f.name)}.`),
    notWoken: (f: Facts["notWoken"]) => `${f.before === f.after ? `${thing(f.ref)} at ${f.after}: nobody` : "Nobody"} is woken: dropped by ${dropper(f.by)}.`,
    enqueued: (f: Facts["enqueued"]) => {
      if (f.merged) return `${code(f.key)} was in the queue already: one more reason, still one key.`;
      return f.effect === "earlierKept" ? `${code(f.key)} has an earlier timer, which stays.` : `${code(f.key)} is in the queue.`;
    },
    begun: (f: Facts["begun"]) => `Pass ${f.pass} of ${code(f.key)} began.`,
    answered: (f: Facts["answered"]) => {
      if (f.read) return f.found ? `Read ${thing(f.read)} from the cache: version ${f.found}.` : `Read ${thing(f.read)} from the cache: not there.`;
      return f.question === "returned" ? "" : `Answered “${asks[f.question]}”`;
    },
    outside: (f: Facts["outside"]) => {
      const what: Record<string, string> = {
        look: "looked for accounts outside", create: "created an account outside", remove: "removed an account outside",
        break: "broke an account outside", heal: "healed an account outside",
      };
      const name = f.name === "" ? "" : ` (${code(f.name)})`;
      return `${f.by === "" ? "" : `${code(f.by)} `}${what[f.op] ?? f.op}${name}${f.error === undefined ? "." : `: it failed, ${f.error}.`}`;
    },
    sleeping: (f: Facts["sleeping"]) => `The pass waits until t = ${span(f.until)}, and its worker with it.`,
    timedOut: (f: Facts["timedOut"]) => `The context of pass ${f.pass} is done: its request fails, and nothing was done.`,
    returned: (f: Facts["returned"]) => `Pass ${f.pass} ${f.decision.returned.panic === undefined ? `returned ${rule(f.decision.rule)}` : "panicked"}. ${decision(f.decision)}`,
    crashed: (f: Facts["crashed"]) =>
      WORKERS[f.controller] === undefined
        ? "The controller died where it stood: its cache, queue, timers and counters are gone."
        : `The ${WORKERS[f.controller] ?? ""} died.`,
    started: (f: Facts["started"] & { at?: string }) =>
      WORKERS[f.controller] === undefined ? f.at === undefined ? "The controller starts: it lists every kind and enqueues every key." : `The controller starts: its lists show the server as it was at revision ${f.at}, and it enqueues every key that they hold.` : `The ${WORKERS[f.controller] ?? ""} starts.`,
    habits: (f: Facts["habits"]) => `A new version was rolled out (${list(Object.entries(f.set).map(([name, value]) => `${code(name)}: ${asIs(value as HabitValue)}`))}); the process restarts.`,
    collected: (f: Facts["collected"]) => {
      const what = f["ref"] === undefined ? "" : ` ${thing(f["ref"] as Ref)}`;
      const worker = `The ${WORKERS[f.worker] ?? f.worker}`;
      if (f["outcome"] === "observed") return `${worker} saw ${String(f["type"])}${what}.`;
      if (f["outcome"] === "requested") return `${worker} sent ${code(String(f["method"]))}${what}: ${String(f["code"])}.`;
      return `${worker} found nothing to do${what === "" ? "" : ` about${what}`}.`;
    },
    reported: (f: Facts["reported"]): string => (f.sent ? "" : "An Event was not sent: there were too many about its object."),
    elected: (f: Facts["elected"]) => {
      const [who, lease] = [code(f.controller), code(f.name)];
      switch (f.outcome) {
        case "acquired": return `${who} acquired the lease ${lease}: its caches and workers start.`;
        case "renewed": return `${who} renewed the lease ${lease}.`;
        case "failed": return f.holder === null || f.holder === f.identity ? `${who} did not get the lease ${lease}: a request failed.` : `${who} does not get the lease ${lease}: ${code(f.holder)} holds it.`;
        case "lost": return `${who}: leader election lost; the process exits.`;
      }
    },
    stalled: (f: Facts["stalled"]) => `${code(f.controller)} stopped moving; its memory is kept, and the clock goes on.`,
    resumed: (f: Facts["resumed"]) => `${code(f.controller)} goes on where it stood.`,
    advanced: (f: Facts["advanced"]) =>
      `${span(f.to - f.from)} passed.${f.ready.length === 0 ? "" : ` Due now: ${list(f.ready.map((one) => code(one.key)))}.`}`,
    held: (f: Facts["held"]) => `Events of ${f.kind ?? "every kind"} are held.`,
    released: (f: Facts["released"]) => `Events of ${f.kind ?? "every kind"} flow again.`,
    watchCut: (f: Facts["watchCut"]) => `The watch of ${f.kind}s is cut; what was on the wire is gone.`,
    compacted: (f: Facts["compacted"]) => `etcd was compacted at revision ${f.revision} and the API server started anew: its history is gone.`,
    failSet: () => "A failure is armed for the reconciler's next matching request.",
    injected: (f: Facts["injected"]) => (f.applied ? `The server did it, but the answer was lost (${f.reason}).` : `The request failed as arranged (${f.reason}).`),
  } satisfies { [Name in FactName]: (f: Facts[Name]) => string },

  /** Short name of a move in the log. */
  moveName: {
    request: "request", edit: "save", remove: "delete", deliver: "deliver", begin: "begin", answer: "reconcile", collect: "collect",
    report: "report", elect: "elect", advance: "time", resync: "resync", hold: "hold", release: "release", cutWatch: "cut watch",
    compact: "compact", crash: "crash", start: "start", stall: "stall", resume: "resume", fail: "fail", outside: "outside",
    habits: "habits", call: "call", return: "return",
  } as Record<string, string>,

  report: {
    played: (moves: number, passes: number, writes: number) =>
      `${count(moves, "move")}, ${count(passes, "pass", "passes")}, ${writes === 0 ? "no write" : count(writes, "write")}.`,
    quiet: "Quiet: nothing is left to do, and no timer is set.",
    stuck: "Nothing else moves, and no timer is set.",
    held: "Nothing moves by itself. Events are held: release or deliver them.",
    timer: (by: number) => `Quiet but for a timer, ${span(by)} from now.`,
    toTimer: (by: number) => `Let ${span(by)} pass`,
    limit: (moves: number) => `Stopped after ${count(moves, "move")}, which is the limit. There is more to do.`,
    goOn: "Go on",
    loopTitle: "You built a loop",
    loop: (loop: NonNullable<Settled["loop"]>, rate: number | null) =>
      `${code(loop.key)} ran ${count(loop.passes, "time")} in a row, each time woken only by its own controller's writes (${loop.writes}).` +
      (rate === null ? "" : ` That is ${Math.round(rate)} passes per second of virtual time, for ever.`),
    fightTitle: "They wake each other",
    fight: (fight: NonNullable<Settled["fight"]>) =>
      `${code(fight.key)} ran ${count(fight.passes, "time")} in a row, each time woken only by writes of ${list(fight.controllers.map(code))} (${fight.writes}). Each undoes what the other did.`,
    finished: (number: number, key: string) => `Pass ${number} of ${code(key)} has returned.`,
    finishedNone: "No pass is left to finish.",
    finishedTimer: "No pass to finish now: the next one waits for its timer.",
  },

  problem: {
    title: "That was not possible",
    refused: (codeName: string, path: string | undefined) => `Engine code ${code(codeName)}${path === undefined || path === "" ? "" : ` at ${code(path)}`}. Nothing has changed.`,
    trapTitle: "The engine stopped, and was started anew",
    trapMove: (what: string, position: number) => `It failed while playing: ${what}. The run is back at move ${position}, the last good one; nothing is lost.`,
    trapNoMove: (position: number) => `The run is back at move ${position}; nothing is lost.`,
    deadTitle: "The engine stopped and could not be started again",
    dead: "The moves up to here are safe: save them as a file, reload the page and open the file.",
    loadTitle: "The engine could not be loaded",
    load: "The page needs WebAssembly and its own files. Reload to try again.",
    part: "This part of the page could not be loaded. Try again.",
    sourceTitle: { file: "This file cannot be opened", link: "This link cannot be opened" } satisfies Record<Source, string>,
    untouched: "Nothing has changed.",
    unreadable: (p: { why: Unreadable; move?: number; path?: string | undefined; name?: string }): string => {
      switch (p.why) {
        case "notJson": return "It is not JSON, or only a part of it.";
        case "notSession": return "It is no session: a scenario and a list of moves are wanted.";
        case "tooLarge": return "It is larger than 8 MB.";
        case "tooLong": return "It has more than 50,000 moves. Open it as a file.";
        case "damaged": return "It is damaged, or was cut short on its way.";
        case "version": return "It is of a version that this page does not know.";
        case "move": return `Move ${p.move} (${code(p.path ?? "")}) cannot be played.`;
        case "task": return `There is no task called ${code(p.name ?? "")}.`;
        case "scenario": return `There is no situation called ${code(p.name ?? "")}.`;
        case "report": return `There is no report ${code(p.name ?? "")} here. Those that are played here stand under **Situations**, in **Reports**.`;
        case "digest": return "Played again it does not lead where it says that it did: it is damaged, or was changed.";
        case "refused": return `The engine refuses it${p.path === undefined || p.path === "" ? "" : ` at ${code(p.path)}`}.`;
      }
    },
    save: "Save session as a file",
    dismiss: "Dismiss",
    unexpected: "Unexpected error",
  },

  path: {
    title: "The path",
    stations: {
      server: "API server", watch: "Watch", cache: "Cache", queue: "Work queue", reconciler: "Reconciler",
      collector: "Garbage collector", outside: "Outside the cluster",
    },
    hints: {
      server: "The only place where objects are stored",
      watch: "Events on their way",
      cache: "What the reconciler reads",
      queue: "Keys only, each at most once",
      reconciler: "Gets a key, never an event",
      collector: "Removes what has lost its owner",
      outside: "What Kubernetes does not know of",
    } satisfies Record<Exclude<Station, "clock">, string>,
    /** Where the name has no room. */
    short: {
      server: "API server", watch: "Watch", cache: "Cache", queue: "Queue", reconciler: "Reconciler", collector: "Collector", outside: "Outside",
    } satisfies Record<Exclude<Station, "clock">, string>,
    about: "A loop: what changes on the API server becomes events on the watch, which bring the cache up to date and put keys into the queue. The reconciler takes a key, reads from the cache, and writes to the API server. Each station opens what it holds.",
    /** What each arrow carries: short, it stands in the picture. */
    arrows: {
      event: "events", deliver: "events", wake: "keys", take: "key", read: "reads", write: "writes", call: "calls", collect: "collects",
    } satisfies Record<ArrowName, string>,
    /** What travelled along an arrow: what, about what, and how it ended; short. */
    cargo: (c: Cargo): string[] => {
      switch (c.code) {
        case "event": return [c.type, c.count > 1 ? `${c.name} +${c.count - 1}` : c.name];
        case "list": return ["list", `${c.kind} × ${c.count}`];
        case "key": return [c.key];
        case "dropped": return ["dropped"];
        case "read": return [c.name, c.found === null ? "not there" : `at ${c.found}`];
        case "request": return [c.method, c.name, `→ ${c.answer === "lost" ? "lost" : c.answer}`];
        case "outside": return [`${OUTSIDE[c.op] ?? c.op}${c.failed ? ": failed" : ""}`, c.name];
        case "returned": {
          const { call, delay } = c.decision;
          return call === null ? ["done"] : [c.decision.rule === "error" ? "retry" : "again", `in ${span(delay ?? 0)}`];
        }
      }
    },
    lost: "lost",
    /** Parts of the sentence by which a station is called. */
    says: {
      next: "Acts next.",
      some: (items: readonly string[], rest: number) => (rest > 0 ? `${items.join(", ")} and ${rest} more` : list(items)),
      inFlight: (n: number) => `${count(n, "event")} in flight`,
      held: (kinds: readonly string[]) => `Held: ${list(kinds)}.`,
      cache: (kind: string, state: string, objects: number) => `${kind} ${state}, ${count(objects, "object")}`,
    },
    lever: {
      label: (kind: string) => `Events of ${kind}`,
      hold: (kind: string) => `Hold ${kind} events`,
      release: (kind: string) => `Release ${kind} events`,
      one: (kind: string) => `Deliver one ${kind} event`,
      all: (kind: string, n: number) => `Deliver all ${kind} events (${n})`,
    },
    flows: "flows",
    heldCount: (n: number) => `held: ${n}`,
    nothingHere: "–",
    noWatch: "No watch is open.",
    noCache: "No cache, no watch.",
    cutShort: "cut",
    dueShort: (by: number) => (by <= 0 ? "due now" : `in ${span(by)}`),
    failedShort: (n: number) => `failed × ${n}`,
    leakShort: "leak",
    crashHere: "Crash here",
    crashHereName: "Crash here: the controller dies where it stands",
    start: "Start",
    startName: "Start the controller again",
    habits: "Habits",
    habitsChanged: (n: number) => count(n, "habit"),
    close: (station: string) => `Close ${station}`,
    next: "next",
    revision: (revision: string) => `revision ${revision}`,
    emptyServer: "No objects.",
    more: (n: number) => `and ${n} more`,
    emptyWatch: "No event in flight.",
    emptyList: "none",
    due: (by: number) => `arrives in ${span(by)}`,
    held: "held",
    unsynced: "not listed yet",
    cut: "watch cut",
    expired: "watch cut, its version expired",
    only: (selector: string) => `only ${selector}`,
    stalled: "Stalled: it keeps what it knows, and does nothing.",
    alongside: (keys: readonly string[]) => `and at the same time ${list(keys.map(code))}`,
    inStep: "in step",
    at: (revision: string) => `at ${revision}`,
    /** Where there is little room. */
    atShort: (revision: string) => `at ${revision}`,
    behind: (n: number) => `${n} behind`,
    serverHas: (revision: string) => `server: ${revision}`,
    ready: "Ready",
    processing: "In work",
    waiting: "Waiting",
    failures: "Failures",
    aside: "Again when its pass is done",
    reasons: (n: number) => count(n, "reason"),
    low: "low priority",
    dueIn: (by: number, at: number) => (by <= 0 ? "due now" : `in ${span(by)} (t = ${span(at)})`),
    failed: (n: number) => count(n, "failure"),
    idle: "Idle: it waits for a key.",
    crashed: "Crashed. What it knew is gone.",
    pass: (number: number) => `Pass ${number}`,
    terminating: "terminating",
    generation: (n: number) => `gen ${n}`,
    lane: "Writes go straight to the API server. The cache learns of them only by the event that comes back.",
    collectorIdle: "Nothing to collect.",
    collectorSees: "An event to look at.",
    collectorDown: "Crashed.",
    pending: (n: number) => `${count(n, "object")} to look at`,
    outsideEmpty: "No account.",
    madeBy: (key: string) => `made by ${code(key)}`,
    madeByOther: "made by somebody else",
    broken: "broken",
    leak: "leak: its owner is gone",
    edit: "open in the editor",
  },

  interfere: {
    label: "Interfere",
    hold: (kind: string) => `Hold ${kind}`,
    release: (kind: string) => `Release ${kind}`,
    deliver: (kind: string) => `Deliver one ${kind}`,
    deliverAll: (kind: string, n: number) => `Deliver all ${n} ${kind}`,
    resync: (kind: string) => `Resync ${kind}`,
    cut: (kind: string) => `Cut ${kind}'s watch`,
    crash: "Crash the controller",
    start: "Start the controller",
    crashCollector: "Crash the collector",
    startCollector: "Start the collector",
    all: "All faults…",
    breakAccount: (name: string) => `Break ${name}`,
    healAccount: (name: string) => `Heal ${name}`,
    removeAccount: (name: string) => `Remove ${name}`,
    createAccount: (name: string) => `Create ${name}`,
  },

  pass: {
    title: "The pass",
    none: "No pass yet. A pass begins when a worker takes a key from the queue.",
    heading: (number: number, key: string) => `Pass ${number} of ${code(key)}`,
    whose: (controller: string) => `by ${code(controller)}`,
    running: "in progress",
    returned: "returned",
    crashed: "crashed",
    failed: "returned an error",
    panicked: "panicked",
    past: "You are looking at an earlier pass.",
    follow: "Follow the latest",
    why: "Why it ran",
    notWhy: "Since the pass before, these woke nobody",
    whyNote: "For you only: the reconciler was handed the key and nothing else.",
    merged: "merged",
    absorbed: (due: number) => `it came first: the timer for t = ${span(due)} was absorbed`,
    mergedHint: "It joined a key that was waiting already",
    next: "Next",
    started: (ms: number) => `began at ${span(ms)}`,
    questions: asks,
    names: { desired: "desired", observed: "observed", diff: "diff", action: "action", requeue: "requeue", status: "status" } satisfies Record<Question, string>,
    states: { answered: "answered", failed: "failed", current: "now", open: "to come", passedOver: "not asked" },
    holds: "Copies that the reconciler holds",
    holdsFrom: { cache: "from the cache", server: "read from the server", answer: "the server's answer to its own write" },
  },

  answer: {
    desired: (a: NonNullable<Answers["desired"]>) => {
      if (a.deleting) return "Nothing any more: it is being deleted, so only the cleanup is wanted.";
      const parts: string[] = [];
      const data = a.child?.data as Record<string, string> | undefined;
      if (a.child) {
        const pairs = Object.entries(data ?? {}).map(([key, value]) => code(`${key}: ${value}`));
        parts.push(`ConfigMap ${code(a.child.metadata.name ?? "")} holding ${pairs.length === 0 ? "no data" : list(pairs)}`);
      }
      if (a.account !== null) parts.push(`account ${code(a.account)} outside`);
      return parts.length === 0 ? "No child and no account." : `${list(parts)}.`;
    },
    gone: "The object is gone: there is nothing to want.",
    observed: (a: NonNullable<Answers["observed"]>, looked: { child: boolean; account: "silent" | "unwanted" | "not"; from: "cache" | "server" }) => {
      const required = { present: "The required Secret is there.", absent: "The required Secret is **missing**.", notNeeded: "" }[a.required];
      const account = { present: "The account is there.", absent: "There is no account.", unknown: { silent: "The account did not answer.", unwanted: "No account is wanted, so nobody looked for one.", not: "The account was not looked at." }[looked.account] }[a.account];
      const where = { cache: "in the cache", server: "on the server" }[looked.from];
      const child = a.child !== null ? `The ConfigMap is ${where}, at version ${code(a.child)}.` : looked.child ? `There is no ConfigMap ${where}.` : "The ConfigMap was not looked at.";
      return [child, required, account].filter((part) => part !== "").join(" ");
    },
    diff: (a: NonNullable<Answers["diff"]>, missing: boolean) => {
      if (missing) return "While the Secret is missing nothing is compared, and nothing is to be touched.";
      if (a.need.length === 0) return "Nothing differs.";
      const needs = list(a.need.map((need) => NEEDS[need] ?? code(need)));
      const paths = a.paths.filter((path) => path !== "");
      return `To do: ${needs}.${paths.length === 0 ? "" : ` Different: ${list(paths.map(pointer))}.`}`;
    },
    action: (a: NonNullable<Answers["action"]>, missing: boolean, outcomes: Partial<Record<string, Write["outcome"]>>) => {
      const did = a.did.length === 0 ? "" : `It ${list(a.did.map((name) => (outcomes[name] === "unchanged" ? `sent a request to ${NEEDS[name] ?? code(name)} that changed nothing` : DID[name] ?? code(name))))}.`;
      if (a.failed !== undefined && outcomes[a.failed] === "lost") return `${did} It was told that it failed to ${NEEDS[a.failed] ?? code(a.failed)}; the server did it, the answer was lost.`.trim();
      if (a.failed !== undefined) return `${did} It failed to ${NEEDS[a.failed] ?? code(a.failed)}.`.trim();
      if (missing && did === "") return "Nothing done: it waits for the missing Secret.";
      return did === "" ? "Nothing to do, so nothing done." : did;
    },
    overturned: "It came otherwise: the pass failed after this, and returned an error.",
    requeue: (a: NonNullable<Answers["requeue"]>, missing: boolean) => {
      switch (a.rule) {
        case "done":
          if (a.swallowed !== undefined) return "It gave up: nothing will wake it but an event.";
          return missing ? "It asked for nothing, though it waits: nothing will wake it but an event." : "No need: an event will wake it.";
        case "requeueAfter": return `In ${span(a.delay ?? 0)}, on purpose (\`RequeueAfter\`).`;
        case "error": return "It failed: as soon as the backoff allows.";
        case "terminalError": return "It failed for good: never, unless an event comes.";
        case "requeue": return "With backoff, without an error (`Requeue: true`).";
        default: return `${rule(a.rule)}.`;
      }
    },
    status: (a: NonNullable<Answers["status"]>) =>
      a.write
        ? `Write it${a.changed.length === 0 ? ", though nothing in it differs." : `: ${list(a.changed.map(pointer))} differ${a.changed.length === 1 ? "s" : ""}.`}`
        : "The status says so already: no need to write.",
  },

  outcome: outcomes,

  evidence: {
    title: (write: Write) => `${write.method} ${thing(write.ref)}${sub(write.subresource)}`,
    revision: "resourceVersion",
    generation: "generation",
    fields: "changed fields",
    added: "new:",
    removed: "removed",
    was: "was",
    is: "is now",
    event: "watch event",
    nothing: "—",
    same: "same",
    noGeneration: "none: this kind has no generation",
    explain: {
      created: "A new object, with its first version.",
      changed: "",
      unchanged: "The bytes are the same, so the server kept the version and sent no event.",
      terminating: "Accepted, not gone: a finalizer holds it until somebody takes it off.",
      deleted: "The object is gone; the version is the delete's.",
      conflict: "Written from an old copy. The lock did its work: nothing was overwritten.",
      notFound: "The object is not there any more.",
      alreadyExists: "The name is taken.",
      refused: "A rule of the server forbids it.",
      failed: "The request failed and changed nothing.",
      lost: "The server did it, the answer was lost: the controller takes it for a failure.",
      skipped: "It saw no need, so nothing was sent: no version, no event.",
    } satisfies Record<Write["outcome"], string>,
    generationWhy: (write: Write): string => {
      const { generationBefore: before, generationAfter: after } = write;
      if (after === null) return "";
      if (before === null) return "a new object starts at 1";
      if (after > before) return write.outcome === "terminating" ? "starting a deletion counts as a change" : "the spec changed";
      return write.subresource === "status" ? "a status write never moves it" : "nothing but metadata changed";
    },
    code: (n: number) => `HTTP ${n}`,
    serverSays: "The server's words",
    controllerSees: "What the controller got instead of the answer",
  },

  fate: (fate: Fate): string => {
    switch (fate.code) {
      case "none": return "no event, so nobody is woken";
      case "notCommitted": return "no event";
      case "inFlight": return fate.held ? "held on its way to the cache" : "on its way to the cache";
      case "dropped": return `dropped by ${dropper(fate.by)}`;
      case "queued": return `it put ${code(fate.key)} into the queue`;
      case "woke": return fate.merged ? `joined the reasons of pass ${fate.pass}` : `woke pass ${fate.pass}`;
      case "lost": return "made, but the controller is down: nobody sees it until it starts and lists";
      case "unknown": return "what came of it is not on record any more";
    }
  },

  status: {
    title: "Status",
    question: "What did the status write produce?",
    none: "This pass has not come to its status yet.",
    noneEnded: "This pass ended without a word on the status.",
    main: "It was sent to the main resource, not to `/status`: the server dropped what it said of the status.",
    mainTaken: "It was sent to the main resource, not to `/status`.",
    sent: "What was sent",
    sentNothing: "Nothing about the status.",
    sentFields: (fields: number, news: number) => `${count(fields, "field")}, ${news === 0 ? "none" : news} of them different from before.`,
    kept: (kept: number, of: number) => (kept === of ? "The server kept all of it." : kept === 0 ? "The server kept none of it." : `The server kept ${kept} of ${of}.`),
    byField: "Field by field",
    keptNew: "new, kept",
    keptSame: "as before",
    notKept: "not kept",
    wrote: "What became of it",
    event: "Its event",
    woke: "Did it wake the reconciler?",
    yes: (pass: number) => `Yes: pass ${pass}`,
    merged: (pass: number) => `It joined the reasons of pass ${pass}`,
    no: "No",
    notYet: "Not yet",
    on: "What the server holds",
    conditions: (type: string, status: string, reason: string) => `${type}: ${status} (${reason})`,
    observedGeneration: (observed: number | undefined, generation: number | undefined) =>
      observed === undefined ? "" : observed === generation ? `speaks of generation ${observed}, the present one` : `speaks of generation ${observed}; the present one is ${generation ?? "?"}`,
    empty: "No status yet.",
  },

  requeue: {
    title: "Requeue decision",
    none: "This pass has not returned yet.",
    intends: (answer: NonNullable<Answers["requeue"]>) => `It intends: ${rule(answer.rule)}${answer.delay === null ? "" : `, ${span(answer.delay)}`}.`,
    crashed: "The process died before it could return. Nothing is requeued: what was in memory is gone.",
    sentence: decision,
    steps: { returned: "Returned", rule: "Rule", forget: "Forget", call: "Queue call", runs: "Runs next" },
    returned: (d: Decision): string => {
      const parts: string[] = [];
      if (d.returned.panic !== undefined) parts.push(`panic: ${d.returned.panic}`);
      if (d.returned.error) parts.push(`error: ${d.returned.error.message}`);
      if (d.returned.requeueAfter !== undefined) parts.push(`RequeueAfter: ${span(d.returned.requeueAfter)}`);
      if (d.returned.requeue === true) parts.push("Requeue: true");
      return parts.length === 0 ? "Result{}, nil" : parts.join(" + ");
    },
    rule,
    ignored: (names: readonly string[]) => `ignored: ${list(names)}`,
    forgets: "yes: the failure counter is 0",
    keeps: (failures: number) => `no: ${count(failures, "failure")} counted`,
    call: (name: string, delay: number | null) => (delay === null ? name : `${name} ${span(delay)}`),
    noCall: "none",
    effects: {
      added: "added to the waiting keys",
      earlierKept: "an earlier timer was there: that one stays",
      alreadyReady: "the key is ready already: it runs first",
    } as Record<string, string>,
    runs: (due: number, now: number) => (due <= now ? "now: it is due" : `t = ${span(due)}, ${span(due - now)} from now`),
    ran: (due: number) => `t = ${span(due)}`,
    never: "only when an event comes",
    delays: (delays: readonly number[], failing: boolean) =>
      failing ? `Backoff so far: ${delays.map(span).join(", ")}` : `Waits so far: ${delays.map(span).join(", ")}. No failure, so they do not grow.`,
    json: "As JSON",
    copy: "Copy JSON",
    copied: "Copied",
    copyFailed: "Select the text and copy it by hand",
  },

  overTime: {
    title: "Over time",
    tabs: { timeline: "Timeline", passes: "Passes", transcript: "Transcript", compare: "Compare" } satisfies Record<Tab, string>,
  },

  history: {
    title: "Passes, and why each ran",
    none: "No pass has ended yet.",
    more: (n: number) => `and ${count(n, "more reason")}`,
    noWrite: "no write",
    writes: (n: number) => count(n, "write"),
    sent: (n: number) => `${n} sent`,
    skipped: (n: number) => `${n} skipped`,
    own: "its own write",
    summary: (passes: number, writes: number, unchanged: number, events: number) =>
      `${count(passes, "pass", "passes")}. By everyone, people too: ${count(writes, "write")}, ${unchanged} unchanged, ${count(events, "event")}`,
    rate: (rate: number) => `${Math.round(rate)} passes per second of virtual time`,
    allPasses: (n: number) => `Show all ${n}`,
    fewer: "Show fewer",
    dropped: "Events that woke nobody",
    droppedNone: "None so far.",
    droppedBy: (by: string) => dropper(by),
    droppedWhat: (type: string, ref: Ref, before: string | null, after: string) =>
      before === after ? `Resync: ${thing(ref)} at ${after}, replayed from the cache` : `${type} ${thing(ref)} ${before === null ? `at ${after}` : `${before} → ${after}`}`,
    writer: (name: string) => `written by ${code(name)}`,
    droppedWhy: (one: NotWoken) =>
      typeof one.generationBefore === "number" && one.generationAfter !== undefined && one.generationBefore === one.generationAfter && one.before !== one.after
        ? ` (generation ${one.generationAfter}, as before)` : "",
    move: (n: number) => `move ${n}`,
  },

  worker: (name: string) => WORKERS[name] ?? name,
  cause: (c: Cause) => capital(cause(c)),
  /** What a cause changed, beside the sentence. */
  causeDetail: (c: Cause): string => {
    const parts: string[] = [];
    const changed = (c.changed ?? []).filter((path) => path !== "/metadata/generation");
    if (changed.length > 0) {
      const shown = changed.slice(0, 5).map(pointer);
      parts.push(`changed: ${list(changed.length > shown.length ? [...shown, `${changed.length - shown.length} more`] : shown)}`);
    }
    if (c.finalStateUnknown) parts.push("found missing in a list: the delete itself was not seen");
    if (c.generationBefore !== undefined && c.generationAfter !== undefined) {
      parts.push(c.generationBefore === c.generationAfter ? `generation ${c.generationAfter}, as before` : `generation ${c.generationBefore} → ${c.generationAfter}`);
    }
    return parts.join("; ");
  },
  next: (step: Next) => next(step, (q) => asks[q] ?? q),
  pointer,

  habits: {
    good: "Written the good way",
    open: "Change habits",
    plain: asIs,
  },

  controllers: {
    label: "Controllers",
    down: "down",
    stalled: "stalled",
    leads: "leads",
    believes: "believes it leads",
    waits: "waits for the lease",
    next: "next",
    passes: (n: number) => count(n, "pass", "passes"),
    lease: (lease: LeaseView, time: number, { name, sure, stalled }: { name: string; sure: boolean; stalled: boolean }) =>
      lease.holder === null
        ? `Lease ${code(lease.name)}: nobody holds it.`
        : `Lease ${code(lease.name)}: ${lease.holder === lease.identity ? `${code(name)} ${sure ? "holds it" : "believes it holds it"}` : `${code(lease.holder)} holds it; ${code(name)} can take it ${lease.expires <= time ? "now" : `in ${span(lease.expires - time)} at the earliest`}`}${stalled ? "" : `; ${code(name)} tries next ${lease.due <= time ? "now" : `in ${span(lease.due - time)}`}${lease.deadline === null ? "" : `, gives up in ${span(Math.max(0, lease.deadline - time))}`}`}.`,
  },

  invariants: {
    title: "What must always hold",
    holds: "holds",
    broken: "broken",
    allHold: (n: number) => `All ${n} hold.`,
    someBroken: (n: number) => `${n} broken.`,
    expected: (habit: string) => `expected of ${code(habit)}`,
    since: (n: number) => (n === 0 ? "since the beginning" : `since move ${n}`),
    where: (where: string) => `at ${code(where)}`,
    name: (name: string) => INVARIANTS[name] ?? name,
  },

  editor: {
    title: "Objects",
    tabs: "Objects to edit",
    views: "Ways to look at it",
    view: { edit: "Edit", truths: "Three truths", kubectl: "kubectl" },
    any: "Any object…",
    fresh: "Begin a new one",
    freshOne: (kind: string) => `New ${kind}`,
    text: (what: string) => `YAML of ${what}`,
    notThere: "not on the server",
    revision: (revision: string) => `resourceVersion ${revision}`,
    generation: (n: number) => `gen ${n}`,
    save: "Save",
    create: "Create",
    saveHint: "Ctrl+Enter saves. Tab leaves the text.",
    completeHint: "Ctrl+Space suggests what can stand here.",
    plain: "Highlighting and suggestions could not be loaded. The text works without them.",
    long: "A text this long is checked when it is saved. Ctrl+Space still suggests what can stand here.",
    revert: "Revert",
    remove: "Delete",
    show: "Show",
    shows: { written: "what you write", whole: "the whole object", managed: "with managedFields" },
    showLocked: "Save or revert first: the other view would hide what you typed.",
    dirty: "edited, not saved",
    leave: "What you typed into the editors is not saved, and is lost in the new world. Go on?",
    moved: (from: string | null, to: string | null) =>
      to === null ? "It was deleted on the server since you began." : from === null ? `It was created on the server since you began (now ${to}).` : `Changed on the server since you began: ${from} → ${to}.`,
    compare: "Show the difference",
    hideCompare: "Hide the difference",
    sends: "Show what Save sends",
    hideSends: "Hide what Save sends",
    sendsAll: "The whole text takes the object's place: − is what the server has, + what it is to have.",
    sendsNew: "All of it is new.",
    theirs: "Take theirs",
    compareMine: "yours",
    compareTheirs: "the server's",
    terminating: (since: string) => `Terminating since ${since}. It stays until its finalizers are gone:`,
    noFinalizers: "none is left",
    removeFinalizers: "Remove its finalizers",
    removeFinalizersHint: "The escape hatch: nobody will clean up outside any more.",
    saved: (outcome: string, before: string | null, after: string | null) =>
      before === null || before === after ? `${outcome}${after === null ? "" : `, resourceVersion ${after}`}` : `${outcome}, resourceVersion ${before} → ${after}`,
    refused: (codeNumber: number, reason: string) => `The server refused it: ${codeNumber} ${reason}`,
    warned: "The server took it with a warning, and kept nothing of what it warned of:",
    notSent: "Nothing was sent:",
    parse: (line: number) => `Line ${line}`,
    elsewhere: "In a part that the text does not show",
    faults: {
      empty: "There is no object in the text.",
      notAnObject: "The text is not an object: a YAML mapping is expected.",
      noKind: "`apiVersion` and `kind` must be given, as text.",
      noName: "`metadata.name` must be given, as text.",
      many: "One object at a time, please.",
      large: "This text is too large: an object holds at most 1.5 MB.",
    } satisfies Record<ParseFault, string>,
  },
};

export type Words = typeof en;
