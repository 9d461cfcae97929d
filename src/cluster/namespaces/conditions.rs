//! What a namespace that is going says about what remains in it.
//!
//! Models `kubernetes/pkg/controller/namespace/deletion/status_condition_utils.go`. Nothing here can fail to be discovered
//! or deleted, so those conditions are always the good ones.

use serde_json::Value;

use super::task::Count;
use crate::object::text::join;
use crate::object::{Object, Record, Timestamp, set_condition, sort_texts};

/// Each condition in order, with its reason and message when all is well.
const GOOD: [(&str, &str, &str); 5] = [
    ("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"),
    ("NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions", "All legacy kube types successfully parsed"),
    ("NamespaceDeletionContentFailure", "ContentDeleted", "All content successfully deleted, may be waiting on finalization"),
    (CONTENT, "ContentRemoved", "All content successfully removed"),
    (FINALIZERS, "ContentHasNoFinalizers", "All content-preserving finalizers finished"),
];

const CONTENT: &str = "NamespaceContentRemaining";
const FINALIZERS: &str = "NamespaceFinalizersRemaining";

/// The namespace with its conditions as they should be; none where they are so already.
pub(super) fn tell(namespace: &Object, count: &Count, now: Timestamp) -> Option<Object> {
    let mut conditions = namespace.at(&["status", "conditions"]).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut changed = false;
    for (name, reason, message) in GOOD {
        let remaining = match name {
            CONTENT => remaining(&count.resources, "SomeResourcesRemain", "Some resources are remaining: ", " has "),
            FINALIZERS => {
                remaining(&count.finalizers, "SomeFinalizersRemain", "Some content in the namespace has finalizers remaining: ", " in ")
            }
            _ => None,
        };
        let status = if remaining.is_some() { "True" } else { "False" };
        let (reason, message) = remaining.unwrap_or((reason, message.to_string()));
        let mut record = Record::default();
        record.text("type", name);
        record.text("status", status);
        record.text("reason", reason);
        record.text("message", &message);
        changed |= set_condition(&mut conditions, record.end(), now);
    }
    if !changed {
        return None;
    }
    let mut told = namespace.clone();
    if let Some(status) = told.body.entry("status").or_insert_with(|| Record::default().end()).as_object_mut() {
        status.insert("conditions".to_string(), Value::Array(conditions));
    }
    Some(told)
}

fn remaining(numbers: &[(String, usize)], reason: &'static str, start: &str, between: &str) -> Option<(&'static str, String)> {
    if numbers.is_empty() {
        return None;
    }
    let mut parts = Vec::new();
    for (name, number) in numbers {
        parts.push(format!("{name}{between}{number} resource instances"));
    }
    sort_texts(&mut parts);
    Some((reason, format!("{start}{}", join(&parts, ", "))))
}
