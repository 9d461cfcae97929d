//! The garbage collector: its seat in the cluster, empty for now.

use super::{Cluster, EventType};
use crate::object::Ref;

/// The collector's view.
#[derive(Clone, Debug, Default)]
pub struct Collector;

/// What a piece of work was.
#[derive(Clone, Debug)]
pub enum Collected {
    /// An event was read.
    Observed {
        /// About what.
        reference: Ref,
        /// Which.
        event: EventType,
    },
    /// A request was sent.
    Requested {
        /// The verb.
        method: &'static str,
        /// About what.
        reference: Ref,
        /// The answer's code.
        code: u16,
    },
    /// There was nothing to do.
    Nothing,
}

impl Collector {
    /// One that has seen nothing.
    #[must_use]
    pub fn new() -> Collector {
        Collector
    }

    /// Whether there is anything to do.
    #[must_use]
    pub fn has_work(&self, _cluster: &Cluster) -> bool {
        false
    }

    /// What it has still to look at.
    #[must_use]
    pub fn pending(&self) -> Vec<Ref> {
        Vec::new()
    }

    /// One piece of work.
    pub fn work(&mut self, _cluster: &mut Cluster) -> Collected {
        Collected::Nothing
    }
}
