//! Event handlers: from what happened to keys. What happened is lost on the way, on purpose.

use std::sync::Arc;

use super::APP_CONFIG;
use super::cache::{Delta, HandlerCall, Role};
use super::cause::Why;
use super::predicate;
use super::queue::LOW_PRIORITY;
use crate::habits::{Habits, MatchOwner, Predicate};
use crate::object::{Key, Object};
use crate::persist::Map;

/// What becomes of a handler call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// These keys are added to the queue.
    Enqueue(Vec<Key>),
    /// Nobody is woken; by whom.
    Dropped(&'static str),
}

/// From a handler call to keys. `apps` is what the cache of the reconciled kind holds.
#[must_use]
pub fn verdict(role: Role, habits: &Habits, delta: &Delta, apps: &Map<Key, Arc<Object>>) -> Verdict {
    if !role.is_watched(habits) {
        return Verdict::Dropped("handler:notWatched");
    }
    let mut new = &delta.new;
    for named in predicate::of(role, habits) {
        let Some((predicate, name)) = named else { continue };
        if !predicate::passes(predicate, delta) {
            return Verdict::Dropped(name);
        }
        if let (Predicate::Swapped, Some(old)) = (predicate, &delta.old) {
            new = old;
        }
    }
    match role {
        // Models controller-runtime `EnqueueRequestForObject`: of an update, the new object's key.
        Role::For => Verdict::Enqueue(vec![new.key()]),
        Role::Owns => owners(delta.old.as_ref(), new, habits.match_owner),
        Role::Required => required(new, apps),
    }
}

/// Models controller-runtime `EnqueueRequestForOwner`, as `Owns` has it with `OnlyControllerOwner` or with `MatchEveryOwner`:
/// by group and kind, the uid is not compared; of an update, the owners of both.
fn owners(old: Option<&Arc<Object>>, new: &Arc<Object>, which: MatchOwner) -> Verdict {
    let (mut keys, mut known) = (Vec::new(), false);
    for object in old.into_iter().chain([new]) {
        for owner in &object.metadata.owner_references {
            if owner.group() != APP_CONFIG.0 || owner.kind != APP_CONFIG.1 {
                continue;
            }
            known = true;
            let key = Key::new(object.metadata.namespace.as_deref().unwrap_or(""), &owner.name);
            if (which == MatchOwner::Every || owner.controller == Some(true)) && !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    if keys.is_empty() {
        return Verdict::Dropped(if known { "handler:notController" } else { "handler:notOwned" });
    }
    Verdict::Enqueue(keys)
}

/// Models controller-runtime `EnqueueRequestsFromMapFunc` with a map from a Secret to whoever requires it.
fn required(secret: &Object, apps: &Map<Key, Arc<Object>>) -> Verdict {
    let secret = secret.key();
    let mut keys = Vec::new();
    for (key, app) in apps.iter() {
        let required = app.at(&["spec", "requires"]).and_then(serde_json::Value::as_str);
        if key.namespace == secret.namespace && required == Some(&*secret.name) {
            keys.push(key.clone());
        }
    }
    if keys.is_empty() { Verdict::Dropped("handler:notRequired") } else { Verdict::Enqueue(keys) }
}

/// The priority with which a handler call is queued.
///
/// Models controller-runtime `pkg/handler/eventhandler.go`: what is in the initial list and what did not change is low.
#[must_use]
pub fn priority(delta: &Delta) -> i32 {
    let low = match delta.call {
        HandlerCall::Add { initial } => initial,
        HandlerCall::Update { .. } => delta.old.as_ref().is_some_and(|old| old.metadata.revision == delta.new.metadata.revision),
        HandlerCall::Delete { .. } => false,
    };
    if low { LOW_PRIORITY } else { 0 }
}

/// Why a handler call queues a key, in a word.
#[must_use]
pub fn why(role: Role, delta: &Delta) -> Why {
    match (delta.call, role) {
        (HandlerCall::Add { initial: true }, _) => Why::InitialList,
        (HandlerCall::Update { resync: true }, _) => Why::Resync,
        (_, Role::Owns) => Why::Owned,
        (_, Role::Required) => Why::Required,
        (HandlerCall::Add { .. }, Role::For) => Why::Created,
        (HandlerCall::Update { .. }, Role::For) => Why::Updated,
        (HandlerCall::Delete { .. }, Role::For) => Why::Deleted,
    }
}
