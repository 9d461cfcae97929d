//! Predicates: between the cache and the handler. They see pairs of objects, never queue items.
//!
//! Models controller-runtime `pkg/predicate/predicate.go`: creates and deletes always pass.

use super::cache::{Delta, HandlerCall, Role};
use crate::habits::{Habits, OwnedPredicate, Predicate, PredicateScope};
use crate::object::Object;

/// A predicate and its name as who dropped an event.
pub type Named = (Predicate, &'static str);

/// The predicates of a kind's watch, in the order in which they are asked: all must pass.
///
/// Models controller-runtime `pkg/builder/controller.go`: first those of `WithEventFilter`, which belong to every watch, then
/// the watch's own.
#[must_use]
pub fn of(role: Role, habits: &Habits) -> [Option<Named>; 2] {
    let shared = role == Role::For || habits.predicate_scope == PredicateScope::Global;
    let own = role == Role::Owns && habits.owned_predicate == OwnedPredicate::Generation;
    [shared.then(|| (habits.predicate, name(habits.predicate))), own.then_some((Predicate::Generation, "predicate:ownedGeneration"))]
}

/// Whether the handler is told.
#[must_use]
pub fn passes(predicate: Predicate, delta: &Delta) -> bool {
    let (HandlerCall::Update { .. }, Some(old)) = (delta.call, &delta.old) else { return true };
    let new = &delta.new;
    match predicate {
        Predicate::None => true,
        Predicate::Generation => old.metadata.generation != new.metadata.generation,
        Predicate::ResourceVersion => old.metadata.revision != new.metadata.revision,
        Predicate::GenerationOrMetadata | Predicate::Swapped => differs(old, new),
    }
}

fn differs(old: &Object, new: &Object) -> bool {
    let (old, new) = (&old.metadata, &new.metadata);
    old.generation != new.generation
        || old.labels != new.labels
        || old.annotations != new.annotations
        || old.finalizers != new.finalizers
        || old.deletion != new.deletion
}

fn name(predicate: Predicate) -> &'static str {
    match predicate {
        Predicate::Generation => "predicate:generation",
        Predicate::None => "predicate:none",
        Predicate::ResourceVersion => "predicate:resourceVersion",
        Predicate::GenerationOrMetadata => "predicate:generationOrMetadata",
        Predicate::Swapped => "predicate:swapped",
    }
}
