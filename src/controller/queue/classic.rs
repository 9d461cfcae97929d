//! The queue of client-go: a line, and a heap of timers that knows nothing of the line.
//!
//! Models `client-go/util/workqueue/queue.go` (the line), `delaying_queue.go` (the timers) and, since keys with the same
//! time come out in the order in which a heap happens to hold them, Go's `container/heap`.

use std::sync::Arc;

use crate::object::Millis;
use crate::persist::{Map, Set};

use super::{Causes, Effect, EssentialReady, EssentialWaiting, QueueKey, Ready, Taken, Waiting, join};

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Classic<K: QueueKey, C: Clone + Send + Sync + 'static> {
    /// What has to run: everything in line, and what was added while it is processed.
    dirty: Map<K, Causes<C>>,
    /// First in, first out, by arrival number.
    line: Map<u64, K>,
    arrivals: u64,
    processing: Set<K>,
    timers: Timers<K>,
    /// Why a timer was set: apart from why the key is ready.
    timer_causes: Map<K, Causes<C>>,
    shutting_down: bool,
}

impl<K: QueueKey, C: Clone + Send + Sync + 'static> Default for Classic<K, C> {
    fn default() -> Self {
        Classic {
            dirty: Map::new(),
            line: Map::new(),
            arrivals: 0,
            processing: Set::new(),
            timers: Timers { slots: Map::new(), places: Map::new() },
            timer_causes: Map::new(),
            shutting_down: false,
        }
    }
}

impl<K: QueueKey, C: Clone + Send + Sync + 'static> Classic<K, C> {
    /// The effect, and whether the key joined an entry that was there. `due: None` is right now.
    pub(super) fn add(&mut self, key: &K, due: Option<Millis>, cause: Option<C>) -> (Effect, bool) {
        if self.shutting_down {
            return (Effect::Dropped, false);
        }
        let cause = Vec::from_iter(cause);
        let Some(due) = due else { return self.mark(key, cause) };
        let earlier = self.timers.due(key);
        match earlier {
            None => self.timers.push(due, key.clone()),
            Some(old) if due < old => self.timers.bring_forward(key, due),
            Some(_) => {}
        }
        let mut causes = self.timer_causes.remove(key).unwrap_or_default();
        join(&mut causes, cause);
        self.timer_causes.insert(key.clone(), causes);
        let kept = earlier.is_some_and(|old| old <= due);
        (if kept { Effect::EarlierKept } else { Effect::Added }, earlier.is_some())
    }

    /// The plain add: puts the key in line, unless it is there, or is processed and will be put there when it is done.
    fn mark(&mut self, key: &K, causes: Vec<C>) -> (Effect, bool) {
        if let Some(mut there) = self.dirty.remove(key) {
            join(&mut there, causes);
            self.dirty.insert(key.clone(), there);
            return (Effect::AlreadyReady, true);
        }
        self.dirty.insert(key.clone(), causes.into());
        if !self.processing.contains_key(key) {
            self.queue_up(key.clone());
        }
        (Effect::Added, false)
    }

    /// When the key is ready: `None` if only `done` is missing, or if it is in neither place.
    pub(super) fn due(&self, key: &K, now: Millis) -> Option<Millis> {
        if self.dirty.contains_key(key) {
            return (!self.processing.contains_key(key)).then_some(now);
        }
        self.timers.due(key)
    }

    pub(super) fn advance(&mut self, now: Millis) {
        while self.timers.first().is_some_and(|due| due <= now) {
            let Some(key) = self.timers.pop() else { break };
            let causes = self.timer_causes.remove(&key).unwrap_or_default();
            self.mark(&key, Arc::unwrap_or_clone(causes));
        }
    }

    pub(super) fn peek(&self) -> Option<&K> {
        self.line.first().map(|(_, key)| key)
    }

    pub(super) fn get(&mut self) -> Option<Taken<K, C>> {
        let (arrival, key) = self.line.first().map(|(arrival, key)| (*arrival, key.clone()))?;
        self.line.remove(&arrival);
        let causes = self.dirty.remove(&key).unwrap_or_default();
        self.processing.insert(key.clone(), ());
        Some(Taken { key, priority: 0, causes: Arc::unwrap_or_clone(causes) })
    }

    /// Upstream does not ask whether the key was handed out: whoever is done with a key that stands in line puts it there
    /// twice.
    pub(super) fn done(&mut self, key: &K) {
        self.processing.remove(key);
        if self.dirty.contains_key(key) {
            self.queue_up(key.clone());
        }
    }

    pub(super) fn next_due(&self) -> Option<Millis> {
        self.timers.first()
    }

    pub(super) fn len(&self) -> usize {
        self.line.len()
    }

    /// What is in line is still handed out; the timers are gone.
    pub(super) fn shut_down(&mut self) {
        self.shutting_down = true;
        self.timers = Timers { slots: Map::new(), places: Map::new() };
        self.timer_causes.clear();
    }

    pub(super) fn is_shutting_down(&self) -> bool {
        self.shutting_down
    }

    pub(super) fn ready(&self) -> Vec<Ready<'_, K, C>> {
        let mut ready = Vec::new();
        for key in self.line.values() {
            ready.push(Ready { key, priority: 0, causes: self.dirty.get(key).map_or(&[], |causes| causes) });
        }
        ready
    }

    /// Added while processed, and in line when done.
    pub(super) fn aside(&self) -> Vec<Ready<'_, K, C>> {
        let mut aside = Vec::new();
        for (key, causes) in self.dirty.iter() {
            if self.processing.contains_key(key) {
                aside.push(Ready { key, priority: 0, causes });
            }
        }
        aside
    }

    pub(super) fn waiting(&self, until: Millis) -> Vec<Waiting<'_, K, C>> {
        let mut waiting = Vec::new();
        for (due, key) in self.timers.in_order() {
            if due <= until {
                waiting.push(Waiting { key, due, priority: 0, causes: self.timer_causes.get(key).map_or(&[], |causes| causes) });
            }
        }
        waiting
    }

    pub(super) fn processing(&self) -> &Set<K> {
        &self.processing
    }

    /// The line in its order, and the timers in that of the heap, which decides between equal times.
    pub(super) fn essence(&self, now: Millis) -> (Vec<EssentialReady<K>>, Vec<EssentialWaiting<K>>) {
        let ready = self.line.values().zip(0..).map(|(key, order)| (key.clone(), 0, order)).collect();
        let timers = self.timers.slots.values().zip(0..);
        (ready, timers.map(|((due, key), order)| (key.clone(), 0, order, due.saturating_sub(now))).collect())
    }

    fn queue_up(&mut self, key: K) {
        self.arrivals += 1;
        self.line.insert(self.arrivals, key);
    }
}

/// A binary heap over a persistent map from slot to timer: the children of slot n are 2n+1 and 2n+2.
#[derive(Clone, Debug)]
struct Timers<K: QueueKey> {
    slots: Map<usize, (Millis, K)>,
    places: Map<K, usize>,
}

impl<K: QueueKey> Timers<K> {
    fn due(&self, key: &K) -> Option<Millis> {
        self.at(*self.places.get(key)?)
    }

    fn first(&self) -> Option<Millis> {
        self.at(0)
    }

    fn at(&self, slot: usize) -> Option<Millis> {
        self.slots.get(&slot).map(|(due, _)| *due)
    }

    fn push(&mut self, due: Millis, key: K) {
        let slot = self.slots.len();
        self.put(slot, (due, key));
        self.rise(slot);
    }

    fn bring_forward(&mut self, key: &K, due: Millis) {
        let Some(slot) = self.places.get(key).copied() else { return };
        self.put(slot, (due, key.clone()));
        // Earlier than before it is before its children still; only its parent may have to give way.
        self.rise(slot);
    }

    fn pop(&mut self) -> Option<K> {
        let last = self.slots.len().checked_sub(1)?;
        self.swap(0, last);
        let (_, key) = self.slots.remove(&last)?;
        self.places.remove(&key);
        self.sink(0);
        Some(key)
    }

    /// Whether the first slot holds an earlier time than the second; false where either is empty.
    fn before(&self, one: usize, other: usize) -> bool {
        matches!((self.at(one), self.at(other)), (Some(one), Some(other)) if one < other)
    }

    fn rise(&mut self, mut slot: usize) {
        while slot > 0 {
            let parent = (slot - 1) / 2;
            if !self.before(slot, parent) {
                break;
            }
            self.swap(slot, parent);
            slot = parent;
        }
    }

    fn sink(&mut self, mut slot: usize) {
        loop {
            let (left, right) = (2 * slot + 1, 2 * slot + 2);
            // Of two children with the same time the left one goes up.
            let child = if self.before(right, left) { right } else { left };
            if !self.before(child, slot) {
                break;
            }
            self.swap(slot, child);
            slot = child;
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        if one == other {
            return;
        }
        if let (Some(a), Some(b)) = (self.slots.get(&one).cloned(), self.slots.get(&other).cloned()) {
            self.put(one, b);
            self.put(other, a);
        }
    }

    fn put(&mut self, slot: usize, timer: (Millis, K)) {
        self.places.insert(timer.1.clone(), slot);
        self.slots.insert(slot, timer);
    }

    /// The timers in the order in which they would fire.
    fn in_order(&self) -> Vec<(Millis, &K)> {
        let mut rest = self.clone();
        let mut order = Vec::with_capacity(self.slots.len());
        while let Some(due) = rest.first() {
            let Some(key) = rest.pop() else { break };
            // The key of `self`, which outlives the copy.
            if let Some((_, key)) = self.places.get(&key).and_then(|slot| self.slots.get(slot)) {
                order.push((due, key));
            }
        }
        order
    }
}
