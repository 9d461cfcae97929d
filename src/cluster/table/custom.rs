//! The columns of custom kinds: `additionalPrinterColumns`.
//!
//! Models `apiextensions-apiserver/pkg/registry/customresource/tableconvertor/tableconvertor.go`.

use serde_json::Value;

use super::super::definition::said;
use super::super::kind::Kind;
use super::json_path::Path;
use super::{CREATED, Cells, NAME, age, column};

use crate::object::text::find;
use crate::object::{Object, Timestamp, canonical_text};

pub(super) fn columns(kind: &Kind) -> Vec<Value> {
    let mut columns = vec![column("Name", "string", "name", NAME, 0)];
    if kind.printer_columns.is_empty() {
        columns.push(column("Age", "date", "", CREATED, 0));
    }
    for (defined, _) in &readable(kind) {
        let path = said(defined, "jsonPath");
        let described = said(defined, "description");
        let told = format!("Custom resource definition column (in JSONPath format): {path}");
        let description = if described.is_empty() { &told } else { described };
        let priority = defined.get("priority").and_then(Value::as_i64).unwrap_or(0);
        columns.push(column(said(defined, "name"), said(defined, "type"), said(defined, "format"), description, priority));
    }
    columns
}

pub(super) fn cells(kind: &Kind, object: &Object, now: Timestamp, cells: &mut Cells) {
    cells.text(&object.metadata.name);
    if kind.printer_columns.is_empty() {
        match object.metadata.creation {
            None => cells.put(Value::Null),
            created => cells.age(created, now),
        }
    }
    let columns = readable(kind);
    let whole = if columns.is_empty() { Value::Null } else { object.to_value() };
    for (defined, path) in &columns {
        cells.put(path.first(&whole).map_or(Value::Null, |found| cell(said(defined, "type"), found, now)));
    }
}

/// The columns up to the first whose path is none: the real server goes no further either.
fn readable(kind: &Kind) -> Vec<(&Value, Path)> {
    let mut columns = Vec::new();
    for defined in &kind.printer_columns {
        match Path::parse(said(defined, "jsonPath")) {
            Some(path) => columns.push((defined, path)),
            None => break,
        }
    }
    columns
}

/// A value as a column of this type shows it; null if it is of another.
///
/// Models `cellForJSONValue`.
fn cell(kind: &str, value: &Value, now: Timestamp) -> Value {
    match (kind, value) {
        ("string", Value::Null) => "<no value>".into(),
        ("string", value) => printed(value).into(),
        ("integer", Value::Number(number)) => whole(number),
        ("number", Value::Number(_)) | ("boolean", Value::Bool(_)) => value.clone(),
        ("date", Value::String(text)) => {
            let time = Timestamp::parse(text);
            if time.is_some() || matches!(text.as_str(), "" | "null") { age::since(time, now).into() } else { "<invalid>".into() }
        }
        _ => Value::Null,
    }
}

#[allow(clippy::cast_possible_truncation)] // as Go cuts it
fn whole(number: &serde_json::Number) -> Value {
    number.as_i64().or_else(|| number.as_f64().map(|float| float as i64)).map_or(Value::Null, Value::from)
}

/// Models `client-go/util/jsonpath/jsonpath.go` `PrintResults`: lists and maps as JSON, all else as `fmt.Fprint` does.
fn printed(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_string(),
        Value::String(text) => text.clone(),
        Value::Number(_) => exponential(canonical_text(value)),
        Value::Bool(flag) => flag.to_string(),
        Value::Array(_) | Value::Object(_) => canonical_text(value),
    }
}

/// Go prints `1e-07` where its JSON has `1e-7`.
fn exponential(mut text: String) -> String {
    let exponent = find(&text, "e").map_or(0, |at| text.len() - at);
    if exponent == 3 {
        text.insert(text.len() - 1, '0');
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_shown_as_its_column_has_it() {
        let now = Timestamp::parse("2026-01-01T00:03:20Z").unwrap();
        for (kind, value, shown) in [
            ("string", json!("a"), json!("a")),
            ("string", json!(2), json!("2")),
            ("string", json!(1.5), json!("1.5")),
            ("string", json!(1e21), json!("1e+21")),
            ("string", json!(0.000_000_1), json!("1e-07")),
            ("string", json!({"b": [1, true], "a": null}), json!("{\"a\":null,\"b\":[1,true]}")),
            ("integer", json!(2), json!(2)),
            ("integer", json!(2.9), json!(2)),
            ("integer", json!("2"), json!(null)),
            ("number", json!(1.5), json!(1.5)),
            ("boolean", json!(true), json!(true)),
            ("date", json!("2026-01-01T00:00:00Z"), json!("3m20s")),
            ("date", json!("yesterday"), json!("<invalid>")),
            ("date", json!(""), json!("<unknown>")),
            ("date", json!(5), json!(null)),
        ] {
            assert_eq!(cell(kind, &value, now), shown, "{kind} {value}");
        }
    }
}
