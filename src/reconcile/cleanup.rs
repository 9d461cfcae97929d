//! The last chance: what is done while the AppConfig is being deleted, before its finalizer goes.

use super::action::Act;
use super::observed::{Observed, Presence};
use super::requeue::{Fault, Returned};
use super::{Context, Task};
use crate::habits::{Cleanup, DeletionCheck, Finalizer};

/// What is to be done. Without the own finalizer there is nothing: somebody else holds the object.
///
/// What goes is gone for what may follow in the pass: `seen` is as it will be then.
pub(super) fn plan(task: &mut Task, seen: &mut Observed, context: &Context) -> Vec<Act> {
    let mut todo = Vec::new();
    let named = task.account();
    if !task.finalized() || context.habits.finalizer == Finalizer::None {
        if context.habits.deletion_check == DeletionCheck::Late && context.habits.finalizer != Finalizer::None && named.is_some() {
            // It makes sure of its finalizer before it looks whether the object is dying.
            todo.push(Act::AddFinalizer);
        }
        return todo;
    }
    if context.habits.cleanup == Cleanup::NeedsRequired && seen.required == Presence::Absent {
        task.returned = Returned::error(Fault::missing_secret(task, context));
        return todo;
    }
    let mut accounts = std::mem::take(&mut seen.accounts);
    if context.habits.cleanup == Cleanup::FailsOnMissing
        && let Some(name) = named
        && !accounts.contains(&name)
    {
        // It does not look: it removes what the spec names.
        accounts.push(name);
    }
    seen.account = Presence::Absent;
    for name in accounts {
        todo.push(Act::RemoveAccount(name));
    }
    todo.push(Act::RemoveFinalizer);
    todo
}
