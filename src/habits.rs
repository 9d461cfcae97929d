//! How a controller and its reconciler are written, as data: the good way by default, and every mistake of the field as
//! one value of one habit.
//!
//! A value that this release has not built is refused with [`HabitFault::NotYet`], never accepted and ignored.

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
    /// Part of the contract, not built yet.
    #[error("habit \"{habit}\" with value {value} is not built yet")]
    NotYet {
        /// The habit.
        habit: String,
        /// What was sent, as JSON.
        value: String,
    },
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

/// A habit's value, wherever it stands: reading and writing is code for five shapes and not for forty habits.
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
    StatusWhen { /** If it changed. */ Changed = "changed", /** In each pass. */ Always = "always" }
}
choice! {
    /// What the status holds.
    StatusContent {
        /** What follows from the world. */ Stable = "stable",
        /** The time in whole seconds. */ Time = "time",
        /** The time in nanoseconds. */ TimeNano = "timeNano",
        /** A number that grows by one in each pass. */ Counter = "counter",
        /** The last error's text with its attempt. */ LastError = "lastError",
        /** The data's keys in an order that differs from pass to pass. */ Unordered = "unordered",
    }
}
choice! {
    /// Where the status is written.
    StatusVia { /** `/status`. */ Status = "status", /** The main resource. */ Main = "main" }
}
choice! {
    /// On which copy the status is written.
    StatusBase {
        /** The pass's own copy, replaced by the answer to each own write. */ Cached = "cached",
        /** Read anew from the server. */ Fresh = "fresh",
        /** A merge patch without a revision. */ Patch = "patch",
        /** Server-side apply. */ Apply = "apply",
        /** The copy from the pass's start, even after an own write. */ FirstRead = "firstRead",
    }
}
choice! {
    /// What a pass believes.
    Truth { /** What it observes. */ Observed = "observed", /** Its own status. */ Status = "status" }
}
choice! {
    /// When `observedGeneration` is written.
    ObservedGeneration { /** Always. */ Always = "always", /** With other changes. */ OnChange = "onChange", /** Never. */ Never = "never" }
}
choice! {
    /// What a pass returns while the required Secret is missing.
    OnMissing {
        /** `RequeueAfter`. */ RequeueAfter = "requeueAfter",
        /** An error. */ Error = "error",
        /** `Requeue: true`. */ Requeue = "requeue",
        /** A terminal error. */ Terminal = "terminal",
        /** Nothing. */ Done = "done",
        /** An error and a `RequeueAfter`. */ Both = "both",
        /** It panics. */ Panic = "panic",
        /** It waits past its deadline. */ Timeout = "timeout",
    }
}
choice! {
    /// What a pass does with an error.
    OnError { /** Returns it. */ Return = "return", /** Writes it down and comes back later. */ StatusAndRequeueAfter = "statusAndRequeueAfter", /** Gives up after 15. */ GiveUpAfter15 = "giveUpAfter15" }
}
choice! {
    /// When the finalizer is added.
    Finalizer { /** Before the account is made. */ BeforeOutside = "beforeOutside", /** After. */ AfterOutside = "afterOutside", /** Never. */ None = "none" }
}
choice! {
    /// What follows the adding of the finalizer.
    FinalizerFlow { /** The pass goes on. */ Continue = "continue", /** It returns and waits for its own event. */ ReturnAndWait = "returnAndWait" }
}
choice! {
    /// Which finalizers are removed.
    FinalizerRemoval { /** The own one. */ Own = "own", /** All. */ All = "all", /** The one at an index. */ ByIndex = "byIndex" }
}
choice! {
    /// When the deletion is looked at.
    DeletionCheck { /** First. */ First = "first", /** Late. */ Late = "late" }
}
choice! {
    /// What is done while the AppConfig is being deleted.
    WhileDeleting { /** The cleanup. */ CleanupOnly = "cleanupOnly", /** Everything. */ Full = "full" }
}
choice! {
    /// How the cleanup is written.
    Cleanup {
        /** What is gone is fine. */ Idempotent = "idempotent",
        /** What is gone is an error. */ FailsOnMissing = "failsOnMissing",
        /** It needs the required Secret. */ NeedsRequired = "needsRequired",
    }
}
choice! {
    /// Whether the controller records Events.
    Events { /** No. */ None = "none", /** Yes. */ Record = "record" }
}

/// Which values of a habit this release has built, beside its default.
enum Built {
    All,
    Only(&'static [&'static str]),
}

/// One habit in the table of all.
struct Habit {
    name: &'static str,
    slot: fn(&mut Habits) -> Slot<'_>,
    built: Built,
}

macro_rules! habits {
    ($($(#[$doc:meta])* $field:ident $name:literal: $kind:ty = $default:expr, $built:expr;)+) => {
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

            const TABLE: &[Habit] = &[$(Habit { name: $name, slot: |habits| habits.$field.slot(), built: $built }),+];
        }
    };
}

const NOTHING: Built = Built::Only(&[]);

habits! {
    /// Which updates of the AppConfig wake it.
    predicate "predicate": Predicate = Predicate::Generation, Built::All;
    /// Whose events the predicate filters.
    predicate_scope "predicateScope": PredicateScope = PredicateScope::For, Built::All;
    /// The owned kind's own predicate.
    owned_predicate "ownedPredicate": OwnedPredicate = OwnedPredicate::None, Built::All;
    /// Whether the child's kind is watched; if not, it is cached from the first read on.
    watch_owned "watchOwned": bool = true, Built::All;
    /// Whether the required Secret's kind is watched; if not, likewise.
    watch_required "watchRequired": bool = true, Built::All;
    /// Which owners an event of the owned kind wakes.
    match_owner "matchOwner": MatchOwner = MatchOwner::Controller, Built::All;
    /// Which work queue.
    queue "queue": QueueKind = QueueKind::Priority, Built::All;
    /// Passes in progress at once.
    workers "workers": Workers = Workers(1), Built::All;
    /// Where reads go.
    read_from "readFrom": ReadFrom = ReadFrom::Cache, NOTHING;
    /// What the caches of ConfigMaps and Secrets are restricted to: a label selector.
    cache_selector "cacheSelector": Option<String> = None, Built::All;
    /// Whether objects are copied out of the cache.
    cache_copy "cacheCopy": bool = true, NOTHING;
    /// When the child counts as different.
    compare "compare": Compare = Compare::Fields, Built::All;
    /// The order in which data are rendered.
    order "order": Order = Order::Sorted, NOTHING;
    /// What is stamped on the child.
    stamp "stamp": Stamp = Stamp::None, NOTHING;
    /// How the child comes to be.
    ensure "ensure": Ensure = Ensure::CreateOrUpdate, Built::All;
    /// The child's name.
    naming "naming": Naming = Naming::Fixed, NOTHING;
    /// How the child is written.
    write "write": WriteBy = WriteBy::Update, NOTHING;
    /// Whether an apply takes ownership.
    force "force": bool = false, NOTHING;
    /// Whether keys that are no longer wanted are removed.
    remove_stale "removeStale": bool = true, NOTHING;
    /// What to do with a child of somebody else.
    on_foreign "onForeign": OnForeign = OnForeign::Refuse, NOTHING;
    /// Whether the child can be updated.
    child "child": Child = Child::Mutable, NOTHING;
    /// What follows a create.
    after_create "afterCreate": AfterCreate = AfterCreate::Trust, NOTHING;
    /// The child's owner reference.
    owner "owner": Owner = Owner::Controller, NOTHING;
    /// When the status is written.
    status_when "statusWhen": StatusWhen = StatusWhen::Changed, Built::All;
    /// What the status holds.
    status_content "statusContent": StatusContent = StatusContent::Stable, Built::All;
    /// Where the status is written.
    status_via "statusVia": StatusVia = StatusVia::Status, Built::All;
    /// On which copy the status is written.
    status_base "statusBase": StatusBase = StatusBase::Cached, Built::Only(&["fresh", "firstRead"]);
    /// What a pass believes.
    truth "truth": Truth = Truth::Observed, NOTHING;
    /// When `observedGeneration` is written.
    observed_generation "observedGeneration": ObservedGeneration = ObservedGeneration::Always, NOTHING;
    /// What a pass returns while the required Secret is missing.
    on_missing "onMissing": OnMissing = OnMissing::RequeueAfter, Built::All;
    /// What a pass does with an error.
    on_error "onError": OnError = OnError::Return, NOTHING;
    /// How long `onMissing: requeueAfter` and `both` wait, in ms.
    missing_delay "missingDelay": u64 = 10_000, Built::All;
    /// `RequeueAfter` of a pass that found all in order, in ms.
    periodic "periodic": Option<u64> = None, Built::All;
    /// When the finalizer is added.
    finalizer "finalizer": Finalizer = Finalizer::BeforeOutside, Built::All;
    /// What follows the adding of the finalizer.
    finalizer_flow "finalizerFlow": FinalizerFlow = FinalizerFlow::Continue, NOTHING;
    /// Which finalizers are removed.
    finalizer_removal "finalizerRemoval": FinalizerRemoval = FinalizerRemoval::Own, NOTHING;
    /// When the deletion is looked at.
    deletion_check "deletionCheck": DeletionCheck = DeletionCheck::First, NOTHING;
    /// What is done while the AppConfig is being deleted.
    while_deleting "whileDeleting": WhileDeleting = WhileDeleting::CleanupOnly, NOTHING;
    /// How the cleanup is written.
    cleanup "cleanup": Cleanup = Cleanup::Idempotent, Built::All;
    /// Whether the controller records Events.
    events "events": Events = Events::None, Built::All;
}

impl Habits {
    /// Sets one habit.
    ///
    /// # Errors
    /// The habit or its value is unknown, or not built yet; nothing has changed then.
    pub fn set(&mut self, habit: &str, value: &Value) -> Result<(), HabitFault> {
        let Some(Habit { slot, built, .. }) = Self::TABLE.iter().find(|known| known.name == habit) else {
            return Err(HabitFault::UnknownHabit(habit.into(), join(Self::NAMES, ", ")));
        };
        let mut changed = self.clone();
        if !slot(&mut changed).read(value) {
            return Err(HabitFault::UnknownValue { habit: habit.into(), value: json_text(value), allowed: slot(&mut changed).allowed() });
        }
        let is_built = match built {
            Built::All => true,
            Built::Only(names) => value.as_str().is_some_and(|text| names.contains(&text)),
        };
        if !is_built && slot(&mut changed).write() != slot(&mut Habits::default()).write() {
            return Err(HabitFault::NotYet { habit: habit.into(), value: json_text(value) });
        }
        *self = changed;
        Ok(())
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
    /// With the name of the first habit that could not be set.
    pub fn with(&self, set: &Map<String, Value>) -> Result<Habits, (String, HabitFault)> {
        let mut habits = self.clone();
        for (habit, value) in set {
            habits.set(habit, value).map_err(|fault| (habit.clone(), fault))?;
        }
        Ok(habits)
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
    fn a_value_that_is_not_built_is_refused_and_changes_nothing() {
        let mut habits = Habits::default();
        assert!(matches!(habits.set("readFrom", &json!("server")), Err(HabitFault::NotYet { .. })));
        assert!(matches!(habits.set("statusBase", &json!("apply")), Err(HabitFault::NotYet { .. })));
        assert_eq!(habits, Habits::default());
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
