//! What a deletion asks for beside the object: from a body of `DeleteOptions`, or from the query.
//!
//! Models `apiserver/pkg/endpoints/handlers/delete.go`, `apimachinery/pkg/apis/meta/v1/conversion.go` and
//! `pkg/apis/meta/v1/validation/validation.go` `ValidateDeleteOptions`.

use serde_json::{Map, Value};

use crate::cluster::decode;
use crate::cluster::fault::Faults;
use crate::cluster::list_options::{go_bool, go_integer};
use crate::cluster::request::{Payload, Request};
use crate::cluster::status::{Refusal, Status};
use crate::object::{Record, fields_of, found_as};

/// What happens to those that an object owns when it is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Propagation {
    /// The collector takes them afterwards.
    Background,
    /// They go first.
    Foreground,
    /// They stay.
    Orphan,
}

/// Options of a deletion.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeleteOptions {
    pub(crate) uid: Option<String>,
    pub(crate) resource_version: Option<String>,
    /// None: as the object's finalizers have it, else in the background.
    pub(crate) propagation: Option<Propagation>,
    /// The old way to say it; `propagation` has it too.
    pub(crate) orphan_dependents: Option<bool>,
    pub(crate) dry_run: bool,
}

const KIND: &str = "DeleteOptions";

/// The fields of a body with their Go types.
const FIELDS: [(&str, &str); 5] = [
    ("gracePeriodSeconds", "int64"),
    ("preconditions", "v1.Preconditions"),
    ("orphanDependents", "bool"),
    ("propagationPolicy", "v1.DeletionPropagation"),
    ("dryRun", "[]string"),
];

/// Reads the options of a deletion: from the body if there is one, else from the query.
pub(crate) fn delete_options(request: &Request) -> Result<DeleteOptions, Refusal> {
    let fields = match &request.body {
        Payload::None => from_query(request)?,
        Payload::Raw(text) if text.is_empty() => from_query(request)?,
        payload => {
            decode::check_media_type(request.content_type.as_deref())?;
            let body = decode::options_body(payload)?;
            check_types(&body)?;
            body
        }
    };
    let present = |name: &str| fields.get(name).filter(|value| !value.is_null());
    let precondition = |name: &str| present("preconditions")?.get(name)?.as_str().map(str::to_string);
    let (policy, orphan_dependents) = (present("propagationPolicy"), present("orphanDependents").and_then(Value::as_bool));
    let dry_run = present("dryRun").and_then(Value::as_array);
    let propagation = match (policy.and_then(Value::as_str), orphan_dependents) {
        (None, None) => None,
        (None, Some(true)) | (Some("Orphan"), _) => Some(Propagation::Orphan),
        (Some("Foreground"), _) => Some(Propagation::Foreground),
        (None, Some(false)) | (Some(_), _) => Some(Propagation::Background),
    };
    let mut faults = Vec::new();
    if let Some(policy) = policy {
        if orphan_dependents.is_some() {
            let detail = "orphanDependents and deletionPropagation cannot be both set";
            faults.invalid("propagationPolicy", policy, detail);
        }
        if !matches!(policy.as_str(), Some("Foreground" | "Background" | "Orphan")) {
            faults.not_supported("propagationPolicy", policy, r#""Foreground", "Background", "Orphan", "nil""#);
        }
    }
    if let Some(values) = dry_run.filter(|values| values.iter().any(|value| value != "All")) {
        faults.not_supported("dryRun", &Value::Array(values.clone()), r#""All""#);
    }
    if !faults.is_empty() {
        return Err(Status::invalid_options(KIND, &faults));
    }
    Ok(DeleteOptions {
        uid: precondition("uid"),
        resource_version: precondition("resourceVersion"),
        propagation,
        orphan_dependents,
        dry_run: dry_run.is_some_and(|values| !values.is_empty()),
    })
}

/// The query as a body would say it.
fn from_query(request: &Request) -> Result<Map<String, Value>, Refusal> {
    let query = |name: &str| request.query.get(name).map(String::as_str);
    let mut record = Record::default();
    record.some_text("propagationPolicy", query("propagationPolicy"));
    // Anything else is true, even nothing.
    record.some_flag("orphanDependents", query("orphanDependents").map(go_bool));
    if let Some(value) = query("dryRun") {
        record.names("dryRun", &[value]);
    }
    if let Some(uid) = query("uid").filter(|uid| !uid.is_empty()) {
        let mut preconditions = Record::default();
        preconditions.text("uid", uid);
        record.put("preconditions", preconditions.end());
    }
    if let Some(text) = query("gracePeriodSeconds") {
        go_integer(text).map_err(Status::bad_request)?;
    }
    Ok(fields_of(record.end()))
}

/// Refuses a field of another type, as Go's decoder does.
fn check_types(body: &Map<String, Value>) -> Result<(), Refusal> {
    for (name, wanted) in FIELDS {
        let Some(value) = body.get(name).filter(|value| !value.is_null()) else { continue };
        let fits = match wanted {
            "int64" => value.is_i64(),
            "bool" => value.is_boolean(),
            "[]string" => value.is_array(),
            "v1.Preconditions" => value.is_object(),
            _ => value.is_string(),
        };
        if !fits {
            return wrong_type(value, KIND, name, wanted);
        }
        if let Value::Array(items) = value
            && let Some(item) = items.iter().find(|item| !item.is_string())
        {
            return wrong_type(item, KIND, name, "string");
        }
        for (below, wanted) in [("uid", "types.UID"), ("resourceVersion", "string")] {
            if let Some(value) = value.get(below).filter(|value| !value.is_string() && !value.is_null()) {
                return wrong_type(value, "Preconditions", &format!("preconditions.{below}"), wanted);
            }
        }
    }
    Ok(())
}

#[cold]
#[inline(never)]
fn wrong_type(found: &Value, owner: &str, path: &str, wanted: &str) -> Result<(), Refusal> {
    Err(Status::bad_request(decode::cannot_set(&found_as(found, wanted), owner, path, wanted)))
}
