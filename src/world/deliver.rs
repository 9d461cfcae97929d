//! Events on their way: from the watch log to the cache, the predicates, the handlers and so to the queue.

use std::sync::Arc;

use super::World;
use super::fact::{Fact, Sink};
use super::pass::in_order;
use crate::cluster::{Body, Request};
use crate::controller::cache::{Delta, Informer, Role, Watch};
use crate::controller::cause::{Cause, Why};
use crate::controller::handler::{self, Verdict};
use crate::controller::{predicate, queue};
use crate::object::Millis;
use crate::scenario::{Delivery, Move};

/// What the next delivery to an informer would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The initial list.
    List,
    /// A broken watch is opened again.
    Reconnect,
    /// An event.
    Event {
        /// Its place in the order of all events.
        revision: u64,
        /// When it arrives.
        due: Millis,
    },
}

impl World {
    /// What events take on their way.
    pub(super) fn delay(&self) -> Millis {
        match self.config.delivery {
            Delivery::Delayed(delay) => delay.delay,
            Delivery::Prompt | Delivery::Held => 0,
        }
    }

    pub(super) fn arrival(&self, informer: &Informer) -> Option<Arrival> {
        informer.kind.as_ref()?;
        if !informer.synced {
            return Some(Arrival::List);
        }
        if informer.watch == Watch::Cut {
            return Some(Arrival::Reconnect);
        }
        let event = informer.oldest(&self.cluster)?;
        Some(Arrival::Event { revision: event.revision.0, due: informer.due(event, self.delay()) })
    }

    /// Every delivery that could be played now, the oldest first; those held or not yet due only if asked for.
    pub(super) fn deliveries(&self, all: bool) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (at, controller) in self.controllers.iter().enumerate() {
            let Some(process) = controller.acting().filter(|process| process.works()) else { continue };
            for (number, informer) in process.informers.iter().enumerate() {
                let (rank, revision) = match self.arrival(informer) {
                    None => continue,
                    Some(Arrival::List) => (0_u64, 0),
                    Some(Arrival::Reconnect) => (1, 0),
                    Some(Arrival::Event { revision, due }) => {
                        let held = controller.held.contains(&informer.name);
                        match (held, due > self.now) {
                            (false, false) => (2, revision),
                            _ if !all => continue,
                            (false, true) => (3, revision),
                            (true, _) => (4, revision),
                        }
                    }
                };
                found.push((rank, revision, at, number));
            }
        }
        in_order(found)
    }

    pub(super) fn deliver_move(&self, (at, number): (usize, usize)) -> Move {
        let controller = &self.controllers[at];
        let kind = controller.process.as_ref().map(|process| process.informers[number].name.clone());
        Move::Deliver { controller: Some(controller.name.clone()), kind, count: Some(1) }
    }

    /// Delivers what is next to one informer; false = there was nothing.
    pub(super) fn deliver(&mut self, at: usize, number: usize, mark: u64, sink: &mut dyn Sink) -> bool {
        let Some(informer) = self.controllers[at].process.as_ref().map(|process| &process.informers[number]) else { return false };
        let controller = self.controllers[at].name.clone();
        let (kind, role) = (informer.name.clone(), informer.role);
        match self.arrival(informer) {
            None => return false,
            Some(Arrival::List) => self.list(at, number, mark, sink),
            Some(Arrival::Reconnect) => {
                let missed = informer.behind(&self.cluster);
                let now = self.now;
                if let Some(informer) = self.informer_mut(at, number) {
                    informer.watch = Watch::Open;
                    informer.opened = now;
                }
                sink.take(Fact::Reconnected { controller, kind, missed });
            }
            Some(Arrival::Event { .. }) => {
                let Some(event) = informer.oldest(&self.cluster).cloned() else { return false };
                let Some(informer) = self.informer_mut(at, number) else { return false };
                let delta = informer.take(&event);
                sink.take(Fact::Delivered { controller, kind, delta: delta.clone() });
                self.tell(at, role, delta, event.mark, sink);
            }
        }
        true
    }

    fn informer_mut(&mut self, at: usize, number: usize) -> Option<&mut Informer> {
        self.controllers[at].process.as_mut().map(|process| &mut process.informers[number])
    }

    fn list(&mut self, at: usize, number: usize, mark: u64, sink: &mut dyn Sink) {
        let controller = self.controllers[at].name.clone();
        let Some(informer) = self.controllers[at].process.as_ref().map(|process| &process.informers[number]) else { return };
        let Some(kind) = informer.kind.clone() else { return };
        let (name, role) = (informer.name.clone(), informer.role);
        let request = Request::by(&controller, "GET", kind.path(None, None, None), None);
        let (response, _) = self.send(&request, None, None, mark, sink);
        let Body::List(list) = response.body else { return };
        let (position, now) = (self.cluster.log(&kind).len(), self.now);
        let Some(informer) = self.informer_mut(at, number) else { return };
        let deltas = informer.list(&list.items, list.revision, position, now);
        sink.take(Fact::Listed { controller, kind: name, count: deltas.len(), revision: list.revision.to_string() });
        for delta in deltas {
            self.tell(at, role, delta, mark, sink);
        }
    }

    pub(super) fn resync(&mut self, at: usize, kind: Option<&str>, mark: u64, sink: &mut dyn Sink) {
        let Some(process) = &self.controllers[at].process else { return };
        let mut told = Vec::new();
        for informer in &process.informers {
            if informer.synced && kind.is_none_or(|kind| *informer.name == *kind) {
                told.push((informer.role, informer.name.clone(), informer.resync()));
            }
        }
        for (role, kind, deltas) in told {
            sink.take(Fact::Resynced { controller: self.controllers[at].name.clone(), kind, count: deltas.len() });
            for delta in deltas {
                self.tell(at, role, delta, mark, sink);
            }
        }
    }

    /// The cache has changed: now the predicate and the handler are told.
    fn tell(&mut self, at: usize, role: Role, delta: Delta, mark: u64, sink: &mut dyn Sink) {
        let now = self.now;
        let controller = &mut self.controllers[at];
        let Some(process) = &mut controller.process else { return };
        let apps = process.role(Role::For).map(|informer| informer.objects.clone()).unwrap_or_default();
        match handler::verdict(role, &controller.habits, &delta, &apps) {
            Verdict::Dropped(by) => sink.take(Fact::NotWoken { controller: controller.name.clone(), by, mark, delta }),
            Verdict::Enqueue(keys) => {
                if role == Role::For {
                    let by = predicate::name(controller.habits.predicate);
                    sink.take(Fact::Predicate { controller: controller.name.clone(), by, passed: true, delta: delta.clone() });
                }
                let priority = handler::priority(&delta);
                let (why, mark) = match (handler::why(role, &delta), &process.election) {
                    (Why::InitialList, Some(election)) => (Why::Leader, election.leads.unwrap_or(mark)),
                    (why, _) => (why, mark),
                };
                let cause = Arc::new(Cause { why, mark, delta: Some(delta) });
                for key in keys {
                    let options = queue::AddOptions { priority: Some(priority), ..queue::AddOptions::default() };
                    let added = process.queue.add(key.clone(), options, Some(cause.clone()), now);
                    sink.take(Fact::Enqueued {
                        controller: controller.name.clone(),
                        key,
                        priority,
                        effect: added.effect,
                        merged: added.merged,
                        due: added.due,
                        cause: cause.clone(),
                    });
                }
            }
        }
    }
}
