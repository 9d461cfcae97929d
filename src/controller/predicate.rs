//! Predicates: between the cache and the handler. They see pairs of objects, never queue items.
//!
//! Models controller-runtime `pkg/predicate/predicate.go`: creates and deletes always pass.

use super::cache::{Delta, HandlerCall};
use crate::habits::Predicate;
use crate::object::Object;

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

/// The predicate's name as who dropped an event.
#[must_use]
pub fn name(predicate: Predicate) -> &'static str {
    match predicate {
        Predicate::Generation => "predicate:generation",
        Predicate::None => "predicate:none",
        Predicate::ResourceVersion => "predicate:resourceVersion",
        Predicate::GenerationOrMetadata => "predicate:generationOrMetadata",
        Predicate::Swapped => "predicate:swapped",
    }
}
