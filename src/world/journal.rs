//! What is kept for humans, outside the world: counters, passes that ended, events that woke nobody, loops.

use std::sync::Arc;

use super::fact::Fact;
use super::invariants::Notes;
use crate::controller::Controller;
use crate::controller::cache::Delta;
use crate::controller::cause::{Cause, Why};
use crate::controller::evidence::Outcome;
use crate::controller::pass::{Ended, Pass};
use crate::object::Key;
use crate::persist::{List, Map};

/// How many of each are kept.
const KEPT: usize = 100;
/// So many passes in a row, each woken only by the controller's own writes, are a loop.
pub const LOOP: u64 = 20;

/// Counts since position 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests by anyone, without reads.
    pub requests: u64,
    /// Committed changes by anyone, but to Events and Leases.
    pub writes: u64,
    /// 2xx that moved nothing.
    pub unchanged_writes: u64,
    /// 409s of controllers.
    pub conflicts: u64,
    /// Passes begun.
    pub passes: u64,
    /// Watch events that the server made.
    pub events: u64,
    /// Events that a predicate dropped.
    pub dropped_by_predicate: u64,
}

/// Passes of one key in a row that nobody but controllers woke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// How many in a row only its own controller's writes woke.
    pub passes: u64,
    /// What those changed.
    pub writes: u64,
    /// How many in a row only writes of controllers woke, its own or another's.
    pub fed: u64,
    /// What those changed.
    pub fed_writes: u64,
    /// Whose writes these were: a bit for each controller, by its place in the scenario, which has eight at most.
    pub by: u8,
}

/// An event that woke nobody.
#[derive(Clone, Debug)]
pub struct NotWoken {
    /// Who dropped it.
    pub by: &'static str,
    /// The move that made it.
    pub mark: u64,
    /// What the handler would have been told.
    pub delta: Delta,
}

/// What is kept of one controller.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Passes that ended, oldest first.
    pub recent: List<Arc<Pass>>,
    /// Events that woke nobody, oldest first.
    pub not_woken: List<NotWoken>,
    /// Per key.
    pub streaks: Map<Key, Streak>,
}

/// The journal of a run.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Counts.
    pub counters: Counters,
    /// Per controller.
    pub books: Vec<(Arc<str>, Book)>,
    /// What the invariants are judged by.
    pub notes: Notes,
}

impl Journal {
    /// An empty journal of these controllers.
    #[must_use]
    pub fn of(controllers: &[Controller]) -> Journal {
        let mut journal = Journal::default();
        for controller in controllers {
            journal.book(&controller.name);
        }
        journal
    }

    /// What is kept of one controller, if anything is.
    #[must_use]
    pub fn book_of(&self, controller: &str) -> Option<&Book> {
        self.books.iter().find(|(name, _)| **name == *controller).map(|(_, book)| book)
    }

    fn book(&mut self, controller: &Arc<str>) -> &mut Book {
        let at = self.books.iter().position(|(name, _)| name == controller).unwrap_or_else(|| {
            self.books.push((controller.clone(), Book::default()));
            self.books.len() - 1
        });
        &mut self.books[at].1
    }

    fn ended(&mut self, controller: &Arc<str>, pass: Arc<Pass>) {
        let changed = pass.writes.iter().filter(|write| write.event.is_some()).count() as u64;
        let book = self.book(controller);
        book.streaks.update(&pass.task.key, |streak| {
            streak.writes += if streak.passes > 0 { changed } else { 0 };
            streak.fed_writes += changed;
        });
        book.recent.push_back(pass);
        if book.recent.len() > KEPT {
            book.recent.pop_front();
        }
    }

    fn begun(&mut self, controller: &Arc<str>, key: &Key, causes: &[Arc<Cause>]) {
        self.counters.passes += 1;
        // A timer of the key's own that an event absorbed woke nobody.
        let timer = |cause: &Cause| matches!(cause.why, Why::RequeueAfter | Why::Requeue | Why::Retry);
        let (mut own, mut fed, mut writers) = (true, !causes.iter().all(|cause| timer(cause)), 0);
        for cause in causes.iter().filter(|cause| !timer(cause)) {
            own &= cause.by() == Some(controller);
            match self.books.iter().position(|(name, _)| cause.by() == Some(name)) {
                Some(at) => writers |= 1_u8.checked_shl(u32::try_from(at).unwrap_or(u32::MAX)).unwrap_or(0),
                None => fed = false,
            }
        }
        let streaks = &mut self.book(controller).streaks;
        if !fed {
            streaks.remove(key);
            return;
        }
        streaks.upsert(key.clone(), |streak| {
            let before = if own { *streak } else { Streak { passes: 0, writes: 0, ..*streak } };
            *streak = Streak { passes: before.passes + u64::from(own), fed: before.fed + 1, by: before.by | writers, ..before };
        });
    }

    /// Takes one fact into account.
    pub fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::Request { .. } => self.counters.requests += 1,
            Fact::Event { event } => {
                self.counters.events += 1;
                if !matches!(&*event.object.types.kind, "Event" | "Lease") {
                    self.counters.writes += 1;
                }
            }
            Fact::Write { controller, write, .. } => {
                self.counters.unchanged_writes += u64::from(write.outcome == Outcome::Unchanged);
                self.counters.conflicts += u64::from(write.outcome == Outcome::Conflict && controller.is_some());
            }
            Fact::NotWoken { controller, by, mark, delta } => {
                self.counters.dropped_by_predicate += u64::from(by.starts_with("predicate:"));
                let not_woken = &mut self.book(controller).not_woken;
                not_woken.push_back(NotWoken { by, mark: *mark, delta: delta.clone() });
                if not_woken.len() > KEPT {
                    not_woken.pop_front();
                }
            }
            Fact::Begun { controller, key, causes, .. } => self.begun(controller, key, causes),
            Fact::Returned { controller, pass, .. } => self.ended(controller, pass.clone()),
            Fact::Crashed { controller, passes } => {
                for pass in passes {
                    let mut pass = pass.clone();
                    Arc::make_mut(&mut pass).ended = Some(Ended::Crashed);
                    self.ended(controller, pass);
                }
                self.book(controller).streaks.clear();
            }
            _ => {}
        }
    }
}
