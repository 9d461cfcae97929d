//! Every request goes through here, whoever asks: the clock is handed on, the evidence is gathered.

use std::sync::Arc;

use super::World;
use super::fact::{Fact, Sink};
use crate::cluster::{Event, EventType, Request, Response};
use crate::controller::evidence::{Outcome, Write};
use crate::object::{Object, Ref};

/// What a request is about, where it is known.
#[derive(Clone, Debug)]
pub struct Target {
    /// The object.
    pub reference: Ref,
    /// `status` or nothing.
    pub subresource: Option<&'static str>,
}

impl World {
    /// Sends one request to the API server. Reads leave no trace. Returns the evidence of a write about `target`.
    pub(super) fn send(
        &mut self,
        request: &Request,
        target: Option<&Target>,
        controller: Option<&Arc<str>>,
        mark: u64,
        sink: &mut dyn Sink,
    ) -> (Response, Option<Arc<Write>>) {
        let read = matches!(request.method.as_str(), "GET" | "HEAD");
        let before = target.and_then(|target| self.stored(&target.reference)).cloned();
        let seen = self.cluster.log_all().len();
        self.cluster.set_time(self.now);
        self.cluster.set_mark(mark);
        let response = self.cluster.handle(request);
        let by: Arc<str> = request.manager().into();
        if read {
            return (response, None);
        }
        let events = self.events_from(seen);
        sink.take(Fact::Request {
            by: by.clone(),
            method: request.method.clone(),
            path: request.path.clone(),
            target: target.cloned(),
            code: response.code,
            status: response.status().filter(|_| !response.is_success()).map(crate::cluster::Status::to_value),
            warnings: response.warnings.clone(),
        });
        let write = target.map(|target| Arc::new(evidence(request, target, mark, before, &response, &events)));
        for event in events {
            sink.take(Fact::Event { event });
        }
        if let Some(write) = &write {
            sink.take(Fact::Write { by, controller: controller.cloned(), write: write.clone() });
        }
        (response, write)
    }

    /// The events of the log from a position on.
    pub(super) fn events_from(&self, seen: usize) -> Vec<Arc<Event>> {
        let mut events = Vec::new();
        for event in self.cluster.log_all().from(seen) {
            events.push(event.clone());
        }
        events
    }

    /// What the server holds of a reference.
    #[must_use]
    pub fn stored(&self, reference: &Ref) -> Option<&Arc<Object>> {
        let kind = self.cluster.kind(&reference.kind, reference.api_version.as_deref())?;
        let namespace = if kind.namespaced { Some(reference.namespace.as_deref().unwrap_or("default")) } else { None };
        self.cluster.find(kind, namespace, &reference.name)
    }
}

fn evidence(
    request: &Request,
    target: &Target,
    mark: u64,
    before: Option<Arc<Object>>,
    response: &Response,
    events: &[Arc<Event>],
) -> Write {
    // The server makes some names.
    let reference = match response.object() {
        Some(object) if target.reference.name.is_empty() => object.reference(),
        _ => target.reference.clone(),
    };
    let event = events.iter().find(|event| event.object.reference() == reference);
    let outcome = outcome(request, before.as_ref(), response, event);
    let after = match event {
        Some(event) => Some(event.object.clone()),
        None => before.clone(),
    };
    let status = response.status().filter(|_| !response.is_success());
    Write {
        method: request.method.as_str().into(),
        reference,
        subresource: target.subresource,
        mark,
        outcome,
        code: Some(response.code),
        reason: status.map(|status| status.word().to_string()),
        message: status.map(|status| status.message.clone()),
        before,
        after,
        event: event.map(|event| event.kind),
    }
}

fn outcome(request: &Request, before: Option<&Arc<Object>>, response: &Response, event: Option<&Arc<Event>>) -> Outcome {
    if response.is_success() {
        return match event.map(|event| event.kind) {
            Some(EventType::Added) => Outcome::Created,
            Some(EventType::Deleted) => Outcome::Deleted,
            Some(EventType::Modified) if request.method == "DELETE" => Outcome::Terminating,
            Some(EventType::Modified) => Outcome::Changed,
            None if request.method == "DELETE" && before.is_some_and(|object| object.metadata.deletion.is_some()) => Outcome::Terminating,
            None => Outcome::Unchanged,
        };
    }
    match (response.code, response.status().map(crate::cluster::Status::word)) {
        (404, _) => Outcome::NotFound,
        (409, Some("AlreadyExists")) => Outcome::AlreadyExists,
        (409, _) => Outcome::Conflict,
        (400..=499, _) => Outcome::Refused,
        _ => Outcome::Failed,
    }
}
