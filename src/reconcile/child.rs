//! The child's writes, in each way of writing, and what follows a create.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::action::Act;
use super::observed::reference;
use super::{Ask, Context, State, Task, apply_as, read};
use crate::cluster::Request;
use crate::habits::{AfterCreate, WriteBy};
use crate::object::{Millis, Object, Record, Ref};

/// How long `afterCreate: sleep` sleeps, with its worker.
pub const PAUSE: Millis = 1_000;

/// The request of one of the child's acts.
pub(super) fn ask(act: &Act, child: &Object, task: &Task, context: &Context) -> Ask {
    let name = Some(&*child.metadata.name);
    let write = context.habits.write;
    let (method, name, body) = match act {
        Act::DeleteChild(_) => {
            let mut preconditions = Record::default();
            preconditions.text("uid", &child.metadata.uid);
            let mut options = Record::default();
            options.put("preconditions", preconditions.end());
            ("DELETE", name, options.end())
        }
        _ if write == WriteBy::Apply => ("PATCH", name, child.to_value()),
        Act::CreateChild(_) => ("POST", None, child.to_value()),
        _ if write == WriteBy::MergePatch => ("PATCH", name, merge_patch(task, child)),
        _ => ("PUT", name, child.to_value()),
    };
    let path = context.config_map.path(Some(&task.key.namespace), name, None);
    let mut request = Request::by(context.manager, method, path, Some(body));
    if method == "PATCH" {
        let format = if write == WriteBy::Apply { "application/apply-patch+yaml" } else { "application/merge-patch+json" };
        request.content_type = Some(format.into());
        if write == WriteBy::Apply {
            apply_as(&mut request, context);
        }
    }
    Ask::Request { request, reference: child.reference(), subresource: None }
}

/// What turns the child as it was read into the one that is wanted. Models controller-runtime `client.MergeFrom`, without a
/// lock: no revision is in it, so it never conflicts.
fn merge_patch(task: &Task, wanted: &Object) -> Value {
    let before = task.child.as_ref().map(|child| child.object.to_value()).unwrap_or_default();
    difference(&before, &wanted.to_value())
}

/// A JSON merge patch from one map to another. Lists are replaced whole.
fn difference(before: &Value, after: &Value) -> Value {
    let (Value::Object(before), Value::Object(after)) = (before, after) else { return after.clone() };
    let mut patch = Map::new();
    for key in before.keys() {
        if !after.contains_key(key) {
            patch.insert(key.clone(), Value::Null);
        }
    }
    for (key, value) in after {
        let old = before.get(key).unwrap_or(&Value::Null);
        if old != value {
            patch.insert(key.clone(), difference(old, value));
        }
    }
    Value::Object(patch)
}

/// What follows a create, if anything does.
pub(super) fn after_create(context: &Context) -> Option<State> {
    match context.habits.after_create {
        AfterCreate::Trust => None,
        AfterCreate::ReadBack => Some(State::ReadBack),
        AfterCreate::Sleep => Some(State::Pause),
    }
}

/// The child that was just created.
pub(super) fn created(task: &Task) -> Ref {
    let name = task.child.as_ref().map(|child| child.object.metadata.name.clone());
    reference(task, "ConfigMap", name.unwrap_or_default())
}

pub(super) fn resume_read_back(task: &mut Task, found: Option<Arc<Object>>, context: &Context) {
    match found {
        Some(object) => {
            task.child = Some(read::copy(object, context));
            task.state = if task.todo.is_empty() { State::Requeue } else { State::Act };
        }
        None => task.fail(read::not_found(context.config_map, &created(task).name, context)),
    }
}
