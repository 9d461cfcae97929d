//! The garbage collector: it deletes what all owners of have gone, ends what waits for its dependents, and takes orphans
//! off their owners.
//!
//! An actor beside the API server. It reads the watch log from a position of its own, builds a graph by uid, and makes
//! its requests like everybody else. Each call of [`Collector::work`] is one event read or one request.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/garbagecollector.go`. Differences: one worker instead of twenty;
//! events before requests; no delay before a retry; a request that fails for good ends the attempt.

mod attempt;
mod bodies;
mod graph;
mod report;
mod task;

use self::graph::{Consequences, FOREGROUND, Graph, Identity, Node, ORPHAN, starts_dying_with};
use self::task::{Stage, Task};
use super::Cluster;
use super::store::{Event, EventType};
use std::sync::Arc;

use crate::object::{Essence, Object, Ref};
use crate::persist::{List, Set};

/// Who the collector is.
const USER_AGENT: &str =
    "kube-controller-manager/v1.36.2 (linux/amd64) kubernetes/system:serviceaccount:kube-system:generic-garbage-collector";

/// How many absent owners are remembered.
///
/// Models `NewReferenceCache(500)` in `garbagecollector.go`.
const ABSENT: usize = 500;

/// The garbage collector. A clone is cheap and independent.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    /// How far the log of all events is read.
    position: usize,
    graph: Graph,
    /// Owners that are known not to be there, the oldest first.
    absent: List<Identity>,
    queue: List<Task>,
    /// What stands in the queue to be attempted, so that it stands there once.
    queued: Set<Identity>,
}

/// What one piece of work was.
#[derive(Clone, Debug, PartialEq)]
pub enum Collected {
    /// Nothing was left to do.
    Idle,
    /// One event was read.
    Observed {
        /// The object.
        reference: Ref,
        /// What happened to it.
        event: EventType,
    },
    /// One request was made.
    Requested {
        /// `GET`, `POST`, `PUT`, `PATCH`, `DELETE`
        method: &'static str,
        /// Of what; without a name: of all of that kind in a namespace.
        reference: Ref,
        /// `status`, `finalize` or nothing.
        subresource: Option<&'static str>,
        /// What the server said.
        code: u16,
    },
}

impl Collector {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new() -> Collector {
        Collector::default()
    }

    /// One that starts now: it lists what is there and watches from here on, as an informer does. What it lists is no
    /// work; owners that are not among it have to be looked for.
    #[must_use]
    pub fn started(cluster: &Cluster) -> Collector {
        let mut collector = Collector { position: cluster.log_all().len(), ..Collector::default() };
        // Owners before dependents, as far as that goes: one that is listed later is no mystery then.
        for owned in [false, true] {
            for object in cluster.objects() {
                if object.metadata.owner_references.is_empty() != owned && !report::is_ignored(object) {
                    let consequences = collector.graph.observe(object);
                    collector.follow(consequences);
                }
            }
        }
        collector.drop_settled(cluster);
        collector
    }

    /// Whether there is anything to do. Events without bearing are nothing.
    ///
    /// Costs as much as there are events that neither [`Collector::work`] nor [`Collector::absorb`] has read.
    #[must_use]
    pub fn has_work(&self, cluster: &Cluster) -> bool {
        !self.queue.is_empty() || cluster.log_all().from(self.position).any(|event| self.bears(event))
    }

    /// How far the log is read, and all else that decides the future.
    pub(crate) fn essence(&self, cluster: &Cluster) -> (usize, String) {
        let Collector { position, graph, absent, queue, queued } = self;
        (*position, format!("{}{:?}", graph.essence(cluster), (absent, queue, queued)))
    }

    /// The same, taken in. Of the owners that are known to be absent, those that somebody still names.
    pub(super) fn trace(&self, cluster: &Cluster, essence: &mut Essence) -> usize {
        let idle = self.queue.is_empty() && self.position == cluster.log_all().len();
        self.graph.trace(idle, essence);
        for task in self.queue.iter() {
            task.trace(essence);
        }
        for absent in self.absent.iter() {
            let named = |object: &&Arc<Object>| object.metadata.owner_references.iter().any(|owner| *owner.uid == *absent.uid);
            if cluster.objects().any(|object| named(&object)) {
                absent.trace(essence);
            }
        }
        self.position
    }

    /// What waits to be looked at, in order.
    #[must_use]
    pub fn pending(&self) -> Vec<Ref> {
        let mut pending = Vec::new();
        for task in self.queue.iter() {
            pending.push(task.item.reference());
        }
        pending
    }

    /// Reads events without bearing up to the next one that has some. Changes nothing that one could see; saves
    /// [`Collector::has_work`] from looking at them again.
    pub fn absorb(&mut self, cluster: &Cluster) {
        while let Some(event) = cluster.log_all().get(self.position).filter(|event| !self.bears(event)) {
            self.read(event);
        }
    }

    /// Does one piece of work: reads the next event that matters, else makes one request.
    pub fn work(&mut self, cluster: &mut Cluster) -> Collected {
        self.absorb(cluster);
        let next = cluster.log_all().get(self.position).cloned();
        let collected = if let Some(event) = next {
            self.read(&event);
            Collected::Observed { reference: event.object.reference(), event: event.kind }
        } else {
            self.request(cluster)
        };
        self.drop_settled(cluster);
        collected
    }

    /// Whether an event can lead to anything: owner references come, go or change, somebody is known to depend on the
    /// object that comes or goes, or it begins to wait for its dependents. Any other write is no news.
    fn bears(&self, event: &Event) -> bool {
        if report::is_ignored(&event.object) {
            return false;
        }
        let metadata = &event.object.metadata;
        let depended = || self.graph.has_dependents(&metadata.uid);
        match event.kind {
            EventType::Added | EventType::Deleted => !metadata.owner_references.is_empty() || depended(),
            EventType::Modified => {
                let unseen = || matches!(self.graph.node(&metadata.uid), Some(Node::Virtual(_)));
                let starts = |finalizer: &str| starts_dying_with(event.previous.as_deref(), &event.object, finalizer);
                event.previous.as_ref().is_none_or(|old| old.metadata.owner_references != metadata.owner_references)
                    || starts(FOREGROUND)
                    || starts(ORPHAN)
                    || unseen()
            }
        }
    }

    fn read(&mut self, event: &Event) {
        self.position += 1;
        if report::is_ignored(&event.object) {
            return;
        }
        let consequences = match event.kind {
            EventType::Added | EventType::Modified => self.graph.observe(&event.object),
            EventType::Deleted => self.graph.remove(&Identity::of(&event.object)),
        };
        self.follow(consequences);
    }

    fn follow(&mut self, consequences: Consequences) {
        if let Some(absent) = consequences.absent {
            self.remember_absent(absent);
        }
        for (item, reference) in consequences.strangers {
            self.queue.push_back(Task { item, stage: Stage::Report { reference } });
        }
        for item in consequences.attempt {
            if self.queued.insert(item.clone(), ()).is_none() {
                self.queue.push_back(Task { item, stage: Stage::Look });
            }
        }
        if let Some(item) = consequences.orphan {
            self.queue.push_back(Task { item, stage: Stage::Orphan { dependents: None, next: 0 } });
        }
    }

    fn is_absent(&self, owner: &Identity) -> bool {
        self.absent.iter().any(|absent| absent == owner)
    }

    fn remember_absent(&mut self, owner: Identity) {
        if !self.is_absent(&owner) {
            self.absent.push_back(owner);
            if self.absent.len() > ABSENT {
                self.absent.pop_front();
            }
        }
    }
}
