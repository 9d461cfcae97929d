//! Events that controllers record: what is worth one, and how it is sent.

use std::sync::Arc;

use super::World;
use super::fact::{Fact, Sink};
use crate::controller::evidence::{Outcome, Write};
use crate::controller::recorder::{Reporter, Severity};
use crate::habits::Events;
use crate::object::text_at;
use crate::reconcile::Task;

impl World {
    /// Records that a child was made, changed or removed.
    pub(super) fn record_write(&mut self, at: usize, task: &Task, write: Option<&Arc<Write>>) {
        let Some(write) = write.filter(|write| self.records(at) && write.reference.kind == "ConfigMap") else { return };
        let reason = match write.outcome {
            Outcome::Created => "Created",
            Outcome::Changed => "Updated",
            Outcome::Deleted | Outcome::Terminating => "Deleted",
            _ => return,
        };
        self.record(at, task, Severity::Normal, reason, &format!("{reason} {} {}", write.reference.kind, write.reference.name));
    }

    /// Records what a pass failed with, or why the object is not ready.
    pub(super) fn record_end(&mut self, at: usize, number: usize) {
        let Some(controller) = self.controllers.get(at).filter(|_| self.records(at)) else { return };
        let Some(pass) = controller.passes_in_progress().get(number).cloned() else { return };
        let task = &pass.task;
        if let Some(error) = &task.returned.error {
            return self.record(at, task, Severity::Warning, "ReconcileError", &error.message);
        }
        let Some(object) = task.app() else { return };
        let Some(ready) = object.condition("Ready") else { return };
        let text = |key: &str| text_at(ready, &[key]).unwrap_or("");
        if text("status") == "False" {
            self.record(at, task, Severity::Warning, text("reason"), text("message"));
        }
    }

    fn records(&self, at: usize) -> bool {
        self.controllers.get(at).is_some_and(|controller| controller.habits.events == Events::Record)
    }

    fn record(&mut self, at: usize, task: &Task, severity: Severity, reason: &str, message: &str) {
        let now = self.now;
        let (Some(process), Some(object)) = (self.process_mut(at), task.app()) else { return };
        Arc::make_mut(&mut process.recorder).record(object, severity, reason, message.to_string(), now);
    }

    /// Sends the next Event; one request at most.
    pub(super) fn report(&mut self, at: usize, mark: u64, sink: &mut dyn Sink) {
        let (now, start) = (self.now, self.config.start);
        let Some(kind) = self.cluster.kind("Event", Some("v1")).cloned() else { return };
        let Some(controller) = self.controllers.get_mut(at) else { return };
        let name = controller.name.clone();
        let Some(process) = &mut controller.process else { return };
        let request = Arc::make_mut(&mut process.recorder).next(Reporter { name: &name, kind: &kind, start, now });
        sink.take(Fact::Reported { controller: name, sent: request.is_some() });
        let Some(request) = request else { return };
        let (response, _) = self.send(&request, None, None, mark, sink);
        if let Some(process) = self.process_mut(at) {
            Arc::make_mut(&mut process.recorder).answered(response.code);
        }
    }
}
