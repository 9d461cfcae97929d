//! Kubernetes objects as data: typed metadata, a JSON body, references.
//!
//! A stored [`Object`] is immutable and shared (`Arc<Object>`): the store, the watch log, every cache and every copy
//! that a reconciler holds point at the same allocation until somebody edits a copy of their own.

mod canonical;
mod condition;
mod essence;
pub mod event;
mod gather;
pub(crate) mod json;
mod json_float;
mod json_number;
mod json_parser;
mod managed;
mod metadata;
mod record;
mod reference;
pub(crate) mod text;
mod texts;
mod time;

use std::sync::Arc;

use serde_json::{Map, Value};

pub use canonical::{Digest, canonical_text, canonicalize, is_canonical, json_text};
pub use condition::{condition, set_condition};
pub use essence::{Essence, Looks, Remembered};
pub use gather::{gather, remove, retain, set, sort, sort_short, sort_texts};
pub use managed::{FieldSet, ManagedEntry, Operation, PathElement};
pub use metadata::{Metadata, MetadataFault, ObjectParts, OwnerReference, found_as, json_kind};
pub(crate) use record::serialize_as_value;
pub use record::{Fields, Record, Written, fields_of, list, texts};
pub use reference::{Key, Ref};
pub use texts::Texts;
pub use time::{Millis, Timestamp};

/// A `resourceVersion`: the store's revision at which the object was last written. 0 = not stored yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(pub u64);

impl std::fmt::Display for Revision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// `apiVersion` and `kind` as they stand in an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TypeMeta {
    /// `v1`, `lab.example.com/v1`
    pub api_version: Arc<str>,
    /// `ConfigMap`
    pub kind: Arc<str>,
}

/// One Kubernetes object.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// What it is.
    pub types: TypeMeta,
    /// `metadata`, typed.
    pub metadata: Metadata,
    /// Every other top-level field: `spec`, `status`, `data`…
    pub body: Map<String, Value>,
    /// What was reckoned of it.
    pub remembered: Remembered,
}

impl Object {
    /// An object of these parts.
    #[must_use]
    pub fn new(types: TypeMeta, metadata: Metadata, body: Map<String, Value>) -> Object {
        Object { types, metadata, body, remembered: Remembered::default() }
    }

    /// The object as the JSON a client sees.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        self.fill(&mut record);
        record.end()
    }

    /// Every field of [`Object::to_value`], in order.
    pub(crate) fn fill(&self, to: &mut dyn Fields) {
        const HEAD: [&str; 3] = ["apiVersion", "kind", "metadata"];
        let mut done = 0;
        for (key, value) in &self.body {
            while let Some(own) = HEAD.get(done).filter(|own| **own < key.as_str()) {
                self.head(own, to);
                done += 1;
            }
            to.copy(key, value);
        }
        HEAD[done..].iter().for_each(|own| self.head(own, to));
    }

    /// One of the fields that every object has.
    #[inline(never)]
    fn head(&self, own: &str, to: &mut dyn Fields) {
        match own {
            "apiVersion" => to.text(own, &self.types.api_version),
            "kind" => to.text(own, &self.types.kind),
            _ => to.inside(own, &mut |to| self.metadata.fill(to)),
        }
    }

    /// Name, namespace, kind and version: how to find it again.
    #[must_use]
    pub fn reference(&self) -> Ref {
        Ref::to(&self.types.api_version, &self.types.kind, self.metadata.namespace.as_deref(), &self.metadata.name)
    }

    /// `namespace/name`.
    #[must_use]
    pub fn key(&self) -> Key {
        Key::new(self.metadata.namespace.as_deref().unwrap_or(""), &self.metadata.name)
    }

    /// Sets a field of the body.
    #[inline(never)]
    pub fn set(&mut self, field: &str, value: Value) {
        self.body.insert(field.to_string(), value);
    }

    /// The value at a path of field names, if every step is there.
    #[must_use]
    #[inline(never)]
    pub fn at(&self, path: &[&str]) -> Option<&Value> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.body.get(*first)?, |value, step| value.get(step))
    }

    /// The text at a path; empty where there is none.
    #[must_use]
    #[inline(never)]
    pub fn text_at(&self, path: &[&str]) -> &str {
        self.at(path).and_then(Value::as_str).unwrap_or("")
    }

    /// The condition of a type in the status, if it is there.
    #[must_use]
    pub fn condition(&self, named: &str) -> Option<&Value> {
        condition(self.at(&["status", "conditions"])?.as_array()?, named)
    }

    /// The string map at a path; empty where there is none.
    #[must_use]
    #[inline(never)]
    pub fn strings_at(&self, path: &[&str]) -> Texts {
        let Some(Value::Object(map)) = self.at(path) else { return Texts::new() };
        let mut texts = Texts::new();
        for (key, value) in map {
            if let Value::String(text) = value {
                texts.insert(key.clone(), text.clone());
            }
        }
        texts
    }
}

serialize_as_value!(Object);

/// The paths (JSON Pointers) at which two objects differ, in order; `metadata.resourceVersion` and
/// `metadata.managedFields` are left out, since they follow from every write.
#[must_use]
pub fn changed_paths(before: &Object, after: &Object) -> Vec<String> {
    let mut paths = Vec::new();
    let mut older = before.metadata.clone();
    let mut newer = after.metadata.clone();
    for metadata in [&mut older, &mut newer] {
        metadata.revision = Revision(0);
        metadata.managed_fields.clear();
    }
    if older != newer {
        differences(&older.to_value(), &newer.to_value(), "/metadata", &mut paths);
    }
    differences_of_maps(&before.body, &after.body, "", &mut paths);
    sort_texts(&mut paths);
    paths
}

/// Appends the JSON Pointers at which `left` and `right` differ; maps are compared key by key, anything else whole.
pub fn differences(left: &Value, right: &Value, path: &str, into: &mut Vec<String>) {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => differences_of_maps(left, right, path, into),
        (left, right) if left == right => {}
        _ => into.push(path.to_string()),
    }
}

fn differences_of_maps(left: &Map<String, Value>, right: &Map<String, Value>, path: &str, into: &mut Vec<String>) {
    let below = |key: &str| format!("{path}/{}", escape(key));
    for (key, value) in left {
        match right.get(key) {
            Some(other) => differences(value, other, &below(key), into),
            None => into.push(below(key)),
        }
    }
    for key in right.keys().filter(|key| !left.contains_key(*key)) {
        into.push(below(key));
    }
}

/// The text at a path of field names, if every step is there.
#[must_use]
#[inline(never)]
pub fn text_at<'a>(value: &'a Value, path: &[&str]) -> Option<&'a str> {
    value_at(value, path)?.as_str()
}

/// The text of a field; empty where there is none.
#[must_use]
#[inline(never)]
pub fn text_in<'a>(map: &'a Map<String, Value>, key: &str) -> &'a str {
    map.get(key).and_then(Value::as_str).unwrap_or("")
}

/// The group and the version that an `apiVersion` names; the core group's name is empty.
#[must_use]
pub fn group_version(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

/// The value at a path of field names, if every step is there.
#[must_use]
#[inline(never)]
pub fn value_at<'a>(mut value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    for step in path {
        value = value.get(step)?;
    }
    Some(value)
}

/// What a reference token of a JSON Pointer means.
#[must_use]
#[inline(never)]
pub fn unescape(token: &str) -> String {
    let mut name = String::new();
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        let escaped = if character == '~' { characters.clone().next() } else { None };
        match escaped {
            Some(digit @ ('0' | '1')) => {
                characters.next();
                name.push(if digit == '1' { '/' } else { '~' });
            }
            _ => name.push(character),
        }
    }
    name
}

/// What the steps of a JSON Pointer mean, without its first slash.
#[must_use]
pub(crate) fn steps(path: &str) -> Vec<String> {
    let mut steps = Vec::new();
    for step in path.split('/') {
        steps.push(unescape(step));
    }
    steps
}

/// One reference token of a JSON Pointer (RFC 6901).
#[must_use]
#[inline(never)]
pub fn escape(token: &str) -> String {
    let mut escaped = String::with_capacity(token.len());
    for character in token.chars() {
        match character {
            '~' => escaped.push_str("~0"),
            '/' => escaped.push_str("~1"),
            other => escaped.push(other),
        }
    }
    escaped
}
