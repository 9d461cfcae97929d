//! One controller process: what it knows, and what it forgets when it dies.
//!
//! ```text
//! watch log ─► informer (store first, then handlers) ─► predicate ─► handler: event → key ─► work queue ─► pass
//! ```

pub mod cache;
pub mod cause;
pub mod election;
pub mod evidence;
pub mod handler;
pub mod limiter;
pub mod pass;
pub mod predicate;
pub mod queue;
pub mod recorder;

use std::sync::Arc;

use crate::cluster::{Cluster, Kind};
use crate::habits::{Habits, QueueKind};
use crate::object::{Key, Texts};
use cache::{Informer, Role};
use cause::Cause;
use election::Election;
use pass::Pass;
use queue::{Flavour, Queue};
use recorder::Recorder;

/// The group and kind that the built-in reconciler is for.
pub const APP_CONFIG: (&str, &str) = ("lab.example.com", "AppConfig");

/// One controller, running or not.
#[derive(Clone, Debug)]
pub struct Controller {
    /// Its name: its user agent, and so its field manager.
    pub name: Arc<str>,
    /// How it is written.
    pub habits: Arc<Habits>,
    /// What it wants beside `spec.data`, and in its place: of two that differ in it each undoes what the other did.
    pub wants: Arc<Texts>,
    /// The Lease that it competes for: only whoever holds it works.
    pub lease: Option<Arc<str>>,
    /// How often its process has started, as a candidate.
    pub starts: u64,
    /// Kinds whose events are held on their way to it. The network's doing, so a restart does not change it.
    pub held: Vec<Arc<str>>,
    /// How many passes it has begun since the scenario's start.
    pub passes: u64,
    /// What lives in memory only; `None` = it does not run.
    pub process: Option<Process>,
}

/// What a process holds in memory and loses when it dies.
#[derive(Clone, Debug)]
pub struct Process {
    /// One per watched kind; one more for each other kind that a pass has read.
    pub informers: Vec<Informer>,
    /// Keys to look at.
    pub queue: Queue<Key, Arc<Cause>>,
    /// Passes in progress, oldest first.
    pub passes: Vec<Arc<Pass>>,
    /// Events that it wants to tell.
    pub recorder: Arc<Recorder>,
    /// Its part in a leader election.
    pub election: Option<Election>,
    /// It does not move, and keeps its memory.
    pub stalled: bool,
}

impl Controller {
    /// A controller whose process has just started: its caches are empty and nothing is queued.
    #[must_use]
    pub fn started(name: Arc<str>, habits: Habits, cluster: &Cluster) -> Controller {
        let mut controller = Controller {
            name,
            habits: Arc::new(habits),
            wants: Arc::default(),
            lease: None,
            starts: 0,
            held: Vec::new(),
            passes: 0,
            process: None,
        };
        controller.start(cluster);
        controller
    }

    /// Starts the process anew.
    pub fn start(&mut self, cluster: &Cluster) {
        let flavour = match self.habits.queue {
            QueueKind::Priority => Flavour::Priority,
            QueueKind::Classic => Flavour::Classic,
        };
        let mut informers = Vec::new();
        for (role, _) in Role::ALL {
            if role.is_watched(&self.habits) {
                informers.push(Informer::new(role, &self.habits, cluster));
            }
        }
        self.process = Some(Process {
            informers,
            queue: Queue::new(flavour),
            passes: Vec::new(),
            recorder: Arc::default(),
            election: None,
            stalled: false,
        });
    }

    /// The caches of its process, if it runs.
    #[must_use]
    pub fn informers(&self) -> &[Informer] {
        self.process.as_ref().map_or(&[], |process| &process.informers)
    }

    /// The same, to be changed.
    #[inline(never)]
    pub fn informers_mut(&mut self) -> &mut [Informer] {
        self.process.as_mut().map_or(&mut [], |process| &mut process.informers)
    }

    /// The passes in progress, oldest first.
    #[must_use]
    pub fn passes_in_progress(&self) -> &[Arc<Pass>] {
        self.process.as_ref().map_or(&[], |process| &process.passes)
    }

    /// Its name, as moves have it.
    #[must_use]
    #[inline(never)]
    pub fn named(&self) -> Option<Arc<str>> {
        Some(self.name.clone())
    }

    /// Its process, if it runs and moves.
    #[must_use]
    pub fn acting(&self) -> Option<&Process> {
        self.process.as_ref().filter(|process| !process.stalled)
    }

    /// Whether it has Events to send.
    #[must_use]
    pub fn has_reports(&self) -> bool {
        self.acting().is_some_and(|process| process.recorder.has_work())
    }

    /// The process dies where it stands.
    pub fn crash(&mut self) -> Option<Process> {
        self.process.take()
    }
}

/// The kind that the reconciler is for, as this server has it.
#[must_use]
pub fn app_config(cluster: &Cluster) -> Option<&Arc<Kind>> {
    cluster.kinds().find(|kind| &*kind.group == APP_CONFIG.0 && &*kind.kind == APP_CONFIG.1 && kind.namespaced)
}

impl Process {
    /// Whether caches and workers have started: where leaders are elected, with the leadership.
    ///
    /// Models controller-runtime `pkg/manager/runnable_group.go`: a controller needs the leader election unless it says
    /// otherwise, and its sources start with it.
    #[must_use]
    pub fn works(&self) -> bool {
        self.election.as_ref().is_none_or(|election| election.leads.is_some())
    }

    /// The informer of a kind.
    #[must_use]
    pub fn informer(&self, kind: &str) -> Option<&Informer> {
        self.informers.iter().find(|informer| &*informer.name == kind)
    }

    /// The informer in a role.
    #[must_use]
    pub fn role(&self, role: Role) -> Option<&Informer> {
        self.informers.iter().find(|informer| informer.role == role)
    }

    /// Every cache has its initial list: workers may begin.
    #[must_use]
    pub fn is_synced(&self) -> bool {
        self.informers.iter().all(|informer| informer.synced)
    }
}
