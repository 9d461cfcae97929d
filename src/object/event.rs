//! The Event of the core group, as recorders write it.
//!
//! Models `client-go/tools/record/event.go` `makeEvent`.

use serde_json::Value;

use super::{Record, Timestamp};

/// An Event that is told.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the names are Kubernetes'
pub struct Told<'a> {
    pub name: &'a str,
    pub namespace: &'a str,
    /// The object that it is about, field by field; what is empty is left out.
    pub involved: &'a [(&'a str, &'a str)],
    /// `Normal` or `Warning`.
    pub severity: &'a str,
    pub reason: &'a str,
    pub message: &'a str,
    /// Who reports.
    pub component: &'a str,
    pub first: Timestamp,
    pub last: Timestamp,
    pub count: u64,
}

impl Told<'_> {
    /// The whole Event.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut metadata = Record::default();
        metadata.text("name", self.name);
        metadata.text("namespace", self.namespace);
        let mut involved = Record::default();
        for (key, text) in self.involved {
            if !text.is_empty() {
                involved.text(key, text);
            }
        }
        let mut source = Record::default();
        source.text("component", self.component);
        let mut record = Record::of(self.patch());
        record.text("apiVersion", "v1");
        record.text("kind", "Event");
        record.put("metadata", metadata.end());
        record.put("involvedObject", involved.end());
        record.text("reason", self.reason);
        record.put("source", source.end());
        record.show("firstTimestamp", &self.first);
        record.text("type", self.severity);
        record.text("reportingComponent", self.component);
        record.end()
    }

    /// What is new of it when it is told again.
    #[must_use]
    pub fn patch(&self) -> Value {
        let mut record = Record::default();
        record.number("count", self.count);
        record.show("lastTimestamp", &self.last);
        record.text("message", self.message);
        record.end()
    }
}
