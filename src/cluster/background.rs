//! The background workers of the control plane, seen alike.

use super::{Cluster, Collected, Collector, Definitions, Namespaces};
use crate::object::{Essence, Ref};

/// A background worker. A clone is cheap and independent.
#[derive(Clone, Debug)]
pub enum Background {
    /// Deletes what all owners of have gone.
    Collector(Collector),
    /// Empties namespaces that are being deleted.
    Namespaces(Namespaces),
    /// Serve what definitions define, and empty those that are being deleted.
    Definitions(Definitions),
}

impl Background {
    /// The same worker, without memory.
    #[must_use]
    pub fn crashed(&self) -> Background {
        match self {
            Background::Collector(_) => Background::Collector(Collector::new()),
            Background::Namespaces(_) => Background::Namespaces(Namespaces::new()),
            Background::Definitions(_) => Background::Definitions(Definitions::new()),
        }
    }

    /// The same worker, started now: it has listed what is there.
    #[must_use]
    pub fn started(&self, cluster: &Cluster) -> Background {
        match self {
            Background::Collector(_) => Background::Collector(Collector::started(cluster)),
            Background::Namespaces(_) => Background::Namespaces(Namespaces::started(cluster)),
            Background::Definitions(_) => Background::Definitions(Definitions::started(cluster)),
        }
    }

    /// Whether there is anything to do. Events without bearing are nothing.
    #[must_use]
    pub fn has_work(&self, cluster: &Cluster) -> bool {
        match self {
            Background::Collector(worker) => worker.has_work(cluster),
            Background::Namespaces(worker) => worker.has_work(cluster),
            Background::Definitions(worker) => worker.has_work(cluster),
        }
    }

    /// Reads events without bearing up to the next one that has some.
    pub fn absorb(&mut self, cluster: &Cluster) {
        match self {
            Background::Collector(worker) => worker.absorb(cluster),
            Background::Namespaces(worker) => worker.absorb(cluster),
            Background::Definitions(worker) => worker.absorb(cluster),
        }
    }

    /// Does one piece of work: reads one event or makes one request.
    pub fn work(&mut self, cluster: &mut Cluster) -> Collected {
        match self {
            Background::Collector(worker) => worker.work(cluster),
            Background::Namespaces(worker) => worker.work(cluster),
            Background::Definitions(worker) => worker.work(cluster),
        }
    }

    /// How far the log of all events is read, and all else that decides the worker's future.
    #[must_use]
    pub fn essence(&self, cluster: &Cluster) -> (usize, String) {
        match self {
            Background::Collector(worker) => worker.essence(cluster),
            Background::Namespaces(worker) => worker.essence(),
            Background::Definitions(worker) => worker.essence(),
        }
    }

    /// The same, taken in; returned is how far the log is read.
    pub fn trace(&self, cluster: &Cluster, essence: &mut Essence) -> usize {
        match self {
            Background::Collector(worker) => worker.trace(cluster, essence),
            Background::Namespaces(worker) => worker.trace(essence),
            Background::Definitions(worker) => worker.trace(essence),
        }
    }

    /// What waits to be looked at, in order.
    #[must_use]
    pub fn pending(&self) -> Vec<Ref> {
        match self {
            Background::Collector(worker) => worker.pending(),
            Background::Namespaces(worker) => worker.pending(),
            Background::Definitions(worker) => worker.pending(),
        }
    }
}
