//! The columns of built-in kinds.
//!
//! Models `pkg/printers/internalversion/printers.go`; a kind without columns of its own has those of
//! `apiserver/pkg/registry/rest/table.go`.

use serde_json::Value;

use super::super::kind::Kind;
use super::{CREATED, NAME, age, column};
use crate::object::{Object, Timestamp};

/// Name, type, format, description, priority.
type Column = (&'static str, &'static str, &'static str, &'static str, i64);

const NAMED: Column = ("Name", "string", "name", NAME, 0);
const AGED: Column = ("Age", "string", "", CREATED, 0);

const CONFIG_MAP: &[Column] = &[
    NAMED,
    (
        "Data",
        "string",
        "",
        "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
        0,
    ),
    AGED,
];

const SECRET: &[Column] = &[
    NAMED,
    (
        "Type",
        "string",
        "",
        "Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types",
        0,
    ),
    (
        "Data",
        "string",
        "",
        "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
        0,
    ),
    AGED,
];

const NAMESPACE: &[Column] = &[NAMED, ("Status", "string", "", "The status of the namespace", 0), AGED];

const LEASE: &[Column] = &[
    NAMED,
    (
        "Holder",
        "string",
        "",
        "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
        0,
    ),
    AGED,
];

const EVENT: &[Column] = &[
    ("Last Seen", "string", "", "The time at which the most recent occurrence of this event was recorded.", 0),
    ("Type", "string", "", "Type of this event (Normal, Warning), new types could be added in the future", 0),
    (
        "Reason",
        "string",
        "",
        "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
        0,
    ),
    ("Object", "string", "", "The object that this event is about.", 0),
    (
        "Subobject",
        "string",
        "",
        "If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: \"spec.containers{name}\" (where \"name\" refers to the name of the container that triggered the event) or if no container name is specified \"spec.containers[2]\" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.",
        1,
    ),
    ("Source", "string", "", "The component reporting this event. Should be a short machine understandable string.", 1),
    ("Message", "string", "", "A human-readable description of the status of this operation.", 0),
    ("First Seen", "string", "", "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)", 1),
    ("Count", "string", "", "The number of times this event has occurred.", 1),
    ("Name", "string", "name", NAME, 1),
];

const ANY: &[Column] = &[NAMED, ("Created At", "date", "", CREATED, 0)];

pub(super) fn columns(kind: &Kind) -> Vec<Value> {
    let columns = match &*kind.kind {
        "ConfigMap" => CONFIG_MAP,
        "Secret" => SECRET,
        "Namespace" => NAMESPACE,
        "Lease" => LEASE,
        "Event" => EVENT,
        _ => ANY,
    };
    let mut made = Vec::with_capacity(columns.len());
    for (name, kind, format, description, priority) in columns {
        made.push(column(name, kind, format, description, *priority));
    }
    made
}

pub(super) fn cells(kind: &Kind, object: &Object, now: Timestamp) -> Vec<Value> {
    let count = |field: &str| object.at(&[field]).and_then(Value::as_object).map_or(0, serde_json::Map::len);
    let text = |path: &[&str]| Value::from(object.text_at(path));
    let name = Value::from(object.metadata.name.as_str());
    let aged = Value::from(age::since(object.metadata.creation, now));
    let mut cells = vec![name];
    match &*kind.kind {
        "ConfigMap" => cells.push((count("data") + count("binaryData")).into()),
        "Secret" => {
            cells.push(text(&["type"]));
            cells.push(count("data").into());
        }
        "Namespace" => cells.push(text(&["status", "phase"])),
        "Lease" => cells.push(text(&["spec", "holderIdentity"])),
        "Event" => return event(object, now),
        _ => {
            cells.push(object.metadata.creation.map_or("0001-01-01T00:00:00Z".into(), |time| time.to_string().into()));
            return cells;
        }
    }
    cells.push(aged);
    cells
}

/// Models `printEvent`.
fn event(object: &Object, now: Timestamp) -> Vec<Value> {
    let text = |path: &[&str]| object.text_at(path);
    let time = |path: &[&str]| Timestamp::parse(text(path));
    let or = |one: &[&str], other: &[&str]| if text(one).is_empty() { text(other).to_string() } else { text(one).to_string() };
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
    if !text(&["involvedObject", "name"]).is_empty() {
        target = format!("{target}/{}", text(&["involvedObject", "name"]));
    }
    let mut source = or(&["source", "component"], &["reportingComponent"]);
    let instance = or(&["source", "host"], &["reportingInstance"]);
    if !instance.is_empty() {
        source = format!("{source}, {instance}");
    }
    let (seen, begun) = (age::since(last, now), age::since(first, now));
    let cells = [
        &*seen,
        text(&["type"]),
        text(&["reason"]),
        &target,
        text(&["involvedObject", "fieldPath"]),
        &source,
        text(&["message"]).trim(),
        &begun,
    ];
    let mut row: Vec<Value> = Vec::with_capacity(cells.len() + 2);
    for cell in cells {
        row.push(cell.into());
    }
    row.push(count.into());
    row.push(object.metadata.name.as_str().into());
    row
}
