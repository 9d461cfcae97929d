//! The structural schema of a kind: what its objects may hold, what is filled in, and how lists and maps are owned.
//!
//! Models `apiextensions-apiserver/pkg/apiserver/schema/structural.go`.

mod fill;
mod pattern;
mod validate;

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
    pub(crate) rules: Option<Box<Rules>>,
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

    /// Adds one whose name is not there.
    fn insert(&mut self, name: String, schema: Schema) {
        if let Err(at) = self.place(&name) {
            self.0.insert(at, (name, schema));
        }
    }

    fn remove(&mut self, name: &str) {
        if let Ok(at) = self.place(name) {
            self.0.remove(at);
        }
    }
}

/// What a value must keep to beside its type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rules {
    pub(crate) required: Vec<String>,
    pub(crate) allowed: Vec<Value>,
    pub(crate) minimum: Option<Value>,
    pub(crate) maximum: Option<Value>,
    pub(crate) exclusive_minimum: bool,
    pub(crate) exclusive_maximum: bool,
    pub(crate) multiple_of: Option<Value>,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) min_items: Option<u64>,
    pub(crate) max_items: Option<u64>,
    pub(crate) min_properties: Option<u64>,
    pub(crate) max_properties: Option<u64>,
    pub(crate) unique_items: bool,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) format: Option<String>,
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
        let mut schema = parse(value, path, DEPTH)?;
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
        parse(value, "", DEPTH)
    }

    /// The schema of a field of this map, if one is told.
    pub(crate) fn field(&self, name: &str) -> Option<&Schema> {
        self.properties.get(name).or(self.additional.as_deref())
    }
}

fn parse(value: &Value, path: &str, depth: usize) -> Parsed<Schema> {
    let Some(depth) = depth.checked_sub(1) else { return Err(KindError::new(path, "too deep")) };
    let Value::Object(map) = value else { return Err(KindError::new(path, "must be an object")) };
    let mut schema = Schema::default();
    for (key, value) in map {
        let below = format!("{path}/{}", escape(key));
        if structure(&mut schema, key, value, &below, depth)? {
            continue;
        }
        if !rule(schema.rules.get_or_insert_default(), key, value, &below)? {
            return Err(KindError::new(&below, "no such field in a structural schema"));
        }
    }
    if let Some(keys) = map.get("x-kubernetes-list-map-keys") {
        let below = format!("{path}/x-kubernetes-list-map-keys");
        match &mut schema.list_type {
            ListType::Map(names) => *names = strings(keys, &below)?,
            _ => return Err(KindError::new(&below, "only for a list of type map")),
        }
    }
    check(&schema, map, path)?;
    Ok(schema)
}

/// Takes what makes up the shape; whether it was that.
fn structure(schema: &mut Schema, key: &str, value: &Value, path: &str, depth: usize) -> Parsed<bool> {
    match key {
        "type" => {
            let types =
                [SchemaType::Object, SchemaType::Array, SchemaType::String, SchemaType::Integer, SchemaType::Number, SchemaType::Boolean];
            let found = types.into_iter().find(|kind| value.as_str() == Some(kind.name()));
            schema.kind = Some(found.ok_or_else(|| KindError::new(path, "must be object, array, string, integer, number or boolean"))?);
        }
        "properties" => {
            let Value::Object(fields) = value else { return Err(KindError::new(path, "must be an object")) };
            for (name, field) in fields {
                schema.properties.insert(name.clone(), parse(field, &format!("{path}/{}", escape(name)), depth)?);
            }
        }
        "additionalProperties" => match value {
            Value::Bool(true) => schema.additional = Some(Box::new(Schema { preserve_unknown: true, ..Schema::default() })),
            Value::Bool(false) => return Err(KindError::new(path, "must not be false")),
            other => schema.additional = Some(Box::new(parse(other, path, depth)?)),
        },
        "items" => schema.items = Some(Box::new(parse(value, path, depth)?)),
        "default" => schema.default = Some(canonicalize(value.clone())).filter(|default| !default.is_null()),
        "nullable" => schema.nullable = flag(value, path)?,
        "x-kubernetes-preserve-unknown-fields" => schema.preserve_unknown = flag(value, path)?,
        "x-kubernetes-int-or-string" => schema.int_or_string = flag(value, path)?,
        "x-kubernetes-list-type" => {
            schema.list_type = match value.as_str() {
                Some("atomic") => ListType::Atomic,
                Some("set") => ListType::Set,
                Some("map") => ListType::Map(Vec::new()),
                _ => return Err(KindError::new(path, "must be atomic, set or map")),
            }
        }
        "x-kubernetes-map-type" => {
            schema.atomic_map = match value.as_str() {
                Some("atomic") => true,
                Some("granular") => false,
                _ => return Err(KindError::new(path, "must be atomic or granular")),
            }
        }
        "x-kubernetes-list-map-keys" | "title" | "description" | "example" | "externalDocs" => {}
        "x-kubernetes-embedded-resource" | "x-kubernetes-validations" | "allOf" | "anyOf" | "oneOf" | "not" => {
            return Err(KindError::not_yet(path, key));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Takes what a value must keep to; whether it was that.
fn rule(rules: &mut Rules, key: &str, value: &Value, path: &str) -> Parsed<bool> {
    let number = || match value {
        Value::Number(_) => Ok(Some(canonicalize(value.clone()))),
        _ => Err(KindError::new(path, "must be a number")),
    };
    let count = || value.as_u64().map(Some).ok_or_else(|| KindError::new(path, "must be a count"));
    match key {
        "required" => rules.required = strings(value, path)?,
        "enum" => match value {
            Value::Array(allowed) if !allowed.is_empty() => {
                for value in allowed {
                    rules.allowed.push(canonicalize(value.clone()));
                }
            }
            _ => return Err(KindError::new(path, "must be a list of values")),
        },
        "minimum" => rules.minimum = number()?,
        "maximum" => rules.maximum = number()?,
        "multipleOf" => rules.multiple_of = number()?.filter(|step| step.as_f64().is_some_and(|step| step > 0.0)),
        "exclusiveMinimum" => rules.exclusive_minimum = flag(value, path)?,
        "exclusiveMaximum" => rules.exclusive_maximum = flag(value, path)?,
        "minLength" => rules.min_length = count()?,
        "maxLength" => rules.max_length = count()?,
        "minItems" => rules.min_items = count()?,
        "maxItems" => rules.max_items = count()?,
        "minProperties" => rules.min_properties = count()?,
        "maxProperties" => rules.max_properties = count()?,
        "uniqueItems" if flag(value, path)? => return Err(KindError::new(path, "must not be set, since it costs too much")),
        "uniqueItems" => {}
        "pattern" => {
            let text = value.as_str().ok_or_else(|| KindError::new(path, "must be a string"))?;
            rules.pattern = Some(Pattern::parse(text).map_err(|what| KindError::not_yet(path, &what))?);
        }
        "format" => match value.as_str() {
            // The formats that Kubernetes checks and nobody has asked for.
            Some(
                known @ ("bsonobjectid" | "uri" | "email" | "hostname" | "ipv4" | "ipv6" | "cidr" | "mac" | "uuid" | "uuid3" | "uuid4"
                | "uuid5" | "isbn" | "isbn10" | "isbn13" | "creditcard" | "ssn" | "hexcolor" | "rgbcolor" | "byte" | "date"
                | "duration"),
            ) => return Err(KindError::not_yet(path, known)),
            Some(format) => rules.format = Some(format.to_string()),
            None => return Err(KindError::new(path, "must be a string")),
        },
        _ => return Ok(false),
    }
    Ok(true)
}

/// What makes a schema structural.
fn check(schema: &Schema, map: &Map<String, Value>, path: &str) -> Parsed<()> {
    if schema.kind.is_none() && !schema.preserve_unknown && !schema.int_or_string {
        return Err(KindError::new(&format!("{path}/type"), "must be there"));
    }
    if schema.kind == Some(SchemaType::Array) && schema.items.is_none() {
        return Err(KindError::new(&format!("{path}/items"), "must be there"));
    }
    if schema.additional.is_some() && !schema.properties.is_empty() {
        return Err(KindError::new(&format!("{path}/additionalProperties"), "excludes properties"));
    }
    if let ListType::Map(keys) = &schema.list_type {
        let known = |key: &String| schema.items.as_ref().is_some_and(|items| items.properties.contains_key(key));
        if keys.is_empty() || !keys.iter().all(known) {
            return Err(KindError::new(&format!("{path}/x-kubernetes-list-map-keys"), "must name fields of the items"));
        }
    }
    if schema.list_type != ListType::Atomic && schema.kind != Some(SchemaType::Array) {
        return Err(KindError::new(&format!("{path}/x-kubernetes-list-type"), "only for an array"));
    }
    if map.contains_key("x-kubernetes-map-type") && schema.kind != Some(SchemaType::Object) {
        return Err(KindError::new(&format!("{path}/x-kubernetes-map-type"), "only for an object"));
    }
    Ok(())
}

fn flag(value: &Value, path: &str) -> Parsed<bool> {
    value.as_bool().ok_or_else(|| KindError::new(path, "must be true or false"))
}

fn strings(value: &Value, path: &str) -> Parsed<Vec<String>> {
    let wrong = || KindError::new(path, "must be a list of strings");
    let mut texts = Vec::new();
    for item in value.as_array().ok_or_else(wrong)? {
        texts.push(item.as_str().ok_or_else(wrong)?.to_string());
    }
    Ok(texts)
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
