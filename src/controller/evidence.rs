//! What a write did and what a return led to: evidence, kept for humans.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::queue::Effect;
use crate::cluster::EventType;
use crate::object::{Millis, Object, Ref, Revision, changed_paths};
use crate::reconcile::{Returned, Rule};

/// What became of a write, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It made the object.
    Created,
    /// It moved the revision.
    Changed,
    /// 2xx, and nothing moved: the bytes were the same.
    Unchanged,
    /// 2xx, and the object waits for its finalizers.
    Terminating,
    /// The object is gone.
    Deleted,
    /// 409: written on an old copy.
    Conflict,
    /// 404.
    NotFound,
    /// 409: the name is taken.
    AlreadyExists,
    /// 4xx by a rule.
    Refused,
    /// Injected, not applied; or 5xx.
    Failed,
    /// Applied, and the answer was lost.
    Lost,
    /// The reconciler saw no need.
    Skipped,
}

impl Outcome {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Created => "created",
            Outcome::Changed => "changed",
            Outcome::Unchanged => "unchanged",
            Outcome::Terminating => "terminating",
            Outcome::Deleted => "deleted",
            Outcome::Conflict => "conflict",
            Outcome::NotFound => "notFound",
            Outcome::AlreadyExists => "alreadyExists",
            Outcome::Refused => "refused",
            Outcome::Failed => "failed",
            Outcome::Lost => "lost",
            Outcome::Skipped => "skipped",
        }
    }
}

/// One write, or one that was not needed.
#[derive(Clone, Debug)]
pub struct Write {
    /// The verb.
    pub method: Arc<str>,
    /// About what.
    pub reference: Ref,
    /// `status` or nothing.
    pub subresource: Option<&'static str>,
    /// The move that played it.
    pub mark: u64,
    /// What became of it.
    pub outcome: Outcome,
    /// The HTTP code; `None` = nothing was sent.
    pub code: Option<u16>,
    /// Of a refusal, the Status' reason.
    pub reason: Option<String>,
    /// Of a refusal, the Status' message.
    pub message: Option<String>,
    /// The object before.
    pub before: Option<Arc<Object>>,
    /// The object after; of one that is gone, as its deletion event carried it.
    pub after: Option<Arc<Object>>,
    /// The watch event that came of it.
    pub event: Option<EventType>,
}

impl Write {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let revision = |object: &Option<Arc<Object>>| match object {
            Some(object) if object.metadata.revision != Revision(0) => Value::String(object.metadata.revision.to_string()),
            _ => Value::Null,
        };
        let generation = |object: &Option<Arc<Object>>| match object {
            Some(object) if object.metadata.generation != 0 => Value::from(object.metadata.generation),
            _ => Value::Null,
        };
        let changed = match (&self.before, &self.after) {
            (Some(before), Some(after)) => changed_paths(before, after),
            _ => Vec::new(),
        };
        let mut map = Map::new();
        map.insert("method".into(), self.method.to_string().into());
        map.insert("ref".into(), json!(self.reference));
        if let Some(subresource) = self.subresource {
            map.insert("subresource".into(), subresource.into());
        }
        map.insert("move".into(), self.mark.into());
        map.insert("outcome".into(), self.outcome.name().into());
        map.insert("code".into(), json!(self.code));
        if let Some(reason) = &self.reason {
            map.insert("reason".into(), reason.clone().into());
        }
        if let Some(message) = &self.message {
            map.insert("message".into(), message.clone().into());
        }
        map.insert("before".into(), revision(&self.before));
        map.insert("after".into(), revision(&self.after));
        map.insert("generationBefore".into(), generation(&self.before));
        map.insert("generationAfter".into(), generation(&self.after));
        map.insert("changed".into(), json!(changed));
        map.insert("event".into(), json!(self.event.map(EventType::name)));
        Value::Object(map)
    }
}

/// What the queue did with a key after a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// `AddRateLimited`
    AddRateLimited,
    /// `AddAfter`
    AddAfter,
}

impl Call {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Call::AddRateLimited => "AddRateLimited",
            Call::AddAfter => "AddAfter",
        }
    }
}

/// What an add to the queue did, as the view names it; `None` = it took nothing.
#[must_use]
pub fn effect_name(effect: Effect) -> Option<&'static str> {
    match effect {
        Effect::Added => Some("added"),
        Effect::EarlierKept => Some("earlierKept"),
        Effect::AlreadyReady => Some("alreadyReady"),
        Effect::Dropped => None,
    }
}

/// The requeue decision.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What the reconcile returned.
    pub returned: Returned,
    /// Which rule applied.
    pub rule: Rule,
    /// Whether the key's failures were forgotten.
    pub forgets: bool,
    /// The key's failures after it.
    pub failures: u32,
    /// The call to the queue.
    pub call: Option<Call>,
    /// The delay that the rule gives.
    pub delay: Option<Millis>,
    /// What the call did.
    pub effect: Option<&'static str>,
    /// When the key will really run next.
    pub due: Option<Millis>,
}

impl Decision {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut ignored = Vec::new();
        if self.rule != Rule::RequeueAfter && self.returned.requeue_after.is_some() {
            ignored.push("requeueAfter");
        }
        if self.rule != Rule::Requeue && self.returned.requeue {
            ignored.push("requeue");
        }
        let mut map = Map::new();
        map.insert("returned".into(), json!(self.returned));
        map.insert("rule".into(), json!(self.rule));
        if !ignored.is_empty() {
            map.insert("ignored".into(), json!(ignored));
        }
        map.insert("forgets".into(), self.forgets.into());
        map.insert("failures".into(), self.failures.into());
        map.insert("call".into(), json!(self.call.map(Call::name)));
        map.insert("delay".into(), json!(self.delay));
        map.insert("effect".into(), json!(self.effect));
        map.insert("due".into(), json!(self.due));
        Value::Object(map)
    }
}
