//! Third question: what differs, and so what is to be done?

use std::sync::Arc;

use serde_json::Value;

use super::action::Act;
use super::desired::{Desired, HASH, MANAGED_BY, owner};
use super::observed::{Observed, Presence};
use super::{Context, Fault, Skipped, State, Task, cleanup, observed};
use crate::habits::{Compare, Ensure, Finalizer, WhileDeleting};
use crate::object::{Object, OwnerReference, Record, differences, escape, serialize_as_value, sort_texts};

/// The answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    /// The child's fields that are not as they should be, as JSON Pointers.
    pub paths: Vec<String>,
    /// What is to be done, in order.
    pub need: Vec<&'static str>,
}

impl Diff {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.texts("paths", &self.paths);
        record.names("need", &self.need);
        record.end()
    }
}

serialize_as_value!(Diff);

/// Compares, and lists what is to be done. Returns the child's write if the comparison saves it.
pub(super) fn resume(task: &mut Task, context: &Context) -> Option<Skipped> {
    let mut seen = observed::conclude(task);
    let desired = task.answers.desired.clone()?;
    let mut diff = Diff::default();
    let mut skipped = None;
    let mut todo = if desired.deleting { cleanup::plan(task, &mut seen, context) } else { Vec::new() };
    let refusal = foreign(task, context);
    // Whoever does not stop at a deletion goes on behind the cleanup; a refusal would keep it from cleaning up.
    let full = context.habits.while_deleting == WhileDeleting::Full && refusal.is_none();
    let lives = !desired.deleting || full;
    if lives && seen.required != Presence::Absent {
        if let Some(fault) = refusal {
            diff.need.push("refuse");
            task.answers.diff = Some(diff);
            task.fail(fault);
            return None;
        }
        let (more, saved) = plan(task, &desired, &seen, context, &mut diff.paths);
        skipped = saved;
        todo.extend(more);
    }
    task.todo = todo;
    sort_texts(&mut diff.paths);
    for act in &task.todo {
        diff.need.push(act.name());
    }
    task.answers.diff = Some(diff);
    task.state = State::Act;
    skipped
}

/// A child that has another controller is refused. Models controller-runtime `SetControllerReference`:
/// the same owner is group + kind + name, a new uid simply overwrites.
fn foreign(task: &Task, context: &Context) -> Option<Fault> {
    task.answers.desired.as_ref()?.child.as_ref()?;
    let child = &task.child.as_ref()?.object;
    let controller = child.metadata.controller()?;
    (!same_owner(controller, task, context)).then(|| {
        Fault::new(
            "AlreadyOwned",
            format!("Object {} is already owned by another {} controller {}", child.key(), controller.kind, controller.name),
        )
    })
}

fn same_owner(reference: &OwnerReference, task: &Task, context: &Context) -> bool {
    reference.group() == &*context.app_config.group && reference.kind == *context.app_config.kind && reference.name == *task.key.name
}

fn plan(task: &Task, desired: &Desired, seen: &Observed, context: &Context, paths: &mut Vec<String>) -> (Vec<Act>, Option<Skipped>) {
    let mut todo: Vec<Act> = Vec::new();
    let mut skipped = None;
    // First what is no longer wanted goes, then what is wanted comes.
    for name in &seen.accounts {
        if Some(name) != desired.account.as_ref() {
            todo.push(Act::RemoveAccount(name.clone()));
        }
    }
    match &desired.account {
        Some(account) => {
            let creates = seen.account == Presence::Absent;
            let adds = !desired.deleting && !task.finalized() && context.habits.finalizer != Finalizer::None;
            let add_last = context.habits.finalizer == Finalizer::AfterOutside;
            if adds && !add_last {
                todo.push(Act::AddFinalizer);
            }
            if creates {
                todo.push(Act::CreateAccount(account.clone()));
            }
            if adds && add_last {
                todo.push(Act::AddFinalizer);
            }
        }
        None if !desired.deleting && task.finalized() => todo.push(Act::RemoveFinalizer),
        None => {}
    }
    match (&desired.child, &task.child) {
        (Some(child), _) if context.habits.ensure == Ensure::CreateOnly => todo.push(Act::CreateChild(child.clone())),
        (Some(child), None) => {
            paths.push(String::new());
            todo.push(Act::CreateChild(child.clone()));
        }
        (Some(child), Some(there)) => {
            let merged = merge(child, &there.object, task, context);
            *paths = compare(child, &there.object, &merged, context);
            if paths.is_empty() && context.habits.compare != Compare::Always {
                skipped = Some(Skipped { method: "PUT", object: there.object.clone(), subresource: None });
            } else {
                todo.push(Act::UpdateChild(Arc::new(merged)));
            }
        }
        (None, Some(there)) if is_own(&there.object, task) => todo.push(Act::DeleteChild(there.object.clone())),
        (None, _) => {}
    }
    (todo, skipped)
}

/// The child's controller is this very AppConfig.
fn is_own(child: &Object, task: &Task) -> bool {
    let uid = task.app().map(|app| app.metadata.uid.clone());
    child.metadata.controller().is_some_and(|controller| Some(&*controller.uid) == uid.as_deref())
}

/// The stored child with everything that the controller manages put right: what an update sends.
fn merge(desired: &Object, there: &Object, task: &Task, context: &Context) -> Object {
    let mut merged = there.clone();
    merged.body.insert("data".into(), desired.body.get("data").cloned().unwrap_or_default());
    merged.metadata.labels.extend(&desired.metadata.labels);
    merged.metadata.annotations.extend(&desired.metadata.annotations);
    let references = &mut merged.metadata.owner_references;
    if let Some(app) = task.app() {
        let wanted = owner(app, context.app_config);
        match references.iter_mut().find(|reference| same_owner(reference, task, context)) {
            Some(reference) => *reference = wanted,
            None => references.push(wanted),
        }
    }
    merged
}

/// The paths that differ, as the habit compares.
fn compare(desired: &Object, there: &Object, merged: &Object, context: &Context) -> Vec<String> {
    let mut paths = Vec::new();
    match context.habits.compare {
        Compare::Fields | Compare::Always => {
            let data = |object: &Object| match object.body.get("data") {
                Some(Value::Object(map)) => Value::Object(map.clone()),
                _ => Value::Object(serde_json::Map::new()),
            };
            differences(&data(there), &data(merged), "/data", &mut paths);
            if there.metadata.labels.get(MANAGED_BY.0) != merged.metadata.labels.get(MANAGED_BY.0) {
                paths.push(format!("/metadata/labels/{}", escape(MANAGED_BY.0)));
            }
            if there.metadata.owner_references != merged.metadata.owner_references {
                paths.push("/metadata/ownerReferences".into());
            }
        }
        Compare::Whole => differences(&there.to_value(), &desired.to_value(), "", &mut paths),
        Compare::Hash => {
            if there.metadata.annotations.get(HASH) != desired.metadata.annotations.get(HASH) {
                paths.push(format!("/metadata/annotations/{}", escape(HASH)));
            }
        }
    }
    paths
}
