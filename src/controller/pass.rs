//! A pass: the reconcile in progress, and around it what a human wants to know.

use std::sync::Arc;

use super::cause::Cause;
use super::evidence::{Decision, Write};
use crate::object::Millis;
use crate::reconcile::Task;

/// How a pass ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It returned.
    Returned,
    /// Its process died.
    Crashed,
}

impl Ended {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ended::Returned => "returned",
            Ended::Crashed => "crashed",
        }
    }
}

/// One pass over one key.
#[derive(Clone, Debug)]
pub struct Pass {
    /// The reconcile itself.
    pub task: Task,
    /// Asleep until then.
    pub wakes: Option<Millis>,
    /// The priority with which the key was taken, which a requeue keeps.
    pub priority: i32,
    /// Why it runs.
    pub causes: Vec<Arc<Cause>>,
    /// When it began.
    pub started_at: Millis,
    /// The move that began it.
    pub start_mark: u64,
    /// What it wrote, and what it saw no need to write.
    pub writes: Vec<Arc<Write>>,
    /// What its return led to.
    pub decision: Option<Decision>,
    /// How it ended.
    pub ended: Option<Ended>,
}
