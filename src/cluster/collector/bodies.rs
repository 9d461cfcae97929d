//! What the collector sends.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/{patch,operations}.go`.

use serde_json::Value;

use super::graph::is_blocking;
use crate::object::text::without;
use crate::object::{Object, OwnerReference, Record, list};

/// A merge patch of metadata that counts only in the state that was seen.
fn patch(seen: &Object, field: &str, value: Value) -> Value {
    let mut metadata = Record::default();
    metadata.show("resourceVersion", &seen.metadata.revision);
    metadata.put(field, value);
    let mut record = Record::default();
    record.put("metadata", metadata.end());
    record.end()
}

fn owners_patch(seen: &Object, owners: &[OwnerReference]) -> Value {
    patch(seen, "ownerReferences", list(&mut owners.iter().map(OwnerReference::to_value)))
}

/// Takes references off; `keep` says of each whether it stays.
///
/// Models `deleteOwnerRefJSONMergePatch`.
pub(super) fn without_owners(seen: &Object, keep: &mut dyn FnMut(usize, &OwnerReference) -> bool) -> Value {
    let mut owners = Vec::new();
    for (at, reference) in seen.metadata.owner_references.iter().enumerate() {
        if keep(at, reference) {
            owners.push(reference.clone());
        }
    }
    owners_patch(seen, &owners)
}

/// Takes the references to one owner off.
pub(super) fn without_owner(seen: &Object, owner: &str) -> Value {
    without_owners(seen, &mut |_, reference| reference.uid != owner)
}

/// Lets no owner wait.
///
/// Models `unblockOwnerReferencesJSONMergePatch`.
pub(super) fn unblocked(seen: &Object) -> Value {
    let mut owners = seen.metadata.owner_references.clone();
    for reference in owners.iter_mut().filter(|reference| is_blocking(reference)) {
        reference.block_owner_deletion = Some(false);
    }
    owners_patch(seen, &owners)
}

/// Takes a finalizer off.
///
/// Models `removeFinalizer`.
pub(super) fn without_finalizer(seen: &Object, name: &str) -> Value {
    let left = without(&seen.metadata.finalizers, &[name]);
    patch(seen, "finalizers", list(left.into_iter().map(Value::String)))
}

/// Models `deleteObject`.
pub(super) fn delete_options(live: &Object, policy: &str, any_state: bool) -> Value {
    let mut preconditions = Record::default();
    preconditions.text("uid", &live.metadata.uid);
    if !any_state {
        preconditions.show("resourceVersion", &live.metadata.revision);
    }
    let mut record = Record::default();
    record.text("kind", "DeleteOptions");
    record.text("apiVersion", "v1");
    record.put("preconditions", preconditions.end());
    record.text("propagationPolicy", policy);
    record.end()
}
