//! What a pass leaves in the informer's store when it does not copy the objects that it reads.
//!
//! Models client-go's listers and controller-runtime's `UnsafeDisableDeepCopy`: what is read is a pointer into the store, and
//! "set the field, then send the object" sets it there, whatever the server makes of the request. Every later reader of the
//! cache sees a state that the server may never have had, until the object's next event puts its own in its place.

use std::sync::Arc;

use super::action::Act;
use super::{Context, From, State, Task};
use crate::cluster::{Payload, Request};
use crate::habits::{StatusBase, WriteBy};
use crate::object::{Object, value_at};

/// Before `request` is sent by a pass that copies nothing: the object of the store that the pass has changed, and what it made of it.
#[must_use]
pub fn scribbled(task: &Task, request: &Request, context: &Context) -> Option<(Arc<Object>, Object)> {
    if request.method == "GET" {
        return None;
    }
    if let (State::Act, Some(Act::UpdateChild(wanted))) = (&task.state, task.todo.first()) {
        // An apply sends an object of its own.
        let there = task.child.as_ref().filter(|child| child.from == From::Cache && context.habits.write != WriteBy::Apply)?;
        return Some((there.object.clone(), Object::clone(wanted)));
    }
    let first = task.first.as_ref().filter(|_| context.habits.status_base == StatusBase::FirstRead);
    let held = match task.own.as_ref().filter(|own| own.from == From::Cache) {
        Some(own) => &own.object,
        None => first?,
    };
    let mut changed = Object::clone(held);
    match (&task.state, &request.body) {
        (State::StatusWrite, _) if context.habits.status_base != StatusBase::Apply => {
            changed.body.insert("status".into(), task.status.as_ref()?.status.clone());
        }
        (State::Act, Payload::Json(body)) => {
            let finalizers = value_at(body, &["metadata", "finalizers"])?.as_array()?;
            changed.metadata.finalizers.clear();
            for name in finalizers {
                changed.metadata.finalizers.push(name.as_str()?.to_string());
            }
        }
        _ => return None,
    }
    Some((held.clone(), changed))
}

impl Task {
    /// The pass goes on with what the store holds now: they are one.
    pub fn share(&mut self, held: &Arc<Object>, changed: &Arc<Object>) {
        for copy in [&mut self.own, &mut self.child].into_iter().flatten() {
            if Arc::ptr_eq(&copy.object, held) {
                copy.object = changed.clone();
            }
        }
        if self.first.as_ref().is_some_and(|first| Arc::ptr_eq(first, held)) {
            self.first = Some(changed.clone());
        }
    }
}
