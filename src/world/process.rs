//! Processes: controllers and background workers that die, start, are held and are rolled out anew.

use serde_json::{Map, Value};

use super::fact::{Fact, Sink};
use super::send::Target;
use super::{GARBAGE_COLLECTOR, IDLE_WORKERS, World};
use crate::cluster::{Collected, Collector};
use crate::controller::cache::Watch;
use crate::object::Record;
use crate::scenario::{Code, Error};

impl World {
    /// Whether a name given as `controller` means the garbage collector. The workers without work are not built.
    pub(super) fn is_worker(name: Option<&str>, path: &str) -> Result<bool, Error> {
        match name {
            Some(GARBAGE_COLLECTOR) => Ok(true),
            Some(name) if IDLE_WORKERS.contains(&name) => Err(Error::not_yet(path, &format!("the worker {name}"))),
            _ => Ok(false),
        }
    }

    pub(super) fn set_held(&mut self, controller: Option<&str>, kind: Option<&str>, held: bool, sink: &mut dyn Sink) -> Result<(), Error> {
        if held {
            self.faults.spent.hold = self.faults.spent.hold.saturating_add(1);
        }
        if Self::is_worker(controller, "")? {
            self.worker.held = held;
            sink.take(Fact::Held { controller: GARBAGE_COLLECTOR.into(), kind: None, held });
            return Ok(());
        }
        let at = self.find_controller(controller)?;
        let controller = &mut self.controllers[at];
        for name in super::resolve::WATCHED {
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

    pub(super) fn cut_watch(&mut self, at: usize, kind: Option<&str>, sink: &mut dyn Sink) {
        self.faults.spent.cut_watch = self.faults.spent.cut_watch.saturating_add(1);
        let name = self.controllers[at].name.clone();
        let Some(process) = &mut self.controllers[at].process else { return };
        for informer in process.informers.iter_mut().filter(|informer| kind.is_none_or(|kind| *informer.name == *kind)) {
            informer.watch = Watch::Cut;
            sink.take(Fact::WatchCut { controller: name.clone(), kind: informer.name.clone() });
        }
    }

    pub(super) fn crash(&mut self, controller: Option<&str>, sink: &mut dyn Sink) -> Result<(), Error> {
        self.faults.spent.crash = self.faults.spent.crash.saturating_add(1);
        if Self::is_worker(controller, "")? {
            self.worker.running = false;
            self.worker.collector = Collector::new();
            sink.take(Fact::Crashed { controller: GARBAGE_COLLECTOR.into(), passes: Vec::new() });
            return Ok(());
        }
        let at = self.find_controller(controller)?;
        self.kill(at, sink);
        Ok(())
    }

    fn kill(&mut self, at: usize, sink: &mut dyn Sink) {
        if let Some(process) = self.controllers[at].crash() {
            sink.take(Fact::Crashed { controller: self.controllers[at].name.clone(), passes: process.passes });
        }
    }

    pub(super) fn start(&mut self, controller: Option<&str>, sink: &mut dyn Sink) -> Result<(), Error> {
        if Self::is_worker(controller, "")? {
            self.worker.running = true;
            self.worker.collector = Collector::started(&self.cluster);
            sink.take(Fact::Started { controller: GARBAGE_COLLECTOR.into() });
            return Ok(());
        }
        let at = self.find_controller(controller)?;
        self.controllers[at].start(&self.cluster);
        sink.take(Fact::Started { controller: self.controllers[at].name.clone() });
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
        Ok(())
    }

    /// The controller's habits with some set anew.
    pub(super) fn with_habits(&self, at: usize, set: &Map<String, Value>) -> Result<crate::habits::Habits, Error> {
        self.controllers[at].habits.with(set).map_err(|(habit, fault)| {
            let code = if matches!(fault, crate::habits::HabitFault::NotYet { .. }) { Code::NotYet } else { Code::Invalid };
            Error::new(code, &format!("/habits/set/{}", crate::object::escape(&habit)), fault.to_string())
        })
    }

    /// Whether the garbage collector has anything to do now.
    #[must_use]
    pub fn collector_works(&self) -> bool {
        self.worker.running && !self.worker.held && self.worker.collector.has_work(&self.cluster)
    }

    pub(super) fn collect(&mut self, mark: u64, sink: &mut dyn Sink) {
        self.cluster.set_time(self.now);
        self.cluster.set_mark(mark);
        let seen = self.cluster.log_all().len();
        let what = self.worker.collector.work(&mut self.cluster);
        let mut record = Record::default();
        match &what {
            Collected::Observed { reference, event } => {
                record.text("outcome", "observed");
                record.put("ref", reference.to_value());
                record.text("type", event.name());
            }
            Collected::Requested { method, reference, code } => {
                record.text("outcome", "requested");
                record.text("method", method);
                record.put("ref", reference.to_value());
                record.number("code", (*code).into());
            }
            Collected::Idle => record.text("outcome", "idle"),
        }
        sink.take(Fact::Collected { worker: GARBAGE_COLLECTOR, what: record.end() });
        if let Collected::Requested { method, reference, code } = what
            && method != "GET"
        {
            let by: std::sync::Arc<str> = "kube-controller-manager".into();
            let path = self
                .cluster
                .kind(&reference.kind, reference.api_version.as_deref())
                .map_or_else(String::new, |kind| kind.path(reference.namespace.as_deref(), Some(&reference.name), None));
            let target = Some(Target { reference, subresource: None });
            sink.take(Fact::Request { by, method: method.to_string(), path, target, code, status: None, warnings: Vec::new() });
        }
        for event in self.events_from(seen) {
            sink.take(Fact::Event { event });
        }
    }
}
