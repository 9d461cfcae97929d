//! The field manager: who owns which field after a plain write.
//!
//! Models `apimachinery/pkg/util/managedfields/internal` and `structured-merge-diff` `typed/compare.go`, `merge/update.go`.

mod apply;
mod compare;
mod merge;
mod typed;

use std::sync::Arc;

use super::kind::Kind;
use super::namespace_rules;
use crate::object::{FieldSet, ManagedEntry, Object, Operation, PathElement, Timestamp, sort_short};

pub(crate) use self::apply::{Applied, apply};
use self::compare::compare;

/// More `Update` managers than this are merged, the oldest first.
const MAX_UPDATE_MANAGERS: usize = 10;

/// Who gets the fields of managers that were too many.
const ANCIENT_CHANGES: &str = "ancient-changes";

/// Who writes, where and when.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    /// The field manager's name.
    pub(crate) manager: Arc<str>,
    /// `status` for a write through `/status`.
    pub(crate) subresource: Option<&'static str>,
    /// Now.
    pub(crate) now: Timestamp,
    /// Whether it is server-side apply.
    pub(crate) applies: bool,
}

/// Whether a kind's type has a field of this name at its top.
pub(crate) fn is_declared(kind: &Kind, name: &str) -> bool {
    kind.schema.properties.contains_key(name) || typed::metadata_schema().properties.contains_key(name)
}

/// Fills in `managedFields` of an object that is about to be written over `live` (none: created).
///
/// Entries that came with the request count where they could be decoded, on the main resource; else the stored ones.
/// An object that is stored without any is left so.
pub(crate) fn track(kind: &Kind, live: Option<&Object>, new: &mut Object, resets: bool, writer: &Writer) {
    let sent = std::mem::take(&mut new.metadata.managed_fields);
    let stored = || live.map(|live| live.metadata.managed_fields.clone()).unwrap_or_default();
    let mut entries = match writer.subresource {
        None if resets => Vec::new(),
        None if !sent.is_empty() => unique(sent),
        _ => stored(),
    };
    if entries.is_empty() && live.is_some() {
        return;
    }
    let (taken, lost) = compare(kind, live, new, reset_fields(kind, writer)).moved();
    keep(&mut entries, &mut |entry| {
        (lost.is_empty() || lose(entry, &lost)) && entry.api_version == kind.api_version && !entry.fields.is_empty()
    });
    if !taken.is_empty() {
        gain(&mut entries, taken, kind, writer);
    }
    cap(&mut entries);
    finish(&mut entries);
    new.metadata.managed_fields = entries;
}

/// What a write to this endpoint leaves as it was, so that nobody comes to own it by that write.
fn reset_fields(kind: &Kind, writer: &Writer) -> &'static [&'static str] {
    match writer.subresource {
        subresource if namespace_rules::is_namespace(kind) => namespace_rules::reset_fields(subresource),
        Some(_) => &["metadata", "spec"],
        None if kind.status_subresource => &["status"],
        None => &[],
    }
}

/// What is left of a set without what only the server sets.
///
/// Models `managedfields/internal/stripmeta.go`.
fn without_server_fields(set: &FieldSet) -> FieldSet {
    const FIELDS: [&str; 9] =
        ["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation", "managedFields", "resourceVersion"];
    let field = |name: &str| PathElement::Field(name.into());
    let mut stripped = FieldSet::default();
    for name in ["apiVersion", "kind", "metadata"] {
        stripped.insert(&[field(name)]);
    }
    for name in FIELDS {
        stripped.insert(&[field("metadata"), field(name)]);
    }
    set.difference(&stripped)
}

/// Brings entries into the order in which they are stored.
///
/// Models `managedfields/internal/managedfields.go` `sortEncodedManagedFields`.
fn finish(entries: &mut [ManagedEntry]) {
    sort_short(entries, |a, b| {
        let key = |entry: &ManagedEntry| (entry.operation, entry.time.map_or(i64::MIN, |time| time.0));
        key(a).cmp(&key(b)).then_with(|| names(a).cmp(&names(b))).is_lt()
    });
}

/// Manager, version and subresource.
fn names(entry: &ManagedEntry) -> [&str; 3] {
    [&entry.manager, &entry.api_version, entry.subresource.as_deref().unwrap_or("")]
}

/// Puts times of `managedFields` back if they are all that differs from what is stored, so that the write is none.
///
/// Models `apiserver/pkg/endpoints/handlers/fieldmanager/equality.go`.
pub(crate) fn keep_times(old: &Object, new: &mut Object) {
    let (before, after) = (&old.metadata.managed_fields, &new.metadata.managed_fields);
    let same = |(a, b): (&ManagedEntry, &ManagedEntry)| a.operation == b.operation && names(a) == names(b) && a.fields == b.fields;
    if before == after || before.len() != after.len() || !before.iter().zip(after).all(same) {
        return;
    }
    let after = std::mem::replace(&mut new.metadata.managed_fields, before.clone());
    if new != old {
        new.metadata.managed_fields = after;
    }
}

fn same_manager(a: &ManagedEntry, b: &ManagedEntry) -> bool {
    let ([manager, version, subresource], [others, other_version, other_subresource]) = (names(a), names(b));
    let same_version = version == other_version || a.operation == Operation::Apply;
    manager == others && a.operation == b.operation && same_version && subresource == other_subresource
}

/// Of two entries of one manager the later one counts.
fn unique(sent: Vec<ManagedEntry>) -> Vec<ManagedEntry> {
    let mut entries: Vec<ManagedEntry> = Vec::with_capacity(sent.len());
    for entry in sent {
        match entries.iter_mut().find(|other| same_manager(other, &entry)) {
            Some(other) => *other = entry,
            None => entries.push(entry),
        }
    }
    entries
}

/// Keeps the entries that are wanted.
#[inline(never)]
fn keep(entries: &mut Vec<ManagedEntry>, wanted: &mut dyn FnMut(&mut ManagedEntry) -> bool) {
    entries.retain_mut(wanted);
}

/// Whether anything is left.
fn lose(entry: &mut ManagedEntry, lost: &FieldSet) -> bool {
    let left = entry.fields.difference(lost);
    if left != *entry.fields {
        entry.fields = Arc::new(left);
    }
    !entry.fields.is_empty()
}

fn gain(entries: &mut Vec<ManagedEntry>, taken: FieldSet, kind: &Kind, writer: &Writer) {
    let own = entry(kind, writer, Operation::Update, taken);
    if let Some(entry) = entries.iter_mut().find(|entry| same_manager(entry, &own)) {
        entry.fields = Arc::new(entry.fields.union(&own.fields));
        entry.time = own.time;
    } else {
        entries.push(own);
    }
}

/// The entry of who writes now.
fn entry(kind: &Kind, writer: &Writer, operation: Operation, fields: FieldSet) -> ManagedEntry {
    ManagedEntry {
        manager: writer.manager.clone(),
        operation,
        api_version: kind.api_version.clone(),
        subresource: writer.subresource.map(Into::into),
        time: Some(writer.now),
        fields: Arc::new(fields),
    }
}

/// Models `managedfields/internal/capmanagers.go`.
fn cap(entries: &mut Vec<ManagedEntry>) {
    let mut updaters: Vec<usize> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        if entry.operation == Operation::Update {
            updaters.push(at);
        }
    }
    if updaters.len() <= MAX_UPDATE_MANAGERS {
        return;
    }
    let place = |at: &usize| {
        let entry = &entries[*at];
        // Upstream sorts by a JSON text in which a quote follows the manager's name.
        let [manager, version, subresource] = names(entry);
        (entry.time.map_or(0, |time| time.0), [manager, "\"", version, "\"", subresource].concat())
    };
    sort_short(&mut updaters, |a, b| place(a) < place(b));
    let mut too_many = updaters.len() - MAX_UPDATE_MANAGERS;
    // The first entry of a version becomes the bucket once a second one has to go into it.
    let mut first_of_version: Vec<usize> = Vec::new();
    let mut gone: Vec<usize> = Vec::new();
    for at in updaters {
        if too_many == 0 {
            break;
        }
        let Some(bucket) = first_of_version.iter().copied().find(|first| entries[*first].api_version == entries[at].api_version) else {
            first_of_version.push(at);
            continue;
        };
        let merged = Arc::new(entries[bucket].fields.union(&entries[at].fields));
        let time = entries[at].time;
        let entry = &mut entries[bucket];
        (entry.manager, entry.subresource, entry.fields, entry.time) = (ANCIENT_CHANGES.into(), None, merged, time);
        gone.push(at);
        too_many -= 1;
    }
    let mut at = 0;
    keep(entries, &mut |_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
}
