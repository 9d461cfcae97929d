//! Whether an object keeps to its schema.
//!
//! Models `kube-openapi/pkg/validation/validate` as `apiextensions-apiserver/pkg/apiserver/validation/validation.go` uses
//! it, and `apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go`.

use std::cmp::Ordering;
use std::sync::Arc;

use serde_json::{Map, Number, Value};

use super::{ListType, Schema, SchemaType, enter, enter_list, items};
use crate::cluster::fault::{Faults, FieldFault};
use crate::cluster::status::quoted;
use crate::object::text::joined;
use crate::object::{Record, Timestamp, canonical_text};
use crate::persist::Set;

/// The faults of a value. `prefix` is where it stands in the object; the messages name paths from the value on. What
/// is unchanged against `old` is not looked at, so that an object does not suffer from rules that came later.
pub(crate) fn validate(value: &Value, old: Option<&Value>, schema: &Schema, prefix: &str) -> Vec<FieldFault> {
    let mut checker = Checker { prefix, faults: Vec::new() };
    checker.value(value, old, schema, &mut String::new());
    checker.faults
}

/// The same for a whole object without its metadata.
pub(crate) fn validate_object(map: &Map<String, Value>, old: Option<&Map<String, Value>>, schema: &Schema) -> Vec<FieldFault> {
    let mut checker = Checker { prefix: "", faults: Vec::new() };
    checker.object(map, old, schema, &mut String::new());
    checker.faults
}

struct Checker<'a> {
    prefix: &'a str,
    faults: Vec<FieldFault>,
}

impl Checker<'_> {
    fn field(&self, path: &str) -> String {
        match (self.prefix, path) {
            ("", path) => path.to_string(),
            (prefix, "") => prefix.to_string(),
            (prefix, path) => format!("{prefix}.{path}"),
        }
    }

    fn invalid(&mut self, path: &str, value: &Value, rule: &str) {
        let field = self.field(path);
        self.faults.invalid(&field, value, &format!("{path} in body {rule}"));
    }

    fn wrong_type(&mut self, path: &str, found: &str, wanted: &str) {
        let field = self.field(path);
        self.faults.wrong_type(&field, found, &format!("{path} in body must be of type {wanted}: {}", quoted(found)));
    }

    fn value(&mut self, value: &Value, old: Option<&Value>, schema: &Schema, path: &mut String) {
        if old == Some(value) || (value.is_null() && schema.nullable) {
            return;
        }
        self.type_of(value, schema, path);
        self.rules(value, schema, path);
        match value {
            Value::Object(map) => self.object(map, old.and_then(Value::as_object), schema, path),
            Value::Array(items) => self.items(items, old, schema, path),
            _ => {}
        }
    }

    fn type_of(&mut self, value: &Value, schema: &Schema, path: &str) {
        let found = json_type(value);
        let fits = match schema.kind {
            _ if schema.int_or_string => matches!(found, "integer" | "string"),
            None => true,
            Some(SchemaType::Number) => matches!(found, "integer" | "number"),
            Some(kind) => kind.name() == found,
        };
        if !fits {
            let wanted = schema.kind.map_or("integer,string", SchemaType::name);
            self.wrong_type(path, found, wanted);
        }
        let Value::Number(number) = value else { return };
        let in_range = match number.as_i64() {
            _ if schema.kind != Some(SchemaType::Integer) => true,
            Some(number) => schema.format != "int32" || i32::try_from(number).is_ok(),
            None => false,
        };
        if !in_range {
            let format = if schema.format.is_empty() { "(default format)" } else { &format!("with format {}", schema.format) };
            let detail = format!("Checked value must be of type integer {format} in {path}");
            self.faults.invalid_text("<nil>", "", &detail);
        }
    }

    fn rules(&mut self, value: &Value, schema: &Schema, path: &str) {
        match value {
            Value::Number(_) => self.number(value, schema, path),
            Value::String(text) => self.text(text, value, schema, path),
            Value::Array(items) => {
                self.at_least(items.len(), schema.limit("minItems"), ["have", "items"], value, path);
                self.at_most(items.len(), schema.limit("maxItems"), path);
            }
            Value::Null | Value::Bool(_) | Value::Object(_) => {}
        }
        if let Some(Value::Array(allowed)) = schema.rules.get("enum")
            && !allowed.contains(value)
        {
            let shown = |allowed: &Value| quoted(&allowed.as_str().map_or_else(|| canonical_text(allowed), str::to_string));
            let allowed = joined(allowed.iter().map(shown), ", ");
            let field = self.field(path);
            self.faults.not_supported(&field, value, &allowed);
        }
    }

    fn number(&mut self, value: &Value, schema: &Schema, path: &str) {
        for (bound, exclusive, kept, word) in
            &[("minimum", "exclusiveMinimum", Ordering::Greater, "greater"), ("maximum", "exclusiveMaximum", Ordering::Less, "less")]
        {
            let Some(limit) = schema.rules.get(*bound) else { continue };
            let or_equal = schema.rules.get(*exclusive) != Some(&Value::Bool(true));
            if compare(value, limit).is_some_and(|order| order != *kept && !(or_equal && order.is_eq())) {
                let or_equal = if or_equal { " or equal to" } else { "" };
                self.invalid(path, value, &format!("should be {word} than{or_equal} {}", canonical_text(limit)));
            }
        }
        let step = schema.rules.get("multipleOf").and_then(Value::as_f64).filter(|step| *step > 0.0);
        if let (Some(number), Some(step)) = (value.as_f64(), step)
            && (number / step).fract() != 0.0
        {
            self.invalid(
                path,
                value,
                &format!("should be a multiple of {}", canonical_text(&Number::from_f64(step).map(Value::Number).unwrap_or_default())),
            );
        }
    }

    fn text(&mut self, text: &str, value: &Value, schema: &Schema, path: &str) {
        let mut length = 0;
        for byte in text.bytes() {
            // A character has one byte that does not go on with another.
            length += usize::from(byte & 0xc0 != 0x80);
        }
        // Length and pattern are one validator, which stops at the first fault.
        if let Some(limit) = schema.limit("maxLength").and_then(|limit| usize::try_from(limit).ok()).filter(|limit| length > *limit) {
            let field = self.field(path);
            self.faults.too_long(&field, limit);
        } else if self.at_least(length, schema.limit("minLength"), ["be", "chars long"], value, path)
            && let Some(pattern) = schema.pattern.as_ref().filter(|pattern| !pattern.is_match(text))
        {
            self.invalid(path, value, &format!("should match '{}'", pattern.text));
        }
        if schema.format == "date-time" && Timestamp::parse(&text.to_ascii_uppercase()).is_none() {
            self.wrong_type(path, text, "date-time");
        }
    }

    /// Whether there are as many as there must be.
    fn at_least(&mut self, count: usize, limit: Option<u64>, [verb, what]: [&str; 2], value: &Value, path: &str) -> bool {
        let limit = limit.filter(|limit| (count as u64) < *limit);
        if let Some(limit) = limit {
            self.invalid(path, value, &format!("should {verb} at least {limit} {what}"));
        }
        limit.is_none()
    }

    fn at_most(&mut self, count: usize, limit: Option<u64>, path: &str) {
        if let Some(limit) = limit.filter(|limit| count as u64 > *limit) {
            let field = self.field(path);
            self.faults.too_many(&field, count, limit);
        }
    }

    fn object(&mut self, map: &Map<String, Value>, old: Option<&Map<String, Value>>, schema: &Schema, path: &mut String) {
        let count = map.len();
        let missed = schema.limit("minProperties").filter(|limit| (count as u64) < *limit);
        if missed.is_some() {
            self.at_least(count, missed, ["have", "properties"], &Value::Object(map.clone()), path);
        }
        self.at_most(count, schema.limit("maxProperties"), path);
        for name in items(schema.rules.get("required")) {
            if let Some(name) = name.as_str().filter(|name| !map.contains_key(*name)) {
                let field = self.field(&join(path, name));
                self.faults.required(&field, "");
            }
        }
        for (key, value) in map {
            let Some(below) = schema.field(key) else { continue };
            let start = enter(path, key);
            let before = old.and_then(|old| old.get(key)).filter(|_| !schema.atomic_map);
            self.value(value, before, below, path);
            path.truncate(start);
        }
    }

    fn items(&mut self, items: &[Value], old: Option<&Value>, schema: &Schema, path: &mut String) {
        let Some(below) = &schema.items else { return };
        let older = old.and_then(Value::as_array);
        for (index, item) in items.iter().enumerate() {
            // Only the elements of a keyed list can be told to be the same as before.
            let before = match (&schema.list_type, older) {
                (ListType::Map(keys), Some(older)) => {
                    older.iter().find(|candidate| keys.iter().all(|key| candidate.get(key) == item.get(key)))
                }
                _ => None,
            };
            let start = enter_list(path, index);
            self.value(item, before, below, path);
            path.truncate(start);
        }
    }
}

/// The elements that stand twice in a list that is a set or a map.
pub(crate) fn duplicates(map: &Map<String, Value>, schema: &Schema) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    duplicate_fields(map, schema, "", &mut faults);
    faults
}

fn duplicate_fields(map: &Map<String, Value>, schema: &Schema, path: &str, faults: &mut Vec<FieldFault>) {
    for (key, value) in map {
        if let Some(below) = schema.field(key).filter(|_| value.is_array() || value.is_object()) {
            find_duplicates(value, below, &join(path, key), faults);
        }
    }
}

fn find_duplicates(value: &Value, schema: &Schema, path: &str, faults: &mut Vec<FieldFault>) {
    match value {
        Value::Object(map) => duplicate_fields(map, schema, path, faults),
        Value::Array(items) => {
            let mut seen: Set<Arc<str>> = Set::new();
            for (index, item) in items.iter().enumerate() {
                let identity = match &schema.list_type {
                    ListType::Atomic => None,
                    ListType::Set => Some(item.clone()),
                    ListType::Map(keys) => {
                        let mut named = Record::default();
                        for key in keys {
                            named.put_some(key, item.get(key).cloned());
                        }
                        Some(named.end())
                    }
                };
                if let Some(identity) = identity
                    && seen.insert(canonical_text(&identity).into(), ()).is_some()
                {
                    faults.duplicate(&format!("{path}[{index}]"), &identity);
                }
                if let Some(below) = &schema.items {
                    find_duplicates(item, below, &format!("{path}[{index}]"), faults);
                }
            }
        }
        _ => {}
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    match (left.as_i64(), right.as_i64()) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn faults(schema: &Value, value: &Value, old: Option<&Value>) -> Vec<String> {
        let schema = Schema::parse(&json!({"type": "object", "properties": {"f": schema}}), "").unwrap();
        let old = old.map(|old| json!({"f": old}));
        validate(&json!({"f": value}), old.as_ref(), &schema, "")
            .into_iter()
            .map(|fault| format!("{}: {}", fault.field, fault.body))
            .collect()
    }

    #[test]
    fn each_rule_has_its_message() {
        for (schema, value, expected) in [
            (json!({"type": "integer", "minimum": 1}), json!(0), "f: Invalid value: 0: f in body should be greater than or equal to 1"),
            (
                json!({"type": "integer", "maximum": 1, "exclusiveMaximum": true}),
                json!(1),
                "f: Invalid value: 1: f in body should be less than 1",
            ),
            (json!({"type": "number", "multipleOf": 0.5}), json!(0.7), "f: Invalid value: 0.7: f in body should be a multiple of 0.5"),
            (json!({"type": "string", "minLength": 2}), json!("a"), "f: Invalid value: \"a\": f in body should be at least 2 chars long"),
            (json!({"type": "string", "pattern": "^b"}), json!("a"), "f: Invalid value: \"a\": f in body should match '^b'"),
            (
                json!({"type": "string", "format": "date-time"}),
                json!("soon"),
                "f: Invalid value: \"soon\": f in body must be of type date-time: \"soon\"",
            ),
            (
                json!({"type": "array", "minItems": 1, "items": {"type": "string"}}),
                json!([]),
                "f: Invalid value: []: f in body should have at least 1 items",
            ),
            (json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}), json!({}), "f.a: Required value"),
            (
                json!({"type": "string", "nullable": false}),
                json!(null),
                "f: Invalid value: \"null\": f in body must be of type string: \"null\"",
            ),
        ] {
            assert_eq!(faults(&schema, &value, None), [expected], "{schema} {value}");
            assert_eq!(faults(&schema, &value, Some(&value)), Vec::<String>::new());
        }
    }

    #[test]
    fn what_is_as_it_was_is_let_be() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "maximum": 1}, "b": {"type": "integer"}}});
        assert!(faults(&schema, &json!({"a": 5, "b": 2}), Some(&json!({"a": 5, "b": 1}))).is_empty());
        assert_eq!(faults(&schema, &json!({"a": 6, "b": 2}), Some(&json!({"a": 5, "b": 1}))).len(), 1);
    }
}
