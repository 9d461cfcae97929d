//! `ConfigMap`, `Secret` and `Namespace`: what their Go types read and what their strategies demand.
//!
//! Models `kubernetes/pkg/apis/core/validation/validation.go` and `pkg/registry/core/{configmap,secret,namespace}`.

use serde_json::{Map, Value, json};

use super::kind::Kind;
use super::namespace_rules;
use super::status::{FieldFault, Refusal, Status};
use super::validation::{self, NameRule, config_key_faults};
use crate::object::{Object, json_kind, retain};

/// The data of a `ConfigMap` or `Secret` together, in bytes.
const MAX_SIZE: usize = 1024 * 1024;

/// Makes of a body what a trip through the Go type makes of it: unknown fields go (their names to `unknown`), what is
/// null or empty too, defaults come. The error is the decoder's.
pub(crate) fn shape(kind: &Kind, object: &mut Object, unknown: &mut Vec<String>) -> Result<(), String> {
    let sent = std::mem::take(&mut object.body);
    let body = &mut object.body;
    let secret = &*kind.kind == "Secret";
    for (key, value) in sent {
        match (&*kind.kind, key.as_str()) {
            ("ConfigMap" | "Secret" | "Namespace", _) if value.is_null() && kind.schema.properties.contains_key(&key) => {}
            ("ConfigMap" | "Secret", "immutable") => match value {
                Value::Bool(_) => drop(body.insert(key, value)),
                other => return Err(wrong(kind, &key, &other, "bool")),
            },
            ("ConfigMap", "data") | ("Secret", "stringData") => {
                drop(body.insert(key.clone(), Value::Object(strings(kind, &key, value, "map[string]string")?)));
            }
            ("ConfigMap", "binaryData") | ("Secret", "data") => {
                let mut strings = strings(kind, &key, value, "map[string][]uint8")?;
                for text in strings.values_mut() {
                    *text = Value::String(to_base64(&from_base64(text.as_str().unwrap_or(""))?));
                }
                body.insert(key, Value::Object(strings));
            }
            ("Secret", "type") => match value {
                Value::String(_) => drop(body.insert(key, value)),
                other => return Err(wrong(kind, &key, &other, "v1.SecretType")),
            },
            ("Namespace", "spec" | "status") => {
                let shaped = namespace_rules::shape(&key, value, unknown)?;
                body.insert(key, shaped);
            }
            _ => unknown.push(key),
        }
    }
    if secret {
        if let Some(Value::Object(texts)) = body.remove("stringData") {
            let data = body.entry("data").or_insert_with(|| Value::Object(Map::new()));
            for (key, text) in texts {
                data[key] = Value::String(to_base64(text.as_str().unwrap_or("").as_bytes()));
            }
        }
        if body.get("type").and_then(Value::as_str).is_none_or(str::is_empty) {
            body.insert("type".to_string(), json!("Opaque"));
        }
    }
    retain(body, &mut |_, value| value.as_object().is_none_or(|map| !map.is_empty()));
    if &*kind.kind == "Namespace" && !object.metadata.name.is_empty() {
        object.metadata.labels.insert("kubernetes.io/metadata.name".to_string(), object.metadata.name.clone());
    }
    Ok(())
}

fn strings(kind: &Kind, key: &str, value: Value, wanted: &str) -> Result<Map<String, Value>, String> {
    let element = if wanted == "map[string]string" { "string" } else { "[]uint8" };
    let Value::Object(mut map) = value else { return Err(wrong(kind, key, &value, wanted)) };
    for item in map.values_mut() {
        match item {
            Value::String(_) => {}
            Value::Null => *item = json!(""),
            other => return Err(wrong(kind, key, other, element)),
        }
    }
    Ok(map)
}

fn wrong(kind: &Kind, key: &str, found: &Value, wanted: &str) -> String {
    format!("json: cannot unmarshal {} into Go struct field {}.{key} of type {wanted}", json_kind(found), kind.kind)
}

/// Fills in what the strategy sets at creation.
pub(crate) fn prepare_for_create(kind: &Kind, object: &mut Object) {
    if &*kind.kind == "Namespace" {
        object.body.insert("status".to_string(), json!({"phase": "Active"}));
        let spec = object.body.entry("spec").or_insert_with(|| json!({}));
        let finalizers = spec.get("finalizers").and_then(Value::as_array).cloned().unwrap_or_default();
        if !finalizers.contains(&json!("kubernetes")) {
            spec["finalizers"] = finalizers.into_iter().chain([json!("kubernetes")]).collect();
        }
    }
}

/// What a strategy says of a new object.
pub(crate) fn validate(kind: &Kind, object: &Object) -> Result<Vec<FieldFault>, Refusal> {
    let rule = if &*kind.kind == "Namespace" { NameRule::Label } else { NameRule::Subdomain };
    let mut faults = validation::metadata(&object.metadata, kind.namespaced, rule);
    faults.extend(validation::standard_finalizers(&object.metadata.finalizers));
    match &*kind.kind {
        "ConfigMap" => bags(object, &["data", "binaryData"], "", &mut faults),
        "Secret" => {
            bags(object, &["data"], "data", &mut faults);
            if let Some(special) = object.at(&["type"]).and_then(Value::as_str).filter(|name| holds(name, "kubernetes.io/")) {
                return Err(Status::not_implemented(&format!("secrets of type {special}")));
            }
        }
        "Namespace" => namespace_rules::spec_faults(object, &mut faults),
        _ => {}
    }
    Ok(faults)
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
    Ok(faults)
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = BASE64[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// Models Go `encoding/base64` `StdEncoding`: padded, line ends skipped.
fn from_base64(text: &str) -> Result<Vec<u8>, String> {
    let corrupt = |at: usize| format!("illegal base64 data at input byte {at}");
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut digits, mut padding) = (0_u32, 0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\r' | b'\n' => continue,
            b'=' if (2..4).contains(&digits) => {
                bits <<= 6;
                padding += 1;
            }
            _ if padding > 0 => return Err(corrupt(at)),
            _ => {
                let value = BASE64.iter().position(|digit| *digit == byte).ok_or_else(|| corrupt(at))?;
                bits = bits << 6 | u32::try_from(value).unwrap_or(0);
            }
        }
        digits += 1;
        if digits == 4 {
            bytes.extend(bits.to_be_bytes()[1..].iter().take(3 - padding));
            (bits, digits) = (0, 0);
            if padding > 0 && text.bytes().skip(at + 1).any(|rest| !matches!(rest, b'\r' | b'\n')) {
                return Err(corrupt(at + 1));
            }
        }
    }
    if digits == 0 { Ok(bytes) } else { Err(corrupt(text.len() - digits)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_comes_back_as_it_went() {
        for text in ["", "a", "ab", "abc", "abcd", "\u{ff}\u{0}"] {
            assert_eq!(from_base64(&to_base64(text.as_bytes())).unwrap(), text.as_bytes(), "{text}");
        }
        assert_eq!(to_base64(b"pw"), "cHc=");
        assert_eq!(from_base64("cH\nc=").unwrap(), b"pw");
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["a", "ab", "abc", "=abc", "ab=c", "cHc=x", "a-b_"] {
            assert!(from_base64(text).is_err(), "{text}");
        }
        assert_eq!(from_base64("not base64!").unwrap_err(), "illegal base64 data at input byte 3");
    }
}
