//! What a write did and what a return led to: evidence, kept for humans.

use std::sync::Arc;

use serde_json::Value;

use super::queue::Effect;
use crate::cluster::EventType;
use crate::object::{Millis, Object, Record, Ref, Revision, changed_paths};
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
        let mut record = Record::default();
        record.text("method", &self.method);
        record.put("ref", self.reference.to_value());
        record.some_text("subresource", self.subresource);
        record.number("move", self.mark);
        record.text("outcome", self.outcome.name());
        record.number_or_null("code", self.code.map(u64::from));
        record.some_text("reason", self.reason.as_deref());
        record.some_text("message", self.message.as_deref());
        record.put("before", revision(&self.before));
        record.put("after", revision(&self.after));
        record.put("generationBefore", generation(&self.before));
        record.put("generationAfter", generation(&self.after));
        record.texts("changed", &changed);
        record.text_or_null("event", self.event.map(EventType::name));
        record.end()
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
        // Zero is no wish: it is what a Result holds that says nothing.
        if self.rule != Rule::RequeueAfter && self.returned.requeue_after.is_some_and(|after| after > 0) {
            ignored.push("requeueAfter");
        }
        if self.rule != Rule::Requeue && self.returned.requeue {
            ignored.push("requeue");
        }
        let mut record = Record::default();
        record.put("returned", self.returned.to_value());
        record.text("rule", self.rule.name());
        if !ignored.is_empty() {
            record.names("ignored", &ignored);
        }
        record.flag("forgets", self.forgets);
        record.number("failures", self.failures.into());
        record.text_or_null("call", self.call.map(Call::name));
        record.number_or_null("delay", self.delay);
        record.text_or_null("effect", self.effect);
        record.number_or_null("due", self.due);
        record.end()
    }
}
