// The documentation of the habits in English, and the words of their dialog. Loaded when the dialog is opened. Text
// between backticks is set as code. Another language is another file of this shape (`HabitWords`).

import type { HabitGroup } from "../../documentation/groups.ts";
import type { HabitName } from "../../habits.ts";

/** Label, what the value means, what goes wrong with it (empty: nothing does), and what is different in kube-rs. */
export type ValueText = readonly [label: string, means: string, wrong: string, rust?: string];

export interface HabitText {
  name: string;
  /** The decision, as a question. */
  asks: string;
  /** By the key of the value: its text, or `set` for any other number or text. */
  values: Record<string, ValueText>;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

export const en = {
  ui: {
    title: "How the reconciler is written",
    titleOf: (controller: string) => `How ${controller} is written`,
    search: "Search habits",
    searchHint: "a name, a value, a symptom: 409, loop, leak",
    onlyChanged: "Only those not written the good way",
    found: (shown: number, all: number) => (shown === all ? `${all} habits` : `${shown} of ${all} habits`),
    nothingFound: "No habit matches. Try a shorter word.",
    good: "good",
    goodValue: "the good way",
    notGood: "not the good way",
    workers: "How many",
    milliseconds: "in milliseconds",
    selector: "Label selector",
    selectorHint: "for example team=blue",
    running: "runs now",
    details: (name: string) => `About: ${name}`,
    looks: "What it looks like",
    go: "controller-runtime (Go)",
    rust: "kube-rs (Rust)",
    noRust: "kube-rs cannot be written so.",
    noCode: "There is nothing to write for it.",
    wrong: "What goes wrong",
    nothingWrong: "Nothing: this is the good way.",
    noMistake: "Nothing in itself: it is another way, with another price.",
    reports: "Seen in the field",
    others: "Its other values",
    refused: "The engine refuses it",
    rollout: "Roll out",
    rolloutNote: "A new version is rolled out: the process restarts, lists, and enqueues everything.",
    noChange: "Nothing changed yet.",
    changes: (n: number) => `${count(n, "change")} to roll out.`,
    discard: "Discard changes",
    reset: "Back to the good way",
    unit: (ms: number) => (ms % 60_000 === 0 && ms > 0 ? `${ms / 60_000} min` : ms % 1000 === 0 && ms > 0 ? `${ms / 1000} s` : `${ms} ms`),
    groups: {
      waking: "Which events wake it",
      queueing: "How keys wait and run",
      reading: "Where it reads",
      child: "How it writes the child",
      owning: "To whom the child belongs",
      status: "How it writes the status",
      returning: "What it returns",
      deletion: "How it cleans up",
      telling: "What it tells people",
    } satisfies Record<HabitGroup, string>,
  },

  habits: {
    predicate: {
      name: "Predicate on AppConfig events",
      asks: "Which updates of its own object may wake it?",
      values: {
        generation: ["generation changed", "Only a changed spec, or the start of a deletion, passes. Status writes, labels, annotations, finalizers and resyncs are dropped.", "", "A hash of the generation is kept for each object; an object without a generation always passes."],
        none: ["none", "Every event of the AppConfig wakes it, its own status writes among them.", "Each status write costs one more pass. If the status says something new each time, the passes never end."],
        resourceVersion: ["resourceVersion changed", "Every event that brings a new version passes.", "It looks like a filter and drops nothing but resyncs: the controller's own status writes still wake it."],
        generationOrMetadata: ["generation or metadata changed", "A changed spec, label, annotation, finalizer or deletion timestamp passes; a status write does not.", "Whoever keeps books in annotations (other controllers, `kubectl`) wakes it for nothing."],
        swapped: ["old and new swapped", "It compares well, but hands the handler the old object of the pair instead of the new one.", "On the AppConfig's own watch nothing: both objects have the same key, and the key is all that reaches the reconciler. As a filter of everybody's events it shows: whose child a ConfigMap is gets looked up in the old object, so that an owner reference that was just added wakes nobody.", "The stream brings only the new object; to make this mistake one has to keep the old one oneself."],
      },
    },
    predicateScope: {
      name: "Whose events the predicate filters",
      asks: "Does the predicate sit on one watch or on all?",
      values: {
        for: ["its own object's", "The predicate belongs to the watch of the AppConfig.", ""],
        global: ["everybody's", "The predicate is an event filter of the whole controller.", "A filter by generation also drops updates of ConfigMaps and Secrets, which have no generation: a hand edit of the child is never seen.", "There is no filter for the whole controller: each stream gets its own."],
      },
    },
    ownedPredicate: {
      name: "Predicate on the child's events",
      asks: "Which updates of the child may wake its owner?",
      values: {
        none: ["none", "Every event of the child wakes its owner.", ""],
        generation: ["generation changed", "Only a child whose generation moved wakes its owner.", "A ConfigMap has no generation, so 0 is compared with 0 and every update is dropped: a hand edit stays. Only its deletion is still seen.", "What has no generation passes here, so in kube-rs this filter does nothing to a ConfigMap."],
      },
    },
    watchOwned: {
      name: "It watches the child's kind",
      asks: "Does a change of the child wake its owner?",
      values: {
        true: ["yes", "An event of a child is mapped to its owner's key.", ""],
        false: ["no", "The child is written and never watched.", "An edited or deleted child stays as it is until something else happens to the owner."],
      },
    },
    watchRequired: {
      name: "It watches the required Secret",
      asks: "Does the Secret that it waits for wake it?",
      values: {
        true: ["yes", "An event of a Secret is mapped to every AppConfig that requires it.", ""],
        false: ["no", "It looks for the Secret in a pass, and hears nothing of it in between.", "A Secret that is created later is found only by a timer; where no timer is set, never."],
      },
    },
    matchOwner: {
      name: "Which owners the child's events wake",
      asks: "Does the child wake its controller, or every owner?",
      values: {
        controller: ["its controller", "`Owns` follows the owner reference with `controller: true` and no other.", "", "It cannot be narrowed so: `owns` always follows every owner reference."],
        every: ["every owner", "`Owns` follows every owner reference of the kind.", "An owner that only shares the child is reconciled at each of its changes. With plain owner references it is what makes them wake anybody.", "`owns` always does this."],
      },
    },
    queue: {
      name: "Work queue",
      asks: "What does an event do to a timer that already waits?",
      values: {
        priority: ["priority queue", "One entry for each key: an event makes the key ready and its timer is gone. Initial lists and resyncs come last. The default of controller-runtime since v0.23.", "", "The scheduler keeps one slot for each object and behaves like this; there is nothing to choose."],
        classic: ["classic queue", "client-go's queue: the timers stand apart from the ready keys, and an event leaves them alone.", "The key runs for the event and once more when the old timer fires. A pass that asks for a later time than the one that waits is not heard."],
      },
    },
    workers: {
      name: "Workers",
      asks: "How many passes may run at once?",
      values: {
        1: ["one", "One pass after the other.", "", "The default 0 means that there is no limit."],
        set: ["several", "Several keys at once, one key never twice at once.", "What passes share (a field of the reconciler, a name outside that two objects want) is now used by several at the same time."],
      },
    },
    readFrom: {
      name: "Where it reads",
      asks: "Does a read ask the cache or the server?",
      values: {
        cache: ["the cache", "Reads cost nothing and may be old: a write is seen only when its event has come back. That is by design, and the lock on the version covers it.", ""],
        server: ["the server", "Each read is a request and brings what is stored now.", "Every pass costs requests, at every object and every restart. It is never stale, and it is the first thing that is throttled in a large cluster."],
      },
    },
    cacheSelector: {
      name: "What its cache is restricted to",
      asks: "Does the cache hold every object of the kind?",
      values: {
        null: ["nothing", "The cache holds every object of the kinds that are watched.", ""],
        set: ["a label selector", "Only objects with these labels are listed, watched and found.", "What has not got the label does not exist for the reconciler: it gets NotFound, creates, and is told AlreadyExists. A child that loses the label looks deleted."],
      },
    },
    cacheCopy: {
      name: "It copies what it reads from the cache",
      asks: "Whose object does the reconciler hold in its hands?",
      values: {
        true: ["yes", "Each read hands out a copy.", ""],
        false: ["no", "Each read hands out the very object that the cache holds.", "To change it is to change the cache: the next pass finds what was only wished for, sees no difference, and does not write.", "The store hands out `Arc`s, which cannot be changed; a copy must be made first."],
      },
    },
    compare: {
      name: "How it compares the child",
      asks: "When does the child count as different?",
      values: {
        fields: ["the fields it manages", "Data, its own labels and the owner reference are compared, and nothing else.", ""],
        always: ["not at all", "It sends the write without looking.", "A request in each pass. The server finds it identical and keeps the version; but where a default or another writer puts something back, each write is a real one, and the two never come to rest."],
        whole: ["the whole object", "All that it wants is compared with all that is stored.", "What the server adds (defaults, managedFields, another spelling of the same quantity) always differs: a write in each pass."],
        hash: ["a hash of its own", "An annotation holds the hash of the rendered data; only that is compared.", "A hand edit of the data leaves the annotation as it is, so it is never repaired."],
      },
    },
    order: {
      name: "In which order it renders",
      asks: "Is the rendered text the same each time?",
      values: {
        sorted: ["sorted", "The keys are sorted before text is made of them.", ""],
        seeded: ["as the map gives them", "The order of a hash map, another one each time.", "The same wish gives another text in each pass, so each pass writes, and whatever hangs on a hash of it restarts."],
      },
    },
    stamp: {
      name: "What it stamps on the child",
      asks: "Does the wished-for child hold something of this pass?",
      values: {
        none: ["nothing", "The child follows from the spec alone.", ""],
        time: ["the time", "An annotation says when it was rendered, as exactly as the clock.", "Each pass wants another child, writes it, and is woken by that write: a loop."],
        counter: ["a counter", "An annotation counts the passes.", "Each pass wants another child, writes it, and is woken by that write: a loop."],
      },
    },
    ensure: {
      name: "How it makes sure of the child",
      asks: "What does it do first: look, or create?",
      values: {
        createOrUpdate: ["create or update", "It reads, then creates what is missing or corrects what differs.", ""],
        createOnly: ["create only", "It sends POST without reading.", "AlreadyExists from the second pass on, and after a crash between the create and the status. Whoever takes that for an error backs off for ever; whoever ignores it never corrects anything."],
      },
    },
    naming: {
      name: "The child's name",
      asks: "Is the child's name known before it exists?",
      values: {
        fixed: ["follows from the owner's", "The name is `<owner>-config`: a second create is refused by the server.", ""],
        generated: ["made by the server", "`generateName`: each create gets a name of its own.", "A pass whose cache does not show the first child yet creates a second one. To tidy up afterwards by deleting one of two has cost people their data."],
      },
    },
    write: {
      name: "How it writes the child",
      asks: "Which kind of write carries the change?",
      values: {
        update: ["update (PUT)", "It sends the whole object with the version that it read: a conflict when somebody was faster.", ""],
        mergePatch: ["merge patch", "It sends only what it wants, without a version.", "Nothing tells it that its copy was old. What it leaves out stays (a key that is no longer wanted must be set to null), and a list is replaced as a whole."],
        apply: ["server-side apply", "It sends the fields that it owns; the server keeps track of who owns which.", "A field that somebody else owns is a conflict (409) until it is forced: without that the pass fails again and again, and the field is never put right."],
      },
    },
    force: {
      name: "It forces its apply",
      asks: "May an apply take fields from somebody else?",
      values: {
        false: ["no", "A field that somebody else owns is refused with a conflict that names the owner.", ""],
        true: ["yes", "An apply takes over the fields that it sends.", "Two that force the same field take it from each other for ever, without an error anywhere. For a controller that is meant to have the last word it is right."],
      },
    },
    removeStale: {
      name: "It removes keys that are no longer wanted",
      asks: "What happens to a key that left the spec?",
      values: {
        true: ["yes", "The data is exactly what is wanted.", ""],
        false: ["no", "Wanted keys are laid over those that are there.", "A renamed key leaves the old one behind: the child holds both, and no pass ever sees a difference."],
      },
    },
    onForeign: {
      name: "When the name belongs to somebody else",
      asks: "What if the child is there and has another controller?",
      values: {
        refuse: ["refuse", "It says so in the status and touches nothing.", ""],
        adopt: ["take over", "It replaces the owner reference and goes on.", "It changes, and later lets the collector delete, what a person or another controller made."],
      },
    },
    child: {
      name: "Whether the child can be changed",
      asks: "Is the child created immutable?",
      values: {
        mutable: ["yes", "A changed wish is an update.", ""],
        immutable: ["no: immutable", "The ConfigMap is created with `immutable: true` and updated later all the same.", "The server refuses each update for good. The pass fails and backs off, until somebody deletes the child. It comes to no status: Ready stays as it was, true while the child is old."],
        immutableRecreate: ["no, so it is made anew", "A changed wish is a delete and a create.", "Between the two there is no child, and a crash there leaves none. It is the price of an immutable object, not a fault."],
      },
    },
    afterCreate: {
      name: "After it created the child",
      asks: "What does it do with what it has just made?",
      values: {
        trust: ["take the answer", "The server's answer to the create is the object; nothing is read again.", ""],
        readBack: ["read it back", "It reads the child from the cache straight away.", "The event has not come back yet: NotFound for what was created a moment ago, and the pass fails."],
        sleep: ["sleep, then read it back", "It waits a second before it reads.", "A worker does nothing for a second at each create, and it is still a bet: when the cache lags longer, NotFound all the same."],
      },
    },
    owner: {
      name: "The child's owner reference",
      asks: "Does the child say to whom it belongs?",
      values: {
        controller: ["as its controller", "An owner reference with `controller: true`: the child's events are mapped to the owner, and the collector removes it with the owner.", ""],
        plain: ["as one of its owners", "An owner reference without the flag.", "`Owns` maps the controller's reference only, so the child's events wake nobody. It is still collected.", "`owns` follows every owner reference, so here the events do arrive."],
        none: ["not at all", "No owner reference.", "The child's events wake nobody, and when the owner is deleted the child stays for ever."],
      },
    },
    statusWhen: {
      name: "When it writes the status",
      asks: "Is a status that says nothing new sent?",
      values: {
        changed: ["when it changed", "It compares with what it read and sends only a difference.", ""],
        always: ["every time", "It sends the status in each pass.", "A request in each pass. While the content stands still the server keeps the version; a single field that moves makes it an endless loop."],
      },
    },
    statusContent: {
      name: "What it puts into the status",
      asks: "Does the status say what holds, or what just happened?",
      values: {
        stable: ["what holds", "The same state gives the same text; a condition's time moves only when its status does.", ""],
        time: ["the time, in seconds", "`lastReconcileTime`, or a transition time set to now.", "New content once a second. Two passes within one second say the same, so without a predicate it may come to rest by itself: a loop that a fast test does not show."],
        timeNano: ["the time, in nanoseconds", "`lastReconcileTime` as exact as the clock.", "New content in each pass: without a predicate it is a loop as fast as the server answers."],
        counter: ["a counter", "`status.passes`, one more in each pass.", "New content in each pass: without a predicate a loop. And it counts nothing reliable, since passes merge and repeat."],
        lastError: ["the last error", "The error's text with the number of the attempt.", "The write wakes the key, and an event is not held back by a backoff: it retries as fast as events come."],
        unordered: ["an unordered list", "`status.seen` in the order of a hash map.", "The same content in another order is another content: new versions that nobody can tell from the last."],
      },
    },
    statusVia: {
      name: "Where it writes the status",
      asks: "Which address does the status go to?",
      values: {
        status: ["the /status subresource", "The write touches the status and nothing else.", ""],
        main: ["the object itself", "The status is sent with an update of the whole object.", "Where the subresource is on, the server drops the status without a word. Where it is off, each status write is a new generation, and no predicate by generation stops the loop."],
      },
    },
    statusBase: {
      name: "Which copy it writes the status on",
      asks: "How old may the copy be that the status is written on?",
      values: {
        cached: ["the pass's own copy", "Read from the cache at the start, replaced by the answer to each own write. An old copy gets a 409: the lock does its work, and the retry heals it.", ""],
        fresh: ["read anew from the server", "A GET just before the write, and once more after a conflict: it cures the conflicts of a slow cache, for one more request a write.", ""],
        patch: ["a merge patch", "The status is patched without a version.", "There is no conflict, so nothing tells it that its copy was old: a list of conditions is replaced whole, and what somebody added meanwhile is gone."],
        apply: ["server-side apply", "The status is applied; each writer owns its own conditions. What somebody else took is a conflict, unless it is forced.", ""],
        firstRead: ["the copy from its start", "It keeps the first copy even after a write of its own.", "Its own earlier write in the same pass moved the version: 409 every time it wrote something before."],
      },
    },
    truth: {
      name: "What it believes",
      asks: "Does it look at the cluster or at its own status?",
      values: {
        observed: ["what it observes", "Each pass compares what is wanted with what is there.", ""],
        status: ["its own status", "A status that says Ready for this generation ends the pass.", "A child that was deleted or edited is not put back: the status still says that all is well. Where a status never sticks, it does everything again each time."],
      },
    },
    observedGeneration: {
      name: "When it writes observedGeneration",
      asks: "Can a reader tell which spec the status speaks of?",
      values: {
        always: ["always", "Each pass that has dealt with a generation says so.", ""],
        onChange: ["only with another change", "It is written when the rest of the status changes anyway.", "A new spec that needs no change of the child leaves it behind for ever; whoever waits for it waits for ever."],
        never: ["never", "The status does not say which generation it speaks of.", "After a change of the spec the old Ready=True is still there: a script that waits for Ready goes on too early."],
      },
    },
    onMissing: {
      name: "When the Secret is missing",
      asks: "What does a pass return that has to wait?",
      values: {
        requeueAfter: ["RequeueAfter", "It says when to look again. Waiting is no failure; the counter is reset.", ""],
        error: ["an error", "It returns an error.", "Normal waiting looks like a failure: an error in the log each time, and a backoff that grows to 1000 s. Where its events are not watched, the Secret may be there for a quarter of an hour before anybody looks."],
        requeue: ["Requeue: true", "It asks for another turn.", "It grows like an error's backoff, without an error to be seen. Deprecated since controller-runtime v0.21.", "There is no such result; the nearest is a requeue after no time, which is a busy loop."],
        terminal: ["a terminal error", "It says that trying again is of no use.", "It is never tried again. Only an event brings the key back."],
        done: ["nothing", "It returns as if all were well.", "Only an event of the Secret brings it back. Where that is not watched, nothing does."],
        both: ["an error and RequeueAfter", "It returns both.", "The error wins, the delay is ignored, and it is tried again at once, then with backoff.", "A `Result` is one or the other; the delay of an error is the error policy's to give."],
        panic: ["panic", "It takes for granted that the Secret is there, and panics.", "controller-runtime recovers it into an error: a stack trace in the log and a backoff, each time.", "A panic is not recovered: it goes through the controller's stream and ends the process."],
        timeout: ["waiting inside the pass", "It waits in the pass until the deadline of 5 s is over.", "A worker does nothing for five seconds, then `context deadline exceeded` counts as an error like any other."],
      },
    },
    onError: {
      name: "When something failed",
      asks: "Who decides when a failed pass runs again?",
      values: {
        return: ["return the error", "The queue counts it and backs off: 5 ms, 10 ms, and on to 1000 s.", "", "There is no automatic backoff and no counter: the error policy gives the delay."],
        statusAndRequeueAfter: ["status and RequeueAfter", "The error goes into the status, and the pass returns a fixed delay, that of `missingDelay`.", "To the queue it is a success: no failure is counted, no delay grows, and a lasting error is tried at the same pace for ever. A conflict that a retry would have healed becomes a Ready that flaps."],
        giveUpAfter15: ["give up after 15", "After 15 failures of a key it returns without an error.", "The key is forgotten. When what was wrong is put right, nobody looks again until something happens to the object."],
      },
    },
    missingDelay: {
      name: "How long it waits then",
      asks: "After which time does it look for the Secret again?",
      values: {
        10000: ["10 s", "The `RequeueAfter` of a pass that waits for the Secret.", ""],
        set: ["another time", "The `RequeueAfter` of a pass that waits for the Secret.", "Short, it asks for nothing all day; long, it is late where no event tells it."],
      },
    },
    periodic: {
      name: "Periodic check",
      asks: "Does it look again although all is well?",
      values: {
        null: ["off", "Events are enough.", ""],
        set: ["every so often", "A pass that found all in order returns `RequeueAfter`: needed for what sends no events.", "With the priority queue an event absorbs the timer: a pass that forgets to ask again has stopped the checks for good."],
      },
    },
    finalizer: {
      name: "When it puts on the finalizer",
      asks: "What comes first: the finalizer, or the account outside?",
      values: {
        beforeOutside: ["before the account", "First the finalizer is stored, then the account is made: a crash in between leaves nothing behind.", ""],
        afterOutside: ["after the account", "First the account is made, then the finalizer is stored.", "A crash or a delete in between, and the account has nobody who removes it: a leak.", "The finalizer helper does it the right way round; this is written by hand."],
        none: ["never", "Nothing holds the object when it is deleted.", "The object is gone before anybody cleaned up; a delete while the controller is down is never even heard of. The account leaks."],
      },
    },
    finalizerFlow: {
      name: "After it put on the finalizer",
      asks: "Does the pass go on, or wait for its own event?",
      values: {
        continue: ["go on", "The same pass goes on to the account and the child.", "", "The finalizer helper does not go on; see the other value."],
        returnAndWait: ["return and wait", "It returns; the event of its own write is to bring the next pass.", "A finalizer is metadata, which a predicate by generation drops: the next pass never comes, and nothing is made.", "This is what the finalizer helper does: with `predicates::generation` alone its `Apply` never runs. Combine it with `predicates::finalizers`."],
      },
    },
    finalizerRemoval: {
      name: "Which finalizers it removes",
      asks: "What does it take off when it has cleaned up?",
      values: {
        own: ["its own", "Exactly its own entry, with the version that it read.", ""],
        all: ["all of them", "The list is set to nothing.", "Other controllers' finalizers go with it, and their cleanup never runs."],
        byIndex: ["the one at its place", "A JSON patch removes the entry at the index that its own had.", "When somebody else took one off meanwhile, the index points to another's finalizer, and that one is removed.", "The helper removes by index too, but tests the value there first."],
      },
    },
    deletionCheck: {
      name: "When it looks at the deletion",
      asks: "Does it look at deletionTimestamp before it does anything?",
      values: {
        first: ["first", "A pass for a dying object goes straight to the cleanup.", ""],
        late: ["after the finalizer", "It makes sure of its finalizer before it looks.", "A dying object that somebody else still holds gets the finalizer once more: 422, no new finalizers can be added if the object is being deleted."],
      },
    },
    whileDeleting: {
      name: "While the object is being deleted",
      asks: "Does it go on to reconcile what is dying?",
      values: {
        cleanupOnly: ["only the cleanup", "The child and its owner reference are left to the collector.", ""],
        full: ["everything", "It cleans up and, since nothing returns there, goes on as for a living one.", "The account is made anew right behind its removal, and the child behind the collector. An owner reference that was taken off on purpose is written back, and the child dies with its owner."],
      },
    },
    cleanup: {
      name: "How it cleans up outside",
      asks: "What if the account is already gone?",
      values: {
        idempotent: ["already gone is fine", "To remove what is not there succeeds.", ""],
        failsOnMissing: ["already gone is an error", "To remove what is not there fails.", "After a crash between the removal and the finalizer, the cleanup can never succeed: Terminating for ever."],
        needsRequired: ["it needs the Secret", "The cleanup reads the required Secret first.", "When the Secret was deleted before the object, the cleanup can never finish: Terminating for ever."],
      },
    },
    events: {
      name: "Kubernetes Events",
      asks: "Does it record Events for people?",
      values: {
        none: ["none", "The status says it all.", ""],
        record: ["recorded", "Each change of the child, each error and each reason not to be ready becomes an Event: counted when it repeats, held back when there are too many, lost in a crash.", ""],
      },
    },
  } satisfies Record<HabitName, HabitText>,
};

export type HabitWords = { ui: typeof en.ui; habits: Record<HabitName, HabitText> };
