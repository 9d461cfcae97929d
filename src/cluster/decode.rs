//! From a body to an object: what is read, what is dropped, what is filled in, and every way this can fail.
//!
//! Models `apiserver/pkg/endpoints/handlers/create.go`, `rest.go` `transformDecodeError`, and
//! `apiextensions-apiserver/pkg/apiserver/customresource_handler.go` `schemaCoercingDecoder`.

use serde_json::{Map, Value};

use super::built_in;

use super::kind::Kind;
use super::options::FieldValidation;
use super::request::{Payload, Request};
use super::schema::{Schema, fill_defaults, prune, remove_nulls};
use super::status::{FieldFault, Refusal, Status, quoted};
use crate::object::json::{deeper_than, parse};
use crate::object::{MetadataFault, Object, ObjectParts, canonical_text, canonicalize, json_kind};

/// How deep an object may be. A real server takes 10,000 levels; here the stack is small.
const DEPTH: usize = 128;

const MEDIA_TYPES: &str = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

/// A body as JSON.
struct Read {
    value: Value,
    /// Paths of keys that stood twice in one map.
    duplicates: Vec<String>,
}

/// Reads the object that a create or replace sends.
pub(crate) fn object(
    kind: &Kind,
    request: &Request,
    validation: FieldValidation,
    warnings: &mut Vec<String>,
) -> Result<ObjectParts, Refusal> {
    check_media_type(request.content_type.as_deref())?;
    let unrecognized = |error: &str, text: &str| {
        let message = format!("the object provided is unrecognized (must be of type {}): {error} ({})", kind.kind, summary(text));
        Status::bad_request(message)
    };
    let text = || text_of(&request.body);
    let Read { value, duplicates } = read(&request.body).map_err(|error| match error {
        ReadError::NotBuilt(what) => Status::not_implemented(what),
        ReadError::Malformed(error) => unrecognized(&format!("couldn't get version/kind; json parse error: {error}"), &text()),
    })?;
    let map = match value {
        Value::Object(map) => map,
        Value::Null => Map::new(),
        other => {
            let target = r#"struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"#;
            let error = format!(
                "couldn't get version/kind; json parse error: json: cannot unmarshal {} into Go value of type {target}",
                json_kind(&other)
            );
            return Err(unrecognized(&error, &text()));
        }
    };
    for name in ["apiVersion", "kind"] {
        if let Some(wrong) = map.get(name).filter(|value| !value.is_string() && !value.is_null()) {
            let error = format!(
                "couldn't get version/kind; json parse error: json: cannot unmarshal {} into Go struct field .{name} of type string",
                json_kind(wrong)
            );
            return Err(unrecognized(&error, &text()));
        }
    }
    let said = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or("").to_string();
    let (mut said_kind, mut said_version) = (said("kind"), said("apiVersion"));
    if kind.custom && said_kind.is_empty() {
        let text = text();
        return Err(unrecognized(&format!("Object 'Kind' is missing in '{text}'"), &text));
    }
    if !kind.custom {
        if said_kind.is_empty() {
            said_kind = kind.kind.to_string();
        }
        if said_version.is_empty() {
            said_version = kind.api_version.to_string();
        }
    }
    let version = said_version.rsplit_once('/').map_or(said_version.as_str(), |(_, version)| version).to_string();
    let cannot = |error: &str| {
        Status::bad_request(format!("{said_kind} in version {} cannot be handled as a {}: {error}", quoted(&version), kind.kind))
    };
    let (parts, mut unknown) = shape(kind, map).map_err(|error| cannot(&error))?;
    unknown.splice(0..0, duplicate_fields(&duplicates, ""));
    match validation {
        FieldValidation::Strict if !unknown.is_empty() => return Err(cannot(&format!("strict decoding error: {}", unknown.join(", ")))),
        FieldValidation::Warn => warnings.extend(unknown),
        FieldValidation::Strict | FieldValidation::Ignore => {}
    }
    if said_version != *kind.api_version {
        let message =
            format!("the API version in the data ({said_version}) does not match the expected API version ({})", kind.api_version);
        return Err(Status::bad_request(message));
    }
    Ok(parts)
}

/// Reads an object that a patch has made. `strict` is what was wrong with the patch itself. Messages show the object,
/// or, of a strategic patch, that.
pub(crate) fn patched(
    kind: &Kind,
    value: &Value,
    strategic: Option<&str>,
    mut strict: Vec<String>,
    validation: FieldValidation,
    warnings: &mut Vec<String>,
) -> Result<ObjectParts, Refusal> {
    let invalid = |text: &str, error: &str| Status::invalid("", "", "", &[FieldFault::invalid_text("patch", text, error)]);
    if deeper_than(value, DEPTH) {
        return Err(invalid("{...", "json: exceeded max depth"));
    }
    let shown = |value: &Value| strategic.map_or_else(|| canonical_text(value), str::to_string);
    let Value::Object(map) = value.clone() else {
        let target = r#"struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"#;
        let found = json_kind(value);
        let error = format!("couldn't get version/kind; json parse error: json: cannot unmarshal {found} into Go value of type {target}");
        return Err(invalid(&shown(value), &error));
    };
    // The message holds the whole object, so it is kept until nothing more can go wrong.
    let (parts, unknown) = shape(kind, map).map_err(|error| {
        let error = strategic.and_then(|_| conversion_error(&error)).unwrap_or(error);
        invalid(&shown(value), &error)
    })?;
    strict.extend(unknown);
    match validation {
        FieldValidation::Strict if !strict.is_empty() => {
            return Err(invalid(&shown(value), &format!("strict decoding error: {}", strict.join(", "))));
        }
        FieldValidation::Warn => warnings.extend(strict),
        FieldValidation::Strict | FieldValidation::Ignore => {}
    }
    Ok(parts)
}

/// The body of a merge patch or a strategic one, and the keys that stand in it twice. `prefix` begins the error.
pub(crate) fn merge_patch(request: &Request, prefix: &str) -> Result<(Map<String, Value>, Vec<String>), Refusal> {
    let wrong = |error: &str| Status::bad_request(format!("{prefix}{error}"));
    let Read { value, duplicates } = read(&request.body).map_err(|error| match error {
        ReadError::NotBuilt(what) => Status::not_implemented(what),
        ReadError::Malformed(error) => wrong(&error),
    })?;
    match value {
        Value::Object(map) => Ok((map, duplicate_fields(&duplicates, ""))),
        Value::Null if !prefix.is_empty() => Err(Status::bad_request("Invalid JSON Patch")),
        Value::Null => Ok((Map::new(), Vec::new())),
        other => Err(wrong(&format!("json: cannot unmarshal {} into Go value of type map[string]interface {{}}", json_kind(&other)))),
    }
}

/// More operations than these are refused.
///
/// Models `endpoints/handlers/patch.go` `maxJSONPatchOperations`.
const MAX_OPERATIONS: usize = 10_000;

/// The operations of a JSON patch, and what is in them that nobody knows.
pub(crate) fn json_patch(request: &Request, validation: FieldValidation) -> Result<(Vec<Value>, Vec<String>), Refusal> {
    const FIELDS: [&str; 4] = ["op", "path", "from", "value"];
    let loose = validation == FieldValidation::Ignore;
    let (prefix, whole, each) = if loose {
        ("", "jsonpatch.Patch", "jsonpatch.Operation")
    } else {
        ("error decoding patch: ", "[]handlers.jsonPatchOp", "handlers.jsonPatchOp")
    };
    let wrong = |error: &str| Status::bad_request(format!("{prefix}{error}"));
    let Read { value, duplicates } = read(&request.body).map_err(|error| match error {
        ReadError::NotBuilt(what) => Status::not_implemented(what),
        ReadError::Malformed(error) => wrong(&error),
    })?;
    let cannot = |value: &Value, target: &str| wrong(&format!("json: cannot unmarshal {} into Go {target}", json_kind(value)));
    let operations = match value {
        Value::Array(operations) => operations,
        Value::Null => Vec::new(),
        other => return Err(cannot(&other, &format!("value of type {whole}"))),
    };
    let mut strict = duplicate_fields(&duplicates, "json patch ");
    for (at, operation) in operations.iter().enumerate() {
        match operation {
            Value::Null => {}
            Value::Object(fields) => {
                for (name, value) in fields {
                    if !FIELDS.contains(&name.as_str()) {
                        strict.push(format!("json patch unknown field {}", quoted(&format!("[{at}].{name}"))));
                    } else if name != "value" && !loose && !value.is_string() && !value.is_null() {
                        return Err(cannot(value, &format!("struct field jsonPatchOp.{name} of type string")));
                    }
                }
            }
            other => return Err(cannot(other, &format!("value of type {each}"))),
        }
    }
    if operations.len() > MAX_OPERATIONS {
        let count = operations.len();
        return Err(Status::too_large(&format!("The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {count}")));
    }
    Ok((operations, strict))
}

/// The configuration of an apply. It is YAML to the server, of which JSON is a part.
pub(crate) fn configuration(
    request: &Request,
    validation: FieldValidation,
    warnings: &mut Vec<String>,
) -> Result<Map<String, Value>, Refusal> {
    const TO_JSON: &str = "error converting YAML to JSON: yaml: ";
    let Read { value, duplicates } = read(&request.body).map_err(|error| match error {
        ReadError::NotBuilt(what) => Status::not_implemented(what),
        ReadError::Malformed(_) => Status::bad_request(format!("error decoding YAML: {TO_JSON}line 1: did not find expected node content")),
    })?;
    let map = match value {
        Value::Object(map) => map,
        Value::Null => Map::new(),
        other => {
            return Err(Status::bad_request(format!(
                "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {} into Go value of type map[string]interface {{}}",
                json_kind(&other)
            )));
        }
    };
    if let Some(path) = duplicates.first() {
        let key = path.rsplit('.').next().unwrap_or("");
        let error = format!("{TO_JSON}unmarshal errors:\n  line 1: key {} already set in map", quoted(key));
        match validation {
            FieldValidation::Strict => return Err(Status::bad_request(format!("error strict decoding YAML: {error}"))),
            FieldValidation::Warn => warnings.push(error),
            FieldValidation::Ignore => {}
        }
    }
    Ok(map)
}

/// Brings an object that an apply has made into the shape that its kind has.
pub(crate) fn applied(kind: &Kind, map: Map<String, Value>) -> Result<ObjectParts, Refusal> {
    shape(kind, map).map(|(parts, _)| parts).map_err(Status::internal)
}

fn duplicate_fields(paths: &[String], prefix: &str) -> Vec<String> {
    paths.iter().map(|path| format!("{prefix}duplicate field {}", quoted(path))).collect()
}

/// What the converter that strategic patches go through says of a wrong type, in place of the decoder.
///
/// Models `apimachinery/pkg/runtime/converter.go` `fromUnstructured`.
fn conversion_error(decoder: &str) -> Option<String> {
    let rest = decoder.strip_prefix("json: cannot unmarshal ")?;
    let (found, rest) = rest.split_once(' ')?;
    // What stands behind the last "of type"; a type's name has no space but this one's.
    let wanted = if rest.ends_with("interface {}") { "map[" } else { rest.rsplit(' ').next()? };
    let (kind, full) = match found {
        "number" => ("int64", "int64"),
        "bool" => ("bool", "bool"),
        "string" => ("string", "string"),
        "array" => ("slice", "[]interface {}"),
        _ => ("map", "map[string]interface {}"),
    };
    Some(match wanted {
        wanted if wanted.starts_with("map[") => format!("cannot restore map from {kind}"),
        wanted if wanted.starts_with('[') => format!("cannot restore slice from {kind}"),
        "string" | "bool" | "int64" | "int32" => format!("cannot convert {full} to {wanted}"),
        _ => format!("cannot restore struct from: {kind}"),
    })
}

/// Reads `DeleteOptions`.
pub(crate) fn options_body(payload: &Payload) -> Result<Map<String, Value>, Refusal> {
    let Read { value, .. } = read(payload).map_err(|error| match error {
        ReadError::NotBuilt(what) => Status::not_implemented(what),
        ReadError::Malformed(error) => Status::bad_request(format!("couldn't get version/kind; json parse error: {error}")),
    })?;
    let map = match value {
        Value::Object(map) => map,
        Value::Null => Map::new(),
        other => {
            return Err(Status::bad_request(format!(
                "couldn't get version/kind; json parse error: json: cannot unmarshal {}",
                json_kind(&other)
            )));
        }
    };
    match map.get("kind").and_then(Value::as_str) {
        None | Some("" | "DeleteOptions") => Ok(map),
        Some(other) => {
            let version = map.get("apiVersion").and_then(Value::as_str).filter(|version| !version.is_empty()).unwrap_or("meta.k8s.io/v1");
            let scheme = "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27";
            Err(Status::bad_request(format!(
                "no kind {} is registered for version {} in scheme \"{scheme}\"",
                quoted(other),
                quoted(version)
            )))
        }
    }
}

/// Refuses a body in a format that nobody reads.
pub(crate) fn check_media_type(content_type: Option<&str>) -> Result<(), Refusal> {
    match content_type.map_or("application/json", |full| full.split(';').next().unwrap_or("").trim()) {
        "application/json" | "application/yaml" => Ok(()),
        "application/vnd.kubernetes.protobuf" => Err(Status::not_implemented("bodies in protobuf")),
        _ => Err(Status::unsupported_media_type(MEDIA_TYPES)),
    }
}

enum ReadError {
    Malformed(String),
    NotBuilt(&'static str),
}

fn read(payload: &Payload) -> Result<Read, ReadError> {
    let mut duplicates = Vec::new();
    let value = match payload {
        Payload::None => return Err(ReadError::Malformed("unexpected end of JSON input".to_string())),
        Payload::Json(value) if deeper_than(value, DEPTH) => return Err(ReadError::Malformed("json: exceeded max depth".to_string())),
        Payload::Json(value) => value.clone(),
        Payload::Raw(text) => parse(text, &mut duplicates).map_err(|error| {
            // What begins like a map or list is JSON to the server, anything else may be YAML.
            let json = text.trim_start().is_empty() || text.trim_start().starts_with(['{', '[']);
            if json { ReadError::Malformed(error) } else { ReadError::NotBuilt("bodies in YAML") }
        })?,
    };
    Ok(Read { value: canonicalize(value), duplicates })
}

/// A body for messages.
fn text_of(payload: &Payload) -> String {
    match payload {
        Payload::None => String::new(),
        Payload::Json(value) if deeper_than(value, DEPTH) => "{...".to_string(),
        Payload::Json(value) => canonical_text(value),
        Payload::Raw(text) => text.to_string(),
    }
}

/// The beginning of a body, for people.
fn summary(text: &str) -> String {
    const SHOWN: usize = 30;
    let bytes = text.as_bytes();
    let more = if bytes.len() > SHOWN { " ..." } else { "" };
    let start = &bytes[..bytes.len().min(SHOWN)];
    match bytes.first() {
        None => "<empty>".to_string(),
        Some(b'{') => format!("{}{more}", String::from_utf8_lossy(start)),
        Some(_) => start.iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}")) + more,
    }
}

/// Splits an object and brings it into the shape that its kind has; names what was dropped, as the strict decoder
/// does. The error is the decoder's.
fn shape(kind: &Kind, map: Map<String, Value>) -> Result<(ObjectParts, Vec<String>), String> {
    if !kind.custom {
        return shape_built_in(kind, map);
    }
    let said = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or("");
    let (group, version) = said("apiVersion").split_once('/').unwrap_or(("", said("apiVersion")));
    let (same_kind, same_version) = (group == &*kind.group && said("kind") == &*kind.kind, version == &*kind.version);
    let mut parts = Object::from_parts(map).map_err(|fault| decode_error(&fault, ""))?;
    let mut unknown = std::mem::take(&mut parts.unknown);
    if same_kind {
        let body = &mut parts.object.body;
        // A version that is not served has no schema, so nothing of it is known.
        let schema = if same_version { &kind.schema } else { &Schema::default() };
        unknown.extend(prune(body, schema));
        remove_nulls(body, schema);
        fill_defaults(body, schema);
    }
    Ok((parts, unknown.iter().map(|path| format!("unknown field {}", quoted(path))).collect()))
}

/// Reads what was stored while the schema was another one: what it does not know is dropped, what it fills in is there.
///
/// Models `customresource_handler.go` `crdConversionRESTOptionsGetter`.
pub(crate) fn reread(kind: &Kind, object: &mut Object) {
    object.types = kind.types();
    prune(&mut object.body, &kind.schema);
    remove_nulls(&mut object.body, &kind.schema);
    fill_defaults(&mut object.body, &kind.schema);
}

fn shape_built_in(kind: &Kind, mut map: Map<String, Value>) -> Result<(ObjectParts, Vec<String>), String> {
    let types = kind.types();
    for (name, own) in [("apiVersion", &types.api_version), ("kind", &types.kind)] {
        let value = map.entry(name).or_insert(Value::Null);
        if value.as_str().is_none_or(str::is_empty) {
            *value = Value::String(own.to_string());
        }
    }
    let said = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or("");
    if said("kind") != &*kind.kind || said("apiVersion") != &*kind.api_version {
        let scheme = "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30";
        return Err(format!(
            "no kind {} is registered for version {} in scheme \"{scheme}\"",
            quoted(said("kind")),
            quoted(said("apiVersion"))
        ));
    }
    let mut parts = Object::from_parts(map).map_err(|fault| decode_error(&fault, &kind.kind))?;
    parts.object.types = types;
    let mut unknown = std::mem::take(&mut parts.unknown);
    built_in::shape(kind, &mut parts.object, &mut unknown)?;
    crate::object::sort_texts(&mut unknown);
    Ok((parts, unknown.iter().map(|path| format!("unknown field {}", quoted(path))).collect()))
}

/// A custom resource's metadata is decoded by itself (`whole` is empty), that of a built-in kind with the whole.
fn decode_error(fault: &MetadataFault, whole: &str) -> String {
    match fault {
        MetadataFault::Time { text } => {
            let shown = quoted(text);
            format!("parsing time {shown} as \"2006-01-02T15:04:05Z07:00\": cannot parse {shown} as \"2006\"")
        }
        MetadataFault::Type { owner, path, found, wanted } => {
            let owner = if owner.is_empty() { whole } else { owner };
            let path = if whole.is_empty() { path.strip_prefix("metadata.").unwrap_or(path) } else { path };
            format!("json: cannot unmarshal {found} into Go struct field {owner}.{path} of type {wanted}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_summed_up_for_people() {
        assert_eq!(summary(""), "<empty>");
        assert_eq!(summary("[]"), "5b5d");
        assert_eq!(summary("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\""), "{\"apiVersion\":\"v1\",\"kind\":\"Con ...");
    }
}
