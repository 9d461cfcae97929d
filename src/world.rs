//! The world: one transition system. [`World::moves`] lists what could happen next, [`World::play`] makes it happen.
//!
//! A world is a value: the cluster, the things outside it, the controllers, the background workers, the clock and the
//! faults that are still to come. It is the only place that holds time. Nothing happens outside a move.

pub mod clock;
pub mod deliver;
pub mod elect;
pub mod fact;
pub mod fault;
pub mod fingerprint;
pub mod history;
pub mod invariants;
pub mod journal;
pub mod list;
pub mod pass;
pub mod person;
pub mod process;
pub mod report;
pub mod resolve;
pub mod send;
pub mod setup;
pub mod view;

use std::sync::Arc;

use crate::cluster::{Background, Cluster, Response};
use crate::controller::Controller;
use crate::object::{Millis, Timestamp};
use crate::outside::Outside;
use crate::scenario::{Budget, Delivery, Error, Move};
use fact::Sink;
use fault::Faults;

/// The garbage collector's name as a worker.
pub const GARBAGE_COLLECTOR: &str = "garbage-collector";
/// The namespace controller's name as a worker.
pub const NAMESPACES: &str = "namespaces";
/// The name, as a worker, of the controllers of definitions.
pub const DEFINITIONS: &str = "customResources";

/// What a scenario fixes for good.
#[derive(Clone, Debug)]
pub struct Config {
    /// What virtual time 0 is in objects.
    pub start: Timestamp,
    /// Feeds whatever is drawn.
    pub seed: u64,
    /// What a reconciler's request to the API server takes.
    pub latency: Millis,
    /// How events reach the caches.
    pub delivery: Delivery,
    /// Bounds what faults are listed.
    pub budget: Budget,
    /// Whether there is a garbage collector at all.
    pub collector: bool,
}

/// A background worker of the control plane.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Its name in the contract.
    pub name: &'static str,
    /// It runs.
    pub running: bool,
    /// Neither its watch nor its work goes on.
    pub held: bool,
    /// Its view and its work.
    pub task: Background,
}

/// Everything that decides what happens next.
#[derive(Clone, Debug)]
pub struct World {
    /// What does not change.
    pub config: Arc<Config>,
    /// The API server.
    pub cluster: Cluster,
    /// What Kubernetes does not know.
    pub outside: Outside,
    /// The controllers, in the scenario's order.
    pub controllers: Vec<Controller>,
    /// The controller whose worker takes the next key if several could: each in its turn, so that one that never comes to rest
    /// keeps nobody else from running.
    pub turn: usize,
    /// The garbage collector, and who looks after namespaces and after definitions.
    pub workers: Vec<Worker>,
    /// Virtual time.
    pub now: Millis,
    /// Faults to come, and those spent.
    pub faults: Faults,
}

impl World {
    /// Plays one move: checks it first and fills in every argument, then changes the world. Returns what the server answered
    /// if it was a request.
    ///
    /// `mark` is the move's number: what it makes carries it.
    ///
    /// # Errors
    /// The move is malformed, addresses nothing, or is not built yet; then nothing has changed. A request that the server
    /// refuses is a move that was played.
    pub fn play(&mut self, play: &mut Move, mark: u64, sink: &mut dyn Sink) -> Result<Option<Response>, Error> {
        self.resolve(play)?;
        let response = match play {
            Move::Request(asked) => {
                let request = asked.lend();
                let response = self.send_as_person(&request, mark, sink);
                asked.take_back(request);
                Some(response)
            }
            other => {
                self.apply(other, mark, sink)?;
                None
            }
        };
        self.pass_over(sink);
        for worker in self.workers.iter_mut().filter(|worker| worker.running && !worker.held) {
            // What has no bearing on its task is no work, so it is not listed as a move.
            worker.task.absorb(&self.cluster);
        }
        Ok(response)
    }

    fn apply(&mut self, resolved: &Move, mark: u64, sink: &mut dyn Sink) -> Result<(), Error> {
        match resolved {
            Move::Edit { object, as_ } => self.edit(object, as_.as_deref(), mark, sink)?,
            Move::Remove { kind, name, namespace, api_version, policy } => {
                self.remove(kind, name, namespace.as_deref(), api_version.as_deref(), policy.as_deref(), mark, sink)?;
            }
            Move::Outside { op, name } => self.play_outside(*op, name, sink),
            Move::Deliver { controller, kind, count } => {
                let (at, informer) = self.find_informer(controller.as_deref(), kind.as_deref())?;
                for _ in 0..count.unwrap_or(1) {
                    if !self.deliver(at, informer, mark, sink) {
                        break;
                    }
                }
            }
            Move::Begin { controller, .. } => {
                let at = self.find_controller(controller.as_deref())?;
                self.begin(at, mark, sink);
            }
            Move::Answer { controller, key } => {
                let at = self.find_controller(controller.as_deref())?;
                self.answer(at, key.as_deref(), mark, sink);
            }
            Move::Collect { worker } => self.collect(worker.as_deref(), mark, sink),
            Move::Report { controller } => {
                let at = self.find_controller(controller.as_deref())?;
                self.report(at, mark, sink);
            }
            Move::Advance { to, .. } => self.advance(to.unwrap_or(self.now), sink),
            Move::Resync { controller, kind } => {
                let at = self.find_controller(controller.as_deref())?;
                self.resync(at, kind.as_deref(), mark, sink);
            }
            Move::Hold { controller, kind } => self.set_held(controller.as_deref(), kind.as_deref(), true, sink)?,
            Move::Release { controller, kind } => self.set_held(controller.as_deref(), kind.as_deref(), false, sink)?,
            Move::CutWatch { controller, kind, expired } => {
                let at = self.find_controller(controller.as_deref())?;
                self.cut_watch(at, kind.as_deref(), *expired == Some(true), sink);
            }
            Move::Compact {} => self.compact(sink),
            Move::Crash { controller } => self.crash(controller.as_deref(), sink)?,
            Move::Start { controller, at } => self.start(controller.as_deref(), at.as_deref(), sink)?,
            Move::Elect { controller } => {
                let at = self.find_controller(controller.as_deref())?;
                self.elect(at, mark, sink);
            }
            Move::Stall { controller } => self.set_stalled(controller.as_deref(), true, sink)?,
            Move::Resume { controller } => self.set_stalled(controller.as_deref(), false, sink)?,
            Move::Fail { .. } => self.add_fail(resolved, sink)?,
            Move::Habits { controller, set } => {
                let at = self.find_controller(controller.as_deref())?;
                self.roll_out(at, set, sink)?;
            }
            // A request has been sent already; the others are refused when they are resolved.
            Move::Request(_) | Move::Call { .. } | Move::Return { .. } => {}
        }
        Ok(())
    }
}
