//! The priority queue of controller-runtime: one entry for each key, waiting or ready.
//!
//! Models `controller-runtime/pkg/controller/priorityqueue/priorityqueue.go` at v0.24.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::object::Millis;
use crate::persist::{Map, Set};

use super::{Causes, Effect, EssentialReady, EssentialWaiting, QueueKey, Ready, Taken, Waiting, join};

/// The order among what is ready: the higher priority first, within one priority who came first.
type Place = (Reverse<i32>, u64);

#[derive(Clone, Debug)]
struct Entry<C> {
    /// `None` once it is ready.
    due: Option<Millis>,
    priority: i32,
    /// Arrival number: given when the entry is made, and anew when its priority rises or its timer fires.
    arrival: u64,
    causes: Causes<C>,
}

impl<C> Entry<C> {
    fn place(&self) -> Place {
        (Reverse(self.priority), self.arrival)
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Priority<K: QueueKey, C: Clone + Send + Sync + 'static> {
    entries: Map<K, Entry<C>>,
    ready: Map<Place, K>,
    waiting: Map<(Millis, Place), K>,
    processing: Set<K>,
    arrivals: u64,
    shutting_down: bool,
}

impl<K: QueueKey, C: Clone + Send + Sync + 'static> Default for Priority<K, C> {
    fn default() -> Self {
        Priority { entries: Map::new(), ready: Map::new(), waiting: Map::new(), processing: Set::new(), arrivals: 0, shutting_down: false }
    }
}

impl<K: QueueKey, C: Clone + Send + Sync + 'static> Priority<K, C> {
    /// The effect, and whether the key joined an entry that was there. `due: None` is right now.
    pub(super) fn add(&mut self, key: &K, due: Option<Millis>, priority: i32, cause: Option<C>) -> (Effect, bool) {
        if self.shutting_down {
            return (Effect::Dropped, false);
        }
        let Some(mut entry) = self.lift(key) else {
            let entry = Entry { due, priority, arrival: self.arrive(), causes: Vec::from_iter(cause).into() };
            self.lay(key, entry);
            return (Effect::Added, false);
        };
        let effect = match (entry.due, due) {
            (None, _) => Effect::AlreadyReady,
            (Some(old), Some(new)) if old <= new => Effect::EarlierKept,
            // A plain add takes the timer away; the place in the line stays that of the first add.
            (Some(_), _) => {
                entry.due = due;
                Effect::Added
            }
        };
        if priority > entry.priority {
            entry.priority = priority;
            entry.arrival = self.arrive();
        }
        join(&mut entry.causes, Vec::from_iter(cause));
        self.lay(key, entry);
        (effect, true)
    }

    /// When the key is ready: `None` if only `done` is missing, or if there is no such entry.
    pub(super) fn due(&self, key: &K, now: Millis) -> Option<Millis> {
        match self.entries.get(key)?.due {
            Some(due) => Some(due),
            None => (!self.processing.contains_key(key)).then_some(now),
        }
    }

    pub(super) fn advance(&mut self, now: Millis) {
        while let Some(((due, _), key)) = self.waiting.first() {
            if *due > now {
                break;
            }
            let key = key.clone();
            let Some(mut entry) = self.lift(&key) else { break };
            entry.due = None;
            entry.arrival = self.arrive();
            self.lay(&key, entry);
        }
    }

    pub(super) fn peek(&self) -> Option<&K> {
        if self.shutting_down {
            return None;
        }
        self.ready.values().find(|key| !self.processing.contains_key(*key))
    }

    pub(super) fn get(&mut self) -> Option<Taken<K, C>> {
        let key = self.peek()?.clone();
        let entry = self.lift(&key)?;
        self.processing.insert(key.clone(), ());
        Some(Taken { key, priority: entry.priority, causes: Arc::unwrap_or_clone(entry.causes) })
    }

    pub(super) fn done(&mut self, key: &K) {
        self.processing.remove(key);
    }

    pub(super) fn next_due(&self) -> Option<Millis> {
        self.waiting.first().map(|((due, _), _)| *due)
    }

    pub(super) fn len(&self) -> usize {
        self.ready.len()
    }

    /// What is ready stays, and is counted, and is never handed out.
    pub(super) fn shut_down(&mut self) {
        self.shutting_down = true;
        for key in std::mem::take(&mut self.waiting).values() {
            self.entries.remove(key);
        }
    }

    pub(super) fn is_shutting_down(&self) -> bool {
        self.shutting_down
    }

    pub(super) fn ready(&self) -> Vec<Ready<'_, K, C>> {
        let mut ready = Vec::new();
        for key in self.ready.values() {
            if let Some(entry) = self.entries.get(key) {
                ready.push(Ready { key, priority: entry.priority, causes: &entry.causes });
            }
        }
        ready
    }

    pub(super) fn waiting(&self, until: Millis) -> Vec<Waiting<'_, K, C>> {
        let mut waiting = Vec::new();
        for ((due, _), key) in self.waiting.iter() {
            if *due > until {
                break;
            }
            if let Some(entry) = self.entries.get(key) {
                waiting.push(Waiting { key, due: *due, priority: entry.priority, causes: &entry.causes });
            }
        }
        waiting
    }

    pub(super) fn processing(&self) -> &Set<K> {
        &self.processing
    }

    /// What is ready and what waits. The arrival numbers of both are one sequence: a waiting key that is added again is
    /// ready with the number it has.
    pub(super) fn essence(&self, now: Millis) -> (Vec<EssentialReady<K>>, Vec<EssentialWaiting<K>>) {
        let arrivals: BTreeSet<u64> = self.entries.values().map(|entry| entry.arrival).collect();
        let ranks: BTreeMap<u64, u64> = arrivals.into_iter().zip(0..).collect();
        let mut ready = Vec::new();
        let mut waiting = Vec::new();
        for (key, entry) in self.entries.iter() {
            let rank = ranks.get(&entry.arrival).copied().unwrap_or(u64::MAX);
            match entry.due {
                None => ready.push((key.clone(), entry.priority, rank)),
                Some(due) => waiting.push((key.clone(), entry.priority, rank, due.saturating_sub(now))),
            }
        }
        (ready, waiting)
    }

    fn arrive(&mut self) -> u64 {
        self.arrivals += 1;
        self.arrivals
    }

    /// Puts an entry where it belongs.
    fn lay(&mut self, key: &K, entry: Entry<C>) {
        match entry.due {
            None => self.ready.insert(entry.place(), key.clone()),
            Some(due) => self.waiting.insert((due, entry.place()), key.clone()),
        };
        self.entries.insert(key.clone(), entry);
    }

    /// Takes an entry out, if there is one.
    fn lift(&mut self, key: &K) -> Option<Entry<C>> {
        let entry = self.entries.remove(key)?;
        match entry.due {
            None => self.ready.remove(&entry.place()),
            Some(due) => self.waiting.remove(&(due, entry.place())),
        };
        Some(entry)
    }
}
