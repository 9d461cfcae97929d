//! Processes: controllers and background workers that die, start, are held and are rolled out anew.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::fact::{Fact, Sink};
use super::send::Target;
use super::{Worker, World};
use crate::cluster::{Cluster, Collected};
use crate::controller::Process;
use crate::controller::cache::{Role, Watch, selector};
use crate::habits::Habits;
use crate::object::{Record, Revision, escape};
use crate::scenario::Error;

impl World {
    #[inline(never)]
    pub(super) fn name_of(&self, at: usize) -> Arc<str> {
        self.controllers[at].name.clone()
    }

    /// The process of a controller, if it runs.
    #[inline(never)]
    pub(super) fn process(&self, at: usize) -> Option<&Process> {
        self.controllers.get(at)?.process.as_ref()
    }

    #[inline(never)]
    pub(super) fn process_mut(&mut self, at: usize) -> Option<&mut Process> {
        self.controllers.get_mut(at)?.process.as_mut()
    }

    /// The background worker that a name given as `controller` means, if it means one.
    pub(super) fn worker(&self, name: Option<&str>) -> Option<&Worker> {
        self.workers.iter().find(|worker| Some(worker.name) == name)
    }

    fn worker_mut(&mut self, name: Option<&str>) -> Option<(&mut Worker, &mut Cluster)> {
        let worker = self.workers.iter_mut().find(|worker| Some(worker.name) == name)?;
        Some((worker, &mut self.cluster))
    }

    pub(super) fn set_held(&mut self, controller: Option<&str>, kind: Option<&str>, held: bool, sink: &mut dyn Sink) -> Result<(), Error> {
        if held {
            self.faults.spent.hold = self.faults.spent.hold.saturating_add(1);
        }
        if let Some((worker, _)) = self.worker_mut(controller) {
            worker.held = held;
            sink.take(Fact::Held { controller: worker.name.into(), kind: None, held });
            return Ok(());
        }
        let at = self.find_controller(controller)?;
        let controller = &mut self.controllers[at];
        for (_, name) in Role::ALL {
            if kind.is_none_or(|kind| kind == name) {
                controller.held.retain(|other| **other != *name);
                if held {
                    controller.held.push(name.into());
                }
            }
        }
        sink.take(Fact::Held { controller: controller.name.clone(), kind: kind.map(Into::into), held });
        Ok(())
    }

    pub(super) fn cut_watch(&mut self, at: usize, kind: Option<&str>, expired: bool, sink: &mut dyn Sink) {
        self.faults.spent.cut_watch = self.faults.spent.cut_watch.saturating_add(1);
        let (name, newest) = (self.name_of(at), self.cluster.revision().0);
        for informer in self.controllers[at].informers_mut() {
            if kind.is_some_and(|kind| *informer.name != *kind) {
                continue;
            }
            // A watch that has not begun can break, but has no version yet that could be too old.
            let expired = expired && informer.synced;
            if expired {
                informer.watch = Watch::Expired { oldest: Revision(newest.max(informer.revision.0 + 1)) };
            } else if informer.watch == Watch::Open {
                informer.watch = Watch::Cut;
            }
            sink.take(Fact::WatchCut { controller: name.clone(), kind: informer.name.clone(), expired });
        }
    }

    /// etcd is compacted and the API server starts anew: connections break, and whoever was not up to date has to list.
    pub(super) fn compact(&mut self, sink: &mut dyn Sink) {
        self.cluster.set_time(self.now);
        self.cluster.compact();
        let oldest = self.cluster.oldest();
        sink.take(Fact::Compacted { revision: oldest.to_string() });
        for controller in &mut self.controllers {
            let name = controller.name.clone();
            for informer in controller.informers_mut() {
                if informer.expire(&self.cluster, oldest) {
                    sink.take(Fact::WatchCut { controller: name.clone(), kind: informer.name.clone(), expired: true });
                }
            }
        }
    }

    pub(super) fn crash(&mut self, controller: Option<&str>, sink: &mut dyn Sink) -> Result<(), Error> {
        self.faults.spent.crash = self.faults.spent.crash.saturating_add(1);
        if let Some((worker, _)) = self.worker_mut(controller) {
            worker.running = false;
            worker.task = worker.task.crashed();
            sink.take(Fact::Crashed { controller: worker.name.into(), passes: Vec::new() });
            return Ok(());
        }
        let at = self.find_controller(controller)?;
        self.kill(at, sink);
        Ok(())
    }

    pub(super) fn kill(&mut self, at: usize, sink: &mut dyn Sink) {
        if let Some(process) = self.controllers[at].crash() {
            sink.take(Fact::Crashed { controller: self.name_of(at), passes: process.passes });
        }
    }

    pub(super) fn set_stalled(&mut self, controller: Option<&str>, stalled: bool, sink: &mut dyn Sink) -> Result<(), Error> {
        self.faults.spent.stall += u32::from(stalled);
        let at = self.find_controller(controller)?;
        let controller = &mut self.controllers[at];
        let Some(process) = &mut controller.process else { return Ok(()) };
        process.stalled = stalled;
        // What fell due meanwhile is found now.
        process.queue.advance(self.now);
        sink.take(Fact::Stalled { controller: controller.name.clone(), stalled });
        Ok(())
    }

    /// With `since` the lists show what was there at that revision: the API server that answers is behind the others.
    pub(super) fn start(&mut self, controller: Option<&str>, since: Option<&str>, sink: &mut dyn Sink) -> Result<(), Error> {
        if let Some((worker, cluster)) = self.worker_mut(controller) {
            worker.running = true;
            worker.task = worker.task.started(cluster);
            sink.take(Fact::Started { controller: worker.name.into() });
            return Ok(());
        }
        let at = self.find_controller(controller)?;
        let since = since.and_then(|text| text.parse().ok()).map(Revision);
        let controller = &mut self.controllers[at];
        controller.start(&self.cluster);
        for informer in controller.informers_mut() {
            informer.since = since;
        }
        self.stand_for_election(at);
        sink.take(Fact::Started { controller: self.name_of(at) });
        Ok(())
    }

    pub(super) fn roll_out(&mut self, at: usize, set: &Map<String, Value>, sink: &mut dyn Sink) -> Result<(), Error> {
        let habits = self.with_habits(at, set)?;
        self.kill(at, sink);
        let controller = &mut self.controllers[at];
        controller.habits = habits.into();
        sink.take(Fact::Habits { controller: controller.name.clone(), set: set.clone() });
        controller.start(&self.cluster);
        sink.take(Fact::Started { controller: controller.name.clone() });
        self.stand_for_election(at);
        Ok(())
    }

    /// The controller's habits with some set anew.
    pub(super) fn with_habits(&self, at: usize, set: &Map<String, Value>) -> Result<Habits, Error> {
        with_habits(&self.controllers[at].habits, set, "/habits/set")
    }

    /// Whether a background worker has anything to do now.
    pub(super) fn has_work(&self, worker: &Worker) -> bool {
        worker.running && !worker.held && worker.task.has_work(&self.cluster)
    }

    pub(super) fn collect(&mut self, name: Option<&str>, mark: u64, sink: &mut dyn Sink) {
        let now = self.now;
        let Some((worker, cluster)) = self.worker_mut(name) else { return };
        cluster.set_time(now);
        cluster.set_mark(mark);
        let seen = cluster.log_all().len();
        let what = worker.task.work(cluster);
        let worker = worker.name;
        let mut record = Record::default();
        match &what {
            Collected::Observed { reference, event } => {
                record.text("outcome", "observed");
                record.put("ref", reference.to_value());
                record.text("type", event.name());
            }
            Collected::Requested { method, reference, subresource, code } => {
                record.text("outcome", "requested");
                record.text("method", method);
                record.put("ref", reference.to_value());
                record.some_text("subresource", *subresource);
                record.number("code", (*code).into());
            }
            Collected::Idle => record.text("outcome", "idle"),
        }
        sink.take(Fact::Collected { worker, what: record.end() });
        if let Collected::Requested { method, reference, subresource, code } = what
            && method != "GET"
        {
            let by: Arc<str> = "kube-controller-manager".into();
            let path = self.cluster.kind(&reference.kind, reference.api_version.as_deref()).map_or_else(String::new, |kind| {
                let name = Some(reference.name.as_str()).filter(|name| !name.is_empty() && method != "POST");
                kind.path(reference.namespace.as_deref(), name, subresource)
            });
            let target = Some(Target { reference, subresource }).filter(|target| !target.reference.name.is_empty());
            sink.take(Fact::Request { by, method: method.to_string(), path, target, code, status: None, warnings: Vec::new() });
        }
        for event in self.events_from(seen) {
            sink.take(Fact::Event { event });
        }
    }
}

/// Habits with some of them set anew; `path` is where these stand.
pub(super) fn with_habits(habits: &Habits, set: &Map<String, Value>, path: &str) -> Result<Habits, Error> {
    let wrong = |habit: &str, message: String| Error::invalid(&(path.to_string() + "/" + &escape(habit)), message);
    let habits = habits.with(set).map_err(|(habit, fault)| wrong(&habit, fault.to_string()))?;
    // Whether the caches can be restricted like this.
    selector(&habits).map_err(|message| wrong("cacheSelector", message))?;
    Ok(habits)
}
