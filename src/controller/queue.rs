//! The work queue of a controller: which keys wait to be reconciled, and when.
//!
//! ```text
//! add ──▶ waiting ──advance──▶ ready ──get──▶ processing ──done──▶
//!    └────────────────────────▶┘
//! ```
//!
//! Two flavours, as one meets them in the field: [`Flavour::Priority`], the default of controller-runtime since v0.23, and
//! [`Flavour::Classic`], the one of client-go. They differ in what an event does to a timer:
//!
//! | | priority | classic |
//! |---|---|---|
//! | a key is | in one place: waiting or ready | in both at once, if it was added to both |
//! | a plain add to a waiting key | makes it ready; the timer is gone | makes it ready; the timer stays and fires later |
//! | an add with a delay to a ready key | changes nothing | sets a timer beside |
//! | an add while the key is processed | is ready, and skipped until `done` | is put aside, and ready with `done` |
//! | after `shut_down` | nothing is handed out | what is ready is still handed out |
//!
//! In both one key is never handed out twice at once, any number of adds while it is processed make exactly one more run,
//! and of two timers of one key the earlier one wins.
//!
//! Time is a number that is handed in. Each entry carries the causes that put it there: they are for humans, and no
//! decision looks at them. A clone shares everything with its original until one of them changes.

mod classic;
mod priority;

use std::sync::Arc;

use crate::object::Millis;
use crate::persist::Encode;

use super::limiter::Limiter;
use classic::Classic;
use priority::Priority;

/// The priority of what need not hurry: the initial list, and updates that change nothing (a resync).
///
/// Models `controller-runtime/pkg/handler/eventhandler.go`.
pub const LOW_PRIORITY: i32 = -100;

/// Whose queue it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// `controller-runtime/pkg/controller/priorityqueue`
    Priority,
    /// `client-go/util/workqueue`
    Classic,
}

/// How a key is added. The default adds it right away, with priority 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddOptions {
    /// Not before this much time has passed; `Some(0)` is the same as `None`, as a zero duration is in Go.
    pub after: Option<Millis>,
    /// Counts a failure of the key and waits as long as the limiter says. With `after` the shorter wait wins.
    pub rate_limited: bool,
    /// 0 if left out. The classic queue knows no priorities.
    pub priority: Option<i32>,
}

/// What an add did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It made an entry, or moved one to an earlier time.
    Added,
    /// The key waits already, and not longer: that timer stays.
    EarlierKept,
    /// The key was to run already: it is ready, or has been added while it is processed.
    AlreadyReady,
    /// The queue is shutting down and takes nothing any more.
    Dropped,
}

/// What became of an add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// What it did.
    pub effect: Effect,
    /// The wait that `after` or the limiter gave, whatever became of it.
    pub delay: Option<Millis>,
    /// When the key is ready next: now, or when its timer fires. `None` if only `done` is missing, or if it was dropped.
    pub due: Option<Millis>,
    /// It joined an entry that was there.
    pub merged: bool,
}

/// A key as it is handed to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken<K, C> {
    /// What to reconcile.
    pub key: K,
    /// The priority it had; a requeue keeps it.
    pub priority: i32,
    /// Why it ran, oldest first.
    pub causes: Vec<C>,
}

/// A key that is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready<'a, K, C> {
    /// The key.
    pub key: &'a K,
    /// 0 in a classic queue.
    pub priority: i32,
    /// Why it is there, oldest first.
    pub causes: &'a [C],
}

/// A key with a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting<'a, K, C> {
    /// The key.
    pub key: &'a K,
    /// When the timer fires.
    pub due: Millis,
    /// 0 in a classic queue.
    pub priority: i32,
    /// Why it is there, oldest first.
    pub causes: &'a [C],
}

/// `(key, priority, order of arrival)`
pub type EssentialReady<K> = (K, i32, u64);
/// `(key, priority, order of arrival, time left)`
pub type EssentialWaiting<K> = (K, i32, u64, Millis);

/// All that decides what a queue will do: two queues with the same essence behave alike from now on.
///
/// Times are relative, arrival numbers are ranks, causes are left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Essence<K> {
    /// What is ready. In the priority queue its orders and those of what waits are ranks in one sequence.
    pub ready: Vec<EssentialReady<K>>,
    /// Added while processed and put aside until `done` (classic only).
    pub aside: Vec<K>,
    /// What waits.
    pub waiting: Vec<EssentialWaiting<K>>,
    /// Handed out.
    pub processing: Vec<K>,
    /// Counts above zero.
    pub failures: Vec<(K, u32)>,
    /// What the limiter's buckets hold, in thousandths of a token.
    pub levels: Vec<i64>,
    /// Nothing is taken any more.
    pub shutting_down: bool,
}

/// What can be a key: ordered, cheap to clone, and kept in a persistent map.
pub trait QueueKey: Ord + Clone + Encode + Send + Sync + 'static {}

impl<T: Ord + Clone + Encode + Send + Sync + 'static> QueueKey for T {}

/// Why a key is there. Shared between clones, copied when one of them changes.
type Causes<C> = Arc<Vec<C>>;

/// Adds more causes.
fn join<C: Clone + Send + Sync + 'static>(causes: &mut Causes<C>, more: Vec<C>) {
    if !more.is_empty() {
        Arc::make_mut(causes).extend(more);
    }
}

/// The work queue of a controller. `K` is the key; `C` says why a key is there.
#[derive(Clone, Debug)]
pub struct Queue<K: QueueKey, C: Clone + Send + Sync + 'static> {
    limiter: Limiter<K>,
    entries: Entries<K, C>,
}

#[derive(Clone, Debug)]
enum Entries<K: QueueKey, C: Clone + Send + Sync + 'static> {
    Priority(Priority<K, C>),
    Classic(Classic<K, C>),
}

impl<K: QueueKey, C: Clone + Send + Sync + 'static> Queue<K, C> {
    /// An empty queue with the limiter that controller-runtime gives this flavour: the item limiter alone for the priority
    /// queue, the longer one of item limiter and shared bucket for the classic one.
    ///
    /// Models `controller-runtime/pkg/controller/controller.go`.
    #[must_use]
    pub fn new(flavour: Flavour) -> Self {
        Queue::with_limiter(
            flavour,
            match flavour {
                Flavour::Priority => Limiter::item(),
                Flavour::Classic => Limiter::item_and_bucket(),
            },
        )
    }

    /// An empty queue with a limiter of one's own.
    #[must_use]
    pub fn with_limiter(flavour: Flavour, limiter: Limiter<K>) -> Self {
        let entries = match flavour {
            Flavour::Priority => Entries::Priority(Priority::default()),
            Flavour::Classic => Entries::Classic(Classic::default()),
        };
        Queue { limiter, entries }
    }

    /// Whose queue it is.
    #[must_use]
    pub fn flavour(&self) -> Flavour {
        match self.entries {
            Entries::Priority(_) => Flavour::Priority,
            Entries::Classic(_) => Flavour::Classic,
        }
    }

    /// Adds a key, or lets it join the entry it has.
    #[allow(clippy::needless_pass_by_value, reason = "what is added belongs to the queue, whether it has it already or not")]
    pub fn add(&mut self, key: K, options: AddOptions, cause: Option<C>, now: Millis) -> Added {
        // The classic limiter is asked before the queue looks whether it is shut down; the priority queue looks first.
        let counts = options.rate_limited && (self.flavour() == Flavour::Classic || !self.is_shutting_down());
        let limited = counts.then(|| self.limiter.when(&key, now));
        let after = options.after.filter(|after| *after > 0);
        let shorter = limited.map(|limited| after.map_or(limited, |after| limited.min(after)));
        let delay = shorter.or(options.after);
        let due = delay.filter(|delay| *delay > 0).map(|delay| now.saturating_add(delay));
        let (effect, merged) = match &mut self.entries {
            Entries::Priority(entries) => entries.add(&key, due, options.priority.unwrap_or(0), cause),
            Entries::Classic(entries) => entries.add(&key, due, cause),
        };
        Added { effect, delay, due: self.due(&key, now).filter(|_| effect != Effect::Dropped), merged }
    }

    /// When a key is ready next: now, or when its timer fires. `None` if it is not there, or if only `done` is missing.
    #[must_use]
    pub fn due(&self, key: &K, now: Millis) -> Option<Millis> {
        match &self.entries {
            Entries::Priority(entries) => entries.due(key, now),
            Entries::Classic(entries) => entries.due(key, now),
        }
    }

    /// What has become due turns ready, in the order of its times.
    pub fn advance(&mut self, now: Millis) {
        match &mut self.entries {
            Entries::Priority(entries) => entries.advance(now),
            Entries::Classic(entries) => entries.advance(now),
        }
    }

    /// Takes the next key that is ready and not being processed, as it stands at `now`. `None` where a worker would block,
    /// or go home if the queue [is shutting down](Queue::is_shutting_down).
    pub fn get(&mut self, now: Millis) -> Option<Taken<K, C>> {
        self.advance(now);
        match &mut self.entries {
            Entries::Priority(entries) => entries.get(),
            Entries::Classic(entries) => entries.get(),
        }
    }

    /// The key that [`get`](Queue::get) would hand out, if [`advance`](Queue::advance) has been told the time.
    #[must_use]
    pub fn peek(&self) -> Option<&K> {
        match &self.entries {
            Entries::Priority(entries) => entries.peek(),
            Entries::Classic(entries) => entries.peek(),
        }
    }

    /// The worker is through with a key: from here on it can be handed out again.
    pub fn done(&mut self, key: &K) {
        match &mut self.entries {
            Entries::Priority(entries) => entries.done(key),
            Entries::Classic(entries) => entries.done(key),
        }
    }

    /// Sets the failures of a key to zero. It touches neither a timer nor what is ready.
    pub fn forget(&mut self, key: &K) {
        self.limiter.forget(key);
    }

    /// The failures of a key since it was last forgotten.
    #[must_use]
    pub fn failures(&self, key: &K) -> u32 {
        self.limiter.failures(key)
    }

    /// The keys with failures, by key.
    pub fn failures_all(&self) -> impl Iterator<Item = (&K, u32)> {
        self.limiter.failures_all()
    }

    /// When the next timer fires.
    #[must_use]
    pub fn next_due(&self) -> Option<Millis> {
        match &self.entries {
            Entries::Priority(entries) => entries.next_due(),
            Entries::Classic(entries) => entries.next_due(),
        }
    }

    /// How many keys are ready, as upstream counts: one that is being processed and was added again counts in the priority
    /// queue, and does not in the classic one.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Priority(entries) => entries.len(),
            Entries::Classic(entries) => entries.len(),
        }
    }

    /// Whether nothing is ready.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// From here on nothing is added, and timers never fire.
    pub fn shut_down(&mut self) {
        match &mut self.entries {
            Entries::Priority(entries) => entries.shut_down(),
            Entries::Classic(entries) => entries.shut_down(),
        }
    }

    /// Whether it was shut down.
    #[must_use]
    pub fn is_shutting_down(&self) -> bool {
        match &self.entries {
            Entries::Priority(entries) => entries.is_shutting_down(),
            Entries::Classic(entries) => entries.is_shutting_down(),
        }
    }

    /// What is ready, in the order in which it would be taken. In the priority queue a key that is being processed can be
    /// among it: it is skipped until it is done.
    pub fn ready(&self) -> impl Iterator<Item = Ready<'_, K, C>> {
        let ready = match &self.entries {
            Entries::Priority(entries) => entries.ready(),
            Entries::Classic(entries) => entries.ready(),
        };
        ready.into_iter()
    }

    /// What a classic queue has put aside until it is done, by key. Empty for a priority queue.
    pub fn aside(&self) -> impl Iterator<Item = Ready<'_, K, C>> {
        let aside = match &self.entries {
            Entries::Priority(_) => Vec::new(),
            Entries::Classic(entries) => entries.aside(),
        };
        aside.into_iter()
    }

    /// What waits for its time, in the order in which it would become ready.
    pub fn waiting(&self) -> impl Iterator<Item = Waiting<'_, K, C>> {
        self.waiting_until(Millis::MAX)
    }

    /// What becomes ready up to a time, in order.
    pub fn waiting_until(&self, until: Millis) -> impl Iterator<Item = Waiting<'_, K, C>> {
        let waiting = match &self.entries {
            Entries::Priority(entries) => entries.waiting(until),
            Entries::Classic(entries) => entries.waiting(until),
        };
        waiting.into_iter()
    }

    /// The keys that were handed out and are not done, by key.
    pub fn processing(&self) -> impl Iterator<Item = &K> {
        let processing = match &self.entries {
            Entries::Priority(entries) => entries.processing(),
            Entries::Classic(entries) => entries.processing(),
        };
        processing.keys()
    }

    /// All that decides what the queue will do from `now` on.
    #[must_use]
    pub fn essence(&self, now: Millis) -> Essence<K> {
        let (ready, waiting) = match &self.entries {
            Entries::Priority(entries) => entries.essence(now),
            Entries::Classic(entries) => entries.essence(now),
        };
        Essence {
            ready,
            aside: self.aside().map(|entry| entry.key.clone()).collect(),
            waiting,
            processing: self.processing().cloned().collect(),
            failures: self.failures_all().map(|(key, count)| (key.clone(), count)).collect(),
            levels: self.limiter.levels(now),
            shutting_down: self.is_shutting_down(),
        }
    }
}
