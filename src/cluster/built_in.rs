//! The built-in kinds: what their strategies fill in and demand.
//!
//! Models `kubernetes/pkg/apis/core/validation/validation.go` and `pkg/registry/core/{configmap,secret,namespace}`.

use serde_json::{Map, Value};

use super::kind::Kind;
use super::namespace_rules;
use super::status::{FieldFault, Refusal, Status};
use super::validation::{self, NameRule, config_key_faults};
use super::{base64, definition, go_type};
use crate::object::{Object, Record};

/// The data of a `ConfigMap` or `Secret` together, in bytes.
const MAX_SIZE: usize = 1024 * 1024;

/// Makes of a body what a trip through the Go type makes of it: unknown fields go (their names to `unknown`), what is
/// null or empty too, defaults come. The error is the decoder's.
pub(crate) fn shape(kind: &Kind, object: &mut Object, unknown: &mut Vec<String>) -> Result<(), String> {
    let sent = std::mem::take(&mut object.body);
    let mut body = go_type::fields(&kind.schema, sent, &mut go_type::Place::default(), unknown)?;
    let name = &object.metadata.name;
    match &*kind.kind {
        "Secret" => {
            if let Some(Value::Object(texts)) = body.remove("stringData") {
                let data = body.entry("data").or_insert_with(|| Value::Object(Map::new()));
                for (key, text) in texts {
                    data[key] = Value::String(base64::encode(text.as_str().unwrap_or("").as_bytes()));
                }
            }
            if !body.contains_key("type") {
                body.insert("type".to_string(), Value::String("Opaque".to_string()));
            }
        }
        "CustomResourceDefinition" => {
            if let Some(Value::Object(spec)) = body.get_mut("spec") {
                definition::fill_defaults(spec);
            }
        }
        "Namespace" if !name.is_empty() => {
            object.metadata.labels.insert("kubernetes.io/metadata.name".to_string(), name.clone());
        }
        _ => {}
    }
    object.body = body;
    Ok(())
}

/// The body of an object of this kind in which nothing is set.
pub(crate) fn zero(kind: &Kind) -> Map<String, Value> {
    if kind.custom {
        return Map::new();
    }
    let zero = go_type::fields(&kind.schema, Map::new(), &mut go_type::Place::default(), &mut Vec::new());
    zero.unwrap_or_default()
}

/// Fills in what the strategy sets at creation.
pub(crate) fn prepare_for_create(kind: &Kind, object: &mut Object) {
    if kind.is("CustomResourceDefinition") {
        definition::prepare_for_create(object);
    }
    if &*kind.kind == "Namespace" {
        let mut status = Record::default();
        status.text("phase", "Active");
        let mut finalizers = namespace_rules::spec_finalizers(object);
        let mut spec = Record::of(object.body.remove("spec").unwrap_or_default());
        if !finalizers.iter().any(|name| name == "kubernetes") {
            finalizers.push("kubernetes".to_string());
        }
        spec.texts("finalizers", &finalizers);
        object.body.insert("status".to_string(), status.end());
        object.body.insert("spec".to_string(), spec.end());
    }
}

/// Whether a write that does not say from which state it was made is taken.
///
/// Models the strategies' `AllowUnconditionalUpdate`.
pub(crate) fn takes_unconditional_updates(kind: &Kind) -> bool {
    !kind.custom && !kind.is("Lease") && !kind.is("CustomResourceDefinition")
}

/// Whether a replace creates what is not there.
///
/// Models the strategies' `AllowCreateOnUpdate`.
pub(crate) fn is_created_by_update(kind: &Kind) -> bool {
    kind.is("Lease") || kind.is("Event")
}

/// What a strategy says of a new object.
pub(crate) fn validate(kind: &Kind, object: &Object) -> Result<Vec<FieldFault>, Refusal> {
    let rule = match &*kind.kind {
        "Namespace" => NameRule::Label,
        "Event" => NameRule::PathSegment,
        _ => NameRule::Subdomain,
    };
    let mut faults = validation::metadata(&object.metadata, kind.namespaced, rule);
    // Only the core group's own validation looks at the names of finalizers once more.
    if kind.group.is_empty() && !kind.is("Event") {
        faults.extend(validation::standard_finalizers(&object.metadata.finalizers));
    }
    match &*kind.kind {
        "ConfigMap" => bags(object, &["data", "binaryData"], "", &mut faults),
        "Secret" => {
            bags(object, &["data"], "data", &mut faults);
            if let Some(special) = object.at(&["type"]).and_then(Value::as_str).filter(|name| holds(name, "kubernetes.io/")) {
                return Err(Status::not_implemented(&format!("secrets of type {special}")));
            }
        }
        "CustomResourceDefinition" => faults.extend(definition::validate(object)?),
        "Event" => faults.extend(event_namespace(object)),
        "Lease" => {
            for (field, least, rule) in
                [("leaseDurationSeconds", 1, "must be greater than 0"), ("leaseTransitions", 0, "must be greater than or equal to 0")]
            {
                if let Some(number) = object.at(&["spec", field]).filter(|number| number.as_i64().is_some_and(|number| number < least)) {
                    faults.push(FieldFault::invalid(format!("spec.{field}"), number, rule));
                }
            }
        }
        "Namespace" => namespace_rules::spec_faults(object, &mut faults),
        _ => {}
    }
    Ok(faults)
}

/// An event lies where the object is that it tells of.
///
/// Models `pkg/apis/core/validation/events.go` `legacyValidateEvent`.
fn event_namespace(event: &Object) -> Option<FieldFault> {
    let own = event.metadata.namespace.as_deref().unwrap_or("");
    let involved = event.at(&["involvedObject", "namespace"]).and_then(Value::as_str).unwrap_or("");
    let agrees = if involved.is_empty() { own.is_empty() || own == "default" } else { own == involved };
    (!agrees).then(|| FieldFault::invalid_text("involvedObject.namespace", involved, "does not match event.namespace"))
}

/// Whether a text holds another: a walk, since the library's search is large and the texts are short.
fn holds(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window == part.as_bytes())
}

fn bags(object: &Object, names: &[&str], size_at: &str, faults: &mut Vec<FieldFault>) {
    let bag = |name: &str| object.at(&[name]).and_then(Value::as_object);
    let mut size = 0;
    for name in names {
        for (key, value) in bag(name).into_iter().flatten() {
            let field = format!("{name}[{key}]");
            validation::refuse(faults, &field, key, &config_key_faults(key));
            if *name == "data" && names.len() > 1 && bag("binaryData").is_some_and(|other| other.contains_key(key)) {
                faults.push(FieldFault::invalid_text(field, key, "duplicate of key present in binaryData"));
            }
            let text = value.as_str().unwrap_or("");
            let plain = *name == "data" && names.len() > 1;
            size += if plain { text.len() } else { text.trim_end_matches('=').len() * 3 / 4 };
        }
    }
    if size > MAX_SIZE {
        faults.push(FieldFault::too_long(size_at, MAX_SIZE));
    }
}

/// What a strategy says of a change.
pub(crate) fn validate_update(kind: &Kind, new: &Object, old: &Object) -> Result<Vec<FieldFault>, Refusal> {
    const IMMUTABLE: &str = "field is immutable when `immutable` is set";
    let mut faults = validation::metadata_update(&new.metadata, &old.metadata);
    if &*kind.kind == "Secret" && new.at(&["type"]) != old.at(&["type"]) {
        faults.push(FieldFault::invalid("type", new.at(&["type"]).unwrap_or(&Value::Null), "field is immutable"));
    }
    if old.at(&["immutable"]) == Some(&Value::Bool(true)) {
        if new.at(&["immutable"]) != Some(&Value::Bool(true)) {
            faults.push(FieldFault::forbidden("immutable", IMMUTABLE));
        }
        let changed = ["data", "binaryData"].into_iter().filter(|bag| new.at(&[bag]) != old.at(&[bag]));
        faults.extend(changed.map(|bag| FieldFault::forbidden(bag, IMMUTABLE)));
    }
    faults.extend(validate(kind, new)?);
    if kind.is("CustomResourceDefinition") {
        faults.extend(definition::update_faults(new, old));
    }
    Ok(faults)
}
