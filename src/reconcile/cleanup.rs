//! The last chance: what is done while the AppConfig is being deleted, before its finalizer goes.

use std::sync::Arc;

use serde_json::Value;

use super::action::Act;
use super::observed::{Observed, Presence};
use super::requeue::{Fault, Returned};
use super::{Context, Task};
use crate::habits::{Cleanup, Finalizer};

/// What is to be done. Without the own finalizer there is nothing: somebody else holds the object.
pub(super) fn plan(task: &mut Task, seen: &Observed, context: &Context) -> Vec<Act> {
    if !task.finalized() || context.habits.finalizer == Finalizer::None {
        return Vec::new();
    }
    if context.habits.cleanup == Cleanup::NeedsRequired && seen.required == Presence::Absent {
        let secret = task.answers.desired.as_ref().and_then(|desired| desired.requires.clone()).unwrap_or_default();
        task.returned = Returned::error(Fault::missing_secret(&secret, context));
        return Vec::new();
    }
    let mut accounts = seen.accounts.clone();
    if context.habits.cleanup == Cleanup::FailsOnMissing {
        // It does not look: it removes what the spec names.
        let named = task.app().and_then(|app| app.at(&["spec", "account"])).and_then(Value::as_str).filter(|name| !name.is_empty());
        if let Some(name) = named.map(Arc::<str>::from)
            && !accounts.contains(&name)
        {
            accounts.push(name);
        }
    }
    let mut todo = Vec::new();
    for name in accounts {
        todo.push(Act::RemoveAccount(name));
    }
    todo.push(Act::RemoveFinalizer);
    todo
}
