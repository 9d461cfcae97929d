//! Events on their way: from the watch log to the cache, the predicates, the handlers and so to the queue.

use std::sync::Arc;

use super::World;
use super::fact::{Fact, Sink};
use super::pass::in_order;
use crate::cluster::{Body, Request, too_old};
use crate::controller::cache::{Delta, HandlerCall, Informer, Role, Watch};
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
    /// A broken watch is opened again, or the server refuses that and the kind is listed anew.
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
        let kind = informer.kind.as_ref()?;
        if !informer.synced || informer.watch != Watch::Open {
            // Of a kind that is served no longer there is nothing to list or to watch.
            let arrival = if informer.synced { Arrival::Reconnect } else { Arrival::List };
            return self.cluster.served(kind).map(|_| arrival);
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
        let kind = controller.informers().get(number).map(|informer| informer.name.clone());
        Move::Deliver { controller: controller.named(), kind, count: Some(1) }
    }

    /// Delivers what is next to one informer; false = there was nothing.
    pub(super) fn deliver(&mut self, at: usize, number: usize, mark: u64, sink: &mut dyn Sink) -> bool {
        let Some(informer) = self.controllers[at].informers().get(number) else { return false };
        let controller = self.name_of(at);
        let (kind, role) = (informer.name.clone(), informer.role);
        match self.arrival(informer) {
            None => return false,
            Some(Arrival::List) => self.list(at, number, mark, sink),
            Some(Arrival::Reconnect) if informer.watch != Watch::Cut => self.list(at, number, mark, sink),
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
                let Some(delta) = self.informer_mut(at, number).and_then(|informer| informer.take(&event)) else { return false };
                sink.take(Fact::Delivered { controller, kind, delta: delta.clone() });
                self.tell(at, role, delta, event.mark, sink);
            }
        }
        self.pass_over(sink);
        true
    }

    /// What a selection leaves out is never sent, so that no cache waits for it.
    pub(super) fn pass_over(&mut self, sink: &mut dyn Sink) {
        for controller in &mut self.controllers {
            let name = controller.name.clone();
            for informer in controller.informers_mut() {
                while let Some(event) = informer.pass_over(&self.cluster) {
                    let call = HandlerCall::of(event.kind);
                    let delta = Delta { call, old: event.previous.clone(), new: event.object.clone(), event: Some(event.clone()) };
                    sink.take(Fact::NotWoken { controller: name.clone(), by: "cache:selector", mark: event.mark, delta });
                }
            }
        }
    }

    /// The first read of a kind that nobody watches starts its informer, and waits for the list.
    ///
    /// Models controller-runtime `pkg/cache/informer_cache.go` `getInformerForKind`.
    pub(super) fn start_informer(&mut self, at: usize, kind: &str, mark: u64, sink: &mut dyn Sink) {
        let Some(controller) = self.controllers.get_mut(at) else { return };
        let Some(process) = &mut controller.process else { return };
        if process.informer(kind).is_none()
            && let Some(role) = Role::of(kind)
        {
            process.informers.push(Informer::new(role, &controller.habits, &self.cluster));
            let number = process.informers.len() - 1;
            self.list(at, number, mark, sink);
        }
    }

    fn informer_mut(&mut self, at: usize, number: usize) -> Option<&mut Informer> {
        self.controllers[at].informers_mut().get_mut(number)
    }

    fn list(&mut self, at: usize, number: usize, mark: u64, sink: &mut dyn Sink) {
        let controller = self.name_of(at);
        let Some(informer) = self.controllers[at].informers().get(number) else { return };
        let Some(kind) = informer.kind.as_ref().and_then(|kind| self.cluster.served(kind)) else { return };
        let (name, role, relist) = (informer.name.clone(), informer.role, informer.synced);
        let mut request = Request::by(&controller, "GET", kind.path(None, None, None), None);
        let mut ask = |key: &str, value: String| request.query.insert(key.into(), value);
        if let (Some(_), Some(selector)) = (&informer.selector, &self.controllers[at].habits.cache_selector) {
            ask("labelSelector", selector.clone());
        }
        if let Some(since) = informer.lists_past(&self.cluster) {
            ask("resourceVersion", since.to_string());
            ask("resourceVersionMatch", "Exact".into());
        }
        let expired = match informer.watch {
            Watch::Expired { oldest } => Some(too_old(informer.revision, oldest)),
            Watch::Open | Watch::Cut => None,
        };
        let (response, _) = self.send(&request, None, None, mark, sink);
        let Body::List(list) = response.body else { return };
        let (revision, now) = (list.revision, self.now);
        let Some(informer) = self.controllers[at].informers_mut().get_mut(number) else { return };
        let deltas = informer.replace(&list.items, revision, &self.cluster, now);
        sink.take(Fact::Listed {
            controller: controller.clone(),
            kind: name.clone(),
            count: list.items.len(),
            revision: revision.to_string(),
            expired,
        });
        for delta in deltas {
            let event = delta.event.clone();
            if relist && event.is_some() {
                sink.take(Fact::Delivered { controller: controller.clone(), kind: name.clone(), delta: delta.clone() });
            }
            self.tell(at, role, delta, event.map_or(mark, |event| event.mark), sink);
        }
    }

    pub(super) fn resync(&mut self, at: usize, kind: Option<&str>, mark: u64, sink: &mut dyn Sink) {
        let Some(process) = self.process(at) else { return };
        let mut told = Vec::new();
        for informer in &process.informers {
            if informer.synced && kind.is_none_or(|kind| *informer.name == *kind) {
                told.push((informer.role, informer.name.clone(), informer.resync()));
            }
        }
        for (role, kind, deltas) in told {
            sink.take(Fact::Resynced { controller: self.name_of(at), kind, count: deltas.len() });
            for delta in deltas {
                self.tell(at, role, delta, mark, sink);
            }
        }
    }

    /// The cache has changed: now the predicate and the handler are told.
    fn tell(&mut self, at: usize, role: Role, delta: Delta, mark: u64, sink: &mut dyn Sink) {
        let now = self.now;
        let Some(controller) = self.controllers.get_mut(at) else { return };
        let Some(process) = &mut controller.process else { return };
        if delta.call == (HandlerCall::Add { initial: true }) && !role.is_watched(&controller.habits) {
            return;
        }
        let apps = process.role(Role::For).map(|informer| informer.objects.clone()).unwrap_or_default();
        match handler::verdict(role, &controller.habits, &delta, &apps) {
            Verdict::Dropped(by) => sink.take(Fact::NotWoken { controller: controller.name.clone(), by, mark, delta }),
            Verdict::Enqueue(keys) => {
                for named in predicate::of(role, &controller.habits) {
                    let Some((_, by)) = named else { continue };
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
