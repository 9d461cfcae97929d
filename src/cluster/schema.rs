//! The structural schema of a kind: what its objects may hold, what is filled in, and how lists and maps are owned.
//!
//! Models `apiextensions-apiserver/pkg/apiserver/schema/structural.go`.

mod fill;
mod pattern;
mod validate;

use std::fmt::Write;

use serde_json::{Map, Value};

use self::pattern::Pattern;
use super::kind::KindError;
use crate::object::{canonicalize, escape};

pub(crate) use self::fill::{fill_defaults, prune, remove_nulls};
pub(crate) use self::validate::{duplicates, validate, validate_object};

/// The JSON type a value must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SchemaType {
    Object,
    Array,
    String,
    Integer,
    Number,
    Boolean,
}

impl SchemaType {
    pub(crate) fn name(self) -> &'static str {
        match self {
            SchemaType::Object => "object",
            SchemaType::Array => "array",
            SchemaType::String => "string",
            SchemaType::Integer => "integer",
            SchemaType::Number => "number",
            SchemaType::Boolean => "boolean",
        }
    }
}

const TYPES: [SchemaType; 6] =
    [SchemaType::Object, SchemaType::Array, SchemaType::String, SchemaType::Integer, SchemaType::Number, SchemaType::Boolean];

/// What identifies the elements of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ListType {
    /// Nothing: the list is owned and replaced as a whole.
    #[default]
    Atomic,
    /// Their value.
    Set,
    /// These fields of theirs.
    Map(Vec<String>),
}

/// One node of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // as many as OpenAPI has
pub(crate) struct Schema {
    /// None: anything.
    pub(crate) kind: Option<SchemaType>,
    pub(crate) nullable: bool,
    pub(crate) preserve_unknown: bool,
    pub(crate) int_or_string: bool,
    pub(crate) properties: Properties,
    pub(crate) additional: Option<Box<Schema>>,
    pub(crate) items: Option<Box<Schema>>,
    pub(crate) list_type: ListType,
    pub(crate) atomic_map: bool,
    pub(crate) default: Option<Value>,
    /// Empty: none.
    pub(crate) format: String,
    pub(crate) pattern: Option<Box<Pattern>>,
    /// What a value must keep to beside its type, by the names that OpenAPI has for it.
    pub(crate) rules: Map<String, Value>,
}

/// The schemas of fields, by name: a list, since a map of one more type is kilobytes of wasm.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Properties(Vec<(String, Schema)>);

impl Properties {
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.as_str().cmp(name))
    }

    #[inline(never)]
    pub(crate) fn get(&self, name: &str) -> Option<&Schema> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    pub(crate) fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// In the order of the names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(String, Schema)> {
        self.0.iter()
    }

    /// Adds one whose name comes after all others.
    fn add(&mut self, name: &str) -> &mut Schema {
        let at = self.0.len();
        self.0.push((name.to_string(), Schema::default()));
        &mut self.0[at].1
    }

    fn remove(&mut self, name: &str) {
        if let Ok(at) = self.place(name) {
            self.0.remove(at);
        }
    }
}

/// Boxed, since the error is large and handed up from everywhere.
type Parsed<T> = Result<T, Box<KindError>>;

/// How deep a schema may be.
const DEPTH: usize = 64;

impl Schema {
    /// The schema of a kind that came without one: an object that may hold anything.
    pub(crate) fn open() -> Schema {
        Schema { kind: Some(SchemaType::Object), preserve_unknown: true, ..Schema::default() }
    }

    /// Reads the schema of a whole object; `path` is where it stands, for errors.
    pub(crate) fn parse(value: &Value, path: &str) -> Parsed<Schema> {
        let mut schema = Schema::default();
        read(&mut schema, value, path, DEPTH)?;
        if schema.kind != Some(SchemaType::Object) {
            return Err(KindError::new(&format!("{path}/type"), "must be object at the root"));
        }
        // These three are the server's own and obey its rules only.
        for own in ["apiVersion", "kind", "metadata"] {
            schema.properties.remove(own);
        }
        Ok(schema)
    }

    /// Reads a schema of the server's own.
    pub(crate) fn parse_any(value: &Value) -> Parsed<Schema> {
        let mut schema = Schema::default();
        read(&mut schema, value, "", DEPTH)?;
        Ok(schema)
    }

    /// The limit that a rule sets to a count.
    fn limit(&self, rule: &str) -> Option<u64> {
        self.rules.get(rule)?.as_u64()
    }

    /// The schema of a field of this map, if one is told.
    pub(crate) fn field(&self, name: &str) -> Option<&Schema> {
        self.properties.get(name).or(self.additional.as_deref())
    }
}

/// Reads into an empty schema.
fn read(schema: &mut Schema, value: &Value, path: &str, depth: usize) -> Parsed<()> {
    let Some(depth) = depth.checked_sub(1) else { return Err(KindError::new(path, "too deep")) };
    let Value::Object(map) = value else { return Err(KindError::new(path, "must be an object")) };
    for (key, value) in map {
        let below = format!("{path}/{}", escape(key));
        let wanted = WANTED.iter().find(|(.., keys)| is_among(key, keys));
        if let Some((what, fits, _)) = wanted
            && !fits(value)
        {
            return Err(KindError::new(&below, what));
        }
        if is_among(key, NOT_BUILT) {
            return Err(KindError::not_yet(&below, key));
        }
        if !structure(schema, key, value, &below, depth)? {
            if wanted.is_none() {
                return Err(KindError::new(&below, "no such field in a structural schema"));
            }
            schema.rules.insert(key.clone(), canonicalize(value.clone()));
        }
    }
    if let Some(keys) = map.get("x-kubernetes-list-map-keys") {
        let below = format!("{path}/x-kubernetes-list-map-keys");
        match &mut schema.list_type {
            ListType::Map(names) => *names = strings(keys).ok_or_else(|| KindError::new(&below, "must be a list of strings"))?,
            _ => return Err(KindError::new(&below, "only for a list of type map")),
        }
    }
    check(schema, map, path)
}

/// What the value of a key must be: in words, how that is seen, and of which keys.
type Wanted = (&'static str, fn(&Value) -> bool, &'static str);

const WANTED: [Wanted; 8] = [
    (
        "must be true or false",
        Value::is_boolean,
        "nullable x-kubernetes-preserve-unknown-fields x-kubernetes-int-or-string exclusiveMinimum exclusiveMaximum uniqueItems",
    ),
    ("must be a number", Value::is_number, "minimum maximum multipleOf"),
    ("must be a count", Value::is_u64, "minLength maxLength minItems maxItems minProperties maxProperties"),
    ("must be a string", Value::is_string, "pattern format"),
    ("must be an object", Value::is_object, "properties"),
    ("must be a list of strings", |value| strings(value).is_some(), "required"),
    ("must be a list of values", |value| value.as_array().is_some_and(|values| !values.is_empty()), "enum"),
    ("must not be false", |value| *value != Value::Bool(false), "additionalProperties"),
];

const NOT_BUILT: &str = "x-kubernetes-embedded-resource x-kubernetes-validations allOf anyOf oneOf not";

/// The formats that Kubernetes checks and nobody has asked for.
const FORMATS_NOT_BUILT: &str = "bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 \
    creditcard ssn hexcolor rgbcolor byte date duration";

/// What tells people something, and what is looked at later.
const NO_SHAPE: &str = "title description example externalDocs x-kubernetes-list-map-keys";

/// Whether this is one of some words.
#[inline(never)]
pub(crate) fn is_among(word: &str, words: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Takes what makes up the shape; whether it was that.
fn structure(schema: &mut Schema, key: &str, value: &Value, path: &str, depth: usize) -> Parsed<bool> {
    let flag = *value == Value::Bool(true);
    let text = value.as_str().unwrap_or("");
    match key {
        "type" => {
            for kind in &TYPES {
                if kind.name() == text {
                    schema.kind = Some(*kind);
                }
            }
            if schema.kind.is_none() {
                return Err(KindError::new(path, "must be object, array, string, integer, number or boolean"));
            }
        }
        "properties" => {
            let Value::Object(fields) = value else { return Ok(false) };
            for (name, field) in fields {
                read(schema.properties.add(name), field, &format!("{path}/{}", escape(name)), depth)?;
            }
        }
        "additionalProperties" if flag => schema.additional.get_or_insert_default().preserve_unknown = true,
        "additionalProperties" => read(schema.additional.get_or_insert_default(), value, path, depth)?,
        "items" => read(schema.items.get_or_insert_default(), value, path, depth)?,
        "default" => schema.default = Some(canonicalize(value.clone())).filter(|default| !default.is_null()),
        "nullable" => schema.nullable = flag,
        "x-kubernetes-preserve-unknown-fields" => schema.preserve_unknown = flag,
        "x-kubernetes-int-or-string" => schema.int_or_string = flag,
        "x-kubernetes-list-type" => {
            schema.list_type = match text {
                "atomic" => ListType::Atomic,
                "set" => ListType::Set,
                "map" => ListType::Map(Vec::new()),
                _ => return Err(KindError::new(path, "must be atomic, set or map")),
            }
        }
        "x-kubernetes-map-type" => {
            schema.atomic_map = text == "atomic";
            if !matches!(text, "atomic" | "granular") {
                return Err(KindError::new(path, "must be atomic or granular"));
            }
        }
        "uniqueItems" if flag => return Err(KindError::new(path, "must not be set, since it costs too much")),
        "pattern" => schema.pattern = Some(Box::new(Pattern::parse(text).map_err(|what| KindError::not_yet(path, &what))?)),
        "format" if is_among(text, FORMATS_NOT_BUILT) => return Err(KindError::not_yet(path, text)),
        "format" => schema.format = text.to_string(),
        _ => return Ok(is_among(key, NO_SHAPE)),
    }
    Ok(true)
}

/// Goes on to a field; the length of the path to come back to.
#[inline(never)]
fn enter(path: &mut String, field: &str) -> usize {
    let length = path.len();
    if length > 0 {
        path.push('.');
    }
    path.push_str(field);
    length
}

/// The same to an element of a list.
#[inline(never)]
fn enter_list(path: &mut String, index: usize) -> usize {
    let length = path.len();
    let _ = write!(path, "[{index}]");
    length
}

/// What makes a schema structural.
fn check(schema: &Schema, map: &Map<String, Value>, path: &str) -> Parsed<()> {
    let is = |kind| schema.kind == Some(kind);
    let keyed = match &schema.list_type {
        ListType::Map(keys) => {
            let known = |key: &String| schema.items.as_ref().is_some_and(|items| items.properties.contains_key(key));
            !keys.is_empty() && keys.iter().all(known)
        }
        _ => true,
    };
    let (key, rule) = if schema.kind.is_none() && !schema.preserve_unknown && !schema.int_or_string {
        ("type", "must be there")
    } else if is(SchemaType::Array) && schema.items.is_none() {
        ("items", "must be there")
    } else if schema.additional.is_some() && !schema.properties.is_empty() {
        ("additionalProperties", "excludes properties")
    } else if !keyed {
        ("x-kubernetes-list-map-keys", "must name fields of the items")
    } else if !matches!(schema.list_type, ListType::Atomic) && !is(SchemaType::Array) {
        ("x-kubernetes-list-type", "only for an array")
    } else if map.contains_key("x-kubernetes-map-type") && !is(SchemaType::Object) {
        ("x-kubernetes-map-type", "only for an object")
    } else {
        return Ok(());
    };
    Err(KindError::new(&format!("{path}/{key}"), rule))
}

/// What a list has; nothing if it is none.
#[inline(never)]
pub(crate) fn items(list: Option<&Value>) -> &[Value] {
    list.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The texts of a list; none if it is no list of texts.
#[inline(never)]
pub(crate) fn strings(value: &Value) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for item in value.as_array()? {
        texts.push(item.as_str()?.to_string());
    }
    Some(texts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn error(schema: &Value) -> (String, bool) {
        let error = Schema::parse(schema, "/schema").unwrap_err();
        (error.path, error.not_yet)
    }

    #[test]
    fn a_malformed_schema_is_refused_where_it_is_wrong() {
        let object = |spec: Value| json!({"type": "object", "properties": {"spec": spec}});
        for (schema, path) in [
            (json!([]), "/schema"),
            (json!({"type": "string"}), "/schema/type"),
            (object(json!({})), "/schema/properties/spec/type"),
            (object(json!({"type": "text"})), "/schema/properties/spec/type"),
            (object(json!({"type": "array"})), "/schema/properties/spec/items"),
            (object(json!({"type": "object", "additionalProperties": false})), "/schema/properties/spec/additionalProperties"),
            (object(json!({"type": "string", "maxLength": -1})), "/schema/properties/spec/maxLength"),
            (object(json!({"type": "string", "wrong/name": 1})), "/schema/properties/spec/wrong~1name"),
            (
                object(json!({"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map"})),
                "/schema/properties/spec/x-kubernetes-list-map-keys",
            ),
        ] {
            assert_eq!(error(&schema), (path.to_string(), false), "{schema}");
        }
    }

    #[test]
    fn what_is_not_built_is_said_to_be_so() {
        let with = |key: &str, value: Value| json!({"type": "object", "properties": {"spec": {"type": "string", key: value}}});
        for (key, value) in
            [("x-kubernetes-validations", json!([])), ("anyOf", json!([])), ("format", json!("uuid")), ("pattern", json!("(?i)a"))]
        {
            assert_eq!(error(&with(key, value)), (format!("/schema/properties/spec/{key}"), true));
        }
    }

    #[test]
    fn a_schema_without_end_is_refused() {
        let mut schema = json!({"type": "string"});
        for _ in 0..DEPTH {
            schema = json!({"type": "object", "properties": {"a": schema}});
        }
        assert!(Schema::parse(&schema, "").is_err());
    }
}
