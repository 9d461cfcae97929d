//! What happened, one by one: codes with parameters, never sentences. The words live in the page.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::send::Target;
use crate::cluster::Event;
use crate::controller::cache::Delta;
use crate::controller::cause::{self, Cause};
use crate::controller::evidence::{Decision, Write, effect_name};
use crate::controller::pass::Pass;
use crate::controller::queue::Effect;
use crate::object::{Key, Millis, Ref};
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
    /// A cache took its initial list.
    Listed { controller: Arc<str>, kind: Arc<str>, count: usize, revision: String },
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
    /// The clock moved.
    Advanced { from: Millis, to: Millis, ready: Vec<(Arc<str>, Key)> },
    /// Events of a kind are held or let go.
    Held { controller: Arc<str>, kind: Option<Arc<str>>, held: bool },
    /// A watch broke.
    WatchCut { controller: Arc<str>, kind: Arc<str> },
    /// Requests will fail.
    FailSet { what: Value },
    /// An injected failure took place.
    Injected { controller: Arc<str>, reason: String, applied: bool },
}

fn delta(map: &mut Map<String, Value>, delta: &Delta) {
    map.insert("ref".into(), json!(delta.new.reference()));
    map.insert("type".into(), delta.call.event_type().name().into());
    map.insert("before".into(), json!(delta.old.as_ref().map(|old| old.metadata.revision.to_string())));
    map.insert("after".into(), delta.new.metadata.revision.to_string().into());
    if let Some(event) = &delta.event {
        map.insert("move".into(), event.mark.into());
        map.insert("writer".into(), event.manager.to_string().into());
    }
    let generation = |object: &crate::object::Object| (object.metadata.generation != 0).then_some(object.metadata.generation);
    if let Some(after) = generation(&delta.new) {
        map.insert("generationBefore".into(), json!(delta.old.as_deref().and_then(generation)));
        map.insert("generationAfter".into(), after.into());
    }
}

/// An entry of the view's `notWoken`.
#[must_use]
pub fn not_woken(by: &str, mark: u64, told: &Delta) -> Value {
    let mut map = Map::new();
    delta(&mut map, told);
    map.insert("by".into(), by.into());
    map.insert("move".into(), mark.into());
    Value::Object(map)
}

impl Fact {
    /// As the contract writes it: one key, the fact's name.
    #[must_use]
    #[allow(clippy::too_many_lines)] // a table: one arm a fact
    pub fn to_value(&self) -> Value {
        let text = |text: &Arc<str>| Value::String(text.to_string());
        let mut map = Map::new();
        let name = match self {
            Fact::Request { by, method, path, target, code, status, warnings } => {
                map.insert("as".into(), text(by));
                map.insert("method".into(), method.clone().into());
                map.insert("path".into(), path.clone().into());
                map.insert("code".into(), (*code).into());
                if let Some(target) = target {
                    map.insert("ref".into(), json!(target.reference));
                    if let Some(subresource) = target.subresource {
                        map.insert("subresource".into(), subresource.into());
                    }
                }
                if let Some(status) = status {
                    for key in ["reason", "message"] {
                        if let Some(words) = status.get(key) {
                            map.insert(key.into(), words.clone());
                        }
                    }
                    map.insert("status".into(), status.clone());
                }
                if !warnings.is_empty() {
                    map.insert("warnings".into(), json!(warnings));
                }
                "request"
            }
            Fact::Write { by, controller, write } => {
                if let Value::Object(fields) = write.to_value() {
                    map = fields;
                }
                map.insert("by".into(), text(by));
                if let Some(controller) = controller {
                    map.insert("controller".into(), text(controller));
                }
                "write"
            }
            Fact::Event { event } => {
                map.insert("type".into(), event.kind.name().into());
                map.insert("ref".into(), json!(event.object.reference()));
                map.insert("before".into(), json!(event.previous.as_ref().map(|object| object.metadata.revision.to_string())));
                map.insert("after".into(), event.revision.to_string().into());
                map.insert("by".into(), text(&event.manager));
                "event"
            }
            Fact::Listed { controller, kind, count, revision } => {
                map.insert("controller".into(), text(controller));
                map.insert("kind".into(), text(kind));
                map.insert("count".into(), (*count).into());
                map.insert("revision".into(), revision.clone().into());
                "listed"
            }
            Fact::Reconnected { controller, kind, missed } => {
                map.insert("controller".into(), text(controller));
                map.insert("kind".into(), text(kind));
                map.insert("missed".into(), (*missed).into());
                "reconnected"
            }
            Fact::Delivered { controller, kind, delta: told } => {
                delta(&mut map, told);
                map.insert("controller".into(), text(controller));
                map.insert("kind".into(), text(kind));
                map.insert("revision".into(), told.new.metadata.revision.to_string().into());
                "delivered"
            }
            Fact::Resynced { controller, kind, count } => {
                map.insert("controller".into(), text(controller));
                map.insert("kind".into(), text(kind));
                map.insert("count".into(), (*count).into());
                "resynced"
            }
            Fact::Predicate { controller, by, passed, delta: told } => {
                delta(&mut map, told);
                map.insert("controller".into(), text(controller));
                map.insert("name".into(), (*by).into());
                map.insert("passed".into(), (*passed).into());
                "predicate"
            }
            Fact::NotWoken { controller, by, mark, delta: told } => {
                if let Value::Object(fields) = not_woken(by, *mark, told) {
                    map = fields;
                }
                map.insert("controller".into(), text(controller));
                "notWoken"
            }
            Fact::Enqueued { controller, key, priority, effect, merged, due, cause } => {
                map.insert("controller".into(), text(controller));
                map.insert("key".into(), key.to_string().into());
                map.insert("priority".into(), (*priority).into());
                map.insert("effect".into(), json!(effect_name(*effect)));
                map.insert("due".into(), json!(due));
                map.insert("why".into(), cause.why.name().into());
                map.insert("merged".into(), (*merged).into());
                map.insert("cause".into(), cause.to_value(*merged));
                "enqueued"
            }
            Fact::Begun { controller, key, number, causes } => {
                map.insert("controller".into(), text(controller));
                map.insert("key".into(), key.to_string().into());
                map.insert("pass".into(), (*number).into());
                map.insert("causes".into(), cause::to_values(causes));
                "begun"
            }
            Fact::Answered { controller, key, number, state, question, now, read } => {
                map.insert("controller".into(), text(controller));
                map.insert("key".into(), key.to_string().into());
                map.insert("pass".into(), (*number).into());
                map.insert("state".into(), (*state).into());
                map.insert("question".into(), json!(question));
                map.insert("waitingFor".into(), (*now).into());
                if let Some((reference, found)) = read {
                    map.insert("read".into(), json!(reference));
                    map.insert("found".into(), json!(found));
                }
                "answered"
            }
            Fact::Outside { by, op, name, error } => {
                map.insert("by".into(), text(by));
                map.insert("op".into(), (*op).into());
                map.insert("name".into(), name.clone().into());
                map.insert("outcome".into(), if error.is_some() { "failed" } else { "done" }.into());
                if let Some(error) = error {
                    map.insert("error".into(), error.clone().into());
                }
                "outside"
            }
            Fact::Sleeping { controller, key, until } => {
                map.insert("controller".into(), text(controller));
                map.insert("key".into(), key.to_string().into());
                map.insert("until".into(), (*until).into());
                "sleeping"
            }
            Fact::Returned { controller, key, number, decision, .. } => {
                map.insert("controller".into(), text(controller));
                map.insert("key".into(), key.to_string().into());
                map.insert("pass".into(), (*number).into());
                map.insert("decision".into(), decision.to_value());
                "returned"
            }
            Fact::Crashed { controller, passes } => {
                map.insert("controller".into(), text(controller));
                map.insert("passes".into(), Value::Array(passes.iter().map(|pass| pass.task.key.to_string().into()).collect()));
                "crashed"
            }
            Fact::Started { controller } => {
                map.insert("controller".into(), text(controller));
                "started"
            }
            Fact::Habits { controller, set } => {
                map.insert("controller".into(), text(controller));
                map.insert("set".into(), Value::Object(set.clone()));
                "habits"
            }
            Fact::Collected { worker, what } => {
                if let Value::Object(fields) = what {
                    map.clone_from(fields);
                }
                map.insert("worker".into(), (*worker).into());
                "collected"
            }
            Fact::Advanced { from, to, ready } => {
                map.insert("from".into(), (*from).into());
                map.insert("to".into(), (*to).into());
                let ready = ready.iter().map(|(controller, key)| json!({ "controller": &**controller, "key": key })).collect();
                map.insert("ready".into(), Value::Array(ready));
                "advanced"
            }
            Fact::Held { controller, kind, held } => {
                map.insert("controller".into(), text(controller));
                if let Some(kind) = kind {
                    map.insert("kind".into(), text(kind));
                }
                if *held { "held" } else { "released" }
            }
            Fact::WatchCut { controller, kind } => {
                map.insert("controller".into(), text(controller));
                map.insert("kind".into(), text(kind));
                "watchCut"
            }
            Fact::FailSet { what } => {
                if let Value::Object(fields) = what {
                    map.clone_from(fields);
                }
                "failSet"
            }
            Fact::Injected { controller, reason, applied } => {
                map.insert("controller".into(), text(controller));
                map.insert("reason".into(), reason.clone().into());
                map.insert("applied".into(), (*applied).into());
                "injected"
            }
        };
        let mut fact = Map::new();
        fact.insert(name.to_string(), Value::Object(map));
        Value::Object(fact)
    }
}
