//! Why a key is in the queue: for humans. No decision looks at it, and the reconciler never sees it.

use std::sync::Arc;

use serde_json::Value;

use super::cache::{Delta, HandlerCall};
use crate::object::{Object, Record, changed_paths, list};

/// Why, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The AppConfig was created.
    Created,
    /// The AppConfig was updated.
    Updated,
    /// The AppConfig was deleted.
    Deleted,
    /// Something happened to an owned object.
    Owned,
    /// Something happened to the required Secret.
    Required,
    /// It was in the list that a cache started with.
    InitialList,
    /// A cache replayed its store.
    Resync,
    /// A pass asked for it with `RequeueAfter`.
    RequeueAfter,
    /// A pass asked for it with `Requeue: true`.
    Requeue,
    /// A pass failed.
    Retry,
    /// Its process became the leader, and this was in the list that a cache then started with.
    Leader,
}

impl Why {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Why::Created => "created",
            Why::Updated => "updated",
            Why::Deleted => "deleted",
            Why::Owned => "owned",
            Why::Required => "required",
            Why::InitialList => "initialList",
            Why::Resync => "resync",
            Why::RequeueAfter => "requeueAfter",
            Why::Requeue => "requeue",
            Why::Retry => "retry",
            Why::Leader => "leader",
        }
    }
}

/// One reason why a key is in the queue.
#[derive(Clone, Debug)]
pub struct Cause {
    /// Why.
    pub why: Why,
    /// The move whose play made it: of a watch event, the write's.
    pub mark: u64,
    /// What the handler was told, if it was an object.
    pub delta: Option<Delta>,
}

impl Cause {
    /// The field manager of the write behind it.
    #[must_use]
    pub fn by(&self) -> Option<&Arc<str>> {
        Some(&self.delta.as_ref()?.event.as_ref()?.manager)
    }

    /// As the contract writes it. `merged`: it joined a key that was already there.
    #[must_use]
    pub fn to_value(&self, merged: bool) -> Value {
        let mut record = Record::default();
        record.text("why", self.why.name());
        record.number("move", self.mark);
        record.flag("merged", merged);
        record.some_text("by", self.by().map(|by| &**by));
        if let Some(delta) = &self.delta {
            record.put("ref", delta.new.reference().to_value());
            record.text("type", delta.call.event_type().name());
            record.some_flag("finalStateUnknown", unknown(delta));
            record.show("after", &delta.new.metadata.revision);
            put_generation(&mut record, "generationAfter", &delta.new);
            if let Some(old) = &delta.old {
                record.show("before", &old.metadata.revision);
                put_generation(&mut record, "generationBefore", old);
                record.texts("changed", &changed_paths(old, &delta.new));
            }
        }
        record.end()
    }
}

/// `DeletedFinalStateUnknown`: what is shown is the last state that the cache had.
#[must_use]
pub fn unknown(delta: &Delta) -> Option<bool> {
    (delta.call == HandlerCall::Delete { unknown: true }).then_some(true)
}

fn put_generation(record: &mut Record, key: &str, object: &Object) {
    record.put_some(key, generation(object));
}

/// The generation, if the kind has one.
#[must_use]
pub fn generation(object: &Object) -> Option<Value> {
    (object.metadata.generation != 0).then(|| Value::from(object.metadata.generation))
}

/// All causes of a key: the first came to an empty place, the others joined it.
#[must_use]
pub fn to_values(causes: &[Arc<Cause>]) -> Value {
    list(causes.iter().enumerate().map(|(at, cause)| cause.to_value(at > 0)))
}
