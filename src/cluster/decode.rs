//! From a body to an object: what is read, what is dropped, what is filled in, and every way this can fail.
//!
//! Models `apiserver/pkg/endpoints/handlers/create.go`, `rest.go` `transformDecodeError`, and
//! `apiextensions-apiserver/pkg/apiserver/customresource_handler.go` `schemaCoercingDecoder`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::built_in;

use super::fault::FieldFault;
use super::kind::Kind;
use super::options::FieldValidation;
use super::request::{Payload, Request};
use super::schema::{Schema, fill_defaults, prune, remove_nulls};
use super::status::{Refusal, Status, quoted};
use crate::object::json::{deeper_than, parse};
use crate::object::text::{behind_last, join, lossy, push_hex};
use crate::object::{
    MetadataFault, Object, ObjectParts, canonical_text, canonicalize, group_version, is_canonical, json_kind, retain, sort_texts, text_in,
};

/// How deep an object may be. A real server takes 10,000 levels; here the stack is small.
const DEPTH: usize = 128;

const MEDIA_TYPES: &str = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

/// A body as JSON.
struct Read<'a> {
    value: Cow<'a, Value>,
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
    let yaml = request.content_type.as_deref().is_some_and(|full| full.starts_with("application/yaml"));
    let untyped = |error: &str| unrecognized(&format!("{NO_TYPE}{error}"), &text());
    let (map, duplicates) = typed(&request.body, yaml, &untyped)?;
    let (mut said_kind, mut said_version) = (text_in(&map, "kind"), text_in(&map, "apiVersion"));
    if kind.custom && said_kind.is_empty() {
        let text = text();
        return Err(unrecognized(&format!("Object 'Kind' is missing in '{text}'"), &text));
    }
    if !kind.custom {
        if said_kind.is_empty() {
            said_kind = &kind.kind;
        }
        if said_version.is_empty() {
            said_version = &kind.api_version;
        }
    }
    let version = behind_last(said_version, b'/');
    let unfit = |error: &str| {
        Status::bad_request(format!("{said_kind} in version {} cannot be handled as a {}: {error}", quoted(version), kind.kind))
    };
    let (parts, unknown_fields) = shape(kind, &map).map_err(|error| unfit(&error))?;
    let mut unknown = named(&duplicates, DUPLICATE);
    unknown.extend(unknown_fields);
    tell(unknown, validation, warnings).map_err(|error| unfit(&error))?;
    if *said_version != *kind.api_version {
        let message =
            format!("the API version in the data ({said_version}) does not match the expected API version ({})", kind.api_version);
        return Err(Status::bad_request(message));
    }
    Ok(parts)
}

/// What becomes of what only the strict decoder minds.
#[inline(never)]
fn tell(strict: Vec<String>, validation: FieldValidation, warnings: &mut Vec<String>) -> Result<(), String> {
    match validation {
        FieldValidation::Strict if !strict.is_empty() => return Err(format!("strict decoding error: {}", join(&strict, ", "))),
        FieldValidation::Warn => warnings.extend(strict),
        FieldValidation::Strict | FieldValidation::Ignore => {}
    }
    Ok(())
}

/// What the decoder says of an `apiVersion` or a `kind` that is no text.
fn type_error(map: &Map<String, Value>) -> Option<String> {
    ["apiVersion", "kind"].into_iter().find_map(|name| {
        let found = json_kind(map.get(name).filter(|value| !value.is_string() && !value.is_null())?);
        Some(cannot_set(found, "", name, "string"))
    })
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
        return Err(invalid("{...", "invalid character '{' exceeded max depth"));
    }
    let shown = |value: &Value| strategic.map_or_else(|| canonical_text(value), str::to_string);
    let untyped = |error: &str| invalid(&shown(value), &format!("{NO_TYPE}{error}"));
    let Value::Object(map) = value else {
        return Err(untyped(&cannot(value, TYPE_STRUCT)));
    };
    let mut map = Cow::Borrowed(map);
    if strategic.is_some() {
        // The converter knows what it makes and does not look.
        retain(map.to_mut(), &mut |key, _| !matches!(key, "apiVersion" | "kind"));
    }
    if let Some(error) = type_error(&map) {
        return Err(untyped(&error));
    }
    if kind.custom && text_in(&map, "kind").is_empty() {
        return Err(invalid(&shown(value), &format!("Object 'Kind' is missing in '{}'", shown(value))));
    }
    // The message holds the whole object, so it is kept until nothing more can go wrong.
    let (parts, unknown) = shape(kind, &map).map_err(|error| {
        let error = strategic.and_then(|_| conversion_error(&error)).unwrap_or(error);
        invalid(&shown(value), &error)
    })?;
    strict.extend(unknown);
    tell(strict, validation, warnings).map_err(|error| invalid(&shown(value), &error))?;
    Ok(parts)
}

/// The body of a merge patch or a strategic one, and the keys that stand in it twice. `prefix` begins the error.
pub(crate) fn merge_patch(request: &Request, prefix: &str) -> Result<(Map<String, Value>, Vec<String>), Refusal> {
    let wrong = |error: &str| Status::bad_request(format!("{prefix}{error}"));
    let Read { value, duplicates } = read(&request.body, false, &wrong)?;
    if value.is_null() && !prefix.is_empty() {
        return Err(Status::bad_request("Invalid JSON Patch"));
    }
    Ok((map_of(value, ANY_MAP, &wrong)?.into_owned(), named(&duplicates, DUPLICATE)))
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
    let Read { value, duplicates } = read(&request.body, false, &wrong)?;
    let unfit = |value: &Value, target: &str| wrong(&cannot(value, target));
    let operations = match value.into_owned() {
        Value::Array(operations) => operations,
        Value::Null => Vec::new(),
        other => return Err(unfit(&other, whole)),
    };
    let mut strict = named(&duplicates, "json patch duplicate field ");
    for (at, operation) in operations.iter().enumerate() {
        match operation {
            Value::Null => {}
            Value::Object(fields) => {
                for (name, value) in fields {
                    if !FIELDS.contains(&name.as_str()) {
                        strict.push(format!("json patch unknown field {}", quoted(&format!("[{at}].{name}"))));
                    } else if name != "value" && !loose && !value.is_string() && !value.is_null() {
                        return Err(wrong(&cannot_set(json_kind(value), "jsonPatchOp", name, "string")));
                    }
                }
            }
            other => return Err(unfit(other, each)),
        }
    }
    if operations.len() > MAX_OPERATIONS {
        let count = operations.len();
        return Err(Status::too_large(&format!("The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {count}")));
    }
    Ok((operations, strict))
}

/// What begins every error of the YAML parser.
const TO_JSON: &str = "error converting YAML to JSON: yaml: ";

/// The configuration of an apply, and a key that is in it twice. It is YAML to the server, of which JSON is a part.
pub(crate) fn configuration(request: &Request) -> Result<(Map<String, Value>, Option<String>), Refusal> {
    let empty = match &request.body {
        Payload::None => true,
        Payload::Raw(text) => text.trim().is_empty(),
        Payload::Json(_) => false,
    };
    if empty {
        return Ok((Map::new(), None));
    }
    let wrong = |error: &str| Status::bad_request(format!("error decoding YAML: {error}"));
    let malformed = |_: &str| wrong(&format!("{TO_JSON}line 1: did not find expected node content"));
    let Read { value, duplicates } = read(&request.body, may_be_yaml(&request.body), &malformed)?;
    let map = map_of(value, ANY_MAP, &|error| wrong(&format!("error unmarshaling JSON: while decoding JSON: {error}")))?;
    Ok((map.into_owned(), duplicates.first().map(|path| behind_last(path, b'.').to_string())))
}

/// What becomes of an apply whose configuration has a key twice. That is found out last.
pub(crate) fn set_twice(key: Option<&str>, validation: FieldValidation, warnings: &mut Vec<String>) -> Result<(), Refusal> {
    if let Some(key) = key {
        let error = format!("{TO_JSON}unmarshal errors:\n  line 1: key {} already set in map", quoted(key));
        match validation {
            FieldValidation::Strict => return Err(Status::bad_request(format!("error strict decoding YAML: {error}"))),
            FieldValidation::Warn => warnings.push(error),
            FieldValidation::Ignore => {}
        }
    }
    Ok(())
}

/// Brings an object that an apply has made into the shape that its kind has. `named` is what errors call it.
pub(crate) fn applied(kind: &Kind, map: &Map<String, Value>, named: &str) -> Result<ObjectParts, Refusal> {
    shape(kind, map).map(|(parts, _)| parts).map_err(|error| match conversion_error(&error).filter(|_| !kind.custom) {
        Some(error) => {
            let (_, name) = named.split_once(' ').unwrap_or(("", named));
            Status::internal(format!(
                "failed to convert new object ({named}) to proper version: unable to convert unstructured object to {name}: {error}"
            ))
        }
        None => Status::internal(error),
    })
}

/// Each of these paths, quoted, behind what it is.
#[inline(never)]
fn named(paths: &[String], what: &str) -> Vec<String> {
    let mut named = Vec::new();
    for path in paths {
        named.push(format!("{what}{}", quoted(path)));
    }
    named
}

type Typed<'a> = (Cow<'a, Map<String, Value>>, Vec<String>);

/// A body whose type is found out, and the keys that stand in it twice.
#[inline(never)]
fn typed<'a>(payload: &'a Payload, yaml: bool, wrong: &dyn Fn(&str) -> Refusal) -> Result<Typed<'a>, Refusal> {
    let Read { value, duplicates } = read(payload, yaml, wrong)?;
    let map = map_of(value, TYPE_STRUCT, wrong)?;
    match type_error(&map) {
        Some(error) => Err(wrong(&error)),
        None => Ok((map, duplicates)),
    }
}

/// A body's map; no body has no fields.
#[inline(never)]
fn map_of<'a>(value: Cow<'a, Value>, wanted: &str, wrong: &dyn Fn(&str) -> Refusal) -> Result<Cow<'a, Map<String, Value>>, Refusal> {
    match value {
        Cow::Borrowed(Value::Object(map)) => Ok(Cow::Borrowed(map)),
        Cow::Owned(Value::Object(map)) => Ok(Cow::Owned(map)),
        other if other.is_null() => Ok(Cow::Owned(Map::new())),
        other => Err(wrong(&cannot(&other, wanted))),
    }
}

/// What the converter that strategic patches go through says of a wrong type, in place of the decoder.
///
/// Models `apimachinery/pkg/runtime/converter.go` `fromUnstructured`.
fn conversion_error(decoder: &str) -> Option<String> {
    if decoder.starts_with("illegal base64") {
        return Some(format!("error decoding from json: {decoder}"));
    }
    let rest = decoder.strip_prefix(CANNOT)?;
    let (found, rest) = rest.split_once(' ')?;
    // What stands behind the last "of type"; a type's name has no space but this one's.
    let wanted = if rest.ends_with("interface {}") { "map[" } else { behind_last(rest, b' ') };
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
    let wrong = |error: &str| Status::bad_request(format!("{NO_TYPE}{error}"));
    let (map, _) = typed(payload, may_be_yaml(payload), &wrong)?;
    let kind = text_in(&map, "kind");
    if !matches!(kind, "" | "DeleteOptions") {
        let version = Some(text_in(&map, "apiVersion")).filter(|version| !version.is_empty()).unwrap_or("meta.k8s.io/v1");
        let scheme = "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27";
        return Err(Status::bad_request(unregistered(kind, version, scheme)));
    }
    Ok(map.into_owned())
}

/// The decoder's words for a value of the wrong type.
#[cold]
#[inline(never)]
pub(crate) fn cannot(value: &Value, wanted: &str) -> String {
    [CANNOT, json_kind(value), " into Go value of type ", wanted].concat()
}

/// The same for a field of a struct; `found` is what is there.
#[cold]
#[inline(never)]
pub(crate) fn cannot_set(found: &str, owner: &str, field: &str, wanted: &str) -> String {
    [CANNOT, found, " into Go struct field ", owner, ".", field, " of type ", wanted].concat()
}

const CANNOT: &str = "json: cannot unmarshal ";
const DUPLICATE: &str = "duplicate field ";
const UNKNOWN: &str = "unknown field ";
pub(crate) const ANY_MAP: &str = "map[string]interface {}";
const NO_TYPE: &str = "couldn't get version/kind; json parse error: ";

/// What a body is read as to find out its type.
const TYPE_STRUCT: &str = r#"struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"#;

/// Refuses a body in a format that nobody reads.
pub(crate) fn check_media_type(content_type: Option<&str>) -> Result<(), Refusal> {
    match content_type.map_or("application/json", |full| full.split(';').next().unwrap_or("").trim()) {
        "application/json" | "application/yaml" => Ok(()),
        "application/vnd.kubernetes.protobuf" => Err(Status::not_implemented("bodies in protobuf")),
        _ => Err(Status::unsupported_media_type(MEDIA_TYPES)),
    }
}

/// Whether a text is no JSON at first sight.
fn may_be_yaml(payload: &Payload) -> bool {
    let Payload::Raw(text) = payload else { return false };
    !matches!(text.trim_start().as_bytes().first(), None | Some(b'{' | b'['))
}

/// `yaml`: what is no JSON may be YAML, which nobody reads here. `wrong` makes the answer of what the reader says.
#[inline(never)]
fn read<'a>(payload: &'a Payload, yaml: bool, wrong: &dyn Fn(&str) -> Refusal) -> Result<Read<'a>, Refusal> {
    let mut duplicates = Vec::new();
    let value = match payload {
        Payload::None => return Err(wrong("unexpected end of JSON input")),
        Payload::Json(value) if is_canonical(value, DEPTH) => return Ok(Read { value: Cow::Borrowed(value), duplicates }),
        Payload::Json(value) if deeper_than(value, DEPTH) => return Err(wrong("invalid character '{' exceeded max depth")),
        Payload::Json(value) => value.clone(),
        Payload::Raw(text) => {
            parse(text, &mut duplicates).map_err(|error| if yaml { Status::not_implemented("bodies in YAML") } else { wrong(&error) })?
        }
    };
    Ok(Read { value: Cow::Owned(canonicalize(value)), duplicates })
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
    let start = &bytes[..bytes.len().min(SHOWN)];
    let mut summary = String::new();
    match bytes.first() {
        None => summary.push_str("<empty>"),
        Some(b'{') => summary.push_str(&lossy(start)),
        Some(_) => start.iter().for_each(|byte| push_hex(&mut summary, *byte)),
    }
    if bytes.len() > SHOWN {
        summary.push_str(" ...");
    }
    summary
}

/// Splits an object and brings it into the shape that its kind has; names what was dropped, as the strict decoder
/// does. The error is the decoder's.
fn shape(kind: &Kind, map: &Map<String, Value>) -> Result<(ObjectParts, Vec<String>), String> {
    if !kind.custom {
        check_type(kind, map)?;
    }
    // A custom resource's metadata is decoded by itself, that of a built-in kind with the whole.
    let whole = if kind.custom { "" } else { &*kind.kind };
    let mut parts = Object::from_parts(map).map_err(|fault| decode_error(&fault, whole))?;
    let mut unknown = std::mem::take(&mut parts.unknown);
    if kind.custom {
        shape_custom(kind, &mut parts.object, &mut unknown);
    } else {
        parts.object.types = kind.types();
        built_in::shape(kind, &mut parts.object, &mut unknown)?;
        sort_texts(&mut unknown);
    }
    Ok((parts, named(&unknown, UNKNOWN)))
}

fn shape_custom(kind: &Kind, object: &mut Object, unknown: &mut Vec<String>) {
    let (group, version) = group_version(&object.types.api_version);
    if group == &*kind.group && object.types.kind == kind.kind {
        // A version that is not served has no schema, so nothing of it is known.
        let schema = if version == &*kind.version { &kind.schema } else { &Schema::default() };
        unknown.extend(fit(&mut object.body, schema));
    }
}

/// Drops what a schema does not know and fills in what it has defaults for; the paths of what was dropped.
#[inline(never)]
fn fit(body: &mut Map<String, Value>, schema: &Schema) -> Vec<String> {
    let unknown = prune(body, schema);
    remove_nulls(body, schema);
    fill_defaults(body, schema);
    unknown
}

/// Whether the server's scheme has a type of this version and kind. Those that people know are enough.
fn is_registered(version: &str, kind: &str) -> bool {
    let kinds: &[&str] = match version {
        "v1" => {
            &["ConfigMap", "Endpoints", "Event", "Namespace", "Node", "PersistentVolumeClaim", "Pod", "Secret", "Service", "ServiceAccount"]
        }
        "apps/v1" => &["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"],
        "batch/v1" => &["CronJob", "Job"],
        "coordination.k8s.io/v1" => &["Lease"],
        _ => &[],
    };
    kinds.contains(&kind.strip_suffix("List").unwrap_or(kind))
}

/// Reads what was stored while the schema was another one: what it does not know is dropped, what it fills in is there.
///
/// Models `customresource_handler.go` `crdConversionRESTOptionsGetter`.
pub(crate) fn reread(kind: &Kind, object: &mut Object) {
    object.types = kind.types();
    fit(&mut object.body, &kind.schema);
}

/// Refuses an object that says it is of another type than its built-in kind.
fn check_type(kind: &Kind, map: &Map<String, Value>) -> Result<(), String> {
    let said = |name: &str, own| Some(text_in(map, name)).filter(|said| !said.is_empty()).unwrap_or(own);
    let (version, name) = (said("apiVersion", &*kind.api_version), said("kind", &*kind.kind));
    if version == &*kind.api_version && name == &*kind.kind {
        return Ok(());
    }
    if is_registered(version, name) && !kind.is("CustomResourceDefinition") {
        let (group, version) = (kind.group.split('.').next().unwrap_or(""), behind_last(version, b'/'));
        let package = if group.is_empty() { "core" } else { group };
        return Err(format!("converting ({version}.{name}) to ({package}.{}): unknown conversion", kind.kind));
    }
    Err(unregistered(name, version, "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"))
}

#[cold]
#[inline(never)]
fn unregistered(kind: &str, version: &str, scheme: &str) -> String {
    format!("no kind {} is registered for version {} in scheme \"{scheme}\"", quoted(kind), quoted(version))
}

/// The decoder's words; `whole` is what is decoded with the metadata, if something is.
fn decode_error(fault: &MetadataFault, whole: &str) -> String {
    match fault {
        MetadataFault::Time { text } => {
            let shown = quoted(text);
            format!("parsing time {shown} as \"2006-01-02T15:04:05Z07:00\": cannot parse {shown} as \"2006\"")
        }
        MetadataFault::Type { owner, path, found, wanted } => {
            let owner = if owner.is_empty() { whole } else { owner };
            let path = if whole.is_empty() { path.strip_prefix("metadata.").unwrap_or(path) } else { path };
            cannot_set(found, owner, path, wanted)
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
