//! Server-side apply: merging what a manager wants, taking out what it no longer wants, and who else owns it.
//!
//! Models `structured-merge-diff/merge/{update,conflict}.go` and `apimachinery/pkg/util/managedfields/internal`.
//! There is one version of each kind, so entries of other versions are dropped as obsolete. Not modelled: the
//! annotation `kubectl.kubernetes.io/last-applied-configuration` of client-side apply.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::compare::{compare, compare_values};
use super::merge;
use super::typed::{self, Type, path_step};
use super::{Writer, entry, finish, keep, lose, names, reset_fields, same_manager, without_server_fields};
use crate::cluster::built_in::zero;
use crate::cluster::kind::Kind;
use crate::cluster::status::{Cause, Refusal, Status, quoted};
use crate::object::{
    FieldSet, ManagedEntry, Metadata, Object, Operation, PathElement, group_version, remove, sort_short, text_at, text_in,
};

/// The manager of what was there before anybody's fields were tracked.
const BEFORE_FIRST_APPLY: &str = "before-first-apply";

/// What an apply makes of an object.
pub(crate) struct Applied {
    /// The object; none: it stays as it is.
    pub(crate) object: Option<Map<String, Value>>,
    pub(crate) managed_fields: Vec<ManagedEntry>,
    /// How errors name the configuration.
    pub(crate) named: String,
}

/// Applies a configuration to what is stored; `live` none: it creates.
pub(crate) fn apply(
    kind: &Kind,
    live: Option<&Object>,
    config: Map<String, Value>,
    force: bool,
    writer: &Writer,
) -> Result<Applied, Refusal> {
    let (api_version, called) = (text_in(&config, "apiVersion"), text_in(&config, "kind"));
    let types = type_name(api_version, called);
    if (api_version, called) != (&*kind.api_version, &*kind.kind) {
        return Err(Status::bad_request(format!("invalid object type: {types}")));
    }
    let said = |name: &str| config.get("metadata").and_then(|metadata| text_at(metadata, &[name])).unwrap_or("");
    let named = format!("{}/{}; {types}", said("namespace"), said("name"));
    if config.get("metadata").and_then(|metadata| metadata.get("managedFields")).is_some_and(|fields| !fields.is_null()) {
        return Err(Status::bad_request("metadata.managedFields must be nil"));
    }
    let of = Type::object(&kind.schema);
    let config = Value::Object(config);
    if let Some(fault) = typed::faults(of, &config, false) {
        return Err(Status::internal(format!("failed to create typed patch object ({named}): {fault}")));
    }
    let before = untracked(kind, live);
    if let Some(fault) = typed::faults(of, &before, true) {
        return Err(Status::internal(format!("failed to create typed live object ({named}): {fault}")));
    }
    let mut entries: Vec<ManagedEntry> = live.map(|live| live.metadata.managed_fields.clone()).unwrap_or_default();
    if let Some(live) = live.filter(|_| entries.is_empty()) {
        first_entry(kind, live, writer, &mut entries);
    }
    keep(&mut entries, &mut |entry| entry.api_version == kind.api_version);

    let merged = merge::merge(of, Some(&before), Some(&config)).unwrap_or_default();
    let mut own = entry(kind, writer, Operation::Apply, FieldSet::default());
    let mut set = merge::field_set(of, &config);
    for field in reset_fields(kind, writer) {
        set.remove_below(&PathElement::Field((*field).into()));
    }
    let last = entries.iter().position(|entry| same_manager(entry, &own)).map(|at| entries.remove(at));
    let after = match &last {
        Some(last) if !last.fields.is_empty() => {
            let mut owned = set.clone();
            for entry in &entries {
                owned = owned.union(&entry.fields);
            }
            prune(of, &merged, &last.fields, &owned)
        }
        _ => merged,
    };
    let (Value::Object(old), Value::Object(new)) = (&before, &after) else { return Err(Status::internal("an object that is none")) };
    let (taken, gone) = compare_values(kind, old, new, reset_fields(kind, writer)).moved();
    if !force {
        let conflicts = conflicts(&entries, &taken);
        if !conflicts.is_empty() {
            return Err(conflict_status(&conflicts));
        }
    }
    keep(&mut entries, &mut |entry| lose(entry, &gone));
    let changed = before != after;
    // Who changes nothing has no new time, and who never changed anything none at all.
    own.time = if changed { Some(writer.now) } else { last.and_then(|last| last.time) };
    own.fields = Arc::new(without_server_fields(&set));
    if !own.fields.is_empty() {
        entries.push(own);
    }
    finish(&mut entries);
    let object = match after {
        Value::Object(map) if changed => Some(map),
        _ => None,
    };
    Ok(Applied { object, managed_fields: entries, named })
}

/// What is compared and merged of a stored object: all but `managedFields`.
fn untracked(kind: &Kind, live: Option<&Object>) -> Value {
    let mut copy = match live {
        Some(live) => Object::clone(live),
        None => Object::new(kind.types(), Metadata::default(), zero(kind)),
    };
    copy.metadata.managed_fields.clear();
    let mut value = copy.to_value();
    if let Some(map) = value.as_object_mut().filter(|_| live.is_none()) {
        remove(map, "metadata");
    }
    value
}

/// Go's print of a `GroupVersionKind`.
fn type_name(api_version: &str, kind: &str) -> String {
    let (group, version) = group_version(api_version);
    format!("{group}/{version}, Kind={kind}")
}

/// The owner of everything that is there, for an object whose fields nobody owns.
///
/// Models `managedfields/internal/skipnonapplied.go`.
fn first_entry(kind: &Kind, live: &Object, writer: &Writer, entries: &mut Vec<ManagedEntry>) {
    let (fields, _) = compare(kind, None, live, reset_fields(kind, writer)).moved();
    if !fields.is_empty() {
        entries.push(ManagedEntry { manager: BEFORE_FIRST_APPLY.into(), ..entry(kind, writer, Operation::Update, fields) });
    }
}

/// Takes out what the manager set last time, does not set now, and nobody else owns.
fn prune(of: Type, merged: &Value, last: &FieldSet, owned: &FieldSet) -> Value {
    let named = |set: &FieldSet| merge::with_named_fields(of, set);
    let all = named(&merge::field_set(of, merged));
    let last = named(last);
    let mut pruned = merge::remove(of, merged, &last);
    // What others own, or the manager itself still wants, comes back…
    let kept = named(&merge::field_set(of, &pruned)).union(&named(owned));
    pruned = merge::remove(of, merged, &all.difference(&kept));
    // …and so does what went although the manager had not set it.
    let kept = named(&merge::field_set(of, &pruned));
    merge::remove(of, merged, &all.difference(&kept).intersection(&last))
}

/// A field that somebody else owns and that would change.
struct Conflict {
    /// As messages name the manager.
    manager: String,
    path: String,
}

fn conflicts(entries: &[ManagedEntry], taken: &FieldSet) -> Vec<Conflict> {
    let mut others: Vec<&ManagedEntry> = entries.iter().collect();
    sort_short(&mut others, |a, b| {
        let (of, than) = (names(a), names(b));
        let order = of[0].cmp(than[0]).then(a.operation.cmp(&b.operation)).then(of[2].cmp(than[2]));
        order.is_lt()
    });
    let mut conflicts = Vec::new();
    for entry in others {
        collect(&entry.fields.intersection(taken), "", &manager_name(entry), &mut conflicts);
    }
    conflicts
}

/// The paths of a set: first what is a member at a place, then what lies below.
///
/// Models `structured-merge-diff/fieldpath/set.go` `Iterate`.
fn collect(set: &FieldSet, path: &str, manager: &str, conflicts: &mut Vec<Conflict>) {
    for (element, _) in set.children().filter(|(_, below)| below.is_member()) {
        conflicts.push(Conflict { manager: manager.to_string(), path: format!("{path}{}", path_step(element)) });
    }
    for (element, below) in set.children() {
        collect(below, &format!("{path}{}", path_step(element)), manager, conflicts);
    }
}

/// Models `managedfields/internal/conflict.go` `printManager`.
fn manager_name(entry: &ManagedEntry) -> String {
    let mut name = quoted(&entry.manager);
    if let Some(subresource) = &entry.subresource {
        name = format!("{name} with subresource {}", quoted(subresource));
    }
    if entry.operation == Operation::Update {
        name = format!("{name} using {}", entry.api_version);
    }
    name
}

/// Models `managedfields/internal/conflict.go` `NewConflictError`.
#[allow(clippy::unnecessary_box_returns)] // as in `status.rs`
fn conflict_status(conflicts: &[Conflict]) -> Refusal {
    let mut causes = Vec::new();
    for Conflict { manager, path } in conflicts {
        causes.push(Cause { reason: "FieldManagerConflict", message: format!("conflict with {manager}"), field: path.clone() });
    }
    let message = if let [Conflict { manager, path }] = conflicts {
        format!("Apply failed with 1 conflict: conflict with {manager}: {path}")
    } else {
        let mut text = format!("Apply failed with {} conflicts: ", conflicts.len());
        let mut told = "";
        for Conflict { manager, path } in conflicts {
            if told != manager {
                let line = if told.is_empty() { "" } else { "\n" };
                let _ = write!(text, "{line}conflicts with {manager}:");
                told = manager;
            }
            let _ = write!(text, "\n- {path}");
        }
        text
    };
    Status::apply_conflict(message, causes)
}
