//! The built-in kinds: what their strategies fill in and demand.
//!
//! Models `kubernetes/pkg/apis/core/validation/validation.go` and `pkg/registry/core/{configmap,secret,namespace}`.

use serde_json::{Map, Value};

use super::fault::{Faults, FieldFault};
use super::kind::Kind;
use super::namespace_rules;
use super::status::Refusal;
use super::validation::{self, NameRule, config_key_faults};
use super::{base64, decode, definition, go_type};
use crate::object::json::parse;
use crate::object::text::lossy;
use crate::object::{Object, Record, remove};

/// The data of a `ConfigMap` or `Secret` together, in bytes.
const MAX_SIZE: usize = 1024 * 1024;

/// Makes of a body what a trip through the Go type makes of it: unknown fields go (their names to `unknown`), what is
/// null or empty too, defaults come. The error is the decoder's.
pub(crate) fn shape(kind: &Kind, object: &mut Object, unknown: &mut Vec<String>) -> Result<(), String> {
    let sent = std::mem::take(&mut object.body);
    let mut body = go_type::fields(&kind.schema, sent, &mut go_type::Place::default(), unknown)?;
    match &*kind.kind {
        "Secret" => {
            if let Some(Value::Object(texts)) = remove(&mut body, "stringData") {
                let mut data = Record::of(remove(&mut body, "data").unwrap_or_default());
                for (key, text) in &texts {
                    data.text(key, &base64::STANDARD.encode(text.as_str().unwrap_or("").as_bytes()));
                }
                body.insert("data".to_string(), data.end());
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
        _ => {}
    }
    namespace_rules::label(kind, &mut object.metadata);
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
    if let Some(Value::Object(spec)) = object.body.get_mut("spec").filter(|_| kind.is("Lease")) {
        // The feature that needs these is off.
        remove(spec, "strategy");
        remove(spec, "preferredHolder");
    }
    if &*kind.kind == "Namespace" {
        let mut status = Record::default();
        status.text("phase", "Active");
        let mut finalizers = namespace_rules::spec_finalizers(object);
        let mut spec = Record::of(remove(&mut object.body, "spec").unwrap_or_default());
        if !finalizers.iter().any(|name| name == "kubernetes") {
            finalizers.push("kubernetes".to_string());
        }
        spec.texts("finalizers", &finalizers);
        object.set("status", status.end());
        object.set("spec", spec.end());
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
    let mut faults = event_faults(kind, object);
    if !faults.is_empty() {
        return Ok(faults);
    }
    faults.also(validation::metadata(&object.metadata, kind.namespaced, rule));
    // Only the core group's own validation looks at the names of finalizers once more.
    if kind.group.is_empty() && !kind.is("Event") {
        faults.also(validation::standard_finalizers(&object.metadata.finalizers));
    }
    match &*kind.kind {
        "ConfigMap" => bags(object, &["data", "binaryData"], "", &mut faults),
        "Secret" => {
            bags(object, &["data"], "data", &mut faults);
            special_secret(object, &mut faults);
        }
        "CustomResourceDefinition" => faults.also(definition::validate(object)?),
        "Lease" => {
            for (field, least, rule) in
                &[("leaseDurationSeconds", 1, "must be greater than 0"), ("leaseTransitions", 0, "must be greater than or equal to 0")]
            {
                if let Some(number) = object.at(&["spec", field]).filter(|number| number.as_i64().is_some_and(|number| number < *least)) {
                    faults.invalid(&format!("spec.{field}"), number, rule);
                }
            }
        }
        "Namespace" => namespace_rules::spec_faults(object, &mut faults),
        _ => {}
    }
    Ok(faults)
}

/// An event lies where the object is that it tells of; one with a time of its own says who reports what.
///
/// Models `pkg/apis/core/validation/events.go` `legacyValidateEvent`.
fn event_faults(kind: &Kind, event: &Object) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    if !kind.is("Event") {
        return faults;
    }
    let text = |path: &[&str]| event.text_at(path);
    let own = event.metadata.namespace.as_deref().unwrap_or("");
    let involved = text(&["involvedObject", "namespace"]);
    let timed = !text(&["eventTime"]).is_empty();
    let agrees = match involved {
        "" => own == "default" || (timed && own == "kube-system"),
        other => timed || own == other,
    };
    if !agrees {
        faults.invalid_text("involvedObject.namespace", involved, "does not match event.namespace");
    }
    if timed {
        let reporter = text(&["reportingComponent"]);
        if reporter.is_empty() {
            faults.required("reportingController", "");
        }
        validation::refuse(&mut faults, "reportingController", reporter, &validation::qualified_name_faults(reporter));
        for (field, limit) in &[("reportingInstance", 128), ("action", 128), ("reason", 128), ("message", 1024)] {
            match text(&[field]).len() {
                0 if *field != "message" => faults.required(field, ""),
                length if length > *limit => {
                    faults.invalid_text(field, "", &format!("can have at most {limit} characters"));
                }
                _ => {}
            }
        }
    }
    faults
}

/// What a type of Kubernetes' own demands of a secret.
///
/// Models `pkg/apis/core/validation/validation.go` `ValidateSecret`.
fn special_secret(secret: &Object, faults: &mut Vec<FieldFault>) {
    const ACCOUNT: &str = "kubernetes.io/service-account.name";
    let datum = |key: &str| secret.at(&["data", key]).and_then(Value::as_str);
    let needed: &[&str] = match secret.text_at(&["type"]) {
        "kubernetes.io/service-account-token" => {
            if secret.metadata.annotations.get(ACCOUNT).is_none_or(String::is_empty) {
                faults.required(&format!("metadata.annotations[{ACCOUNT}]"), "");
            }
            &[]
        }
        // One of the two is enough.
        "kubernetes.io/basic-auth" if datum("username").or(datum("password")).is_none() => &["username", "password"],
        "kubernetes.io/ssh-auth" => &["ssh-privatekey"],
        "kubernetes.io/tls" => &["tls.crt", "tls.key"],
        "kubernetes.io/dockercfg" => &[".dockercfg"],
        "kubernetes.io/dockerconfigjson" => &[".dockerconfigjson"],
        _ => &[],
    };
    for key in needed {
        let field = format!("data[{key}]");
        if datum(key).is_none_or(|text| text.is_empty() && *key == "ssh-privatekey") {
            faults.required(&field, "");
        } else if key.starts_with(".docker")
            && let Some(wrong) = no_map(datum(key).unwrap_or(""))
        {
            faults.invalid_text(&field, "<secret contents redacted>", &wrong);
        }
    }
}

/// Why a text in Base64 is no map in JSON.
fn no_map(text: &str) -> Option<String> {
    let text = base64::STANDARD.decode(text).unwrap_or_default();
    match parse(&lossy(&text), &mut Vec::new()) {
        Ok(Value::Object(_) | Value::Null) => None,
        Ok(other) => Some(decode::cannot(&other, decode::ANY_MAP)),
        Err(wrong) => Some(wrong),
    }
}

/// What a strategy warns of. A certificate is not looked into.
///
/// Models `pkg/registry/core/secret/strategy.go` `warningsForSecret`.
pub(crate) fn warning(kind: &Kind, object: &Object) -> Option<String> {
    if !kind.is("Secret") || object.text_at(&["type"]) != "kubernetes.io/tls" {
        return None;
    }
    let certificate = base64::STANDARD.decode(object.at(&["data", "tls.crt"])?.as_str()?).unwrap_or_default();
    let begins = certificate.windows(10).any(|part| part == b"-----BEGIN");
    (!begins).then(|| "tls: failed to find any PEM data in certificate input".to_string())
}

fn bags(object: &Object, names: &[&str], size_at: &str, faults: &mut Vec<FieldFault>) {
    let bag = |name: &str| object.at(&[name]).and_then(Value::as_object);
    let mut size = 0;
    for name in names {
        for (key, value) in bag(name).into_iter().flatten() {
            let field = format!("{name}[{key}]");
            validation::refuse(faults, &field, key, &config_key_faults(key));
            if *name == "data" && names.len() > 1 && bag("binaryData").is_some_and(|other| other.contains_key(key)) {
                faults.invalid_text(&field, key, "duplicate of key present in binaryData");
            }
            let text = value.as_str().unwrap_or("");
            let plain = *name == "data" && names.len() > 1;
            size += if plain { text.len() } else { text.trim_end_matches('=').len() * 3 / 4 };
        }
    }
    if size > MAX_SIZE {
        faults.too_long(size_at, MAX_SIZE);
    }
}

/// What a strategy says of a change.
pub(crate) fn validate_update(kind: &Kind, new: &Object, old: &Object) -> Result<Vec<FieldFault>, Refusal> {
    const IMMUTABLE: &str = "field is immutable when `immutable` is set";
    if kind.is("Event") {
        return Ok(event_faults(kind, new));
    }
    let mut faults = validation::metadata_update(&new.metadata, &old.metadata);
    if &*kind.kind == "Secret" && new.at(&["type"]) != old.at(&["type"]) {
        faults.invalid("type", new.at(&["type"]).unwrap_or(&Value::Null), "field is immutable");
    }
    if old.at(&["immutable"]) == Some(&Value::Bool(true)) {
        if new.at(&["immutable"]) != Some(&Value::Bool(true)) {
            faults.forbidden("immutable", IMMUTABLE);
        }
        for bag in &["data", "binaryData"] {
            if new.at(&[bag]) != old.at(&[bag]) {
                faults.forbidden(bag, IMMUTABLE);
            }
        }
    }
    faults.also(validate(kind, new)?);
    if kind.is("CustomResourceDefinition") {
        faults.also(definition::update_faults(new, old));
    }
    Ok(faults)
}
