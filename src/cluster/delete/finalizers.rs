//! The finalizers with which the collector is told how the dependents of a deleted object are to be treated.
//!
//! Models `apiserver/pkg/registry/generic/registry/store.go` `deletionFinalizersForGarbageCollection`.

use super::options::{DeleteOptions, Propagation};
use crate::cluster::kind::Kind;
use crate::object::text::without;

/// Its dependents go first.
pub(crate) const FOREGROUND: &str = "foregroundDeletion";
/// Its dependents stay.
pub(crate) const ORPHAN: &str = "orphan";

/// The finalizers that an object gets when it is deleted; none where they stay as they are.
pub(crate) fn wanted(kind: &Kind, present: &[String], options: &DeleteOptions) -> Option<Vec<String>> {
    let own = own_finalizer(kind, present, options);
    let has = |name: &str| present.iter().any(|finalizer| finalizer == name);
    if has(ORPHAN) == (own == Some(ORPHAN)) && has(FOREGROUND) == (own == Some(FOREGROUND)) {
        return None;
    }
    let mut finalizers = without(present, &[ORPHAN, FOREGROUND]);
    if let Some(own) = own {
        finalizers.push(own.to_string());
    }
    Some(finalizers)
}

/// What was asked for goes before what is there; without either, the dependents go in the background.
///
/// Models `shouldOrphanDependents` and `shouldDeleteDependents`.
fn own_finalizer(kind: &Kind, present: &[String], options: &DeleteOptions) -> Option<&'static str> {
    // Models `kubernetes/pkg/registry/core/event/strategy.go` `DefaultGarbageCollectionPolicy`.
    if !kind.custom && &*kind.kind == "Event" {
        return None;
    }
    match options.propagation {
        Some(Propagation::Orphan) => return Some(ORPHAN),
        Some(Propagation::Foreground) => return Some(FOREGROUND),
        Some(Propagation::Background) => return None,
        None => {}
    }
    for finalizer in present {
        if let Some(own) = [ORPHAN, FOREGROUND].into_iter().find(|own| finalizer == own) {
            return Some(own);
        }
    }
    None
}
