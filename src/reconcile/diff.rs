//! Third question: what differs, and so what is to be done?

use std::sync::Arc;

use serde_json::{Map, Value};

use super::action::Act;
use super::desired::{Desired, HASH, INSTANCE, MANAGED_BY, STAMP, owner};
use super::observed::{Observed, Presence, is_own, trusts};
use super::requeue::ALREADY_OWNED;
use super::{Context, Fault, Skipped, State, Task, cleanup, observed};
use crate::habits::{Child, Compare, Ensure, Finalizer, OnForeign, Owner, WhileDeleting, WriteBy};
use crate::object::{Object, Operation, OwnerReference, PathElement, Record, Texts, differences, escape, serialize_as_value, sort_texts};

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
        skipped = plan(task, &desired, &seen, context, &mut diff.paths, &mut todo);
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
    task.answers.desired.as_ref()?.child.as_ref().filter(|_| context.habits.on_foreign == OnForeign::Refuse)?;
    let child = &task.child.as_ref()?.object;
    let controller = child.metadata.controller()?;
    (!same_owner(controller, task, context)).then(|| {
        Fault::new(
            ALREADY_OWNED,
            format!("Object {} is already owned by another {} controller {}", child.key(), controller.kind, controller.name),
        )
    })
}

fn same_owner(reference: &OwnerReference, task: &Task, context: &Context) -> bool {
    reference.group() == &*context.app_config.group && reference.kind == *context.app_config.kind && reference.name == *task.key.name
}

/// Adds what is to be done about what is wanted, and the paths that differ.
fn plan(
    task: &Task,
    desired: &Desired,
    seen: &Observed,
    context: &Context,
    paths: &mut Vec<String>,
    todo: &mut Vec<Act>,
) -> Option<Skipped> {
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
        // The status says that the child is fine: nobody looked.
        _ if trusts(task, context) => {}
        (Some(child), _) if context.habits.ensure == Ensure::CreateOnly => todo.push(Act::CreateChild(child.clone())),
        (Some(child), None) => {
            paths.push(String::new());
            todo.push(Act::CreateChild(child.clone()));
        }
        (Some(child), Some(there)) => {
            let merged = merge(child, &there.object, task, context);
            *paths = compare(child, &there.object, &merged, context);
            if paths.is_empty() && context.habits.compare != Compare::Always {
                let method = if context.habits.write == WriteBy::Update { "PUT" } else { "PATCH" };
                skipped = Some(Skipped { method, object: there.object.clone(), subresource: None });
            } else if is_refused(&there.object, &merged, context) {
                todo.push(Act::DeleteChild(there.object.clone()));
                todo.push(Act::CreateChild(child.clone()));
            } else {
                // An apply says what the controller wants and nothing of what is there.
                let applies = context.habits.write == WriteBy::Apply;
                todo.push(Act::UpdateChild(if applies { child.clone() } else { Arc::new(merged) }));
            }
        }
        (None, Some(there)) if is_own(&there.object, task, context) => todo.push(Act::DeleteChild(there.object.clone())),
        (None, _) => {}
    }
    skipped
}

/// What is there cannot be updated to what is wanted, and the habit knows a way around.
fn is_refused(there: &Object, merged: &Object, context: &Context) -> bool {
    let immutable = there.body.get("immutable") == Some(&Value::Bool(true));
    let mut paths = Vec::new();
    differ(there, merged, &mut paths);
    context.habits.child == Child::ImmutableRecreate && immutable && !paths.is_empty()
}

/// The data as a write would leave them.
fn data(desired: &Object, there: &Object, context: &Context) -> Value {
    let mut data = Record::of(desired.body.get("data").cloned().unwrap_or_default());
    let Some(Value::Object(old)) = there.body.get("data") else { return data.end() };
    for (key, value) in old {
        let stays = match context.habits.write {
            // An apply removes what this manager applied before and nobody else owns.
            WriteBy::Apply => !is_ours_alone(there, key, context),
            WriteBy::Update | WriteBy::MergePatch => !context.habits.remove_stale,
        };
        if stays && desired.at(&["data", key]).is_none() {
            data.put(key, value.clone());
        }
    }
    data.end()
}

/// Adds the paths of the data that differ; none are as good as an empty map.
fn differ(there: &Object, merged: &Object, paths: &mut Vec<String>) {
    let none = Value::Object(Map::new());
    differences(there.body.get("data").unwrap_or(&none), merged.body.get("data").unwrap_or(&none), "/data", paths);
}

/// Whether this controller has applied a key of the data, and nobody else owns it.
fn is_ours_alone(there: &Object, key: &str, context: &Context) -> bool {
    let (data, key) = (PathElement::Field("data".into()), PathElement::Field(key.into()));
    let mut ours = false;
    for entry in &there.metadata.managed_fields {
        if entry.fields.child(&data).is_some_and(|data| data.child(&key).is_some()) {
            ours = entry.operation == Operation::Apply && *entry.manager == *context.manager;
            if !ours {
                return false;
            }
        }
    }
    ours
}

/// The stored child with everything that the controller manages put right: what an update sends.
fn merge(desired: &Object, there: &Object, task: &Task, context: &Context) -> Object {
    let mut merged = there.clone();
    merged.body.insert("data".into(), data(desired, there, context));
    if let Some(immutable) = desired.body.get("immutable") {
        merged.body.insert("immutable".into(), immutable.clone());
    }
    merged.metadata.labels.extend(&desired.metadata.labels);
    merged.metadata.annotations.extend(&desired.metadata.annotations);
    let references = &mut merged.metadata.owner_references;
    if let Some(wanted) = task.app().and_then(|app| owner(app, context)) {
        if context.habits.on_foreign == OnForeign::Adopt && context.habits.owner == Owner::Controller {
            // At most one owner may be the controller.
            references.retain(|reference| reference.controller != Some(true) || same_owner(reference, task, context));
        }
        match references.iter_mut().find(|reference| same_owner(reference, task, context)) {
            Some(reference) => *reference = wanted,
            None => references.push(wanted),
        }
    }
    merged
}

const ANNOTATIONS: &str = "/metadata/annotations/";

/// Adds the path of a label or an annotation if it differs.
#[inline(never)]
fn changed(path: &str, name: &str, there: &Texts, merged: &Texts, paths: &mut Vec<String>) {
    if there.get(name) != merged.get(name) {
        paths.push(path.to_string() + &escape(name));
    }
}

/// The paths that differ, as the habit compares.
fn compare(desired: &Object, there: &Object, merged: &Object, context: &Context) -> Vec<String> {
    let mut paths = Vec::new();
    match context.habits.compare {
        Compare::Fields | Compare::Always => {
            differ(there, merged, &mut paths);
            if there.body.get("immutable") != merged.body.get("immutable") {
                paths.push("/immutable".into());
            }
            for label in [MANAGED_BY.0, INSTANCE] {
                changed("/metadata/labels/", label, &there.metadata.labels, &merged.metadata.labels, &mut paths);
            }
            changed(ANNOTATIONS, STAMP, &there.metadata.annotations, &merged.metadata.annotations, &mut paths);
            if there.metadata.owner_references != merged.metadata.owner_references {
                paths.push("/metadata/ownerReferences".into());
            }
        }
        Compare::Whole => differences(&there.to_value(), &desired.to_value(), "", &mut paths),
        Compare::Hash => changed(ANNOTATIONS, HASH, &there.metadata.annotations, &merged.metadata.annotations, &mut paths),
    }
    paths
}
