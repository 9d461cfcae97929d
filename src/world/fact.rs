//! What happened, one by one: codes with parameters, never sentences. The words live in the page.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::send::Target;
use crate::cluster::Event;
use crate::controller::cache::Delta;
use crate::controller::cause::{self, Cause};
use crate::controller::election::Tried;
use crate::controller::evidence::{Decision, Write, effect_name};
use crate::controller::pass::Pass;
use crate::controller::queue::Effect;
use crate::object::{Key, Millis, Object, Record, Ref, list};
use crate::reconcile::Question;

/// Takes facts as they come. Who does not want them pays nothing but the call.
pub trait Sink {
    /// One fact.
    fn take(&mut self, fact: Fact);
}

impl<F: FnMut(Fact)> Sink for F {
    fn take(&mut self, fact: Fact) {
        self(fact);
    }
}

/// One fact.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the names are the contract's
pub enum Fact {
    /// The API server answered.
    Request { by: Arc<str>, method: String, path: String, target: Option<Target>, code: u16, status: Option<Value>, warnings: Vec<String> },
    /// A write's evidence.
    Write { by: Arc<str>, controller: Option<Arc<str>>, write: Arc<Write> },
    /// The server made a watch event.
    Event { event: Arc<Event> },
    /// A cache took a list: its first one, or a new one after the server's words about the version it last saw.
    Listed { controller: Arc<str>, kind: Arc<str>, count: usize, revision: String, expired: Option<String> },
    /// A broken watch was opened again.
    Reconnected { controller: Arc<str>, kind: Arc<str>, missed: usize },
    /// A cache took an event.
    Delivered { controller: Arc<str>, kind: Arc<str>, delta: Delta },
    /// A cache replayed its store.
    Resynced { controller: Arc<str>, kind: Arc<str>, count: usize },
    /// A predicate or a handler let it pass or dropped it.
    Predicate { controller: Arc<str>, by: &'static str, passed: bool, delta: Delta },
    /// Nobody was woken.
    NotWoken { controller: Arc<str>, by: &'static str, mark: u64, delta: Delta },
    /// A key was added to the queue.
    Enqueued { controller: Arc<str>, key: Key, priority: i32, effect: Effect, merged: bool, due: Option<Millis>, cause: Arc<Cause> },
    /// A pass began.
    Begun { controller: Arc<str>, key: Key, number: u64, causes: Vec<Arc<Cause>> },
    /// A pass moved on.
    Answered {
        controller: Arc<str>,
        key: Key,
        number: u64,
        state: &'static str,
        question: Question,
        now: &'static str,
        read: Option<(Ref, Option<String>)>,
    },
    /// Somebody called the world outside.
    Outside { by: Arc<str>, op: &'static str, name: String, error: Option<String> },
    /// A pass sleeps.
    Sleeping { controller: Arc<str>, key: Key, until: Millis },
    /// The context of a pass is done: what it asked for was not answered.
    TimedOut { controller: Arc<str>, key: Key, number: u64 },
    /// A pass returned.
    Returned { controller: Arc<str>, key: Key, number: u64, decision: Decision, pass: Arc<Pass> },
    /// A process died; with the passes that were in progress.
    Crashed { controller: Arc<str>, passes: Vec<Arc<Pass>> },
    /// A process started.
    Started { controller: Arc<str> },
    /// A new version is out.
    Habits { controller: Arc<str>, set: Map<String, Value> },
    /// The collector did a piece of work.
    Collected { worker: &'static str, what: Value },
    /// A controller sent an Event, or held it back since there were too many.
    Reported { controller: Arc<str>, sent: bool },
    /// A controller tried for its lease.
    Elected { controller: Arc<str>, tried: Tried, lease: Value },
    /// A process stopped moving, or goes on.
    Stalled { controller: Arc<str>, stalled: bool },
    /// The clock moved.
    Advanced { from: Millis, to: Millis, ready: Vec<(Arc<str>, Key)> },
    /// Events of a kind are held or let go.
    Held { controller: Arc<str>, kind: Option<Arc<str>>, held: bool },
    /// A watch broke; it cannot go on where it was if its version has expired.
    WatchCut { controller: Arc<str>, kind: Arc<str>, expired: bool },
    /// etcd was compacted and the API server started anew.
    Compacted { revision: String },
    /// Requests will fail.
    FailSet { what: Value },
    /// An injected failure took place.
    Injected { controller: Arc<str>, reason: String, applied: bool },
}

fn delta(record: &mut Record, delta: &Delta) {
    record.put("ref", delta.new.reference().to_value());
    record.text("type", delta.call.event_type().name());
    record.some_flag("finalStateUnknown", cause::unknown(delta));
    record.put("before", revision(delta.old.as_ref()));
    record.show("after", &delta.new.metadata.revision);
    if let Some(event) = &delta.event {
        record.number("move", event.mark);
        record.text("writer", &event.manager);
    }
    if let Some(after) = cause::generation(&delta.new) {
        record.put("generationBefore", delta.old.as_deref().and_then(cause::generation).unwrap_or_default());
        record.put("generationAfter", after);
    }
}

fn revision(object: Option<&Arc<Object>>) -> Value {
    object.map_or(Value::Null, |object| Value::String(object.metadata.revision.to_string()))
}

/// An entry of the view's `notWoken`.
#[must_use]
pub fn not_woken(by: &str, mark: u64, told: &Delta) -> Value {
    let mut record = Record::default();
    put_not_woken(&mut record, by, mark, told);
    record.end()
}

fn put_not_woken(record: &mut Record, by: &str, mark: u64, told: &Delta) {
    delta(record, told);
    record.text("by", by);
    record.number("move", mark);
}

impl Fact {
    /// As the contract writes it: one key, the fact's name.
    #[must_use]
    #[allow(clippy::too_many_lines)] // a table: one arm a fact
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        let name = match self {
            Fact::Request { by, method, path, target, code, status, warnings } => {
                record.text("as", by);
                record.text("method", method);
                record.text("path", path);
                record.number("code", (*code).into());
                if let Some(target) = target {
                    record.put("ref", target.reference.to_value());
                    record.some_text("subresource", target.subresource);
                }
                if let Some(status) = status {
                    for key in ["reason", "message"] {
                        record.put_some(key, status.get(key).cloned());
                    }
                    record.put("status", status.clone());
                }
                if !warnings.is_empty() {
                    record.texts("warnings", warnings);
                }
                "request"
            }
            Fact::Write { by, controller, write } => {
                record = Record::of(write.to_value());
                record.text("by", by);
                record.some_text("controller", controller.as_deref());
                "write"
            }
            Fact::Event { event } => {
                record.text("type", event.kind.name());
                record.put("ref", event.object.reference().to_value());
                record.put("before", revision(event.previous.as_ref()));
                record.show("after", &event.revision);
                record.text("by", &event.manager);
                "event"
            }
            Fact::Listed { controller, kind, count, revision, expired } => {
                record.some_text("expired", expired.as_deref());
                record.text("controller", controller);
                record.text("kind", kind);
                record.number("count", *count as u64);
                record.text("revision", revision);
                "listed"
            }
            Fact::Reconnected { controller, kind, missed } => {
                record.text("controller", controller);
                record.text("kind", kind);
                record.number("missed", *missed as u64);
                "reconnected"
            }
            Fact::Delivered { controller, kind, delta: told } => {
                delta(&mut record, told);
                record.text("controller", controller);
                record.text("kind", kind);
                record.show("revision", &told.new.metadata.revision);
                "delivered"
            }
            Fact::Resynced { controller, kind, count } => {
                record.text("controller", controller);
                record.text("kind", kind);
                record.number("count", *count as u64);
                "resynced"
            }
            Fact::Predicate { controller, by, passed, delta: told } => {
                delta(&mut record, told);
                record.text("controller", controller);
                record.text("name", by);
                record.flag("passed", *passed);
                "predicate"
            }
            Fact::NotWoken { controller, by, mark, delta: told } => {
                put_not_woken(&mut record, by, *mark, told);
                record.text("controller", controller);
                "notWoken"
            }
            Fact::Enqueued { controller, key, priority, effect, merged, due, cause } => {
                record.text("controller", controller);
                record.show("key", key);
                record.put("priority", (*priority).into());
                record.text_or_null("effect", effect_name(*effect));
                record.number_or_null("due", *due);
                record.text("why", cause.why.name());
                record.flag("merged", *merged);
                record.put("cause", cause.to_value(*merged));
                "enqueued"
            }
            Fact::Begun { controller, key, number, causes } => {
                record.text("controller", controller);
                record.show("key", key);
                record.number("pass", *number);
                record.put("causes", cause::to_values(causes));
                "begun"
            }
            Fact::Answered { controller, key, number, state, question, now, read } => {
                record.text("controller", controller);
                record.show("key", key);
                record.number("pass", *number);
                record.text("state", state);
                record.text("question", question.name());
                record.text("waitingFor", now);
                if let Some((reference, found)) = read {
                    record.put("read", reference.to_value());
                    record.text_or_null("found", found.as_deref());
                }
                "answered"
            }
            Fact::Outside { by, op, name, error } => {
                record.text("by", by);
                record.text("op", op);
                record.text("name", name);
                record.text("outcome", if error.is_some() { "failed" } else { "done" });
                record.some_text("error", error.as_deref());
                "outside"
            }
            Fact::Sleeping { controller, key, until } => {
                record.text("controller", controller);
                record.show("key", key);
                record.number("until", *until);
                "sleeping"
            }
            Fact::TimedOut { controller, key, number } => {
                record.text("controller", controller);
                record.show("key", key);
                record.number("pass", *number);
                "timedOut"
            }
            Fact::Returned { controller, key, number, decision, .. } => {
                record.text("controller", controller);
                record.show("key", key);
                record.number("pass", *number);
                record.put("decision", decision.to_value());
                "returned"
            }
            Fact::Crashed { controller, passes } => {
                record.text("controller", controller);
                record.put("passes", list(passes.iter().map(|pass| pass.task.key.to_string().into())));
                "crashed"
            }
            Fact::Started { controller } => {
                record.text("controller", controller);
                "started"
            }
            Fact::Habits { controller, set } => {
                record.text("controller", controller);
                record.put("set", Value::Object(set.clone()));
                "habits"
            }
            Fact::Collected { worker, what } => {
                record = Record::of(what.clone());
                record.text("worker", worker);
                "collected"
            }
            Fact::Reported { controller, sent } => {
                record.text("controller", controller);
                record.flag("sent", *sent);
                "reported"
            }
            Fact::Elected { controller, tried, lease } => {
                record = Record::of(lease.clone());
                record.text("controller", controller);
                record.text("outcome", tried.name());
                "elected"
            }
            Fact::Stalled { controller, stalled } => {
                record.text("controller", controller);
                if *stalled { "stalled" } else { "resumed" }
            }
            Fact::Advanced { from, to, ready } => {
                record.number("from", *from);
                record.number("to", *to);
                let ready = ready.iter().map(|(controller, key)| {
                    let mut record = Record::default();
                    record.text("controller", controller);
                    record.show("key", key);
                    record.end()
                });
                record.put("ready", list(ready));
                "advanced"
            }
            Fact::Held { controller, kind, held } => {
                record.text("controller", controller);
                record.some_text("kind", kind.as_deref());
                if *held { "held" } else { "released" }
            }
            Fact::WatchCut { controller, kind, expired } => {
                record.text("controller", controller);
                record.text("kind", kind);
                record.flag("expired", *expired);
                "watchCut"
            }
            Fact::Compacted { revision } => {
                record.text("revision", revision);
                "compacted"
            }
            Fact::FailSet { what } => {
                record = Record::of(what.clone());
                "failSet"
            }
            Fact::Injected { controller, reason, applied } => {
                record.text("controller", controller);
                record.text("reason", reason);
                record.flag("applied", *applied);
                "injected"
            }
        };
        let mut fact = Record::default();
        fact.put(name, record.end());
        fact.end()
    }
}
