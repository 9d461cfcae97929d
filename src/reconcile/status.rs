//! Sixth question: what to report? Writing it can wake the reconciler again.

use std::sync::Arc;

use serde_json::Value;

use super::desired::child_name;
use super::requeue::{ALREADY_OWNED, fail_late, finish, lacks_secret};
use super::{Ask, Context, Copy, Fault, From, Skipped, State, Task, about_app, apply_as};
use crate::cluster::Response;
use crate::habits::{ObservedGeneration, OnError, StatusBase, StatusContent, StatusVia, StatusWhen};
use crate::object::text::split_last;
use crate::object::{Object, Record, condition, differences, serialize_as_value, set_condition, sort_texts, text_at};

/// The fields of the status that are the controller's own, beside its condition: what it does not report is not there.
const OWN: [&str; 6] = ["observedGeneration", "configMap", "lastReconcileTime", "passes", "lastError", "seen"];

/// The answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// Whether it is written.
    pub write: bool,
    /// What in it is new, as JSON Pointers.
    pub changed: Vec<String>,
}

impl Status {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.flag("write", self.write);
        record.texts("changed", &self.changed);
        record.end()
    }
}

serialize_as_value!(Status);

/// A status that is about to be sent, on the copy that it is written on.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The copy.
    pub base: Arc<Object>,
    /// What is sent of the status: all, what a merge patch has of it, or what is the controller's own.
    pub status: Value,
}

pub(super) fn resume(task: &mut Task, context: &Context) -> Option<Skipped> {
    let base = match context.habits.status_base {
        StatusBase::FirstRead => task.first.clone(),
        _ => task.app().cloned(),
    };
    let Some(base) = base else {
        task.state = finish(task, context);
        return None;
    };
    let skipped = decide(task, base, context);
    if skipped.is_none() && context.habits.status_base == StatusBase::Fresh {
        task.state = State::FreshAppConfig;
    }
    skipped
}

pub(super) fn resume_fresh(task: &mut Task, response: &Response, context: &Context) -> Option<Skipped> {
    let Some(fresh) = response.object().filter(|_| response.is_success()).cloned() else {
        fail_late(task, Fault::response(response), context);
        return None;
    };
    task.own = Some(Copy { object: fresh.clone(), from: From::Server });
    decide(task, fresh, context)
}

/// Drafts the status on `base` and decides whether it is written.
fn decide(task: &mut Task, base: Arc<Object>, context: &Context) -> Option<Skipped> {
    let nothing = Value::Null;
    let previous = base.body.get("status").unwrap_or(&nothing);
    let observed = context.habits.observed_generation;
    let now = (observed != ObservedGeneration::Never).then(|| Value::from(base_generation(task)));
    let draft = |generation: Option<&Value>| {
        let own = content(task, previous, generation, context);
        let whole = merged(previous, &own, ready(task, generation, context), context);
        (own, whole)
    };
    // Some compare all but the generation: what is the same keeps the one that it has.
    let before = previous.get("observedGeneration").filter(|_| observed == ObservedGeneration::OnChange);
    let (mut own, mut status) = draft(before.or(now.as_ref()));
    if before.is_some() && status != *previous {
        (own, status) = draft(now.as_ref());
    }
    let mut changed = Vec::new();
    differences(previous, &status, "/status", &mut changed);
    sort_texts(&mut changed);
    let write = !changed.is_empty() || context.habits.status_when == StatusWhen::Always;
    task.answers.status = Some(Status { write, changed });
    if write {
        match context.habits.status_base {
            StatusBase::Apply => {
                let conditions = status.get("conditions").and_then(Value::as_array);
                let ready = conditions.and_then(|conditions| condition(conditions, "Ready")).cloned();
                let mut mine = Record::of(own);
                mine.put("conditions", Value::Array(vec![ready.unwrap_or_default()]));
                status = mine.end();
            }
            StatusBase::Patch => {
                let mut patch = Record::of(status);
                for name in OWN {
                    if previous.get(name).is_some() && own.get(name).is_none() {
                        patch.put(name, Value::Null);
                    }
                }
                status = patch.end();
            }
            StatusBase::Cached | StatusBase::Fresh | StatusBase::FirstRead => {}
        }
        task.status = Some(Draft { base, status });
        task.state = State::StatusWrite;
        None
    } else {
        task.state = finish(task, context);
        Some(Skipped { method: method(context).0, object: base, subresource: subresource(context) })
    }
}

/// What is the controller's own, laid over what is there: everybody else's fields and conditions stay as the copy has them.
fn merged(previous: &Value, own: &Value, ready: Value, context: &Context) -> Value {
    let mut whole = Record::of(previous.clone());
    let mut conditions = match whole.take("conditions") {
        Value::Array(list) => list,
        _ => Vec::new(),
    };
    for name in OWN {
        whole.set(name, own.get(name).cloned());
    }
    set_condition(&mut conditions, ready, context.time());
    whole.put("conditions", Value::Array(conditions));
    whole.end()
}

/// How a status is sent, and as what.
fn method(context: &Context) -> (&'static str, Option<&'static str>) {
    match context.habits.status_base {
        StatusBase::Patch => ("PATCH", Some("application/merge-patch+json")),
        StatusBase::Apply => ("PATCH", Some("application/apply-patch+yaml")),
        StatusBase::Cached | StatusBase::Fresh | StatusBase::FirstRead => ("PUT", None),
    }
}

fn subresource(context: &Context) -> Option<&'static str> {
    (context.habits.status_via == StatusVia::Status).then_some("status")
}

pub(super) fn ask_fresh(task: &Task, context: &Context) -> Ask {
    about_app(task, context, ("GET", None), None, None)
}

pub(super) fn ask_write(task: &Task, context: &Context) -> Ask {
    let Some(draft) = &task.status else { return Ask::Return };
    let method = method(context);
    let mut body = match method.1 {
        // Neither names a revision: they are made on whatever is there.
        Some(_) => Record::default(),
        None => Record::of(draft.base.to_value()),
    };
    body.put("status", draft.status.clone());
    let applies = context.habits.status_base == StatusBase::Apply;
    if applies {
        body.text("apiVersion", &context.app_config.api_version);
        body.text("kind", &context.app_config.kind);
        let mut metadata = Record::default();
        metadata.text("name", &task.key.name);
        metadata.text("namespace", &task.key.namespace);
        body.put("metadata", metadata.end());
    }
    let mut ask = about_app(task, context, method, subresource(context), Some(body.end()));
    if let Ask::Request { request, .. } = &mut ask
        && applies
    {
        apply_as(request, context);
    }
    ask
}

pub(super) fn resume_write(task: &mut Task, response: &Response, context: &Context) {
    if !response.is_success() {
        fail_late(task, Fault::response(response), context);
        return;
    }
    if let Some(object) = response.object() {
        task.own = Some(Copy { object: object.clone(), from: From::Answer });
    }
    task.state = finish(task, context);
}

/// The controller's own fields of the status, where the copy says `previous`.
fn content(task: &Task, previous: &Value, generation: Option<&Value>, context: &Context) -> Value {
    let child = task.answers.desired.as_ref().and_then(|desired| desired.child.as_ref());
    let mut status = Record::default();
    status.put_some("observedGeneration", generation.cloned());
    if child.is_some() && !lacks_secret(task) {
        status.text("configMap", &child_name(task));
    }
    match context.habits.status_content {
        StatusContent::Stable => {}
        StatusContent::Time => status.show("lastReconcileTime", &context.time()),
        StatusContent::TimeNano => status.text("lastReconcileTime", &context.time_in_nanos()),
        StatusContent::Counter => {
            let passes = previous.get("passes").and_then(Value::as_i64).unwrap_or(0);
            status.put("passes", passes.saturating_add(1).into());
        }
        StatusContent::LastError => {
            if let Some(fault) = &task.fault {
                status.text("lastError", &attempt(previous, &fault.message));
            }
        }
        StatusContent::Unordered => {
            let keys = child.map(|child| shuffled(child, task, context)).unwrap_or_default();
            status.texts("seen", &keys);
        }
    }
    status.end()
}

/// The generation that this pass has looked at: that of the copy from its start, not of one read later.
fn base_generation(task: &Task) -> i64 {
    task.first.as_ref().map_or(0, |app| app.metadata.generation)
}

/// The error's text with the number of the attempt, which goes on from what the status says.
fn attempt(previous: &Value, message: &str) -> String {
    let before = text_at(previous, &["lastError"]).and_then(|text| split_last(text, b'('));
    let number = before.and_then(|(start, end)| end.strip_prefix("attempt ").filter(|_| start.ends_with(' ')));
    let number = number.and_then(|number| number.trim_end_matches(')').parse::<u64>().ok()).unwrap_or(0);
    format!("{message} (attempt {})", number.saturating_add(1))
}

/// The data's keys in an order drawn from the seed and the pass (Fisher and Yates, with a splitmix64 step each).
pub(super) fn shuffled(child: &Object, task: &Task, context: &Context) -> Vec<String> {
    let mut keys = Vec::new();
    for (key, _) in child.strings_at(&["data"]) {
        keys.push(key);
    }
    let mut state = context.seed ^ task.number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for last in (1..keys.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        let pick = usize::try_from(mixed % (last as u64 + 1)).unwrap_or(0);
        keys.swap(last, pick);
    }
    keys
}

/// The Ready condition, without its time.
fn ready(task: &Task, generation: Option<&Value>, context: &Context) -> Value {
    let desired = task.answers.desired.as_ref();
    // An error that is not returned is told here instead.
    let told = task.fault.as_ref().filter(|_| task.returned.error.is_none() && context.habits.on_error == OnError::StatusAndRequeueAfter);
    let (status, reason, message) = match (&task.fault, lacks_secret(task)) {
        (_, true) if told.is_none() => {
            let secret = desired.and_then(|desired| desired.requires.as_deref()).unwrap_or_default();
            ("False", "SecretMissing", format!("Secret {secret} does not exist"))
        }
        (Some(fault), _) if fault.reason == ALREADY_OWNED => ("False", "NameCollision", fault.message.clone()),
        (Some(fault), _) => ("False", "ReconcileError", fault.message.clone()),
        (None, _) if desired.is_some_and(|desired| desired.child.is_some()) => {
            ("True", "InSync", format!("ConfigMap {} holds what spec.data wants", child_name(task)))
        }
        (None, _) => ("True", "InSync", "no ConfigMap is wanted".to_string()),
    };
    let mut record = Record::default();
    record.text("type", "Ready");
    record.text("status", status);
    record.text("reason", reason);
    record.text("message", &message);
    record.put_some("observedGeneration", generation.cloned());
    record.end()
}
