//! How a controller and its reconciler are written, as data: the good way by default, and every mistake of the field as
//! one value of one habit.

use crate::object::text::join;
use serde_json::{Map, Value};

use crate::object::{Record, json_text, serialize_as_value};

/// Why a habit could not be set. The text names the habit and, where it helps, what would have been right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HabitFault {
    /// No habit has this name.
    #[error("there is no habit \"{0}\"; the habits are {1}")]
    UnknownHabit(String, String),
    /// The habit has no such value.
    #[error("habit \"{habit}\" has no value {value}; it takes {allowed}")]
    UnknownValue {
        /// The habit.
        habit: String,
        /// What was sent, as JSON.
        value: String,
        /// What it takes.
        allowed: String,
    },
    /// Values that each are fine and mean nothing together.
    #[error("{0}")]
    Meaningless(String),
}

/// The longest delay that a habit takes: a year.
pub const MAX_DELAY: u64 = 366 * 24 * 3600 * 1000;

/// A habit's value that is one of some names.
trait Choice {
    /// All names, in the contract's order.
    fn names(&self) -> &'static [&'static str];
    /// The place of the one that is set.
    fn get(&self) -> usize;
    /// Sets the one at a place.
    fn set(&mut self, place: usize);
}

/// A habit's value, wherever it stands: reading and writing is code for six shapes and not for forty habits.
enum Slot<'a> {
    Choice(&'a mut dyn Choice),
    Flag(&'a mut bool),
    Delay(&'a mut u64),
    Period(&'a mut Option<u64>),
    Text(&'a mut Option<String>),
    Workers(&'a mut Workers),
}

impl Slot<'_> {
    /// Takes a value; false = it is none of this habit's.
    fn read(self, value: &Value) -> bool {
        let delay = || value.as_u64().filter(|number| *number <= MAX_DELAY);
        match self {
            Slot::Choice(choice) => {
                value.as_str().and_then(|text| choice.names().iter().position(|name| *name == text)).map(|at| choice.set(at))
            }
            Slot::Flag(flag) => value.as_bool().map(|value| *flag = value),
            Slot::Delay(span) => delay().map(|value| *span = value),
            Slot::Period(period) if value.is_null() => {
                *period = None;
                Some(())
            }
            Slot::Period(period) => delay().filter(|number| *number > 0).map(|number| *period = Some(number)),
            Slot::Text(text) if value.is_null() => {
                *text = None;
                Some(())
            }
            Slot::Text(text) => value.as_str().map(|value| *text = Some(value.to_string())),
            Slot::Workers(workers) => {
                let number = value.as_u64().filter(|number| (1..=16).contains(number)).and_then(|number| u8::try_from(number).ok());
                number.map(|number| *workers = Workers(number))
            }
        }
        .is_some()
    }

    fn write(self) -> Value {
        match self {
            Slot::Choice(choice) => choice.names()[choice.get()].into(),
            Slot::Flag(flag) => Value::Bool(*flag),
            Slot::Delay(span) => Value::from(*span),
            Slot::Period(period) => period.map_or(Value::Null, Value::from),
            Slot::Text(text) => text.clone().map_or(Value::Null, Value::String),
            Slot::Workers(workers) => Value::from(workers.0),
        }
    }

    /// What it takes, in words.
    fn allowed(self) -> String {
        match self {
            Slot::Choice(choice) => {
                let mut text = String::new();
                for name in choice.names() {
                    text.push_str(if text.is_empty() { "\"" } else { ", \"" });
                    text.push_str(name);
                    text.push('"');
                }
                text
            }
            Slot::Flag(_) => "true, false".into(),
            Slot::Delay(_) => format!("a whole number from 0 to {MAX_DELAY}"),
            Slot::Period(_) => format!("null or a whole number from 1 to {MAX_DELAY}"),
            Slot::Text(_) => "null or a label selector".into(),
            Slot::Workers(_) => "a whole number from 1 to 16".into(),
        }
    }
}

/// What can be the value of a habit.
trait Setting {
    fn slot(&mut self) -> Slot<'_>;
}

macro_rules! settings {
    ($($kind:ty => $slot:ident),+ $(,)?) => {$(
        impl Setting for $kind {
            fn slot(&mut self) -> Slot<'_> {
                Slot::$slot(self)
            }
        }
    )+};
}
settings! { bool => Flag, u64 => Delay, Option<u64> => Period, Option<String> => Text, Workers => Workers }

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl Choice for $name {
            fn names(&self) -> &'static [&'static str] {
                &[$($text),+]
            }
            fn get(&self) -> usize {
                *self as usize
            }
            fn set(&mut self, place: usize) {
                for variant in [$(Self::$variant),+] {
                    if variant as usize == place {
                        *self = variant;
                    }
                }
            }
        }
        settings! { $name => Choice }
    };
}

/// How many passes of different keys may be in progress at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workers(pub u8);

choice! {
    /// Which updates of the AppConfig pass to the handler.
    Predicate {
        /// `GenerationChangedPredicate`.
        Generation = "generation",
        /// Everything passes.
        None = "none",
        /// `ResourceVersionChangedPredicate`: drops resyncs only.
        ResourceVersion = "resourceVersion",
        /// Generation, labels, annotations, finalizers or deletionTimestamp changed.
        GenerationOrMetadata = "generationOrMetadata",
        /// Compares like the one before, but hands the old object to the handler.
        Swapped = "swapped",
    }
}
choice! {
    /// Whether the predicate belongs to the AppConfig's watch or to all.
    PredicateScope { /** `For` only. */ For = "for", /** `WithEventFilter`. */ Global = "global" }
}
choice! {
    /// The owned kind's own predicate.
    OwnedPredicate { /** None. */ None = "none", /** By generation, which a ConfigMap has not. */ Generation = "generation" }
}
choice! {
    /// Which owners an event of the owned kind wakes.
    MatchOwner { /** The controller. */ Controller = "controller", /** `MatchEveryOwner`. */ Every = "every" }
}
choice! {
    /// Which work queue.
    QueueKind { /** controller-runtime's. */ Priority = "priority", /** client-go's. */ Classic = "classic" }
}
choice! {
    /// Where reads go.
    ReadFrom { /** The informer's store. */ Cache = "cache", /** The API server. */ Server = "server" }
}
choice! {
    /// When the child counts as different.
    Compare {
        /** Data, its labels and the owner reference. */ Fields = "fields",
        /** Sends the write without looking. */ Always = "always",
        /** The whole desired object against the whole stored one. */ Whole = "whole",
        /** An annotation with a hash of the data, and no further. */ Hash = "hash",
    }
}
choice! {
    /// The order in which data are rendered.
    Order { /** Sorted. */ Sorted = "sorted", /** Drawn anew. */ Seeded = "seeded" }
}
choice! {
    /// What is stamped on the child in each pass.
    Stamp { /** Nothing. */ None = "none", /** The time. */ Time = "time", /** A counter. */ Counter = "counter" }
}
choice! {
    /// How the child comes to be.
    Ensure { /** Reads, then creates or updates. */ CreateOrUpdate = "createOrUpdate", /** POSTs without reading first. */ CreateOnly = "createOnly" }
}
choice! {
    /// The child's name.
    Naming { /** Follows from the AppConfig's. */ Fixed = "fixed", /** Made by the server. */ Generated = "generated" }
}
choice! {
    /// How the child is written.
    WriteBy { /** PUT. */ Update = "update", /** JSON merge patch. */ MergePatch = "mergePatch", /** Server-side apply. */ Apply = "apply" }
}
choice! {
    /// What to do with a child of somebody else.
    OnForeign { /** Refuse. */ Refuse = "refuse", /** Take over. */ Adopt = "adopt" }
}
choice! {
    /// Whether the child can be updated.
    Child { /** Yes. */ Mutable = "mutable", /** No. */ Immutable = "immutable", /** No, so it is made anew. */ ImmutableRecreate = "immutableRecreate" }
}
choice! {
    /// What follows a create.
    AfterCreate { /** Nothing. */ Trust = "trust", /** Reads it back. */ ReadBack = "readBack", /** Sleeps, then reads it back. */ Sleep = "sleep" }
}
choice! {
    /// The child's owner reference.
    Owner { /** With `controller: true`. */ Controller = "controller", /** Without. */ Plain = "plain", /** None. */ None = "none" }
}
choice! {
    /// When the status is written.
    ///
    /// A server that gets the same bytes writes nothing and tells nobody, so `always` costs requests and no loop, as long
    /// as the [content](StatusContent) stays the same.
    StatusWhen {
        /// `if !equality.Semantic.DeepEqual(before, obj.Status)`.
        Changed = "changed",
        /// `r.Status().Update(ctx, obj)` at the end of each pass, with kube-rs `patch_status` without a look. Reports:
        /// keikoproj/instance-manager#235, kubernetes-sigs/controller-runtime#2831.
        Always = "always",
    }
}
choice! {
    /// What the status holds. Whatever differs in each pass is a new version, an event, and without a predicate a new pass.
    ///
    /// Reports: konflux-ci/konflux-ci#5874, kube-rs/kube#354, multigres/multigres-operator#185.
    StatusContent {
        /// What follows from the world, with `meta.SetStatusCondition`, which moves no time while the status stands.
        Stable = "stable",
        /// `metav1.Now()`: whole seconds, so that two passes within one second agree, and the loop ends by itself.
        Time = "time",
        /// `time.Now().Format(time.RFC3339Nano)`, in Rust `Utc::now().to_rfc3339()`: it never agrees.
        TimeNano = "timeNano",
        /// `obj.Status.Passes++`.
        Counter = "counter",
        /// `fmt.Sprintf("%v (attempt %d)", err, n)`: each failure is its own event, and the backoff is passed by.
        LastError = "lastError",
        /// `for key := range data`, or a `HashMap`: the same keys in another order.
        Unordered = "unordered",
    }
}
choice! {
    /// Where the status is written.
    StatusVia {
        /// `r.Status().Update(ctx, obj)`; kube-rs `replace_status`, `patch_status`. A kind without the subresource answers
        /// 404 (wildfly/wildfly-operator#30).
        Status = "status",
        /// `r.Update(ctx, obj)`; kube-rs `replace`, `patch`. With the subresource the server drops it without a word
        /// (jenkinsci/kubernetes-operator#335); without, it is a new generation, which passes the generation predicate. An
        /// apply there makes the object anew if it is gone.
        Main = "main",
    }
}
choice! {
    /// On which copy the status is written, and how.
    ///
    /// Whichever it is, the controller lays its own fields and its own condition over what the copy has of others.
    StatusBase {
        /// The pass's own copy, replaced by the answer to each own write: `r.Status().Update(ctx, obj)`, kube-rs
        /// `replace_status`. An old copy is a conflict, which the retry heals (kubernetes-sigs/controller-runtime#403).
        Cached = "cached",
        /// Read anew from the server first: `r.APIReader.Get`, kube-rs `api.get`. One request more, hardly a conflict.
        Fresh = "fresh",
        /// A merge patch without a revision: `r.Status().Patch(ctx, obj, client.MergeFrom(old))` without the optimistic lock,
        /// kube-rs `Patch::Merge`. It never conflicts; its list of conditions replaces the server's whole, so what another
        /// writer said since is lost (kubernetes-sigs/cluster-api#3395). What is no longer reported is sent as null.
        Patch = "patch",
        /// Server-side apply of the own fields and the own condition: `client.Apply` with a field owner, kube-rs
        /// `Patch::Apply`. The server keeps apart what belongs to whom; what somebody else took is a conflict, unless the
        /// habit `force` is on. Fields of an earlier life as `update` have two owners and stay (kubernetes/kubernetes#99003).
        Apply = "apply",
        /// The copy from the pass's start, even after an own write: `obj := original.DeepCopy()` kept for the end. It
        /// conflicts with oneself after each finalizer.
        FirstRead = "firstRead",
    }
}
choice! {
    /// What a pass believes.
    Truth { /** What it observes. */ Observed = "observed", /** Its own status. */ Status = "status" }
}
choice! {
    /// When `observedGeneration` is written, in the status and in its condition.
    ObservedGeneration {
        /// In each status, with the generation that the pass has looked at.
        Always = "always",
        /// With other changes only: `if old.State != new.State { … }`. A spec that leaves Ready as it is leaves the number
        /// behind for good, and whoever waits for it waits for ever (k8ssandra/cass-operator#657).
        OnChange = "onChange",
        /// Not at all: a Ready of the old spec looks like one of the new (cloudnative-pg/cloudnative-pg#11390).
        Never = "never",
    }
}
choice! {
    /// What a pass returns while the required Secret is missing. Models controller-runtime
    /// `pkg/internal/controller/controller.go` `reconcileHandler`; kube-rs knows `Action::requeue`, `Action::await_change` and
    /// an error, for which its `error_policy` names the action.
    OnMissing {
        /// `return ctrl.Result{RequeueAfter: …}, nil`; kube-rs `Ok(Action::requeue(…))`: waiting is no failure. Zero is
        /// nothing.
        RequeueAfter = "requeueAfter",
        /// `return ctrl.Result{}, err`: waiting counts as failing, up to 1000 s between two looks
        /// (FoundationDB/fdb-kubernetes-operator#114, crossplane/crossplane-runtime#40).
        Error = "error",
        /// `return ctrl.Result{Requeue: true}, nil`, deprecated: counted and delayed like an error, without saying so.
        Requeue = "requeue",
        /// `reconcile.TerminalError(err)`: never again by itself, and the failures from before stay counted.
        Terminal = "terminal",
        /// `return ctrl.Result{}, nil`; kube-rs `Action::await_change()`: right where the Secret's events wake it.
        Done = "done",
        /// `return ctrl.Result{RequeueAfter: …}, err`: the error wins, the delay is not looked at
        /// (redhat-cop/operator-utils#63).
        Both = "both",
        /// A nil pointer; recovered since v0.19, and then an error like any other.
        Panic = "panic",
        /// Waits past `ReconciliationTimeout` (5 s) and returns the context's error. The timeout holds for every pass:
        /// whatever takes the context fails behind it, in the middle of whatever was being done.
        Timeout = "timeout",
    }
}
choice! {
    /// What a pass does with an error.
    OnError {
        /// Returns it: counted, and back with a delay that doubles.
        Return = "return",
        /// Writes it into the status (Ready=False with its text) and returns `RequeueAfter` of `missingDelay`, as does a
        /// kube-rs `error_policy` of `Action::requeue(…)`. No failure is counted and no delay grows, and a conflict that a
        /// retry would have healed is a Ready that flaps (kyma-project/lifecycle-manager#2467). An error of the status write
        /// itself is returned; so is a deadline, behind which no status can be written.
        StatusAndRequeueAfter = "statusAndRequeueAfter",
        /// Tries again 15 times, then drops the error and with it the key, until an event comes
        /// (operator-framework/operator-sdk#535). Controllers on client-go ask `queue.NumRequeues(key) < maxRetries`, and
        /// that is the count here: the queue's, forgotten with a success and lost with the process. A reconciler of
        /// controller-runtime does not see its queue and keeps a map of its own, `failures[req]++`, as one of kube-rs does
        /// in its context, with `Action::await_change()` at the end. A panic passes it by.
        GiveUpAfter15 = "giveUpAfter15",
    }
}
choice! {
    /// When the finalizer is added.
    Finalizer {
        /// Before the account is made: what is there is always told to somebody.
        BeforeOutside = "beforeOutside",
        /// After: a crash in between, and a deletion, leave an account that nobody knows.
        AfterOutside = "afterOutside",
        /// Never: a deletion is an event that can be missed (zalando/postgres-operator#941).
        None = "none",
    }
}
choice! {
    /// What follows the adding of the finalizer.
    FinalizerFlow {
        /// The pass goes on, on the copy that the server answered.
        Continue = "continue",
        /// `return ctrl.Result{}, r.Update(ctx, obj)`: "my own event will call me again", as kube-rs' `finalizer` helper does
        /// with `Action::await_change()`. A finalizer is metadata, the generation stays, and `GenerationChangedPredicate`
        /// (`predicates::generation`) drops the event: nothing is ever made (GreedyKomodoDragon/Kontroler#158,
        /// openshift/cluster-nfd-operator#265, maoertel/kuberator#9).
        ReturnAndWait = "returnAndWait",
    }
}
choice! {
    /// Which finalizers are removed.
    FinalizerRemoval {
        /// The own one, by its name, in a list that is sent with the revision on which it was made.
        Own = "own",
        /// `obj.SetFinalizers(nil)`, `{"metadata":{"finalizers":[]}}`: the object vanishes before others have cleaned up
        /// (ROCm/spur#75, operator-framework/operator-sdk#3967).
        All = "all",
        /// A JSON patch `remove /metadata/finalizers/N`, with N from the cached copy and no `test` before it (kube-rs' helper
        /// has one): when another removal has shifted the list, somebody else's goes
        /// (operator-framework/java-operator-sdk#1248).
        ByIndex = "byIndex",
    }
}
choice! {
    /// When the deletion is looked at.
    DeletionCheck {
        /// First of all.
        First = "first",
        /// Behind `if controllerutil.AddFinalizer(obj, name) { r.Update(ctx, obj) }`: once its own is off and somebody else's
        /// holds the object, it adds it anew, and is refused (422) until the object goes (kubernetes-sigs/cluster-api#8949,
        /// fluxcd/helm-controller#744). kube-rs' `finalizer` helper looks at both at once.
        Late = "late",
    }
}
choice! {
    /// What is done while the AppConfig is being deleted.
    WhileDeleting {
        /// The cleanup, and then it returns.
        CleanupOnly = "cleanupOnly",
        /// The cleanup, and then, the `return` being forgotten, all that is done for a living one, but for the finalizer:
        /// the account is made anew right behind its removal, a child anew behind the collector's
        /// (kubernetes-sigs/mcp-lifecycle-operator#300), an orphan gets its owner back and dies with it
        /// (operator-framework/operator-controller#2022).
        Full = "full",
    }
}
choice! {
    /// How the cleanup is written.
    Cleanup {
        /// What is gone is fine: `client.IgnoreNotFound(err)`.
        Idempotent = "idempotent",
        /// What is gone is an error: after a crash behind the removal, or a removal by hand, it never ends.
        FailsOnMissing = "failsOnMissing",
        /// It reads the required Secret first, say for the service's password: if that went first, as it may when all of a
        /// namespace goes, the deletion never ends (humio/humio-operator#505).
        NeedsRequired = "needsRequired",
    }
}
choice! {
    /// Whether the controller records Events.
    Events { /** No. */ None = "none", /** Yes. */ Record = "record" }
}

/// One habit in the table of all.
struct Habit {
    name: &'static str,
    slot: fn(&mut Habits) -> Slot<'_>,
}

macro_rules! habits {
    ($($(#[$doc:meta])* $field:ident $name:literal: $kind:ty = $default:expr;)+) => {
        /// All habits of one controller.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Habits { $($(#[$doc])* pub $field: $kind,)+ }

        impl Default for Habits {
            fn default() -> Self {
                Habits { $($field: $default,)+ }
            }
        }

        impl Habits {
            /// The habits' names, in the contract's order.
            pub const NAMES: &[&str] = &[$($name),+];

            const TABLE: &[Habit] = &[$(Habit { name: $name, slot: |habits| habits.$field.slot() }),+];
        }
    };
}

habits! {
    /// Which updates of the AppConfig wake it.
    predicate "predicate": Predicate = Predicate::Generation;
    /// Whose events the predicate filters.
    predicate_scope "predicateScope": PredicateScope = PredicateScope::For;
    /// The owned kind's own predicate.
    owned_predicate "ownedPredicate": OwnedPredicate = OwnedPredicate::None;
    /// Whether the child's kind is watched; if not, it is cached from the first read on.
    watch_owned "watchOwned": bool = true;
    /// Whether the required Secret's kind is watched; if not, likewise.
    watch_required "watchRequired": bool = true;
    /// Which owners an event of the owned kind wakes.
    match_owner "matchOwner": MatchOwner = MatchOwner::Controller;
    /// Which work queue.
    queue "queue": QueueKind = QueueKind::Priority;
    /// Passes in progress at once.
    workers "workers": Workers = Workers(1);
    /// Where reads go.
    read_from "readFrom": ReadFrom = ReadFrom::Cache;
    /// What the caches of ConfigMaps and Secrets are restricted to: a label selector.
    cache_selector "cacheSelector": Option<String> = None;
    /// Whether objects are copied out of the cache.
    cache_copy "cacheCopy": bool = true;
    /// When the child counts as different.
    compare "compare": Compare = Compare::Fields;
    /// The order in which data are rendered.
    order "order": Order = Order::Sorted;
    /// What is stamped on the child.
    stamp "stamp": Stamp = Stamp::None;
    /// How the child comes to be.
    ensure "ensure": Ensure = Ensure::CreateOrUpdate;
    /// The child's name.
    naming "naming": Naming = Naming::Fixed;
    /// How the child is written.
    write "write": WriteBy = WriteBy::Update;
    /// Whether an apply takes ownership.
    force "force": bool = false;
    /// Whether keys that are no longer wanted are removed.
    remove_stale "removeStale": bool = true;
    /// What to do with a child of somebody else.
    on_foreign "onForeign": OnForeign = OnForeign::Refuse;
    /// Whether the child can be updated.
    child "child": Child = Child::Mutable;
    /// What follows a create.
    after_create "afterCreate": AfterCreate = AfterCreate::Trust;
    /// The child's owner reference.
    owner "owner": Owner = Owner::Controller;
    /// When the status is written.
    status_when "statusWhen": StatusWhen = StatusWhen::Changed;
    /// What the status holds.
    status_content "statusContent": StatusContent = StatusContent::Stable;
    /// Where the status is written.
    status_via "statusVia": StatusVia = StatusVia::Status;
    /// On which copy the status is written.
    status_base "statusBase": StatusBase = StatusBase::Cached;
    /// What a pass believes.
    truth "truth": Truth = Truth::Observed;
    /// When `observedGeneration` is written.
    observed_generation "observedGeneration": ObservedGeneration = ObservedGeneration::Always;
    /// What a pass returns while the required Secret is missing.
    on_missing "onMissing": OnMissing = OnMissing::RequeueAfter;
    /// What a pass does with an error.
    on_error "onError": OnError = OnError::Return;
    /// How long `onMissing: requeueAfter` and `both` wait, in ms.
    missing_delay "missingDelay": u64 = 10_000;
    /// `RequeueAfter` of a pass that found all in order, in ms.
    periodic "periodic": Option<u64> = None;
    /// When the finalizer is added.
    finalizer "finalizer": Finalizer = Finalizer::BeforeOutside;
    /// What follows the adding of the finalizer.
    finalizer_flow "finalizerFlow": FinalizerFlow = FinalizerFlow::Continue;
    /// Which finalizers are removed.
    finalizer_removal "finalizerRemoval": FinalizerRemoval = FinalizerRemoval::Own;
    /// When the deletion is looked at.
    deletion_check "deletionCheck": DeletionCheck = DeletionCheck::First;
    /// What is done while the AppConfig is being deleted.
    while_deleting "whileDeleting": WhileDeleting = WhileDeleting::CleanupOnly;
    /// How the cleanup is written.
    cleanup "cleanup": Cleanup = Cleanup::Idempotent;
    /// Whether the controller records Events.
    events "events": Events = Events::None;
}

/// Combinations that mean nothing, since a value in them could make no difference: habits, each with the values at which
/// they do. The README lists them.
pub const MEANINGLESS: &[&[(&str, &[&str])]] = &[
    // An apply needs a name: there is nothing for the server to make one from.
    &[("naming", &["generated"]), ("write", &["apply"])],
    // What the controller finds by its own reference is not foreign.
    &[("onForeign", &["adopt"]), ("naming", &["generated"]), ("owner", &["controller"])],
    // Only an apply can be forced.
    &[("force", &["true"]), ("write", &["update", "mergePatch"]), ("statusBase", &["cached", "fresh", "patch", "firstRead"])],
    // What is only created is never written again.
    &[("write", &["mergePatch", "apply"]), ("ensure", &["createOnly"])],
    &[("removeStale", &["false"]), ("ensure", &["createOnly"])],
    &[("child", &["immutableRecreate"]), ("ensure", &["createOnly"])],
    // What comes from the server is nobody else's.
    &[("cacheCopy", &["false"]), ("readFrom", &["server"])],
];

impl Habits {
    /// The first combination of these habits that means nothing, unless all is well: the habit to blame, which is one of
    /// those that were `set`, and what it cannot stand beside.
    fn meaningless(&self, set: &Map<String, Value>) -> Option<(String, HabitFault)> {
        let all = self.to_value();
        'rows: for row in MEANINGLESS {
            let mut message = String::from("habit");
            let mut blamed = row[0].0;
            for (at, (habit, values)) in row.iter().enumerate() {
                let value = all.get(habit).map(json_text).unwrap_or_default();
                if !values.contains(&value.trim_matches('"')) {
                    continue 'rows;
                }
                if !set.contains_key(blamed) {
                    blamed = habit;
                }
                for part in [if at == 0 { " \"" } else { " together with \"" }, *habit, "\": ", &*value] {
                    message.push_str(part);
                }
            }
            message.push_str(" means nothing");
            return Some((blamed.to_string(), HabitFault::Meaningless(message)));
        }
        None
    }

    /// Sets one habit.
    ///
    /// # Errors
    /// The habit or its value is unknown; nothing has changed then.
    pub fn set(&mut self, habit: &str, value: &Value) -> Result<(), HabitFault> {
        let Some(Habit { slot, .. }) = Self::TABLE.iter().find(|known| known.name == habit) else {
            return Err(HabitFault::UnknownHabit(habit.into(), join(Self::NAMES, ", ")));
        };
        if slot(self).read(value) {
            return Ok(());
        }
        Err(HabitFault::UnknownValue { habit: habit.into(), value: json_text(value), allowed: slot(self).allowed() })
    }

    /// As the contract writes it: every habit by name.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut copy = self.clone();
        let mut record = Record::default();
        for habit in Self::TABLE {
            record.put(habit.name, (habit.slot)(&mut copy).write());
        }
        record.end()
    }

    /// These habits with some of them set anew.
    ///
    /// # Errors
    /// With the name of the first habit that could not be set, or that means nothing beside the others.
    pub fn with(&self, set: &Map<String, Value>) -> Result<Habits, (String, HabitFault)> {
        let mut habits = self.clone();
        for (habit, value) in set {
            habits.set(habit, value).map_err(|fault| (habit.clone(), fault))?;
        }
        habits.meaningless(set).map_or(Ok(habits), Err)
    }
}

serialize_as_value!(Habits);

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_habit_reads_back_what_it_writes() {
        let habits = Habits::default();
        let Value::Object(map) = habits.to_value() else { panic!("a map") };
        assert_eq!(map.len(), Habits::NAMES.len());
        assert_eq!(Habits::default().with(&map).unwrap(), habits);
    }

    #[test]
    fn what_means_nothing_together_is_refused_whatever_was_set_first() {
        let refused = |base: Value, set: Value| {
            let base = Habits::default().with(base.as_object().unwrap()).unwrap();
            let (habit, fault) = base.with(set.as_object().unwrap()).unwrap_err();
            (habit, fault.to_string())
        };
        let message = r#"habit "naming": "generated" together with "write": "apply" means nothing"#.to_string();
        assert_eq!(refused(json!({}), json!({"naming": "generated", "write": "apply"})), ("naming".into(), message.clone()));
        assert_eq!(refused(json!({"naming": "generated"}), json!({"write": "apply"})), ("write".into(), message));
        assert_eq!(
            refused(json!({}), json!({"force": true})).1,
            r#"habit "force": true together with "write": "update" together with "statusBase": "cached" means nothing"#
        );
        assert!(Habits::default().with(json!({"force": true, "write": "apply"}).as_object().unwrap()).is_ok());
    }

    #[test]
    fn every_combination_that_means_nothing_names_habits_and_values_that_exist() {
        for row in MEANINGLESS {
            for (habit, values) in *row {
                let known = Habits::TABLE.iter().find(|known| known.name == *habit).expect(habit);
                for value in *values {
                    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
                    assert!((known.slot)(&mut Habits::default()).read(&value), "{habit}: {value}");
                }
            }
            let blames_a_deviation = row.iter().any(|(habit, values)| {
                let good = (Habits::TABLE.iter().find(|known| known.name == *habit).unwrap().slot)(&mut Habits::default()).write();
                !values.contains(&json_text(&good).trim_matches('"'))
            });
            assert!(blames_a_deviation, "the default would be refused");
        }
    }

    #[test]
    fn an_unknown_habit_or_value_is_named() {
        let mut habits = Habits::default();
        assert!(habits.set("predicat", &json!("none")).unwrap_err().to_string().contains("\"predicat\""));
        assert_eq!(
            habits.set("queue", &json!("fast")).unwrap_err().to_string(),
            "habit \"queue\" has no value \"fast\"; it takes \"priority\", \"classic\""
        );
        for value in [json!(-1), json!(1.5), json!("10"), json!(null), json!(MAX_DELAY + 1)] {
            assert!(habits.set("missingDelay", &value).is_err(), "{value}");
        }
        assert!(habits.set("periodic", &json!(0)).is_err());
    }
}
