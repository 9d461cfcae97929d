//! Virtual time. Nothing else in the crate knows what time it is.

use super::World;
use super::fact::{Fact, Sink};
use crate::object::Millis;
use crate::scenario::MAX_TIME;

/// What the clock would next be moved for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timers {
    /// Work under way: an event on the wire, a sleeping pass.
    pub work: Option<Millis>,
    /// Timers of the queues and of leader elections.
    pub queue: Option<Millis>,
}

impl Timers {
    /// The next of either.
    #[must_use]
    pub fn next(self) -> Option<Millis> {
        self.work.into_iter().chain(self.queue).min()
    }
}

impl World {
    /// What is still to come, later than now.
    #[must_use]
    pub fn timers(&self) -> Timers {
        let mut timers = Timers::default();
        let keep = |slot: &mut Option<Millis>, due: Millis| {
            // Behind the end of virtual time nothing is waited for.
            if due > self.now && due <= MAX_TIME {
                *slot = Some(slot.map_or(due, |other| other.min(due)));
            }
        };
        for controller in &self.controllers {
            let Some(process) = controller.acting() else { continue };
            if let Some(due) = process.queue.next_due() {
                keep(&mut timers.queue, due);
            }
            if let Some(election) = &process.election {
                keep(&mut timers.queue, election.due);
            }
            for pass in &process.passes {
                if let Some(wakes) = pass.wakes {
                    keep(&mut timers.work, wakes);
                }
            }
            for informer in process.informers.iter().filter(|informer| !controller.held.contains(&informer.name)) {
                if let Some(event) = informer.oldest(&self.cluster) {
                    keep(&mut timers.work, informer.due(event, self.delay()));
                }
            }
        }
        timers
    }

    /// Moves the clock; what falls due on the way becomes ready, in due order.
    pub(super) fn move_clock(&mut self, to: Millis) {
        self.now = self.now.max(to);
        for controller in &mut self.controllers {
            if let Some(process) = controller.process.as_mut().filter(|process| !process.stalled) {
                process.queue.advance(self.now);
            }
        }
    }

    pub(super) fn advance(&mut self, to: Millis, sink: &mut dyn Sink) {
        let from = self.now;
        let mut ready = Vec::new();
        for controller in &self.controllers {
            let Some(process) = controller.acting() else { continue };
            for item in process.queue.waiting_until(to) {
                ready.push((controller.name.clone(), item.key.clone()));
            }
        }
        self.move_clock(to);
        sink.take(Fact::Advanced { from, to: self.now, ready });
    }
}
