//! The columns of built-in kinds.
//!
//! Models `kubernetes/pkg/printers/internalversion/printers.go`; a kind without columns of its own has those of
//! `apiserver/pkg/registry/rest/table.go`.

use serde_json::Value;

use super::super::kind::Kind;
use super::{CREATED, Cells, NAME, column};
use crate::object::{Object, Timestamp};

/// A column of texts: name, description, priority.
type Column = (&'static str, &'static str, i64);

const CONFIG_MAP: &[Column] = &[(
    "Data",
    "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
    0,
)];

const SECRET: &[Column] = &[
    (
        "Type",
        "Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types",
        0,
    ),
    (
        "Data",
        "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
        0,
    ),
];

const NAMESPACE: &[Column] = &[("Status", "The status of the namespace", 0)];

const LEASE: &[Column] = &[(
    "Holder",
    "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
    0,
)];

const EVENT: &[Column] = &[
    ("Last Seen", "The time at which the most recent occurrence of this event was recorded.", 0),
    ("Type", "Type of this event (Normal, Warning), new types could be added in the future", 0),
    (
        "Reason",
        "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
        0,
    ),
    ("Object", "The object that this event is about.", 0),
    (
        "Subobject",
        "If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: \"spec.containers{name}\" (where \"name\" refers to the name of the container that triggered the event) or if no container name is specified \"spec.containers[2]\" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.",
        1,
    ),
    ("Source", "The component reporting this event. Should be a short machine understandable string.", 1),
    ("Message", "A human-readable description of the status of this operation.", 0),
    ("First Seen", "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)", 1),
    ("Count", "The number of times this event has occurred.", 1),
];

pub(super) fn columns(kind: &Kind) -> Vec<Value> {
    let own = match &*kind.kind {
        "ConfigMap" => CONFIG_MAP,
        "Secret" => SECRET,
        "Namespace" => NAMESPACE,
        "Lease" => LEASE,
        "Event" => EVENT,
        _ => &[],
    };
    let is_event = kind.is("Event");
    let mut columns = Vec::with_capacity(own.len() + 2);
    for (name, description, priority) in own {
        columns.push(column(name, "string", "", description, *priority));
    }
    let named = column("Name", "string", "name", NAME, is_event.into());
    columns.insert(if is_event { own.len() } else { 0 }, named);
    if own.is_empty() {
        columns.push(column("Created At", "date", "", CREATED, 0));
    } else if !is_event {
        columns.push(column("Age", "string", "", CREATED, 0));
    }
    columns
}

pub(super) fn cells(kind: &Kind, object: &Object, now: Timestamp, cells: &mut Cells) {
    let count = |field: &str| object.at(&[field]).and_then(Value::as_object).map_or(0, serde_json::Map::len);
    if kind.is("Event") {
        return event(object, now, cells);
    }
    cells.text(&object.metadata.name);
    match &*kind.kind {
        "ConfigMap" => cells.put((count("data") + count("binaryData")).into()),
        "Secret" => {
            cells.text(object.text_at(&["type"]));
            cells.put(count("data").into());
        }
        "Namespace" => cells.text(object.text_at(&["status", "phase"])),
        "Lease" => cells.text(object.text_at(&["spec", "holderIdentity"])),
        _ => {
            let created = object.metadata.creation.map(|time| time.to_string());
            return cells.text(created.as_deref().unwrap_or("0001-01-01T00:00:00Z"));
        }
    }
    cells.age(object.metadata.creation, now);
}

/// Models `printEvent`.
fn event(object: &Object, now: Timestamp, cells: &mut Cells) {
    let text = |path: &[&str]| object.text_at(path);
    let time = |path: &[&str]| Timestamp::parse(text(path));
    let or = |one, other| match text(one) {
        "" => text(other),
        one => one,
    };
    let first = time(&["firstTimestamp"]).or_else(|| time(&["eventTime"]));
    let mut last = time(&["lastTimestamp"]).or(first);
    let mut count = object.at(&["count"]).and_then(Value::as_i64).unwrap_or(0);
    if object.at(&["series"]).is_some_and(Value::is_object) {
        last = time(&["series", "lastObservedTime"]);
        count = object.at(&["series", "count"]).and_then(Value::as_i64).unwrap_or(0);
    } else if count == 0 {
        count = 1;
    }
    let mut target = text(&["involvedObject", "kind"]).to_ascii_lowercase();
    let name = text(&["involvedObject", "name"]);
    if !name.is_empty() {
        target = format!("{target}/{name}");
    }
    let mut source = or(&["source", "component"], &["reportingComponent"]).to_string();
    let instance = or(&["source", "host"], &["reportingInstance"]);
    if !instance.is_empty() {
        source = format!("{source}, {instance}");
    }
    cells.age(last, now);
    cells.text(text(&["type"]));
    cells.text(text(&["reason"]));
    cells.text(&target);
    cells.text(text(&["involvedObject", "fieldPath"]));
    cells.text(&source);
    cells.text(text(&["message"]).trim());
    cells.age(first, now);
    cells.put(count.into());
    cells.text(&object.metadata.name);
}
