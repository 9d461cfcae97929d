//! Why a key is in the queue: for humans. No decision looks at it, and the reconciler never sees it.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::cache::Delta;
use crate::object::{Object, changed_paths};

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
        let mut map = Map::new();
        map.insert("why".into(), self.why.name().into());
        map.insert("move".into(), self.mark.into());
        map.insert("merged".into(), merged.into());
        if let Some(by) = self.by() {
            map.insert("by".into(), by.to_string().into());
        }
        if let Some(delta) = &self.delta {
            map.insert("ref".into(), json!(delta.new.reference()));
            map.insert("type".into(), delta.call.event_type().name().into());
            map.insert("after".into(), delta.new.metadata.revision.to_string().into());
            put_generation(&mut map, "generationAfter", &delta.new);
            if let Some(old) = &delta.old {
                map.insert("before".into(), old.metadata.revision.to_string().into());
                put_generation(&mut map, "generationBefore", old);
                map.insert("changed".into(), json!(changed_paths(old, &delta.new)));
            }
        }
        Value::Object(map)
    }
}

fn put_generation(map: &mut Map<String, Value>, key: &str, object: &Object) {
    if object.metadata.generation != 0 {
        map.insert(key.into(), object.metadata.generation.into());
    }
}

/// All causes of a key: the first came to an empty place, the others joined it.
#[must_use]
pub fn to_values(causes: &[Arc<Cause>]) -> Value {
    Value::Array(causes.iter().enumerate().map(|(at, cause)| cause.to_value(at > 0)).collect())
}
