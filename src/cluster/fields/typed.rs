//! A value seen through its kind's schema, and what is wrong with it.
//!
//! Models `structured-merge-diff/typed/{validate,helpers}.go`. Where there is no schema, the
//! type is deduced from the value: maps are granular, lists atomic.

use std::sync::OnceLock;

use serde_json::Value;

use super::compare::{Shape, identity, shape};
use crate::cluster::schema::{ListType, Schema, SchemaType};
use crate::cluster::status::{go_value, quoted};
use crate::object::json::parse_plain;
use crate::object::text::{join, joined};
use crate::object::{PathElement, canonical_text};

/// The schema of what is at some place; the root of an object has `apiVersion`, `kind` and `metadata` beside its own.
#[derive(Clone, Copy)]
pub(crate) struct Type<'a> {
    schema: Option<&'a Schema>,
    root: bool,
}

/// What a map's type says of one of its fields.
pub(super) enum Field<'a> {
    /// It has this name.
    Declared(Type<'a>),
    /// Any name goes.
    Element(Type<'a>),
    Undeclared,
}

impl<'a> Type<'a> {
    /// The type of whole objects.
    pub(crate) fn object(schema: &'a Schema) -> Type<'a> {
        Type { schema: Some(schema), root: true }
    }

    pub(super) fn below(schema: Option<&'a Schema>) -> Type<'a> {
        Type { schema, root: false }
    }

    pub(super) fn field(self, name: &str) -> Field<'a> {
        if self.root
            && let Some(own) = metadata_schema().properties.get(name)
        {
            return Field::Declared(Type::below(Some(own)));
        }
        let Some(schema) = self.schema else { return Field::Element(Type::below(None)) };
        match (schema.properties.get(name), &schema.additional) {
            (Some(declared), _) => Field::Declared(Type::below(Some(declared))),
            (None, Some(any)) => Field::Element(Type::below(Some(any))),
            (None, None) if schema.preserve_unknown || schema.properties.is_empty() => Field::Element(Type::below(None)),
            (None, None) => Field::Undeclared,
        }
    }

    /// The type of a field, whether it is declared or not.
    pub(super) fn value_of(self, name: &str) -> Type<'a> {
        match self.field(name) {
            Field::Declared(below) | Field::Element(below) => below,
            Field::Undeclared => Type::below(None),
        }
    }

    pub(super) fn items(self) -> Type<'a> {
        Type::below(self.schema.and_then(|schema| schema.items.as_deref()))
    }

    pub(super) fn shape(self, value: &Value) -> Shape {
        shape(self.schema, value)
    }

    /// The schema of a list whose elements are told apart.
    pub(super) fn associative(self) -> Option<&'a Schema> {
        self.schema.filter(|schema| schema.list_type != ListType::Atomic)
    }

    pub(super) fn atomic_map(self) -> bool {
        self.schema.is_some_and(|schema| schema.atomic_map)
    }
}

/// `apiVersion`, `kind` and `metadata` of every object.
///
/// Models `apimachinery/pkg/apis/meta/v1/types.go` `ObjectMeta`.
pub(crate) fn metadata_schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| Schema::parse_any(&parse_plain(OBJECT).unwrap_or_default()).unwrap_or_default())
}

const OBJECT: &str = r#"{ "type": "object", "properties": {
  "apiVersion": { "type": "string" },
  "kind": { "type": "string" },
  "metadata": { "type": "object", "properties": {
    "name": { "type": "string" }, "generateName": { "type": "string" }, "namespace": { "type": "string" },
    "uid": { "type": "string" }, "selfLink": { "type": "string" }, "resourceVersion": { "type": "string" },
    "creationTimestamp": { "type": "string" }, "deletionTimestamp": { "type": "string" },
    "generation": { "type": "integer" }, "deletionGracePeriodSeconds": { "type": "integer" },
    "labels": { "type": "object", "additionalProperties": { "type": "string" } },
    "annotations": { "type": "object", "additionalProperties": { "type": "string" } },
    "finalizers": { "type": "array", "items": { "type": "string" }, "x-kubernetes-list-type": "set" },
    "managedFields": { "type": "array", "items": { "type": "object", "x-kubernetes-preserve-unknown-fields": true } },
    "ownerReferences": {
      "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["uid"],
      "items": { "type": "object", "x-kubernetes-map-type": "atomic", "properties": {
        "apiVersion": { "type": "string" }, "kind": { "type": "string" }, "name": { "type": "string" },
        "uid": { "type": "string" }, "controller": { "type": "boolean" }, "blockOwnerDeletion": { "type": "boolean" }
      } }
    }
  } }
} }"#;

/// What is wrong with a value, as the field manager says it; nothing where nothing is.
pub(crate) fn faults(of: Type, value: &Value, duplicates_allowed: bool) -> Option<String> {
    let mut checker = Checker { path: String::new(), faults: Vec::new(), duplicates_allowed };
    checker.check(of, value);
    match checker.faults.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        several => Some(format!("errors:\n  {}", join(several, "\n  "))),
    }
}

struct Checker {
    path: String,
    faults: Vec<String>,
    duplicates_allowed: bool,
}

impl Checker {
    fn fault(&mut self, what: &str) {
        self.faults.push(if self.path.is_empty() { what.to_string() } else { format!("{}: {what}", self.path) });
    }

    fn expected(&mut self, what: &str, got: &Value) {
        self.fault(&["expected ", what, ", got &{", &go_value(got), "}"].concat());
    }

    fn below(&mut self, step: &str, of: Type, value: &Value) {
        let length = self.path.len();
        self.path.push_str(step);
        self.check(of, value);
        self.path.truncate(length);
    }

    fn check(&mut self, of: Type, value: &Value) {
        if value.is_null() {
            return;
        }
        match (of.shape(value), value) {
            (Shape::Scalar, _) => self.scalar(of, value),
            (Shape::List, Value::Array(items)) => self.items(of, items),
            (Shape::List, _) => self.expected("list", value),
            (Shape::Map, Value::Object(map)) => {
                for (name, value) in map {
                    let step = format!(".{name}");
                    match of.field(name) {
                        Field::Declared(below) | Field::Element(below) => self.below(&step, below, value),
                        Field::Undeclared => {
                            let path = format!("{}{step}", self.path);
                            self.faults.push(format!("{path}: field not declared in schema"));
                            // The real one stops at the first that it meets, too.
                            return;
                        }
                    }
                }
            }
            (Shape::Map, _) => self.expected("map", value),
        }
    }

    fn scalar(&mut self, of: Type, value: &Value) {
        let typed = of.schema.filter(|schema| !schema.int_or_string).and_then(|schema| schema.kind);
        match (typed, value) {
            (Some(SchemaType::Integer | SchemaType::Number), Value::Number(_))
            | (Some(SchemaType::String), Value::String(_))
            | (Some(SchemaType::Boolean), Value::Bool(_))
            | (None, Value::Number(_) | Value::String(_) | Value::Bool(_)) => {}
            (Some(SchemaType::Integer | SchemaType::Number), _) => {
                self.fault(&["expected numeric (int or float), got ", go_type(value)].concat());
            }
            (Some(SchemaType::String), _) => {
                self.fault(&["expected string, got &value.valueUnstructured{Value:", &go_syntax(value), "}"].concat());
            }
            (Some(SchemaType::Boolean), _) => self.expected("boolean", value),
            _ => self.expected("any scalar", value),
        }
    }

    fn items(&mut self, of: Type, items: &[Value]) {
        let mut seen: Vec<PathElement> = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let element = match of.associative() {
                None => PathElement::Index(i64::try_from(at).unwrap_or(i64::MAX)),
                Some(schema) => match told_apart(schema, item) {
                    Ok(element) => element,
                    // Without a name for it, nothing in it can be named either.
                    Err(why) => return self.fault(&format!("element {at}: {why}")),
                },
            };
            let step = path_step(&element);
            if of.associative().is_some() && !self.duplicates_allowed && seen.contains(&element) {
                self.fault(&format!("duplicate entries for key {step}"));
            }
            seen.push(element);
            self.below(&step, of.items(), item);
        }
    }
}

/// What tells an element of an associative list from the others.
fn told_apart(schema: &Schema, item: &Value) -> Result<PathElement, String> {
    let why = match (&schema.list_type, item) {
        (ListType::Set, Value::Object(_)) => "associative list without keys has an element that's a map type",
        (ListType::Set, Value::Array(_)) => "not supported: associative list with lists as elements",
        (ListType::Set, Value::Null) => "associative list without keys has an element that's an explicit null",
        (ListType::Map(_), Value::Null) => "associative list with keys may not have a null element",
        (ListType::Map(keys), Value::Object(map)) => {
            if let Some(element) = identity(schema, item) {
                return Ok(element);
            }
            let key = keys.iter().find(|key| !map.contains_key(*key)).map_or("", String::as_str);
            return Err(format!(
                "associative list with keys has an element that omits key field {} (and doesn't have default value)",
                quoted(key)
            ));
        }
        (ListType::Map(_), _) => "associative list with keys may not have non-map elements",
        _ => return Ok(PathElement::value(item)),
    };
    Err(why.to_string())
}

/// One step of a path as messages print it: `.spec`, `[name="a"]`, `[="x"]`, `[0]`.
///
/// Models `structured-merge-diff/fieldpath/element.go` `String`.
pub(crate) fn path_step(element: &PathElement) -> String {
    match element {
        PathElement::Field(name) => format!(".{name}"),
        PathElement::Key(keys) => {
            let fields = parse_plain(keys).unwrap_or_default();
            let fields = fields.as_object().into_iter().flatten();
            format!("[{}]", joined(fields.map(|(name, value)| format!("{name}={}", canonical_text(value))), ","))
        }
        PathElement::Value(value) => format!("[={value}]"),
        PathElement::Index(index) => format!("[{index}]"),
    }
}

/// Go's `%T`.
fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}

/// Go's `%#v`.
fn go_syntax(value: &Value) -> String {
    match value {
        Value::Null => "interface {}(nil)".to_string(),
        Value::String(text) => quoted(text),
        Value::Bool(_) | Value::Number(_) => go_value(value),
        Value::Array(items) => {
            format!("[]interface {{}}{{{}}}", joined(items.iter().map(go_syntax), ", "))
        }
        Value::Object(map) => {
            let fields = map.iter().map(|(name, value)| format!("{}:{}", quoted(name), go_syntax(value)));
            format!("map[string]interface {{}}{{{}}}", joined(fields, ", "))
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    pub(in crate::cluster::fields) fn schema() -> Schema {
        Schema::parse_any(&json!({"type": "object", "properties": {
            "spec": {"type": "object", "properties": {
                "data": {"type": "object", "additionalProperties": {"type": "string"}},
                "size": {"type": "integer"},
                "on": {"type": "boolean"},
                "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                "ports": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                    "items": {"type": "object", "properties": {"name": {"type": "string"}, "port": {"type": "integer"}}}},
                "list": {"type": "array", "items": {"type": "integer"}},
            }},
        }}))
        .unwrap()
    }

    #[test]
    fn what_is_wrong_is_said_as_the_field_manager_says_it() {
        let schema = schema();
        for (spec, wrong) in [
            (json!({"nope": 1}), ".spec.nope: field not declared in schema"),
            (json!({"size": "x"}), ".spec.size: expected numeric (int or float), got string"),
            (json!({"data": {"a": 1}}), ".spec.data.a: expected string, got &value.valueUnstructured{Value:1}"),
            (json!({"data": ["a", true]}), ".spec.data: expected map, got &{[a true]}"),
            (json!({"on": "yes"}), ".spec.on: expected boolean, got &{yes}"),
            (json!({"list": {"a": 1}}), ".spec.list: expected list, got &{map[a:1]}"),
            (json!({"tags": ["x", "x"]}), ".spec.tags: duplicate entries for key [=\"x\"]"),
            (
                json!({"ports": [{"port": 1}]}),
                ".spec.ports: element 0: associative list with keys has an element that omits key field \"name\" (and doesn't have default value)",
            ),
            (json!({"ports": [{"name": "a", "port": "x"}]}), ".spec.ports[name=\"a\"].port: expected numeric (int or float), got string"),
        ] {
            assert_eq!(faults(Type::object(&schema), &json!({"spec": spec}), false).as_deref(), Some(wrong));
        }
        assert_eq!(
            faults(Type::object(&schema), &json!({"spec": {"data": null, "tags": ["x"]}, "metadata": {"labels": {"a": "b"}}}), false),
            None
        );
        let two = faults(Type::object(&schema), &json!({"spec": {"on": 1, "size": "x"}}), false).unwrap();
        assert_eq!(two, "errors:\n  .spec.on: expected boolean, got &{1}\n  .spec.size: expected numeric (int or float), got string");
    }
}
